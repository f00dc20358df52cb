// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GLSL.std.450 by component; vectors and packing have files of their own. Formulas are those of the
// specification, errors within "Precision and Operation of SPIR-V Instructions".
#include "cpu/shader/instructions/half_as_float.h"
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Intrinsics.h>

#include <array>
#include <spirv/unified1/GLSL.std.450.h>
#include <utility>

namespace cpu::shader {
namespace {

const Type& floatResult(Translator& t, const Instruction& i) {
    const Type& type = componentwiseResult(t, i);
    if (!isFloat(type) || type.width < 32) {
        refuse(i, "wrong result type");
    }
    return type;
}

const Type& integerResult(Translator& t, const Instruction& i) {
    const Type& type = componentwiseResult(t, i);
    if (!isInteger(type)) {
        refuse(i, "wrong result type");
    }
    return type;
}

// ---- Functions of 32-bit floats that kernels compute

const char* kernelOf(uint32_t glsl) {
    switch (glsl) {
    case GLSLstd450Sin:
        return "sin";
    case GLSLstd450Cos:
        return "cos";
    case GLSLstd450Tan:
        return "tan";
    case GLSLstd450Asin:
        return "asin";
    case GLSLstd450Acos:
        return "acos";
    case GLSLstd450Atan:
        return "atan";
    case GLSLstd450Sinh:
        return "sinh";
    case GLSLstd450Cosh:
        return "cosh";
    case GLSLstd450Tanh:
        return "tanh";
    case GLSLstd450Asinh:
        return "asinh";
    case GLSLstd450Acosh:
        return "acosh";
    case GLSLstd450Atanh:
        return "atanh";
    case GLSLstd450Atan2:
        return "atan2";
    case GLSLstd450Pow:
        return "pow";
    case GLSLstd450Exp:
        return "exp";
    case GLSLstd450Log:
        return "log";
    case GLSLstd450Exp2:
        return "exp2";
    case GLSLstd450Log2:
        return "log2";
    default:
        return nullptr;
    }
}

void callKernel(Translator& t, const Instruction& i, const char* kernel) {
    const Type& type = floatResult(t, i);
    if (type.width != 32) {
        refuse(i, "not of 64-bit floats");
    }
    const bool two = i[1] == GLSLstd450Atan2 || i[1] == GLSLstd450Pow;
    const Value a = operandOf(t, i[2], type);
    const Value b = two ? operandOf(t, i[3], type) : Value();
    Value out(a.size());
    for (size_t k = 0; k < a.size(); ++k) {
        const std::array<llvm::Value*, 2> args{a[k], two ? b[k] : nullptr};
        out[k] = t.callMaths(kernel, std::span(args).first(two ? 2 : 1));
    }
    t.define(i.result, std::move(out));
}

// ---- One to three operands of the result's type

using Operands = std::array<llvm::Value*, 3>;

llvm::Value* sign(Translator& t, llvm::Value* x) {
    auto& ir = t.ir();
    llvm::Type* lanes = x->getType();
    llvm::Value* zero = llvm::Constant::getNullValue(lanes);
    if (lanes->isFPOrFPVectorTy()) {
        llvm::Value* negative =
            ir.CreateSelect(ir.CreateFCmpOLT(x, zero), splatOf(lanes, -1.0), zero);
        return ir.CreateSelect(ir.CreateFCmpOGT(x, zero), splatOf(lanes, 1.0), negative);
    }
    llvm::Value* negative = ir.CreateSelect(ir.CreateICmpSLT(x, zero), splatOf(lanes, -1), zero);
    return ir.CreateSelect(ir.CreateICmpSGT(x, zero), splatOf(lanes, 1), negative);
}

llvm::Value* smoothStep(Translator& t, const Operands& x) {
    auto& ir = t.ir();
    llvm::Type* lanes = x[0]->getType();
    llvm::Value* ratio = ir.CreateFDiv(ir.CreateFSub(x[2], x[0]), ir.CreateFSub(x[1], x[0]));
    ratio = numberMin(t, numberMax(t, ratio, splatOf(lanes, 0.0)), splatOf(lanes, 1.0));
    llvm::Value* slope =
        ir.CreateFSub(splatOf(lanes, 3.0), ir.CreateFMul(splatOf(lanes, 2.0), ratio));
    return ir.CreateFMul(ir.CreateFMul(ratio, ratio), slope);
}

llvm::Value* mix(Translator& t, const Operands& x) {
    auto& ir = t.ir();
    llvm::Value* rest = ir.CreateFSub(splatOf(x[0]->getType(), 1.0), x[2]);
    return ir.CreateFAdd(ir.CreateFMul(x[0], rest), ir.CreateFMul(x[1], x[2]));
}

size_t operandCount(uint32_t glsl) {
    switch (glsl) {
    case GLSLstd450FMin:
    case GLSLstd450FMax:
    case GLSLstd450NMin:
    case GLSLstd450NMax:
    case GLSLstd450Step:
    case GLSLstd450UMin:
    case GLSLstd450SMin:
    case GLSLstd450UMax:
    case GLSLstd450SMax:
        return 2;
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
    case GLSLstd450FMix:
    case GLSLstd450SmoothStep:
    case GLSLstd450Fma:
    case GLSLstd450UClamp:
    case GLSLstd450SClamp:
        return 3;
    default:
        return 1;
    }
}

llvm::Value* ofFloats(Translator& t, uint32_t glsl, const Operands& x) {
    auto& ir = t.ir();
    llvm::Type* lanes = x[0]->getType();
    const auto intrinsic = [&](llvm::Intrinsic::ID id) {
        return ir.CreateUnaryIntrinsic(id, x[0]);
    };
    switch (glsl) {
    case GLSLstd450Round: // "The fraction 0.5 will round in a direction chosen by the
                          // implementation"
    case GLSLstd450RoundEven:
        return intrinsic(llvm::Intrinsic::roundeven);
    case GLSLstd450Trunc:
        return intrinsic(llvm::Intrinsic::trunc);
    case GLSLstd450Floor:
        return intrinsic(llvm::Intrinsic::floor);
    case GLSLstd450Ceil:
        return intrinsic(llvm::Intrinsic::ceil);
    case GLSLstd450Fract:
        return ir.CreateFSub(x[0], intrinsic(llvm::Intrinsic::floor));
    case GLSLstd450FAbs:
        return intrinsic(llvm::Intrinsic::fabs);
    case GLSLstd450FSign:
        return sign(t, x[0]);
    case GLSLstd450Radians:
        return ir.CreateFMul(x[0], splatOf(lanes, 0.017453292519943295));
    case GLSLstd450Degrees:
        return ir.CreateFMul(x[0], splatOf(lanes, 57.295779513082323));
    case GLSLstd450Sqrt:
        return sqrtOf(t, x[0]);
    case GLSLstd450InverseSqrt:
        return ir.CreateFDiv(splatOf(lanes, 1.0), sqrtOf(t, x[0]));
    case GLSLstd450FMin:
    case GLSLstd450NMin:
        return numberMin(t, x[0], x[1]);
    case GLSLstd450FMax:
    case GLSLstd450NMax:
        return numberMax(t, x[0], x[1]);
    case GLSLstd450FClamp:
    case GLSLstd450NClamp:
        return numberMin(t, numberMax(t, x[0], x[1]), x[2]);
    case GLSLstd450FMix:
        return mix(t, x);
    case GLSLstd450Step:
        return ir.CreateSelect(
            ir.CreateFCmpOLT(x[1], x[0]), splatOf(lanes, 0.0), splatOf(lanes, 1.0));
    case GLSLstd450SmoothStep:
        return smoothStep(t, x);
    case GLSLstd450Fma:
        return ir.CreateFAdd(ir.CreateFMul(x[0], x[1]), x[2]);
    default:
        return nullptr;
    }
}

llvm::Value* ofIntegers(Translator& t, uint32_t glsl, const Operands& x) {
    auto& ir = t.ir();
    const auto intrinsic = [&](llvm::Intrinsic::ID id, llvm::Value* a, llvm::Value* b) {
        return ir.CreateBinaryIntrinsic(id, a, b);
    };
    using namespace llvm::Intrinsic;
    switch (glsl) {
    case GLSLstd450SAbs:
        return intrinsic(llvm::Intrinsic::abs, x[0], ir.getFalse());
    case GLSLstd450SSign:
        return sign(t, x[0]);
    case GLSLstd450UMin:
        return intrinsic(umin, x[0], x[1]);
    case GLSLstd450SMin:
        return intrinsic(smin, x[0], x[1]);
    case GLSLstd450UMax:
        return intrinsic(umax, x[0], x[1]);
    case GLSLstd450SMax:
        return intrinsic(smax, x[0], x[1]);
    case GLSLstd450UClamp:
        return intrinsic(umin, intrinsic(umax, x[0], x[1]), x[2]);
    case GLSLstd450SClamp:
        return intrinsic(smin, intrinsic(smax, x[0], x[1]), x[2]);
    default:
        return nullptr;
    }
}

bool isOfIntegers(uint32_t glsl) {
    switch (glsl) {
    case GLSLstd450SAbs:
    case GLSLstd450SSign:
    case GLSLstd450UMin:
    case GLSLstd450SMin:
    case GLSLstd450UMax:
    case GLSLstd450SMax:
    case GLSLstd450UClamp:
    case GLSLstd450SClamp:
        return true;
    default:
        return false;
    }
}

bool translateComponents(Translator& t, const Instruction& i) {
    const bool integers = isOfIntegers(i[1]);
    const size_t count = operandCount(i[1]);
    const Type& type = componentwiseResult(t, i);
    const Value first = operandOf(t, i[2], type);
    const Value second = count > 1 ? operandOf(t, i[3], type) : Value();
    const Value third = count > 2 ? operandOf(t, i[4], type) : Value();
    integers ? integerResult(t, i) : floatResult(t, i);
    Value out(first.size());
    for (size_t k = 0; k < first.size(); ++k) {
        const Operands x{first[k], count > 1 ? second[k] : nullptr, count > 2 ? third[k] : nullptr};
        out[k] = integers ? ofIntegers(t, i[1], x) : ofFloats(t, i[1], x);
        if (!out[k]) {
            return false;
        }
    }
    t.define(i.result, std::move(out));
    return true;
}

// ---- Bits

void findBit(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = integerResult(t, i);
    const Type& from = componentwiseOperand(t, i[2]);
    Value out = operandOf(t, i[2], from);
    if (!isInteger(from) || from.scalars != type.scalars) {
        refuse(i, "wrong operand");
    }
    for (llvm::Value*& x : out) {
        llvm::Type* lanes = x->getType();
        const int64_t top = lanes->getScalarSizeInBits() - 1;
        llvm::Value* zero = splatOf(lanes, 0);
        if (i[1] == GLSLstd450FindILsb) {
            llvm::Value* lowest = ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, x, ir.getFalse());
            x = ir.CreateSelect(ir.CreateICmpEQ(x, zero), splatOf(lanes, -1), lowest);
        } else {
            if (i[1] == GLSLstd450FindSMsb) {
                x = ir.CreateSelect(ir.CreateICmpSLT(x, zero), ir.CreateNot(x), x);
            }
            // Of zero ctlz counts all bits, which gives -1.
            x = ir.CreateSub(splatOf(lanes, top),
                             ir.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x, ir.getFalse()));
        }
        x = ir.CreateSExtOrTrunc(x, t.lanesOf(type));
    }
    t.define(i.result, std::move(out));
}

