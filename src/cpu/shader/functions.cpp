// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

namespace cpu::shader {
namespace {

constexpr uint32_t kMaxInstructions = 200'000;
constexpr uint32_t kMaxCallDepth = 64;

} // namespace

const Flow& ShaderTranslator::flow(Id function) {
    if (const auto found = m_flows.find(function); found != m_flows.end()) {
        return found->second;
    }
    return m_flows.try_emplace(function, m_module, m_module.function(function)).first->second;
}

Value ShaderTranslator::value(Id id) {
    if (m_instance) {
        const auto found = m_instance->values.find(id);
        if (found != m_instance->values.end()) {
            const Stored& stored = found->second;
            const Instance& instance = *m_instance;
            if (stored.slots.empty() || !instance.flow ||
                instance.flow->within(instance.scope, stored.scope)) {
                return stored.direct;
            }
            Value loaded;
            for (size_t n = 0; n < stored.slots.size(); ++n) {
                loaded.push_back(loadSlot(stored.slots[n], stored.direct[n]->getType()));
            }
            return loaded;
        }
    }
    const Instruction& i = m_module.definition(id);
    if (i.op == spv::OpAccessChain || i.op == spv::OpInBoundsAccessChain) {
        const Type& type = m_types.get(i.resultType);
        if (type.kind == Type::Kind::Pointer && type.scalars == 1) {
            return {address(place(chain(id)))};
        }
    }
    return constantValue(id);
}

void ShaderTranslator::define(Id id, Value value) {
    Stored& stored = m_instance->values[id];
    stored.direct = std::move(value);
    stored.scope = m_instance->scope;
    const Flow::Escape* escape = m_instance->flow ? m_instance->flow->escape(id) : nullptr;
    if (!escape) {
        return;
    }
    if (stored.slots.empty()) {
        for (llvm::Value* scalar : stored.direct) {
            stored.slots.push_back(slot(scalar->getType()));
        }
    }
    for (size_t n = 0; n < stored.slots.size(); ++n) {
        storeSlot(stored.slots[n], stored.direct[n], escape->masked ? m_mask : nullptr);
    }
}

void ShaderTranslator::translateInstruction(const Instruction& i) {
    if (++m_instructions > kMaxInstructions) {
        refuse(i, "the shader is too large");
    }
    const bool known = isLazy(m_module, i) || translateCore(i) || translateMemoryInstruction(i) ||
                       translateComposite(*this, i) || translateArithmetic(*this, i) ||
                       translateConversion(*this, i) || translateExtended(*this, i) ||
                       translateImage(*this, i) || translateSampling(*this, i) ||
                       translateAtomic(*this, i) || translateSubgroup(*this, i) ||
                       translateDerivative(*this, i) || translateGeometry(i);
    if (!known) {
        refuse(i, "is not supported");
    }
    if (!i.result || !m_instance) {
        return;
    }
    const auto made = m_instance->values.find(i.result);
    if (made == m_instance->values.end()) {
        return;
    }
    // What later code relies on: as many scalars as the type has, of its type.
    const Type& type = m_types.get(i.resultType);
    if (made->second.direct.size() != type.scalars) {
        refuse(i, "makes another number of scalars than its type has");
    }
    if (type.kind <= Type::Kind::Matrix && type.kind != Type::Kind::Void) {
        for (const llvm::Value* scalar : made->second.direct) {
            if (scalar->getType() != lanesOf(type)) {
                refuse(i, "makes scalars that its type does not have");
            }
        }
    }
}

bool ShaderTranslator::translateCore(const Instruction& i) {
    switch (i.op) {
    case spv::OpLine:
    case spv::OpNoLine:
    case spv::OpNop:
        return true;
    case spv::OpUndef:
        if (m_types.get(i.resultType).scalars != 0) {
            define(i.result, zeroValue(i.resultType));
        }
        return true;
    case spv::OpDemoteToHelperInvocation:
        discard(i, m_mask);
        return true;
    case spv::OpIsHelperInvocationEXT:
        if (m_stage != spirv::Stage::Fragment) {
            return false;
        }
        define(i.result, {m_ir.CreateNot(loadSlot(m_live, boolLanes()))});
        return true;
    case spv::OpImageRead:
        return readSubpass(i);
    case spv::OpExtInst: {
        if (interpolateAt(i)) {
            return true;
        }
        // Non-semantic sets say nothing that code does.
        const Instruction& set = m_module.definition(i[0]);
        return set.op == spv::OpExtInstImport && literalString(set, 0).starts_with("NonSemantic.");
    }
    case spv::OpFunctionCall:
        call(i);
        return true;
    case spv::OpControlBarrier:
    case spv::OpMemoryBarrier:
        emitBarrier(i);
        return true;
    default:
        return false;
    }
}

void ShaderTranslator::call(const Instruction& i) {
    const Module::Function& callee = m_module.function(i[0]);
    uint32_t depth = 0;
    for (const Instance* caller = m_instance; caller; caller = caller->caller) {
        if (&caller->flow->function() == &callee || ++depth > kMaxCallDepth) {
            refuse(i, "calls itself");
        }
    }
    if (i.count() - 1 != callee.parameters.size()) {
        refuse(i, "has not as many arguments as its function has parameters");
    }
    Instance instance;
    instance.flow = &flow(i[0]);
    instance.caller = m_instance;
    for (size_t n = 0; n < callee.parameters.size(); ++n) {
        const Instruction& parameter = *callee.parameters[n];
        const Type& type = m_types.get(parameter.resultType);
        if (typeOf(i[n + 1]) != parameter.resultType) {
            refuse(i, "has an argument of a wrong type");
        }
        switch (type.kind) {
        case Type::Kind::Pointer:
            if (type.storage != spv::StorageClassPhysicalStorageBuffer) {
                instance.pointers[parameter.result] = chain(i[n + 1]);
            } else {
                instance.values[parameter.result].direct = value(i[n + 1]);
            }
            break;
        case Type::Kind::Image:
        case Type::Kind::Sampler:
        case Type::Kind::SampledImage:
            instance.opaque[parameter.result] = i[n + 1];
            break;
        default:
            instance.values[parameter.result].direct = value(i[n + 1]);
            break;
        }
    }
    llvm::Value* mask = m_mask;
    const bool returns = m_types.get(i.resultType).scalars != 0;
    if (returns) {
        for (llvm::Value* scalar : zeroValue(i.resultType)) {
            instance.result.push_back(slot(scalar->getType()));
        }
    }
    const Value types = returns ? zeroValue(i.resultType) : Value();
    Instance* caller = m_instance;
    m_instance = &instance;
    emitFunction(instance, mask);
    m_instance = caller;
    m_mask = mask;
    if (returns) {
        Value result;
        for (size_t n = 0; n < types.size(); ++n) {
            result.push_back(loadSlot(instance.result[n], types[n]->getType()));
        }
        define(i.result, std::move(result));
    }
}

void ShaderTranslator::emitFunction(Instance& instance, llvm::Value* mask) {
    emitBlocks(instance, mask);
}

} // namespace cpu::shader
