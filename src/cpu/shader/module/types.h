// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/module/module.h"

#include <functional>
#include <unordered_map>

namespace cpu::shader {

/// How a matrix lies in memory; members of structs say it for the matrices below them.
struct MatrixLayout {
    uint32_t stride_B = 0; ///< 0: natural.
    bool rowMajor = false;
};

/// The types of a module, and how they lie in memory: as decorated, or tightly by scalar alignment
/// where nothing is decorated (workgroup variables). Booleans take four bytes.
class Types {
public:
    using ConstantValue = std::function<uint64_t(Id)>;
    Types(const Module& module, ConstantValue arrayLength);

    const Type& get(Id id);
    uint32_t size_B(Id type, MatrixLayout layout = {});
    uint32_t align_B(Id type);
    uint32_t arrayStride_B(Id array, MatrixLayout layout);
    uint32_t matrixStride_B(const Type& matrix, MatrixLayout layout);
    uint32_t memberOffset_B(Id structure, uint32_t member);
    MatrixLayout memberLayout(Id structure, uint32_t member) const;
    /// How many scalars lie before that member, column or element.
    uint32_t scalarsBefore(const Type& type, uint32_t index);
    /// The type of member, element, column or component `index`; throws Refused when there is none.
    Id part(const Type& type, uint32_t index);

    /// fn(offset, scalar type) for each scalar of a type, in the order they flatten.
    using ScalarVisitor = std::function<void(uint32_t offset_B, const Type& scalar)>;
    void forEachScalar(Id type,
                       MatrixLayout layout,
                       uint32_t componentStride_B,
                       uint32_t offset_B,
                       const ScalarVisitor& fn);

private:
    Type make(const Instruction& i);
    Type makeNumber(const Instruction& i);
    Type makeVectorOrMatrix(const Instruction& i);
    Type makeArray(const Instruction& i);
    Type makeStruct(const Instruction& i);
    Type makePointer(const Instruction& i);
    Type makeImage(const Instruction& i);
    Type makeSampledImage(const Instruction& i);
    const Type& earlier(const Instruction& whole, Id part);
    uint32_t countMembers(const Instruction& structure);

    const Module& m_module;
    ConstantValue m_arrayLength;
    std::unordered_map<Id, Type> m_types;
    std::unordered_map<Id, uint32_t> m_memberCount; ///< Of structs.
};

uint32_t scalarSize_B(const Type& scalar);

} // namespace cpu::shader
