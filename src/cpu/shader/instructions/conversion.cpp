// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Conversions between numbers. Floats beyond an integer type's range give the nearest integer, NaN
// gives zero. 16-bit floats are converted by kernels, since not every level has instructions.
#include "cpu/shader/instructions/half_as_float.h"
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Intrinsics.h>

#include <utility>

namespace cpu::shader {
namespace {

llvm::Type* integersLike(llvm::Type* lanes) {
    return llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(lanes));
}

/// Rounds to odd, so that rounding once more to a 16-bit float is as rounding once.
llvm::Value* doubleToFloatOdd(Translator& t, llvm::Value* x) {
    auto& ir = t.ir();
    const auto magnitude = [&](llvm::Value* v) {
        return ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, v);
    };
    llvm::Value* nearest = ir.CreateFPTrunc(x, t.floatLanes());
    llvm::Value* back = ir.CreateFPExt(nearest, x->getType());
    llvm::Value* bits = ir.CreateBitCast(nearest, t.intLanes());
    llvm::Value* larger = ir.CreateFCmpOGT(magnitude(back), magnitude(x));
    llvm::Value* cut = ir.CreateSelect(larger, ir.CreateSub(bits, t.splat(1u)), bits);
    llvm::Value* odd = ir.CreateOr(cut, t.splat(1u));
    return ir.CreateBitCast(ir.CreateSelect(ir.CreateFCmpONE(back, x), odd, bits), t.floatLanes());
}

llvm::Value* convertFloat(Translator& t, llvm::Value* x, llvm::Type* to) {
    auto& ir = t.ir();
    const unsigned from_bits = x->getType()->getScalarSizeInBits();
    const unsigned to_bits = to->getScalarSizeInBits();
    if (from_bits == to_bits) {
        return x;
    }
    if (from_bits == 16) {
        x = halfToFloat(t, x);
        return to_bits == 32 ? x : ir.CreateFPExt(x, to);
    }
    if (to_bits == 16) {
        return floatToHalf(t, from_bits == 64 ? doubleToFloatOdd(t, x) : x, to);
    }
    return ir.CreateFPCast(x, to);
}

llvm::Value* floatToInteger(Translator& t, llvm::Value* x, llvm::Type* to, Signedness signedness) {
    if (x->getType()->getScalarSizeInBits() == 16) {
        x = halfToFloat(t, x);
    }
    return toInteger(t, x, to, signedness);
}

llvm::Value* integerToFloat(Translator& t, llvm::Value* x, llvm::Type* to, Signedness signedness) {
    // Integers that a float rounds are infinite as 16-bit floats.
    llvm::Type* direct = to->getScalarSizeInBits() == 16 ? t.floatLanes() : to;
    llvm::Value* result = signedness == Signedness::Signed ? t.ir().CreateSIToFP(x, direct)
                                                           : t.ir().CreateUIToFP(x, direct);
    return direct == to ? result : floatToHalf(t, result, to);
}

void convert(Translator& t, const Instruction& i) {
    const Type& type = componentwiseResult(t, i);
    const Type& from = componentwiseOperand(t, i[0]);
    const bool fromFloat = i.op == spv::OpConvertFToU || i.op == spv::OpConvertFToS ||
                           i.op == spv::OpFConvert || i.op == spv::OpQuantizeToF16;
    const bool toFloat = i.op == spv::OpConvertSToF || i.op == spv::OpConvertUToF ||
                         i.op == spv::OpFConvert || i.op == spv::OpQuantizeToF16;
    if (type.scalars != from.scalars || (fromFloat ? !isFloat(from) : !isInteger(from)) ||
        (toFloat ? !isFloat(type) : !isInteger(type))) {
        refuse(i, "wrong operand or result type");
    }
    llvm::Type* lanes = t.lanesOf(type);
    Value result = operandOf(t, i[0], from);
    for (llvm::Value*& scalar : result) {
        switch (i.op) {
        case spv::OpConvertFToU:
            scalar = floatToInteger(t, scalar, lanes, Signedness::Unsigned);
            break;
        case spv::OpConvertFToS:
            scalar = floatToInteger(t, scalar, lanes, Signedness::Signed);
            break;
        case spv::OpConvertSToF:
            scalar = integerToFloat(t, scalar, lanes, Signedness::Signed);
            break;
        case spv::OpConvertUToF:
            scalar = integerToFloat(t, scalar, lanes, Signedness::Unsigned);
            break;
        case spv::OpUConvert:
            scalar = t.ir().CreateZExtOrTrunc(scalar, lanes);
            break;
        case spv::OpSConvert:
            scalar = t.ir().CreateSExtOrTrunc(scalar, lanes);
            break;
        default:
            scalar = convertFloat(t, scalar, lanes);
            break;
        }
    }
    t.define(i.result, std::move(result));
}

