// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Comparisons, booleans and OpSelect.
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Intrinsics.h>

#include <optional>
#include <utility>

namespace cpu::shader {
namespace {

using Predicate = llvm::CmpInst::Predicate;

std::optional<Predicate> predicateOf(spv::Op op) {
    switch (op) {
    case spv::OpIEqual:
        return Predicate::ICMP_EQ;
    case spv::OpINotEqual:
        return Predicate::ICMP_NE;
    case spv::OpUGreaterThan:
        return Predicate::ICMP_UGT;
    case spv::OpSGreaterThan:
        return Predicate::ICMP_SGT;
    case spv::OpUGreaterThanEqual:
        return Predicate::ICMP_UGE;
    case spv::OpSGreaterThanEqual:
        return Predicate::ICMP_SGE;
    case spv::OpULessThan:
        return Predicate::ICMP_ULT;
    case spv::OpSLessThan:
        return Predicate::ICMP_SLT;
    case spv::OpULessThanEqual:
        return Predicate::ICMP_ULE;
    case spv::OpSLessThanEqual:
        return Predicate::ICMP_SLE;
    case spv::OpFOrdEqual:
        return Predicate::FCMP_OEQ;
    case spv::OpFUnordEqual:
        return Predicate::FCMP_UEQ;
    case spv::OpLessOrGreater:
    case spv::OpFOrdNotEqual:
        return Predicate::FCMP_ONE;
    case spv::OpFUnordNotEqual:
        return Predicate::FCMP_UNE;
    case spv::OpFOrdLessThan:
        return Predicate::FCMP_OLT;
    case spv::OpFUnordLessThan:
        return Predicate::FCMP_ULT;
    case spv::OpFOrdGreaterThan:
        return Predicate::FCMP_OGT;
    case spv::OpFUnordGreaterThan:
        return Predicate::FCMP_UGT;
    case spv::OpFOrdLessThanEqual:
        return Predicate::FCMP_OLE;
    case spv::OpFUnordLessThanEqual:
        return Predicate::FCMP_ULE;
    case spv::OpFOrdGreaterThanEqual:
        return Predicate::FCMP_OGE;
    case spv::OpFUnordGreaterThanEqual:
        return Predicate::FCMP_UGE;
    case spv::OpOrdered:
        return Predicate::FCMP_ORD;
    case spv::OpUnordered:
        return Predicate::FCMP_UNO;
    default:
        return std::nullopt;
    }
}

const Type& boolResult(Translator& t, const Instruction& i) {
    const Type& type = componentwiseResult(t, i);
    if (!isBool(type)) {
        refuse(i, "wrong result type");
    }
    return type;
}

void compare(Translator& t, const Instruction& i, Predicate predicate) {
    const bool floats = llvm::CmpInst::isFPPredicate(predicate);
    const Type& type = componentwiseOperand(t, i[0]);
    if ((floats ? !isFloat(type) : !isInteger(type)) || boolResult(t, i).scalars != type.scalars) {
        refuse(i, "wrong operand type");
    }
    const Value a = operandOf(t, i[0], type);
    const Value b = operandOf(t, i[1], type);
    Value result(a.size());
    for (size_t k = 0; k < a.size(); ++k) {
        result[k] = floats ? t.ir().CreateFCmp(predicate, a[k], b[k])
                           : t.ir().CreateICmp(predicate, a[k], b[k]);
    }
    t.define(i.result, std::move(result));
}

void classify(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = componentwiseOperand(t, i[0]);
    if (!isFloat(type) || boolResult(t, i).scalars != type.scalars) {
        refuse(i, "wrong operand type");
    }
    Value result = operandOf(t, i[0], type);
    for (llvm::Value*& scalar : result) {
        scalar = i.op == spv::OpIsNan
                     ? ir.CreateFCmpUNO(scalar, scalar)
                     : ir.CreateFCmpOEQ(ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, scalar),
                                        llvm::ConstantFP::getInfinity(scalar->getType()));
    }
    t.define(i.result, std::move(result));
}

void logic(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = boolResult(t, i);
    const Value a = operandOf(t, i[0], type);
    const Value b = operandOf(t, i[1], type);
    Value result(a.size());
    for (size_t k = 0; k < a.size(); ++k) {
        switch (i.op) {
        case spv::OpLogicalOr:
            result[k] = ir.CreateOr(a[k], b[k]);
            break;
        case spv::OpLogicalAnd:
            result[k] = ir.CreateAnd(a[k], b[k]);
            break;
        case spv::OpLogicalEqual:
            result[k] = ir.CreateNot(ir.CreateXor(a[k], b[k]));
            break;
        default:
            result[k] = ir.CreateXor(a[k], b[k]);
            break;
        }
    }
    t.define(i.result, std::move(result));
}

void allOrAny(Translator& t, const Instruction& i) {
    const Type& type = componentwiseOperand(t, i[0]);
    if (!isBool(type) || boolResult(t, i).scalars != 1) {
        refuse(i, "wrong operand type");
    }
    const Value value = operandOf(t, i[0], type);
    llvm::Value* result = value[0];
    for (size_t k = 1; k < value.size(); ++k) {
        result = i.op == spv::OpAll ? t.ir().CreateAnd(result, value[k])
                                    : t.ir().CreateOr(result, value[k]);
    }
    t.define(i.result, {result});
}

/// Of scalars and vectors, and since SPIR-V 1.4 of whole composites by one condition.
void select(Translator& t, const Instruction& i) {
    const Type& conditionType = componentwiseOperand(t, i[0]);
    const Value condition = operandOf(t, i[0], conditionType);
    const Type::Kind kind = t.type(i.resultType).kind;
    if (kind != Type::Kind::Scalar && kind != Type::Kind::Vector && kind != Type::Kind::Matrix &&
        kind != Type::Kind::Array && kind != Type::Kind::Struct) {
        refuse(i, "no choice between opaque values or pointers");
    }
    const Value a = t.value(i[1]);
    const Value b = t.value(i[2]);
    if (!isBool(conditionType) || a.size() != b.size() ||
        a.size() != t.type(i.resultType).scalars ||
        (condition.size() != 1 && condition.size() != a.size())) {
        refuse(i, "wrong operands");
    }
    Value result(a.size());
    for (size_t k = 0; k < a.size(); ++k) {
        if (!a[k] || !b[k] || a[k]->getType() != b[k]->getType()) {
            refuse(i, "wrong operands");
        }
        result[k] = t.ir().CreateSelect(condition[condition.size() == 1 ? 0 : k], a[k], b[k]);
    }
    t.define(i.result, std::move(result));
}

} // namespace

bool translateRelational(Translator& t, const Instruction& i) {
    if (const std::optional<Predicate> predicate = predicateOf(i.op)) {
        compare(t, i, *predicate);
        return true;
    }
    switch (i.op) {
    case spv::OpIsNan:
    case spv::OpIsInf:
        classify(t, i);
        return true;
    case spv::OpLogicalOr:
    case spv::OpLogicalAnd:
    case spv::OpLogicalEqual:
    case spv::OpLogicalNotEqual:
        logic(t, i);
        return true;
    case spv::OpLogicalNot: {
        Value result = operandOf(t, i[0], boolResult(t, i));
        for (llvm::Value*& scalar : result) {
            scalar = t.ir().CreateNot(scalar);
        }
        t.define(i.result, std::move(result));
        return true;
    }
    case spv::OpAll:
    case spv::OpAny:
        allOrAny(t, i);
        return true;
    case spv::OpSelect:
        select(t, i);
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
