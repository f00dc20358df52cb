// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Shifts, logic and bit fields. Shift amounts are taken modulo the width, as processors do; fields
// that reach beyond the value are cut.
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Intrinsics.h>

#include <utility>

namespace cpu::shader {
namespace {

const Type& integerResult(Translator& t, const Instruction& i) {
    const Type& type = componentwiseResult(t, i);
    if (!isInteger(type)) {
        refuse(i, "wrong result type");
    }
    return type;
}

llvm::Value* logic(llvm::IRBuilder<>& ir, spv::Op op, llvm::Value* a, llvm::Value* b) {
    switch (op) {
    case spv::OpBitwiseOr:
        return ir.CreateOr(a, b);
    case spv::OpBitwiseXor:
        return ir.CreateXor(a, b);
    default:
        return ir.CreateAnd(a, b);
    }
}

void translateLogic(Translator& t, const Instruction& i) {
    const Type& type = integerResult(t, i);
    const Value a = operandOf(t, i[0], type);
    const Value b = operandOf(t, i[1], type);
    Value result(a.size());
    for (size_t k = 0; k < a.size(); ++k) {
        result[k] = logic(t.ir(), i.op, a[k], b[k]);
    }
    t.define(i.result, std::move(result));
}

llvm::Value* shift(Translator& t, spv::Op op, llvm::Value* base, llvm::Value* amount) {
    auto& ir = t.ir();
    const int64_t width = base->getType()->getScalarSizeInBits();
    amount = ir.CreateAnd(ir.CreateZExtOrTrunc(amount, base->getType()),
                          splatOf(base->getType(), width - 1));
    switch (op) {
    case spv::OpShiftRightLogical:
        return ir.CreateLShr(base, amount);
    case spv::OpShiftRightArithmetic:
        return ir.CreateAShr(base, amount);
    default:
        return ir.CreateShl(base, amount);
    }
}

void translateShift(Translator& t, const Instruction& i) {
    const Type& type = integerResult(t, i);
    const Type& amountType = componentwiseOperand(t, i[1]);
    const Value base = operandOf(t, i[0], type);
    const Value amount = operandOf(t, i[1], amountType);
    if (!isInteger(amountType) || amount.size() != base.size()) {
        refuse(i, "wrong shift");
    }
    Value result(base.size());
    for (size_t k = 0; k < base.size(); ++k) {
        result[k] = shift(t, i.op, base[k], amount[k]);
    }
    t.define(i.result, std::move(result));
}

/// Offset and count of a bit field, in the lanes of the base and such that no shift reaches the
/// width: offset in 0 … width - 1, count in 0 … width - offset.
struct Field {
    llvm::Value* offset;
    llvm::Value* count;
    llvm::Value* empty; ///< <N x i1>
    llvm::Value* mask;  ///< `count` low bits.
};

Field fieldOf(Translator& t, Id offsetId, Id countId, llvm::Type* lanes) {
    auto& ir = t.ir();
    const Type& offsetType = componentwiseOperand(t, offsetId);
    const Type& countType = componentwiseOperand(t, countId);
    if (!isInteger(offsetType) || !isInteger(countType)) {
        throw Refused("a bit field's place is no integer");
    }
    const int64_t width = lanes->getScalarSizeInBits();
    const auto bounded = [&](llvm::Value* x, llvm::Value* limit) {
        return ir.CreateSelect(ir.CreateICmpULT(x, limit), x, limit);
    };
    // Wide enough for the limits: i8 holds 64 too.
    llvm::Value* offset =
        bounded(ir.CreateZExtOrTrunc(operandOf(t, offsetId, offsetType)[0], lanes),
                splatOf(lanes, width - 1));
    llvm::Value* room = ir.CreateSub(splatOf(lanes, width), offset);
    llvm::Value* count =
        bounded(ir.CreateZExtOrTrunc(operandOf(t, countId, countType)[0], lanes), room);
    llvm::Value* empty = ir.CreateICmpEQ(count, splatOf(lanes, 0));
    llvm::Value* ones = llvm::Constant::getAllOnesValue(lanes);
    llvm::Value* spare = ir.CreateSub(splatOf(lanes, width), count);
    llvm::Value* mask =
        ir.CreateSelect(empty,
                        splatOf(lanes, 0),
                        ir.CreateLShr(ones, ir.CreateAnd(spare, splatOf(lanes, width - 1))));
    return {offset, count, empty, mask};
}

void insertField(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = integerResult(t, i);
    const Value base = operandOf(t, i[0], type);
    const Value insert = operandOf(t, i[1], type);
    const Field field = fieldOf(t, i[2], i[3], t.lanesOf(type));
    llvm::Value* mask = ir.CreateShl(field.mask, field.offset);
    Value result(base.size());
    for (size_t k = 0; k < base.size(); ++k) {
        llvm::Value* shifted = ir.CreateShl(insert[k], field.offset);
        result[k] =
            ir.CreateOr(ir.CreateAnd(base[k], ir.CreateNot(mask)), ir.CreateAnd(shifted, mask));
    }
    t.define(i.result, std::move(result));
}

void extractField(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = integerResult(t, i);
    llvm::Type* lanes = t.lanesOf(type);
    const int64_t width = lanes->getScalarSizeInBits();
    const Field field = fieldOf(t, i[1], i[2], lanes);
    Value result = operandOf(t, i[0], type);
    for (llvm::Value*& scalar : result) {
        scalar = ir.CreateAnd(ir.CreateLShr(scalar, field.offset), field.mask);
        if (i.op == spv::OpBitFieldSExtract) {
            llvm::Value* spare = ir.CreateAnd(ir.CreateSub(splatOf(lanes, width), field.count),
                                              splatOf(lanes, width - 1));
            scalar = ir.CreateAShr(ir.CreateShl(scalar, spare), spare);
        }
    }
    t.define(i.result, std::move(result));
}

void countBits(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = integerResult(t, i);
    const Type& baseType = componentwiseOperand(t, i[0]);
    Value result = operandOf(t, i[0], baseType);
    if (!isInteger(baseType) || baseType.scalars != type.scalars) {
        refuse(i, "wrong operand");
    }
    for (llvm::Value*& scalar : result) {
        scalar = ir.CreateZExtOrTrunc(ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, scalar),
                                      t.lanesOf(type));
    }
    t.define(i.result, std::move(result));
}

} // namespace

bool translateBits(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpBitwiseOr:
    case spv::OpBitwiseXor:
    case spv::OpBitwiseAnd:
        translateLogic(t, i);
        return true;
    case spv::OpShiftRightLogical:
    case spv::OpShiftRightArithmetic:
    case spv::OpShiftLeftLogical:
        translateShift(t, i);
        return true;
    case spv::OpNot:
    case spv::OpBitReverse: {
        Value result = operandOf(t, i[0], integerResult(t, i));
        for (llvm::Value*& scalar : result) {
            scalar = i.op == spv::OpNot
                         ? t.ir().CreateNot(scalar)
                         : t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, scalar);
        }
        t.define(i.result, std::move(result));
        return true;
    }
    case spv::OpBitFieldInsert:
        insertField(t, i);
        return true;
    case spv::OpBitFieldSExtract:
    case spv::OpBitFieldUExtract:
        extractField(t, i);
        return true;
    case spv::OpBitCount:
        countBits(t, i);
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
