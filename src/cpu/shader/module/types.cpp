// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/module/types.h"

#include <fmt/format.h>

#include <algorithm>

namespace cpu::shader {
namespace {

constexpr uint64_t kMaxSize_B = 1u << 30;
/// Members in all, members of members included: layouts are found by walking them.
constexpr uint32_t kMaxMembers = 1u << 14;

uint32_t checkedSize(uint64_t size_B) {
    if (size_B > kMaxSize_B) {
        throw Refused("a type is too large");
    }
    return uint32_t(size_B);
}

uint32_t roundUp(uint32_t value, uint32_t align) {
    return (value + align - 1) / align * align;
}

} // namespace

uint32_t scalarSize_B(const Type& scalar) {
    return scalar.kind == Type::Kind::Pointer  ? 8
           : scalar.scalar == ScalarKind::Bool ? 4
                                               : scalar.width / 8;
}

Types::Types(const Module& module, ConstantValue arrayLength)
    : m_module(module), m_arrayLength(std::move(arrayLength)) {}

const Type& Types::get(Id id) {
    const auto found = m_types.find(id);
    if (found != m_types.end()) {
        return found->second;
    }
    return m_types.emplace(id, make(m_module.definition(id))).first->second;
}

/// Parts of a type come before it, so that no type contains itself.
const Type& Types::earlier(const Instruction& whole, Id part) {
    if (&m_module.definition(part) >= &whole) {
        refuse(whole, "uses a type that comes later");
    }
    return get(part);
}

Type Types::makeNumber(const Instruction& i) {
    Type t{};
    t.kind = Type::Kind::Scalar;
    t.width = i[0];
    t.count = t.scalars = 1;
    if (i.op == spv::OpTypeFloat) {
        t.scalar = ScalarKind::Float;
    } else {
        t.scalar = i[1] ? ScalarKind::Int : ScalarKind::Uint;
    }
    if (t.width != 16 && t.width != 32 && t.width != 64 &&
        (t.width != 8 || t.scalar == ScalarKind::Float)) {
        refuse(i, "unknown width");
    }
    return t;
}

Type Types::makeVectorOrMatrix(const Instruction& i) {
    const Type& element = earlier(i, i[0]);
    const bool matrix = i.op == spv::OpTypeMatrix;
    if (element.kind != (matrix ? Type::Kind::Vector : Type::Kind::Scalar) || i[1] < 2 ||
        i[1] > 4) {
        refuse(i, "wrong element");
    }
    Type t = element;
    t.kind = matrix ? Type::Kind::Matrix : Type::Kind::Vector;
    t.element = i[0];
    t.count = i[1];
    t.scalars = t.count * element.scalars;
    return t;
}

Type Types::makeArray(const Instruction& i) {
    Type t{};
    t.kind = Type::Kind::Array;
    t.element = i[0];
    const uint32_t scalars = earlier(i, i[0]).scalars;
    const uint64_t count = m_arrayLength(i[1]);
    if (count == 0 || count > kMaxSize_B) {
        refuse(i, "an array of no or too many elements");
    }
    t.count = uint32_t(count);
    t.scalars = uint32_t(std::min<uint64_t>(count * scalars, UINT32_MAX));
    return t;
}

Type Types::makeStruct(const Instruction& i) {
    Type t{};
    t.kind = Type::Kind::Struct;
    for (size_t member = 0; member < i.count(); ++member) {
        const Instruction& definition = m_module.definition(i[member]);
        if (definition.op == spv::OpTypePointer) {
            // May come later, by OpTypeForwardPointer; it is an address.
            t.scalars += 1;
        } else {
            t.scalars = uint32_t(
                std::min<uint64_t>(uint64_t(t.scalars) + earlier(i, i[member]).scalars, 1u << 31));
        }
        t.members.push_back(i[member]);
    }
    if (t.members.empty() || countMembers(i) > kMaxMembers) {
        refuse(i, "a struct of no or too many members");
    }
    t.count = uint32_t(t.members.size());
    return t;
}

Type Types::makePointer(const Instruction& i) {
    Type t{};
    t.kind = Type::Kind::Pointer;
    t.storage = spv::StorageClass(i[0]);
    t.element = i[1];
    t.scalar = ScalarKind::Uint;
    t.width = 64;
    t.count = 1;
    t.scalars = t.storage == spv::StorageClassPhysicalStorageBuffer ? 1 : 0;
    return t;
}

Type Types::makeImage(const Instruction& i) {
    Type t{};
    t.kind = Type::Kind::Image;
    t.element = i[0];
    t.dim = spv::Dim(i[1]);
    t.depth = i[2] == 1;
    t.arrayed = i[3] == 1;
    t.multisampled = i[4] == 1;
    t.sampled = i[5];
    t.format = spv::ImageFormat(i[6]);
    return t;
}

Type Types::makeSampledImage(const Instruction& i) {
    const Type& image = earlier(i, i[0]);
    if (image.kind != Type::Kind::Image) {
        refuse(i, "is not of an image");
    }
    Type t = image;
    t.kind = Type::Kind::SampledImage;
    t.element = i[0];
    return t;
}

Type Types::make(const Instruction& i) {
    Type t{};
    switch (i.op) {
    case spv::OpTypeVoid:
        t.kind = Type::Kind::Void;
        return t;
    case spv::OpTypeBool:
        t.kind = Type::Kind::Scalar;
        t.scalar = ScalarKind::Bool;
        t.width = 1;
        t.count = t.scalars = 1;
        return t;
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
        return makeNumber(i);
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
        return makeVectorOrMatrix(i);
    case spv::OpTypeArray:
        return makeArray(i);
    case spv::OpTypeRuntimeArray:
        t.kind = Type::Kind::RuntimeArray;
        t.element = i[0];
        earlier(i, i[0]);
        return t;
    case spv::OpTypeStruct:
        return makeStruct(i);
    case spv::OpTypePointer:
        return makePointer(i);
    case spv::OpTypeFunction:
        t.kind = Type::Kind::Function;
        return t;
    case spv::OpTypeImage:
        return makeImage(i);
    case spv::OpTypeSampler:
        t.kind = Type::Kind::Sampler;
        return t;
    case spv::OpTypeSampledImage:
        return makeSampledImage(i);
    default:
        refuse(i, "not a type that is supported");
    }
}

uint32_t Types::countMembers(const Instruction& structure) {
    uint64_t count = structure.count();
    for (size_t member = 0; member < structure.count(); ++member) {
        const Instruction* inner = &m_module.definition(structure[member]);
        while (inner->op == spv::OpTypeArray || inner->op == spv::OpTypeRuntimeArray) {
            inner = &m_module.definition((*inner)[0]);
        }
        if (const auto known = m_memberCount.find(inner->result); known != m_memberCount.end()) {
            count += known->second;
        }
    }
    return m_memberCount[structure.result] = uint32_t(std::min<uint64_t>(count, UINT32_MAX));
}

Id Types::part(const Type& type, uint32_t index) {
    switch (type.kind) {
    case Type::Kind::Vector:
    case Type::Kind::Matrix:
    case Type::Kind::Array:
        if (index < type.count) {
            return type.element;
        }
        break;
    case Type::Kind::RuntimeArray:
        return type.element;
    case Type::Kind::Struct:
        if (index < type.count) {
            return type.members[index];
        }
        break;
    default:
        break;
    }
    throw Refused(fmt::format("an index of {} is out of a type's bounds", index));
}

uint32_t Types::scalarsBefore(const Type& type, uint32_t index) {
    if (type.kind != Type::Kind::Struct) {
        const uint64_t scalars = uint64_t(index) * get(part(type, index)).scalars;
        return uint32_t(std::min<uint64_t>(scalars, UINT32_MAX));
    }
    part(type, index);
    uint32_t scalars = 0;
    for (uint32_t member = 0; member < index; ++member) {
        scalars += get(type.members[member]).scalars;
    }
    return scalars;
}

uint32_t Types::align_B(Id id) {
    const Type& type = get(id);
    switch (type.kind) {
    case Type::Kind::Scalar:
    case Type::Kind::Pointer:
        return scalarSize_B(type);
    case Type::Kind::Struct: {
        uint32_t align = 1;
        for (const Id member : type.members) {
            align = std::max(align, align_B(member));
        }
        return align;
    }
    case Type::Kind::Vector:
    case Type::Kind::Matrix:
    case Type::Kind::Array:
    case Type::Kind::RuntimeArray:
        return align_B(type.element);
    default:
        throw Refused("a type without a place in memory");
    }
}

uint32_t Types::size_B(Id id, MatrixLayout layout) {
    const Type& type = get(id);
    switch (type.kind) {
    case Type::Kind::Scalar:
    case Type::Kind::Pointer:
        return scalarSize_B(type);
    case Type::Kind::Vector:
        return type.count * size_B(type.element);
    case Type::Kind::Matrix: {
        const uint32_t vectors = layout.rowMajor ? get(type.element).count : type.count;
        return checkedSize(uint64_t(vectors) * matrixStride_B(type, layout));
    }
    case Type::Kind::Array:
        return checkedSize(uint64_t(type.count) * arrayStride_B(id, layout));
    case Type::Kind::RuntimeArray:
        return 0;
    case Type::Kind::Struct: {
        uint64_t end_B = 0;
        for (uint32_t member = 0; member < type.count; ++member) {
            end_B = std::max(end_B,
                             uint64_t(memberOffset_B(id, member)) +
                                 size_B(type.members[member], memberLayout(id, member)));
        }
        return roundUp(checkedSize(end_B), align_B(id));
    }
    default:
        throw Refused("a type without a size");
    }
}

uint32_t Types::arrayStride_B(Id id, MatrixLayout layout) {
    if (const auto stride = m_module.decoration(id, spv::DecorationArrayStride)) {
        return checkedSize(*stride);
    }
    const Id element = get(id).element;
    return roundUp(size_B(element, layout), align_B(element));
}

uint32_t Types::matrixStride_B(const Type& matrix, MatrixLayout layout) {
    const Type& column = get(matrix.element);
    return layout.stride_B ? checkedSize(layout.stride_B)
                           : (layout.rowMajor ? matrix.count : column.count) *
                                 scalarSize_B(get(column.element));
}

uint32_t Types::memberOffset_B(Id id, uint32_t member) {
    if (const auto offset = m_module.decoration(id, member, spv::DecorationOffset)) {
        return checkedSize(*offset);
    }
    const Type& type = get(id);
    uint32_t offset_B = 0;
    for (uint32_t m = 0;; ++m) {
        offset_B = roundUp(offset_B, align_B(part(type, m)));
        if (m == member) {
            return offset_B;
        }
        offset_B = checkedSize(uint64_t(offset_B) + size_B(type.members[m], memberLayout(id, m)));
    }
}

MatrixLayout Types::memberLayout(Id id, uint32_t member) const {
    return {m_module.decoration(id, member, spv::DecorationMatrixStride).value_or(0),
            m_module.decoration(id, member, spv::DecorationRowMajor).has_value()};
}

void Types::forEachScalar(Id id,
                          MatrixLayout layout,
                          uint32_t componentStride_B,
                          uint32_t offset_B,
                          const ScalarVisitor& fn) {
    const Type& type = get(id);
    switch (type.kind) {
    case Type::Kind::Scalar:
    case Type::Kind::Pointer:
        fn(offset_B, type);
        return;
    case Type::Kind::Vector: {
        const Type& scalar = get(type.element);
        const uint32_t stride_B = componentStride_B ? componentStride_B : scalarSize_B(scalar);
        for (uint32_t n = 0; n < type.count; ++n) {
            fn(checkedSize(offset_B + uint64_t(n) * stride_B), scalar);
        }
        return;
    }
    case Type::Kind::Matrix: {
        const uint32_t stride_B = matrixStride_B(type, layout);
        const uint32_t scalar_B = scalarSize_B(get(get(type.element).element));
        for (uint32_t n = 0; n < type.count; ++n) {
            const uint32_t column_B = n * (layout.rowMajor ? scalar_B : stride_B);
            forEachScalar(type.element,
                          layout,
                          layout.rowMajor ? stride_B : 0,
                          checkedSize(uint64_t(offset_B) + column_B),
                          fn);
        }
        return;
    }
    case Type::Kind::Array: {
        const uint32_t stride_B = arrayStride_B(id, layout);
        for (uint32_t n = 0; n < type.count; ++n) {
            forEachScalar(
                type.element, layout, 0, checkedSize(offset_B + uint64_t(n) * stride_B), fn);
        }
        return;
    }
    case Type::Kind::Struct:
        for (uint32_t n = 0; n < type.count; ++n) {
            forEachScalar(type.members[n],
                          memberLayout(id, n),
                          0,
                          checkedSize(uint64_t(offset_B) + memberOffset_B(id, n)),
                          fn);
        }
        return;
    default:
        throw Refused("a value that memory cannot hold");
    }
}

} // namespace cpu::shader