// ---- Two results

struct Parts {
    llvm::Value* first;
    llvm::Value* second;
};

Parts modf(Translator& t, llvm::Value* x) {
    auto& ir = t.ir();
    llvm::Value* whole = ir.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, x);
    llvm::Value* infinite = ir.CreateFCmpOEQ(ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x),
                                             llvm::ConstantFP::getInfinity(x->getType()));
    llvm::Value* rest =
        ir.CreateSelect(infinite, splatOf(x->getType(), 0.0), ir.CreateFSub(x, whole));
    return {ir.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, rest, x), whole};
}

/// Significand and exponent of doubles; the exponent as <N x i64>.
Parts splitDouble(Translator& t, llvm::Value* x) {
    auto& ir = t.ir();
    llvm::Type* ints = llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(x->getType()));
    llvm::Value* magnitude = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    llvm::Value* small = ir.CreateFCmpOLT(magnitude, splatOf(x->getType(), 0x1p-1022));
    llvm::Value* normal =
        ir.CreateSelect(small, ir.CreateFMul(x, splatOf(x->getType(), 0x1p54)), x);
    llvm::Value* bits = ir.CreateBitCast(normal, ints);
    llvm::Value* biased =
        ir.CreateAnd(ir.CreateLShr(bits, splatOf(ints, 52)), splatOf(ints, 0x7ff));
    llvm::Value* bias = ir.CreateSelect(small, splatOf(ints, 1022 + 54), splatOf(ints, 1022));
    llvm::Value* rest = ir.CreateAnd(bits, splatOf(ints, int64_t(0x800fffffffffffff)));
    llvm::Value* significand =
        ir.CreateBitCast(ir.CreateOr(rest, splatOf(ints, 0x3fe0000000000000)), x->getType());
    llvm::Value* zero = ir.CreateFCmpOEQ(x, splatOf(x->getType(), 0.0));
    llvm::Value* finite = ir.CreateFCmpOLT(magnitude, llvm::ConstantFP::getInfinity(x->getType()));
    llvm::Value* plain = ir.CreateAnd(finite, ir.CreateNot(zero));
    return {ir.CreateSelect(plain, significand, x),
            ir.CreateSelect(plain, ir.CreateSub(biased, bias), splatOf(ints, 0))};
}

