// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

#include <cstring>

namespace cpu::shader {
namespace {

/// Values travel as their scalars; more than this is refused instead of unrolled.
constexpr uint32_t kMaxScalars = 1u << 14;
constexpr uint32_t kMaxNesting = 256;

bool isConstant(spv::Op op) {
    return (op >= spv::OpConstantTrue && op <= spv::OpSpecConstantOp) || op == spv::OpUndef;
}

} // namespace

Value ShaderTranslator::zeroValue(Id id) {
    const Type& type = m_types.get(id);
    if (type.scalars == 0 || type.scalars > kMaxScalars) {
        throw Refused("a value of no scalars, or of too many");
    }
    Value value;
    value.reserve(type.scalars);
    m_types.forEachScalar(id, {}, 0, 0, [&](uint32_t, const Type& scalar) {
        value.push_back(llvm::Constant::getNullValue(lanesOf(scalar)));
    });
    return value;
}

const Value& ShaderTranslator::constantValue(Id id) {
    if (const auto found = m_constants.find(id); found != m_constants.end()) {
        return found->second;
    }
    const Instruction& i = m_module.definition(id);
    if (!isConstant(i.op)) {
        refuse(i, "has no value here");
    }
    if (m_constantDepth > kMaxNesting) {
        refuse(i, "is nested too deeply");
    }
    ++m_constantDepth;
    Value value = makeConstant(i);
    --m_constantDepth;
    return m_constants.emplace(id, std::move(value)).first->second;
}

Value ShaderTranslator::makeConstant(const Instruction& i) {
    switch (i.op) {
    case spv::OpConstantTrue:
    case spv::OpConstantFalse:
        return {llvm::ConstantInt::get(boolLanes(), i.op == spv::OpConstantTrue)};
    case spv::OpConstant:
    case spv::OpSpecConstant:
    case spv::OpSpecConstantTrue:
    case spv::OpSpecConstantFalse:
        return specializedScalar(i);
    case spv::OpConstantNull:
    case spv::OpUndef:
        return zeroValue(i.resultType);
    case spv::OpConstantComposite:
    case spv::OpSpecConstantComposite: {
        const Type& type = m_types.get(i.resultType);
        if (type.scalars > kMaxScalars) {
            refuse(i, "has too many scalars");
        }
        Value value;
        for (size_t n = 0; n < i.count(); ++n) {
            if (&m_module.definition(i[n]) >= &i) {
                refuse(i, "uses a constant that comes later");
            }
            const Value& part = constantValue(i[n]);
            value.insert(value.end(), part.begin(), part.end());
        }
        if (value.size() != type.scalars) {
            refuse(i, "has not as many scalars as its type");
        }
        return value;
    }
    case spv::OpSpecConstantOp:
        return specConstantOp(i);
    default:
        refuse(i, "is no constant that is supported");
    }
}

/// A scalar constant, as the pipeline specialises it if it does.
Value ShaderTranslator::specializedScalar(const Instruction& i) {
    const Type& type = m_types.get(i.resultType);
    if (type.kind != Type::Kind::Scalar) {
        refuse(i, "is not a scalar");
    }
    const bool boolean = type.scalar == ScalarKind::Bool;
    uint64_t bits = boolean ? i.op == spv::OpSpecConstantTrue : i[0];
    if (!boolean && type.width == 64) {
        bits |= uint64_t(i[1]) << 32;
    }
    if (const auto constantId = m_module.decoration(i.result, spv::DecorationSpecId);
        constantId && i.op != spv::OpConstant) {
        for (const SpecializationEntry& entry : m_source.specialization) {
            if (entry.constantId != *constantId) {
                continue;
            }
            const uint32_t size_B = scalarSize_B(type);
            const size_t available_B = m_source.specializationData.size();
            if (entry.size_B != size_B || entry.offset_B > available_B ||
                available_B - entry.offset_B < size_B) {
                refuse(i, "its specialisation has a wrong size");
            }
            bits = 0;
            std::memcpy(&bits, m_source.specializationData.data() + entry.offset_B, size_B);
            if (boolean) {
                bits = bits != 0;
            }
        }
    }
    llvm::Type* lanes = lanesOf(type);
    const llvm::APInt value(type.width, bits);
    if (type.scalar == ScalarKind::Float) {
        const auto& semantics = lanes->getScalarType()->getFltSemantics();
        return {llvm::ConstantFP::get(lanes, llvm::APFloat(semantics, value))};
    }
    return {llvm::ConstantInt::get(lanes, value)};
}

/// The instruction is translated like any other; IR on constants folds to constants.
Value ShaderTranslator::specConstantOp(const Instruction& i) {
    std::vector<Word> words{i.resultType, i.result};
    for (size_t n = 1; n < i.count(); ++n) {
        words.push_back(i[n]);
    }
    Instruction operation = i;
    operation.op = spv::Op(i[0]);
    operation.operands = words;
    switch (operation.op) {
    case spv::OpLoad:
    case spv::OpStore:
    case spv::OpFunctionCall:
    case spv::OpPhi:
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpPtrAccessChain:
    case spv::OpInBoundsPtrAccessChain:
    case spv::OpSpecConstantOp:
        refuse(i, "is not an operation on constants");
    default:
        break;
    }
    Instance scratch;
    Instance* const outer = m_instance;
    m_instance = &scratch;
    const llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
    m_ir.SetInsertPoint(m_entry, m_entry->begin());
    try {
        translateInstruction(operation);
    } catch (...) {
        m_instance = outer;
        throw;
    }
    m_instance = outer;
    const auto result = scratch.values.find(i.result);
    if (result == scratch.values.end()) {
        refuse(i, "is not an operation on constants");
    }
    for (llvm::Value* scalar : result->second.direct) {
        if (!llvm::isa<llvm::Constant>(scalar)) {
            refuse(i, "does not fold to a constant");
        }
    }
    return result->second.direct;
}

bool ShaderTranslator::constant(Id id, uint64_t& value) const {
    const Instruction* i = m_module.find(id);
    if (!i || !isConstant(i->op) || i->resultType == 0 ||
        m_types.get(i->resultType).kind != Type::Kind::Scalar) {
        return false;
    }
    const Value& lanes = const_cast<ShaderTranslator*>(this)->constantValue(id);
    const auto* scalar = llvm::dyn_cast_or_null<llvm::ConstantInt>(uniform(lanes.at(0)));
    if (!scalar) {
        return false;
    }
    value = scalar->getZExtValue();
    return true;
}

} // namespace cpu::shader
