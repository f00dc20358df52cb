// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Integer and float arithmetic by component. What SPIR-V leaves undefined (division by zero,
// INT_MIN / -1) has a result here: anything else would be poison to LLVM, or a trap.
#include "cpu/shader/instructions/half_as_float.h"
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <utility>

namespace cpu::shader {
namespace {

using llvm::Intrinsic::floor;
using llvm::Intrinsic::trunc;

llvm::Value* allOnes(llvm::Value* like) {
    return llvm::Constant::getAllOnesValue(like->getType());
}

struct Division {
    llvm::Value* quotient;
    llvm::Value* remainder;
};

/// Quotients of 32-bit integers by doubles, which hold them and their quotients exactly enough:
/// the nearest other integer is 2^-32 away at least. Processors have no vector division of
/// integers. b is not zero.
llvm::Value* divideByDoubles(Translator& t, llvm::Value* a, llvm::Value* b, Signedness signedness) {
    auto& ir = t.ir();
    const bool isSigned = signedness == Signedness::Signed;
    llvm::Type* doubles =
        llvm::VectorType::get(ir.getDoubleTy(), llvm::ElementCount::getFixed(t.lanes()));
    llvm::Value* quotient =
        isSigned ? ir.CreateFDiv(ir.CreateSIToFP(a, doubles), ir.CreateSIToFP(b, doubles))
                 : ir.CreateFDiv(ir.CreateUIToFP(a, doubles), ir.CreateUIToFP(b, doubles));
    return isSigned ? ir.CreateFPToSI(quotient, a->getType())
                    : ir.CreateFPToUI(quotient, a->getType());
}

/// Both are all ones where b is zero; INT_MIN / -1 is INT_MIN, remainder 0.
Division divide(Translator& t, llvm::Value* a, llvm::Value* b, Signedness signedness) {
    auto& ir = t.ir();
    const bool isSigned = signedness == Signedness::Signed;
    llvm::Type* lanes = a->getType();
    llvm::Value* zero = ir.CreateICmpEQ(b, splatOf(lanes, 0));
    llvm::Value* unsafe = zero;
    if (isSigned) {
        const unsigned width = lanes->getScalarSizeInBits();
        llvm::Value* least = llvm::ConstantInt::get(lanes, llvm::APInt::getSignedMinValue(width));
        unsafe = ir.CreateOr(
            zero, ir.CreateAnd(ir.CreateICmpEQ(a, least), ir.CreateICmpEQ(b, allOnes(b))));
    }
    llvm::Value* safe = ir.CreateSelect(unsafe, splatOf(lanes, 1), b);
    llvm::Value* quotient;
    if (lanes->getScalarSizeInBits() == 32 && !llvm::isa<llvm::Constant>(b)) {
        quotient = divideByDoubles(t, a, safe, signedness);
    } else {
        quotient = isSigned ? ir.CreateSDiv(a, safe) : ir.CreateUDiv(a, safe);
    }
    llvm::Value* remainder = ir.CreateSub(a, ir.CreateMul(quotient, safe));
    return {ir.CreateSelect(zero, allOnes(a), quotient),
            ir.CreateSelect(zero, allOnes(a), remainder)};
}

/// With the sign of the divisor.
llvm::Value* signedModulo(Translator& t, llvm::Value* a, llvm::Value* b) {
    auto& ir = t.ir();
    llvm::Value* zero = splatOf(a->getType(), 0);
    llvm::Value* remainder = divide(t, a, b, Signedness::Signed).remainder;
    llvm::Value* differs = ir.CreateAnd(ir.CreateICmpNE(remainder, zero),
                                        ir.CreateICmpSLT(ir.CreateXor(remainder, b), zero));
    return ir.CreateSelect(differs, ir.CreateAdd(remainder, b), remainder);
}

llvm::Value*
floatRemainder(Translator& t, llvm::Value* a, llvm::Value* b, llvm::Intrinsic::ID rounding) {
    auto& ir = t.ir();
    llvm::Value* whole = ir.CreateUnaryIntrinsic(rounding, ir.CreateFDiv(a, b));
    return ir.CreateFSub(a, ir.CreateFMul(b, whole));
}

llvm::Value* floatBinary(Translator& t, spv::Op op, llvm::Value* a, llvm::Value* b) {
    auto& ir = t.ir();
    switch (op) {
    case spv::OpFAdd:
        return ir.CreateFAdd(a, b);
    case spv::OpFSub:
        return ir.CreateFSub(a, b);
    case spv::OpFMul:
        return ir.CreateFMul(a, b);
    case spv::OpFDiv:
        return ir.CreateFDiv(a, b);
    case spv::OpFRem:
        return floatRemainder(t, a, b, trunc);
    case spv::OpFMod:
        return floatRemainder(t, a, b, floor);
    default:
        return nullptr;
    }
}

llvm::Value* integerBinary(Translator& t, spv::Op op, llvm::Value* a, llvm::Value* b) {
    auto& ir = t.ir();
    switch (op) {
    case spv::OpIAdd:
        return ir.CreateAdd(a, b);
    case spv::OpISub:
        return ir.CreateSub(a, b);
    case spv::OpIMul:
        return ir.CreateMul(a, b);
    case spv::OpUDiv:
        return divide(t, a, b, Signedness::Unsigned).quotient;
    case spv::OpSDiv:
        return divide(t, a, b, Signedness::Signed).quotient;
    case spv::OpUMod:
        return divide(t, a, b, Signedness::Unsigned).remainder;
    case spv::OpSRem:
        return divide(t, a, b, Signedness::Signed).remainder;
    case spv::OpSMod:
        return signedModulo(t, a, b);
    default:
        return nullptr;
    }
}

using Binary = llvm::Value*(Translator& t, spv::Op op, llvm::Value* a, llvm::Value* b);

void binary(Translator& t, const Instruction& i, Binary* function) {
    const Type& type = componentwiseResult(t, i);
    if (function == floatBinary ? !isFloat(type) : !isInteger(type)) {
        refuse(i, "wrong result type");
    }
    const Value a = operandOf(t, i[0], type);
    const Value b = operandOf(t, i[1], type);
    Value result(a.size());
    for (size_t k = 0; k < a.size(); ++k) {
        result[k] = function(t, i.op, a[k], b[k]);
    }
    t.define(i.result, std::move(result));
}

void negate(Translator& t, const Instruction& i) {
    const Type& type = componentwiseResult(t, i);
    if (i.op == spv::OpFNegate ? !isFloat(type) : !isInteger(type)) {
        refuse(i, "wrong result type");
    }
    Value result = operandOf(t, i[0], type);
    for (llvm::Value*& scalar : result) {
        scalar = isFloat(type) ? t.ir().CreateFNeg(scalar) : t.ir().CreateNeg(scalar);
    }
    t.define(i.result, std::move(result));
}

/// Results of two members, as OpIAddCarry gives them: the low parts, then carries or high parts.
void extended(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& pair = t.type(i.resultType);
    if (pair.kind != Type::Kind::Struct || pair.members.size() != 2) {
        refuse(i, "wrong result type");
    }
    const Type& type = componentwise(t, pair.members[0]);
    if (!isInteger(type) || pair.scalars != 2 * type.scalars) {
        refuse(i, "wrong result type");
    }
    const Value a = operandOf(t, i[0], type);
    const Value b = operandOf(t, i[1], type);
    llvm::Type* lanes = t.lanesOf(type);
    const unsigned width = lanes->getScalarSizeInBits();
    llvm::Type* wide = lanes->getWithNewBitWidth(2 * width);
    Value low(a.size()), high(a.size());
    for (size_t k = 0; k < a.size(); ++k) {
        switch (i.op) {
        case spv::OpIAddCarry:
            low[k] = ir.CreateAdd(a[k], b[k]);
            high[k] = ir.CreateZExt(ir.CreateICmpULT(low[k], a[k]), lanes);
            break;
        case spv::OpISubBorrow:
            low[k] = ir.CreateSub(a[k], b[k]);
            high[k] = ir.CreateZExt(ir.CreateICmpULT(a[k], b[k]), lanes);
            break;
        default: {
            const bool isSigned = i.op == spv::OpSMulExtended;
            llvm::Value* product = ir.CreateMul(ir.CreateIntCast(a[k], wide, isSigned),
                                                ir.CreateIntCast(b[k], wide, isSigned));
            low[k] = ir.CreateTrunc(product, lanes);
            high[k] = ir.CreateTrunc(ir.CreateLShr(product, splatOf(wide, int64_t(width))), lanes);
        }
        }
    }
    low.insert(low.end(), high.begin(), high.end());
    t.define(i.result, std::move(low));
}

} // namespace

bool translateArithmetic(Translator& t, const Instruction& i) {
    // All of these are instructions on values.
    if (i.op >= spv::OpSNegate && i.op <= spv::OpBitCount && computesHalves(t, i)) {
        return translateHalvesAsFloats(t, i, translateArithmetic);
    }
    switch (i.op) {
    case spv::OpFAdd:
    case spv::OpFSub:
    case spv::OpFMul:
    case spv::OpFDiv:
    case spv::OpFRem:
    case spv::OpFMod:
        binary(t, i, floatBinary);
        return true;
    case spv::OpIAdd:
    case spv::OpISub:
    case spv::OpIMul:
    case spv::OpUDiv:
    case spv::OpSDiv:
    case spv::OpUMod:
    case spv::OpSRem:
    case spv::OpSMod:
        binary(t, i, integerBinary);
        return true;
    case spv::OpFNegate:
    case spv::OpSNegate:
        negate(t, i);
        return true;
    case spv::OpIAddCarry:
    case spv::OpISubBorrow:
    case spv::OpUMulExtended:
    case spv::OpSMulExtended:
        extended(t, i);
        return true;
    default:
        return translateBits(t, i) || translateRelational(t, i) || translateMatrix(t, i) ||
               translateIntegerDot(t, i);
    }
}

} // namespace cpu::shader