Parts frexp(Translator& t, llvm::Value* x) {
    if (x->getType() != t.floatLanes()) {
        const Parts parts = splitDouble(t, x);
        return {parts.first, t.ir().CreateTrunc(parts.second, t.intLanes())};
    }
    return {floatKernel(t, "frexp_significand", x), intKernel(t, "frexp_exponent", x)};
}

llvm::Value* ldexpDouble(Translator& t, llvm::Value* x, llvm::Value* exponent) {
    auto& ir = t.ir();
    const Parts parts = splitDouble(t, x);
    llvm::Type* ints = parts.second->getType();
    const auto clamp = [&](llvm::Value* v, int64_t limit) {
        v = ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, v, splatOf(ints, limit));
        return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, v, splatOf(ints, -limit));
    };
    const auto power = [&](llvm::Value* e) {
        llvm::Value* biased = ir.CreateAdd(e, splatOf(ints, 1023));
        return ir.CreateBitCast(ir.CreateShl(biased, splatOf(ints, 52)), x->getType());
    };
    llvm::Value* total = clamp(ir.CreateAdd(parts.second, ir.CreateSExt(exponent, ints)), 1500);
    // The first product is exact, the second rounds where the result is a denormal.
    llvm::Value* first = clamp(total, 1000);
    llvm::Value* scaled =
        ir.CreateFMul(ir.CreateFMul(parts.first, power(first)), power(ir.CreateSub(total, first)));
    llvm::Value* magnitude = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    llvm::Value* plain =
        ir.CreateAnd(ir.CreateFCmpOGT(magnitude, splatOf(x->getType(), 0.0)),
                     ir.CreateFCmpOLT(magnitude, llvm::ConstantFP::getInfinity(x->getType())));
    return ir.CreateSelect(plain, scaled, x);
}