/// Denormal results are zero with the operand's sign.
void quantize(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = componentwiseResult(t, i);
    if (!isFloat(type) || type.width != 32) {
        refuse(i, "wrong result type");
    }
    Value result = operandOf(t, i[0], type);
    for (llvm::Value*& scalar : result) {
        llvm::Value* half = intKernel(t, "half_from_float", scalar);
        llvm::Value* denormal = ir.CreateICmpEQ(ir.CreateAnd(half, t.splat(0x7c00u)), t.splat(0u));
        llvm::Value* flushed =
            ir.CreateSelect(denormal, ir.CreateAnd(half, t.splat(0x8000u)), half);
        scalar = floatKernel(t, "float_from_half", flushed);
    }
    t.define(i.result, std::move(result));
}

/// Components of other widths are put together or taken apart, low bits first.
void bitcast(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = componentwiseResult(t, i);
    const Type& from = componentwiseOperand(t, i[0]);
    if (isBool(type) || isBool(from)) {
        refuse(i, "booleans have no bits");
    }
    const Value value = operandOf(t, i[0], from);
    llvm::Type* lanes = t.lanesOf(type);
    const unsigned from_bits = value[0]->getType()->getScalarSizeInBits();
    const unsigned to_bits = lanes->getScalarSizeInBits();
    if (from_bits * value.size() != to_bits * type.scalars) {
        refuse(i, "sizes differ");
    }
    llvm::Type* toInts = integersLike(lanes);
    Value result(type.scalars);
    for (size_t k = 0; k < result.size(); ++k) {
        const auto bits = [&](size_t index) {
            return ir.CreateBitCast(value[index], integersLike(value[index]->getType()));
        };
        if (from_bits > to_bits) {
            const size_t ratio = from_bits / to_bits;
            llvm::Value* whole = bits(k / ratio);
            result[k] = ir.CreateTrunc(
                ir.CreateLShr(whole, splatOf(whole->getType(), int64_t(k % ratio * to_bits))),
                toInts);
        } else {
            const size_t ratio = to_bits / from_bits;
            result[k] = ir.CreateZExt(bits(k * ratio), toInts);
            for (size_t part = 1; part < ratio; ++part) {
                result[k] = ir.CreateOr(result[k],
                                        ir.CreateShl(ir.CreateZExt(bits(k * ratio + part), toInts),
                                                     splatOf(toInts, int64_t(part * from_bits))));
            }
        }
        result[k] = ir.CreateBitCast(result[k], lanes);
    }
    t.define(i.result, std::move(result));
}

} // namespace

bool translateConversion(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpConvertFToU:
    case spv::OpConvertFToS:
    case spv::OpConvertSToF:
    case spv::OpConvertUToF:
    case spv::OpUConvert:
    case spv::OpSConvert:
    case spv::OpFConvert:
        convert(t, i);
        return true;
    case spv::OpQuantizeToF16:
        quantize(t, i);
        return true;
    case spv::OpBitcast:
        bitcast(t, i);
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
