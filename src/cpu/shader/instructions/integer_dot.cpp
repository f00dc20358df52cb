// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Integer dot products (SPV_KHR_integer_dot_product), of vectors or of four bytes in a word.
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Intrinsics.h>

#include <utility>

namespace cpu::shader {
namespace {

bool accumulates(spv::Op op) {
    return op == spv::OpSDotAccSatKHR || op == spv::OpUDotAccSatKHR || op == spv::OpSUDotAccSatKHR;
}

/// The operand's components, extended to `lanes`.
Value components(Translator& t, Id id, bool isSigned, bool packed, llvm::Type* lanes) {
    auto& ir = t.ir();
    const Type& type = componentwiseOperand(t, id);
    Value value = operandOf(t, id, type);
    if (!isInteger(type)) {
        throw Refused("operand of an integer dot product is no integer");
    }
    if (packed) {
        if (type.scalars != 1 || type.width != 32) {
            throw Refused("packed operand is no 32-bit integer");
        }
        llvm::Type* bytes = value[0]->getType()->getWithNewBitWidth(8);
        Value parts(4);
        for (int k = 0; k < 4; ++k) {
            parts[size_t(k)] =
                ir.CreateTrunc(ir.CreateLShr(value[0], splatOf(value[0]->getType(), 8 * k)), bytes);
        }
        value = std::move(parts);
    }
    for (llvm::Value*& scalar : value) {
        scalar = ir.CreateIntCast(scalar, lanes, isSigned);
    }
    return value;
}

} // namespace

bool translateIntegerDot(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpSDotKHR:
    case spv::OpUDotKHR:
    case spv::OpSUDotKHR:
    case spv::OpSDotAccSatKHR:
    case spv::OpUDotAccSatKHR:
    case spv::OpSUDotAccSatKHR:
        break;
    default:
        return false;
    }
    auto& ir = t.ir();
    const Type& type = componentwiseResult(t, i);
    if (!isInteger(type) || type.scalars != 1) {
        refuse(i, "wrong result type");
    }
    const bool secondSigned = i.op == spv::OpSDotKHR || i.op == spv::OpSDotAccSatKHR;
    const bool isUnsigned = i.op == spv::OpUDotKHR || i.op == spv::OpUDotAccSatKHR;
    const size_t packedFormat = accumulates(i.op) ? 3 : 2;
    const bool packed = i.count() > packedFormat;
    // Sums of products are taken twice as wide: they overflow nowhere but in the end.
    llvm::Type* lanes = t.lanesOf(type);
    llvm::Type* wide = lanes->getWithNewBitWidth(2 * type.width);
    const Value a = components(t, i[0], !isUnsigned, packed, wide);
    const Value b = components(t, i[1], secondSigned, packed, wide);
    if (a.size() != b.size()) {
        refuse(i, "wrong operands");
    }
    llvm::Value* sum = ir.CreateMul(a[0], b[0]);
    for (size_t k = 1; k < a.size(); ++k) {
        sum = ir.CreateAdd(sum, ir.CreateMul(a[k], b[k]));
    }
    llvm::Value* result = ir.CreateTrunc(sum, lanes);
    if (accumulates(i.op)) {
        result = ir.CreateBinaryIntrinsic(isUnsigned ? llvm::Intrinsic::uadd_sat
                                                     : llvm::Intrinsic::sadd_sat,
                                          result,
                                          operandOf(t, i[2], type)[0]);
    }
    t.define(i.result, {result});
    return true;
}

} // namespace cpu::shader