/// Where the second of two results goes.
enum class SecondResult { Pointer, Struct };

void twoResults(Translator& t,
                const Instruction& i,
                SecondResult where,
                Parts (*split)(Translator&, llvm::Value*)) {
    const Type& type = componentwiseOperand(t, i[2]);
    if (!isFloat(type) || type.width < 32) {
        refuse(i, "wrong operand type");
    }
    const Value x = operandOf(t, i[2], type);
    const bool inStruct = where == SecondResult::Struct;
    const bool isFrexp = split == frexp;
    // The second result's type, and room for it.
    const Type& whole = inStruct ? t.type(i.resultType) : t.type(t.typeOf(i[3]));
    Id secondType = whole.element;
    if (inStruct) {
        if (whole.kind != Type::Kind::Struct || whole.members.size() != 2 ||
            t.lanesOf(componentwise(t, whole.members[0])) != t.lanesOf(type) ||
            t.type(whole.members[0]).scalars != type.scalars) {
            refuse(i, "wrong result type");
        }
        secondType = whole.members[1];
    } else if (whole.kind != Type::Kind::Pointer ||
               componentwiseResult(t, i).scalars != type.scalars ||
               t.lanesOf(componentwiseResult(t, i)) != t.lanesOf(type)) {
        refuse(i, "wrong operands");
    }
    const Type& second = componentwise(t, secondType);
    if (second.scalars != type.scalars ||
        t.lanesOf(second) != (isFrexp ? t.intLanes() : t.lanesOf(type))) {
        refuse(i, "wrong type of the second result");
    }
    Value first, rest;
    for (llvm::Value* scalar : x) {
        const Parts parts = split(t, scalar);
        first.push_back(parts.first);
        rest.push_back(parts.second);
    }
    if (inStruct) {
        first.insert(first.end(), rest.begin(), rest.end());
    } else {
        t.store(i[3], rest);
    }
    t.define(i.result, std::move(first));
}

