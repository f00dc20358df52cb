// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Products of vectors and matrices. A matrix is its columns one after the other; sums run in the
// order of the components.
#include "cpu/shader/instructions/operands.h"

#include <utility>

namespace cpu::shader {
namespace {

struct Shape {
    size_t rows;
    size_t columns;
};

/// Of a matrix type, or of a vector as one column. Floats alone.
Shape shapeOf(Translator& t, const Type& type) {
    if (type.kind == Type::Kind::Matrix) {
        const Type& column = componentwise(t, type.element);
        if (isFloat(column) && column.scalars * type.count == type.scalars) {
            return {column.scalars, type.count};
        }
    } else if (type.kind == Type::Kind::Vector && isFloat(type)) {
        return {type.scalars, 1};
    }
    throw Refused("operand of a product is no matrix or vector of floats");
}

struct Operand {
    Shape shape;
    Value value;
    llvm::Value* at(size_t row, size_t column) const { return value[column * shape.rows + row]; }
};

Operand matrixOperand(Translator& t, Id id) {
    const Type& type = t.type(t.typeOf(id));
    return {shapeOf(t, type), operandOf(t, id, type)};
}

void define(Translator& t, const Instruction& i, Shape shape, Value result) {
    const Type& type = t.type(i.resultType);
    const Shape expected = shapeOf(t, type);
    if (expected.rows != shape.rows || expected.columns != shape.columns ||
        result[0]->getType() != t.lanesOf(type)) {
        refuse(i, "wrong result type");
    }
    t.define(i.result, std::move(result));
}

Value column(const Operand& m, size_t index) {
    const auto first = m.value.begin() + ptrdiff_t(index * m.shape.rows);
    return Value(first, first + ptrdiff_t(m.shape.rows));
}

void timesScalar(Translator& t, const Instruction& i) {
    Operand a = matrixOperand(t, i[0]);
    const Type& scalarType = componentwiseOperand(t, i[1]);
    llvm::Value* scalar = operandOf(t, i[1], scalarType)[0];
    if (scalar->getType() != a.value[0]->getType()) {
        refuse(i, "wrong operand type");
    }
    for (llvm::Value*& element : a.value) {
        element = t.ir().CreateFMul(element, scalar);
    }
    define(t, i, a.shape, std::move(a.value));
}

/// a · b, both by columns.
void product(Translator& t, const Instruction& i, const Operand& a, const Operand& b) {
    auto& ir = t.ir();
    if (a.shape.columns != b.shape.rows || a.value[0]->getType() != b.value[0]->getType()) {
        refuse(i, "shapes do not match");
    }
    Value result;
    for (size_t c = 0; c < b.shape.columns; ++c) {
        for (size_t r = 0; r < a.shape.rows; ++r) {
            llvm::Value* sum = ir.CreateFMul(a.at(r, 0), b.at(0, c));
            for (size_t k = 1; k < a.shape.columns; ++k) {
                sum = ir.CreateFAdd(sum, ir.CreateFMul(a.at(r, k), b.at(k, c)));
            }
            result.push_back(sum);
        }
    }
    define(t, i, {a.shape.rows, b.shape.columns}, std::move(result));
}

void vectorTimesMatrix(Translator& t, const Instruction& i) {
    const Operand vector = matrixOperand(t, i[0]);
    const Operand matrix = matrixOperand(t, i[1]);
    if (vector.shape.columns != 1 || vector.shape.rows != matrix.shape.rows ||
        vector.value[0]->getType() != matrix.value[0]->getType()) {
        refuse(i, "shapes do not match");
    }
    Value result;
    for (size_t c = 0; c < matrix.shape.columns; ++c) {
        result.push_back(dot(t, vector.value, column(matrix, c)));
    }
    define(t, i, {matrix.shape.columns, 1}, std::move(result));
}

void outerProduct(Translator& t, const Instruction& i) {
    const Operand a = matrixOperand(t, i[0]);
    const Operand b = matrixOperand(t, i[1]);
    if (a.shape.columns != 1 || b.shape.columns != 1 ||
        a.value[0]->getType() != b.value[0]->getType()) {
        refuse(i, "wrong operands");
    }
    Value result;
    for (llvm::Value* factor : b.value) {
        for (llvm::Value* element : a.value) {
            result.push_back(t.ir().CreateFMul(element, factor));
        }
    }
    define(t, i, {a.shape.rows, b.shape.rows}, std::move(result));
}

void transpose(Translator& t, const Instruction& i) {
    const Operand a = matrixOperand(t, i[0]);
    Value result;
    for (size_t r = 0; r < a.shape.rows; ++r) {
        for (size_t c = 0; c < a.shape.columns; ++c) {
            result.push_back(a.at(r, c));
        }
    }
    define(t, i, {a.shape.columns, a.shape.rows}, std::move(result));
}

void dotProduct(Translator& t, const Instruction& i) {
    const Operand a = matrixOperand(t, i[0]);
    const Operand b = matrixOperand(t, i[1]);
    const Type& type = componentwiseResult(t, i);
    if (a.shape.columns != 1 || b.shape.columns != 1 || a.shape.rows != b.shape.rows ||
        type.scalars != 1 || a.value[0]->getType() != b.value[0]->getType() ||
        a.value[0]->getType() != t.lanesOf(type)) {
        refuse(i, "wrong operands");
    }
    t.define(i.result, {dot(t, a.value, b.value)});
}

} // namespace

bool translateMatrix(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpDot:
        dotProduct(t, i);
        return true;
    case spv::OpVectorTimesScalar:
    case spv::OpMatrixTimesScalar:
        timesScalar(t, i);
        return true;
    case spv::OpVectorTimesMatrix:
        vectorTimesMatrix(t, i);
        return true;
    case spv::OpMatrixTimesVector:
    case spv::OpMatrixTimesMatrix:
        product(t, i, matrixOperand(t, i[0]), matrixOperand(t, i[1]));
        return true;
    case spv::OpOuterProduct:
        outerProduct(t, i);
        return true;
    case spv::OpTranspose:
        transpose(t, i);
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
