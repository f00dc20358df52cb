// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GLSL.std.450's functions of vectors and matrices.
#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Intrinsics.h>

#include <spirv/unified1/GLSL.std.450.h>
#include <utility>

namespace cpu::shader {
namespace {

const Type& floatsResult(Translator& t, const Instruction& i) {
    const Type& type = componentwiseResult(t, i);
    if (!isFloat(type) || type.width < 32) {
        refuse(i, "wrong result type");
    }
    return type;
}

/// Operand k of the instruction, a vector (or scalar) like the result.
Value like(Translator& t, const Instruction& i, size_t k) {
    return operandOf(t, i[2 + k], floatsResult(t, i));
}

/// Operand k, a vector (or scalar) whose component is the result's type.
Value vectorOf(Translator& t, const Instruction& i, size_t k) {
    const Type& type = componentwiseOperand(t, i[2 + k]);
    const Type& scalar = floatsResult(t, i);
    if (scalar.scalars != 1 || t.lanesOf(type) != t.lanesOf(scalar)) {
        refuse(i, "wrong operand");
    }
    return operandOf(t, i[2 + k], type);
}

llvm::Value* length(Translator& t, const Value& x) {
    return x.size() == 1 ? t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x[0])
                         : sqrtOf(t, dot(t, x, x));
}

Value difference(Translator& t, const Instruction& i) {
    Value a = vectorOf(t, i, 0);
    const Value b = vectorOf(t, i, 1);
    if (a.size() != b.size()) {
        refuse(i, "operands differ in size");
    }
    for (size_t k = 0; k < a.size(); ++k) {
        a[k] = t.ir().CreateFSub(a[k], b[k]);
    }
    return a;
}

Value cross(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Value a = like(t, i, 0);
    const Value b = like(t, i, 1);
    if (a.size() != 3) {
        refuse(i, "not of three components");
    }
    const auto component = [&](size_t x, size_t y) {
        return ir.CreateFSub(ir.CreateFMul(a[x], b[y]), ir.CreateFMul(b[x], a[y]));
    };
    return {component(1, 2), component(2, 0), component(0, 1)};
}

Value normalize(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    Value x = like(t, i, 0);
    llvm::Value* size = length(t, x);
    if (x.size() == 1) {
        return {ir.CreateFDiv(x[0], size)};
    }
    // One division; the product's error is within that of three.
    llvm::Value* factor = ir.CreateFDiv(splatOf(size->getType(), 1.0), size);
    for (llvm::Value*& scalar : x) {
        scalar = ir.CreateFMul(scalar, factor);
    }
    return x;
}

/// N where dot(Nref, I) < 0, -N elsewhere.
Value faceForward(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    Value n = like(t, i, 0);
    llvm::Value* product = dot(t, like(t, i, 2), like(t, i, 1));
    llvm::Value* keep = ir.CreateFCmpOLT(product, splatOf(product->getType(), 0.0));
    for (llvm::Value*& scalar : n) {
        scalar = ir.CreateSelect(keep, scalar, ir.CreateFNeg(scalar));
    }
    return n;
}

/// I - 2 · dot(N, I) · N
Value reflect(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    Value incident = like(t, i, 0);
    const Value n = like(t, i, 1);
    llvm::Value* product = dot(t, n, incident);
    llvm::Value* twice = ir.CreateFMul(splatOf(product->getType(), 2.0), product);
    for (size_t k = 0; k < n.size(); ++k) {
        incident[k] = ir.CreateFSub(incident[k], ir.CreateFMul(twice, n[k]));
    }
    return incident;
}

/// k = 1 - eta² (1 - dot(N, I)²); zero where k < 0, else eta · I - (eta · dot(N, I) + √k) · N
Value refract(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    Value incident = like(t, i, 0);
    const Value n = like(t, i, 1);
    llvm::Type* lanes = incident[0]->getType();
    const Type& etaType = componentwiseOperand(t, i[4]);
    llvm::Value* eta = operandOf(t, i[4], etaType)[0];
    if (eta->getType() != lanes) {
        refuse(i, "wrong ratio of indices");
    }
    llvm::Value* one = splatOf(lanes, 1.0);
    llvm::Value* zero = splatOf(lanes, 0.0);
    llvm::Value* product = dot(t, n, incident);
    llvm::Value* k =
        ir.CreateFSub(one,
                      ir.CreateFMul(ir.CreateFMul(eta, eta),
                                    ir.CreateFSub(one, ir.CreateFMul(product, product))));
    llvm::Value* beyond = ir.CreateFCmpOLT(k, zero);
    llvm::Value* along = ir.CreateFAdd(ir.CreateFMul(eta, product), sqrtOf(t, k));
    for (size_t c = 0; c < n.size(); ++c) {
        llvm::Value* refracted =
            ir.CreateFSub(ir.CreateFMul(eta, incident[c]), ir.CreateFMul(along, n[c]));
        incident[c] = ir.CreateSelect(beyond, zero, refracted);
    }
    return incident;
}

// ---- Square matrices

/// Values with operators, so that cofactors read as they are written on paper.
struct Number {
    llvm::IRBuilder<>* ir;
    llvm::Value* value;
    friend Number operator+(Number a, Number b) {
        return {a.ir, a.ir->CreateFAdd(a.value, b.value)};
    }
    friend Number operator-(Number a, Number b) {
        return {a.ir, a.ir->CreateFSub(a.value, b.value)};
    }
    friend Number operator*(Number a, Number b) {
        return {a.ir, a.ir->CreateFMul(a.value, b.value)};
    }
    Number operator-() const { return {ir, ir->CreateFNeg(value)}; }
};

struct Square {
    llvm::IRBuilder<>* ir;
    size_t size;
    Value value;
    Number operator()(size_t row, size_t column) const { return {ir, value[row * size + column]}; }
};

struct Inverse {
    Number determinant;
    std::vector<Number> adjugate;
};

Inverse invert2(const Square& a) {
    return {a(0, 0) * a(1, 1) - a(0, 1) * a(1, 0), {a(1, 1), -a(0, 1), -a(1, 0), a(0, 0)}};
}

Inverse invert3(const Square& a) {
    const auto minor = [&](size_t r0, size_t c0, size_t r1, size_t c1) {
        return a(r0, c0) * a(r1, c1) - a(r0, c1) * a(r1, c0);
    };
    const Number m0 = minor(1, 1, 2, 2), m1 = minor(1, 2, 2, 0), m2 = minor(1, 0, 2, 1);
    return {a(0, 0) * m0 + a(0, 1) * m1 + a(0, 2) * m2,
            {m0,
             minor(0, 2, 2, 1),
             minor(0, 1, 1, 2),
             m1,
             minor(0, 0, 2, 2),
             minor(0, 2, 1, 0),
             m2,
             minor(0, 1, 2, 0),
             minor(0, 0, 1, 1)}};
}

Inverse invert4(const Square& a) {
    // Determinants of the 2 × 2 blocks of the two upper rows, and of the two lower ones.
    const auto minor = [&](size_t row, size_t c0, size_t c1) {
        return a(row, c0) * a(row + 1, c1) - a(row + 1, c0) * a(row, c1);
    };
    const Number s0 = minor(0, 0, 1), s1 = minor(0, 0, 2), s2 = minor(0, 0, 3);
    const Number s3 = minor(0, 1, 2), s4 = minor(0, 1, 3), s5 = minor(0, 2, 3);
    const Number c0 = minor(2, 0, 1), c1 = minor(2, 0, 2), c2 = minor(2, 0, 3);
    const Number c3 = minor(2, 1, 2), c4 = minor(2, 1, 3), c5 = minor(2, 2, 3);
    return {s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0,
            {a(1, 1) * c5 - a(1, 2) * c4 + a(1, 3) * c3,
             a(0, 2) * c4 - a(0, 1) * c5 - a(0, 3) * c3,
             a(3, 1) * s5 - a(3, 2) * s4 + a(3, 3) * s3,
             a(2, 2) * s4 - a(2, 1) * s5 - a(2, 3) * s3,
             a(1, 2) * c2 - a(1, 0) * c5 - a(1, 3) * c1,
             a(0, 0) * c5 - a(0, 2) * c2 + a(0, 3) * c1,
             a(3, 2) * s2 - a(3, 0) * s5 - a(3, 3) * s1,
             a(2, 0) * s5 - a(2, 2) * s2 + a(2, 3) * s1,
             a(1, 0) * c4 - a(1, 1) * c2 + a(1, 3) * c0,
             a(0, 1) * c2 - a(0, 0) * c4 - a(0, 3) * c0,
             a(3, 0) * s4 - a(3, 1) * s2 + a(3, 3) * s0,
             a(2, 1) * s2 - a(2, 0) * s4 - a(2, 3) * s0,
             a(1, 1) * c1 - a(1, 0) * c3 - a(1, 2) * c0,
             a(0, 0) * c3 - a(0, 1) * c1 + a(0, 2) * c0,
             a(3, 1) * s1 - a(3, 0) * s3 - a(3, 2) * s0,
             a(2, 0) * s3 - a(2, 1) * s1 + a(2, 2) * s0}};
}

Inverse invert(Translator& t, const Instruction& i) {
    const Type& type = t.type(t.typeOf(i[2]));
    if (type.kind != Type::Kind::Matrix || !isFloat(type) || type.width < 32 || type.count < 2 ||
        type.count > 4 || type.scalars != type.count * type.count) {
        refuse(i, "no square matrix of floats");
    }
    const Square a{&t.ir(), type.count, operandOf(t, i[2], type)};
    return type.count == 2 ? invert2(a) : type.count == 3 ? invert3(a) : invert4(a);
}

void determinant(Translator& t, const Instruction& i) {
    const Number value = invert(t, i).determinant;
    const Type& type = floatsResult(t, i);
    if (type.scalars != 1 || t.lanesOf(type) != value.value->getType()) {
        refuse(i, "wrong result type");
    }
    t.define(i.result, {value.value});
}

void inverse(Translator& t, const Instruction& i) {
    const Inverse inverse = invert(t, i);
    const Type& type = t.type(i.resultType);
    llvm::Type* lanes = inverse.determinant.value->getType();
    if (type.kind != Type::Kind::Matrix || type.scalars != inverse.adjugate.size() ||
        t.lanesOf(type) != lanes) {
        refuse(i, "wrong result type");
    }
    Value result;
    llvm::Value* factor = t.ir().CreateFDiv(splatOf(lanes, 1.0), inverse.determinant.value);
    for (const Number& element : inverse.adjugate) {
        result.push_back(t.ir().CreateFMul(element.value, factor));
    }
    t.define(i.result, std::move(result));
}

} // namespace

bool translateGeometric(Translator& t, const Instruction& i, uint32_t glsl) {
    switch (glsl) {
    case GLSLstd450Length:
        t.define(i.result, {length(t, vectorOf(t, i, 0))});
        return true;
    case GLSLstd450Distance:
        t.define(i.result, {length(t, difference(t, i))});
        return true;
    case GLSLstd450Cross:
        t.define(i.result, cross(t, i));
        return true;
    case GLSLstd450Normalize:
        t.define(i.result, normalize(t, i));
        return true;
    case GLSLstd450FaceForward:
        t.define(i.result, faceForward(t, i));
        return true;
    case GLSLstd450Reflect:
        t.define(i.result, reflect(t, i));
        return true;
    case GLSLstd450Refract:
        t.define(i.result, refract(t, i));
        return true;
    case GLSLstd450Determinant:
        determinant(t, i);
        return true;
    case GLSLstd450MatrixInverse:
        inverse(t, i);
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
