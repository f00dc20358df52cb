// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GLSL.std.450's packing of vectors into words. The first component lies in the low bits.
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Intrinsics.h>

#include <spirv/unified1/GLSL.std.450.h>

namespace cpu::shader {
namespace {

struct Packing {
    unsigned bits; ///< Of a component.
    bool isSigned;
    double scale() const { return double((1u << (isSigned ? bits - 1 : bits)) - 1); }
    size_t count() const { return 32 / bits; }
};

struct ResultShape {
    bool floats; ///< Else of integers.
    unsigned width;
    size_t scalars;
};

const Type& resultOf(Translator& t, const Instruction& i, const ResultShape& shape) {
    const Type& type = componentwiseResult(t, i);
    if ((shape.floats ? !isFloat(type) : !isInteger(type)) || type.width != shape.width ||
        type.scalars != shape.scalars) {
        refuse(i, "wrong result type");
    }
    return type;
}

llvm::Value* join(Translator& t, const Value& parts, unsigned bits) {
    auto& ir = t.ir();
    llvm::Value* word = nullptr;
    for (size_t k = 0; k < parts.size(); ++k) {
        llvm::Value* part = ir.CreateShl(ir.CreateAnd(parts[k], t.splat((1u << bits) - 1)),
                                         t.splat(uint32_t(k * bits)));
        word = word ? ir.CreateOr(word, part) : part;
    }
    return word;
}

void pack(Translator& t, const Instruction& i, Packing packing) {
    auto& ir = t.ir();
    resultOf(t, i, {.floats = false, .width = 32, .scalars = 1});
    Value parts = floatsOf(t, i[2], packing.count());
    parts.resize(packing.count());
    for (llvm::Value*& x : parts) {
        llvm::Value* bounded =
            numberMin(t, numberMax(t, x, t.splat(packing.isSigned ? -1.0f : 0.0f)), t.splat(1.0f));
        llvm::Value* rounded = ir.CreateUnaryIntrinsic(
            llvm::Intrinsic::roundeven, ir.CreateFMul(bounded, t.splat(float(packing.scale()))));
        x = toInteger(t, rounded, t.intLanes(), Signedness::Signed);
    }
    t.define(i.result, {join(t, parts, packing.bits)});
}

void unpack(Translator& t, const Instruction& i, Packing packing) {
    auto& ir = t.ir();
    resultOf(t, i, {.floats = true, .width = 32, .scalars = packing.count()});
    llvm::Value* word = intOf(t, i[2]);
    Value result;
    for (size_t k = 0; k < packing.count(); ++k) {
        // To the top and down again, which extends the sign.
        llvm::Value* high = ir.CreateShl(word, t.splat(uint32_t(32 - packing.bits * (k + 1))));
        llvm::Value* spare = t.splat(32 - packing.bits);
        llvm::Value* x = packing.isSigned
                             ? ir.CreateSIToFP(ir.CreateAShr(high, spare), t.floatLanes())
                             : ir.CreateUIToFP(ir.CreateLShr(high, spare), t.floatLanes());
        x = ir.CreateFDiv(x, t.splat(float(packing.scale())));
        result.push_back(packing.isSigned ? numberMax(t, x, t.splat(-1.0f)) : x);
    }
    t.define(i.result, std::move(result));
}

void packHalf(Translator& t, const Instruction& i) {
    resultOf(t, i, {.floats = false, .width = 32, .scalars = 1});
    Value parts = floatsOf(t, i[2], 2);
    parts.resize(2);
    for (llvm::Value*& x : parts) {
        x = intKernel(t, "half_from_float", x);
    }
    t.define(i.result, {join(t, parts, 16)});
}

void unpackHalf(Translator& t, const Instruction& i) {
    resultOf(t, i, {.floats = true, .width = 32, .scalars = 2});
    llvm::Value* word = intOf(t, i[2]);
    llvm::Value* low = t.ir().CreateAnd(word, t.splat(0xffffu));
    llvm::Value* high = t.ir().CreateLShr(word, t.splat(16u));
    t.define(i.result,
             {floatKernel(t, "float_from_half", low), floatKernel(t, "float_from_half", high)});
}

void packDouble(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = resultOf(t, i, {.floats = true, .width = 64, .scalars = 1});
    const Value words = intsOf(t, i[2], 2);
    llvm::Type* longs = t.intLanes()->getWithNewBitWidth(64);
    llvm::Value* high = ir.CreateShl(ir.CreateZExt(words[1], longs), splatOf(longs, 32));
    t.define(
        i.result,
        {ir.CreateBitCast(ir.CreateOr(ir.CreateZExt(words[0], longs), high), t.lanesOf(type))});
}

void unpackDouble(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    resultOf(t, i, {.floats = false, .width = 32, .scalars = 2});
    const Type& type = componentwiseOperand(t, i[2]);
    if (!isFloat(type) || type.width != 64) {
        refuse(i, "wrong operand type");
    }
    llvm::Type* longs = t.intLanes()->getWithNewBitWidth(64);
    llvm::Value* bits = ir.CreateBitCast(operandOf(t, i[2], type)[0], longs);
    t.define(i.result,
             {ir.CreateTrunc(bits, t.intLanes()),
              ir.CreateTrunc(ir.CreateLShr(bits, splatOf(longs, 32)), t.intLanes())});
}

} // namespace

bool translatePacking(Translator& t, const Instruction& i, uint32_t glsl) {
    switch (glsl) {
    case GLSLstd450PackSnorm4x8:
        pack(t, i, {.bits = 8, .isSigned = true});
        return true;
    case GLSLstd450PackUnorm4x8:
        pack(t, i, {.bits = 8, .isSigned = false});
        return true;
    case GLSLstd450PackSnorm2x16:
        pack(t, i, {.bits = 16, .isSigned = true});
        return true;
    case GLSLstd450PackUnorm2x16:
        pack(t, i, {.bits = 16, .isSigned = false});
        return true;
    case GLSLstd450UnpackSnorm4x8:
        unpack(t, i, {.bits = 8, .isSigned = true});
        return true;
    case GLSLstd450UnpackUnorm4x8:
        unpack(t, i, {.bits = 8, .isSigned = false});
        return true;
    case GLSLstd450UnpackSnorm2x16:
        unpack(t, i, {.bits = 16, .isSigned = true});
        return true;
    case GLSLstd450UnpackUnorm2x16:
        unpack(t, i, {.bits = 16, .isSigned = false});
        return true;
    case GLSLstd450PackHalf2x16:
        packHalf(t, i);
        return true;
    case GLSLstd450UnpackHalf2x16:
        unpackHalf(t, i);
        return true;
    case GLSLstd450PackDouble2x32:
        packDouble(t, i);
        return true;
    case GLSLstd450UnpackDouble2x32:
        unpackDouble(t, i);
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
