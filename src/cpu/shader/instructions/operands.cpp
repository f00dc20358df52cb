// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <cmath>

namespace cpu::shader {

const Type& componentwise(Translator& t, Id id) {
    const Type& type = t.type(id);
    if ((type.kind != Type::Kind::Scalar && type.kind != Type::Kind::Vector) || type.scalars == 0 ||
        type.scalar == ScalarKind::Void) {
        throw Refused("type " + std::to_string(id) + " is no scalar or vector");
    }
    return type;
}

const Type& componentwiseResult(Translator& t, const Instruction& i) {
    return componentwise(t, i.resultType);
}

const Type& componentwiseOperand(Translator& t, Id id) {
    return componentwise(t, t.typeOf(id));
}

Value operandOf(Translator& t, Id id, const Type& type) {
    Value value = t.value(id);
    llvm::Type* lanes = t.lanesOf(type);
    if (value.size() != type.scalars) {
        throw Refused("operand " + std::to_string(id) + " has the wrong number of components");
    }
    for (const llvm::Value* scalar : value) {
        if (!scalar || scalar->getType() != lanes) {
            throw Refused("operand " + std::to_string(id) + " has the wrong type");
        }
    }
    return value;
}

namespace {

Value lanesOf(Translator& t, Id id, size_t count, llvm::Type* lanes) {
    Value value = operandOf(t, id, componentwiseOperand(t, id));
    if (value.size() < count || value[0]->getType() != lanes) {
        throw Refused("operand " + std::to_string(id) + " has the wrong type");
    }
    return value;
}

} // namespace

Value floatsOf(Translator& t, Id id, size_t count) {
    return lanesOf(t, id, count, t.floatLanes());
}

Value intsOf(Translator& t, Id id, size_t count) {
    return lanesOf(t, id, count, t.intLanes());
}

llvm::Value* intOf(Translator& t, Id id) {
    return lanesOf(t, id, 1, t.intLanes())[0];
}

llvm::Value* boolOf(Translator& t, Id id) {
    return lanesOf(t, id, 1, t.boolLanes())[0];
}

llvm::Value* toInt32(Translator& t, llvm::Value* lanes, const Type& type) {
    return t.ir().CreateIntCast(lanes, t.intLanes(), type.scalar == ScalarKind::Int);
}

llvm::Value* splatOf(llvm::Type* lanes, double value) {
    return llvm::ConstantFP::get(lanes, value);
}

llvm::Value* splatOf(llvm::Type* lanes, int64_t value) {
    return llvm::ConstantInt::get(lanes, uint64_t(value), true);
}

llvm::Value* toInteger(Translator& t, llvm::Value* x, llvm::Type* to, Signedness signedness) {
    // LLVM's saturating conversion does the same, lane by lane.
    auto& ir = t.ir();
    const bool isSigned = signedness == Signedness::Signed;
    const unsigned width = to->getScalarSizeInBits();
    const double beyond = std::ldexp(1.0, int(isSigned ? width - 1 : width));
    llvm::Value* high = splatOf(x->getType(), beyond);
    llvm::Value* low = splatOf(x->getType(), isSigned ? -beyond : 0.0);
    llvm::Value* below = ir.CreateFCmpOLT(x, high);
    llvm::Value* inside = ir.CreateAnd(below, ir.CreateFCmpOGE(x, low));
    llvm::Value* safe = ir.CreateSelect(inside, x, splatOf(x->getType(), 0.0));
    llvm::Value* result = isSigned ? ir.CreateFPToSI(safe, to) : ir.CreateFPToUI(safe, to);
    const llvm::APInt most =
        isSigned ? llvm::APInt::getSignedMaxValue(width) : llvm::APInt::getMaxValue(width);
    result = ir.CreateSelect(ir.CreateFCmpOGE(x, high), llvm::ConstantInt::get(to, most), result);
    if (!isSigned) {
        return result;
    }
    llvm::Value* least = llvm::ConstantInt::get(to, llvm::APInt::getSignedMinValue(width));
    return ir.CreateSelect(ir.CreateFCmpOLT(x, low), least, result);
}

llvm::Value* dot(Translator& t, const Value& a, const Value& b) {
    llvm::Value* sum = t.ir().CreateFMul(a[0], b[0]);
    for (size_t k = 1; k < a.size(); ++k) {
        sum = t.ir().CreateFAdd(sum, t.ir().CreateFMul(a[k], b[k]));
    }
    return sum;
}

namespace {
bool isNumber(llvm::Value* x) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(x);
    if (constant && constant->getType()->isVectorTy()) {
        constant = constant->getSplatValue();
    }
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant);
    return number && !number->isNaN();
}

/// One comparison is enough where one operand is known to be a number, as it mostly is: what a
/// comparison with NaN leads to is that one.
llvm::Value*
number(Translator& t, llvm::CmpInst::Predicate chosen, llvm::Value* a, llvm::Value* b) {
    auto& ir = t.ir();
    if (isNumber(b)) {
        return ir.CreateSelect(ir.CreateFCmp(chosen, a, b), a, b);
    }
    llvm::Value* other = ir.CreateSelect(ir.CreateFCmp(chosen, b, a), b, a);
    return isNumber(a) ? other : ir.CreateSelect(ir.CreateFCmpUNO(a, a), b, other);
}
} // namespace

llvm::Value* numberMin(Translator& t, llvm::Value* a, llvm::Value* b) {
    return number(t, llvm::CmpInst::FCMP_OLT, a, b);
}

llvm::Value* numberMax(Translator& t, llvm::Value* a, llvm::Value* b) {
    return number(t, llvm::CmpInst::FCMP_OGT, a, b);
}

llvm::Value* sqrtOf(Translator& t, llvm::Value* x) {
    return t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
}

llvm::Value* floatKernel(Translator& t, std::string_view name, llvm::Value* x) {
    const std::array<llvm::Value*, 1> args{x};
    return t.callMaths(name, args);
}

llvm::Value* intKernel(Translator& t, std::string_view name, llvm::Value* x) {
    auto* type = llvm::FunctionType::get(t.intLanes(), {x->getType()}, false);
    llvm::CallInst* call = t.ir().CreateCall(t.kernel(name, type), {x});
    call->setCallingConv(llvm::CallingConv::X86_RegCall);
    return call;
}

} // namespace cpu::shader