void ldexp(Translator& t, const Instruction& i) {
    const Type& type = floatResult(t, i);
    const Type& exponentType = componentwiseOperand(t, i[3]);
    Value out = operandOf(t, i[2], type);
    const Value exponent = operandOf(t, i[3], exponentType);
    if (!isInteger(exponentType) || exponent.size() != out.size()) {
        refuse(i, "wrong exponent");
    }
    for (size_t k = 0; k < out.size(); ++k) {
        llvm::Value* e = toInt32(t, exponent[k], exponentType);
        const std::array<llvm::Value*, 2> args{out[k], e};
        out[k] = type.width == 32 ? t.callMaths("ldexp", args) : ldexpDouble(t, out[k], e);
    }
    t.define(i.result, std::move(out));
}

} // namespace

bool translateExtended(Translator& t, const Instruction& i) {
    if (i.op != spv::OpExtInst || !t.isGlslStd450(i[0])) {
        return false;
    }
    if (computesHalves(t, i, 2)) {
        return translateHalvesAsFloats(t, i, translateExtended);
    }
    const uint32_t glsl = i[1];
    if (const char* kernel = kernelOf(glsl)) {
        callKernel(t, i, kernel);
        return true;
    }
    switch (glsl) {
    case GLSLstd450Modf:
        twoResults(t, i, SecondResult::Pointer, modf);
        return true;
    case GLSLstd450ModfStruct:
        twoResults(t, i, SecondResult::Struct, modf);
        return true;
    case GLSLstd450Frexp:
        twoResults(t, i, SecondResult::Pointer, frexp);
        return true;
    case GLSLstd450FrexpStruct:
        twoResults(t, i, SecondResult::Struct, frexp);
        return true;
    case GLSLstd450Ldexp:
        ldexp(t, i);
        return true;
    case GLSLstd450FindILsb:
    case GLSLstd450FindSMsb:
    case GLSLstd450FindUMsb:
        findBit(t, i);
        return true;
    case GLSLstd450InterpolateAtCentroid:
    case GLSLstd450InterpolateAtSample:
    case GLSLstd450InterpolateAtOffset:
        refuse(i, "interpolation is of fragment shaders");
    default:
        return translateGeometric(t, i, glsl) || translatePacking(t, i, glsl) ||
               translateComponents(t, i);
    }
}

} // namespace cpu::shader
