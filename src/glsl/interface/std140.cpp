// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/interface/std140.h"

#include <algorithm>
#include <limits>

namespace glsl {

namespace {

constexpr int64_t kVec4_B = 16;
constexpr int64_t kMaxSize_B = std::numeric_limits<int>::max() / 2;

struct Extent {
    int64_t align_B = kVec4_B;
    int64_t size_B = 0;
    int64_t arrayStride_B = 0;
    int64_t matrixStride_B = 0;
};

int64_t roundUp(int64_t value, int64_t to) {
    return (value + to - 1) / to * to;
}

Extent place(Type& type, bool rowMajor);

Extent placeStruct(std::vector<Type::Member>& members, bool rowMajor) {
    Extent out;
    for (Type::Member& member : members) {
        member.rowMajor |= rowMajor;
        const Extent extent = place(member.type, member.rowMajor);
        const int64_t offset_B = std::min(roundUp(out.size_B, extent.align_B), kMaxSize_B);
        member.offset_B = int(offset_B);
        member.arrayStride_B = int(std::min(extent.arrayStride_B, kMaxSize_B));
        member.matrixStride_B = int(extent.matrixStride_B);
        out.size_B = std::min(offset_B + extent.size_B, kMaxSize_B);
        out.align_B = std::max(out.align_B, extent.align_B);
    }
    out.size_B = roundUp(out.size_B, out.align_B);
    return out;
}

Extent placeBasic(const TypeInfo& info, bool rowMajor) {
    const int64_t component_B = info.base == BaseType::Double ? 8 : 4;
    const auto vectorAlign_B = [&](int components) {
        return component_B * (components == 3 ? 4 : components);
    };
    Extent out;
    if (!info.isMatrix()) {
        out.align_B = vectorAlign_B(info.rows);
        out.size_B = component_B * info.rows;
        return out;
    }
    const int vectors = rowMajor ? info.rows : info.columns;
    out.align_B = roundUp(vectorAlign_B(rowMajor ? info.columns : info.rows), kVec4_B);
    out.matrixStride_B = out.align_B;
    out.size_B = out.matrixStride_B * vectors;
    return out;
}

Extent place(Type& type, bool rowMajor) {
    Extent out = type.isStruct() ? placeStruct(type.members, rowMajor)
                                 : placeBasic(typeInfo(type.glType), rowMajor);
    if (!type.dims.empty()) {
        out.align_B = roundUp(out.align_B, kVec4_B);
        out.arrayStride_B = roundUp(out.size_B, out.align_B);
        out.size_B = out.arrayStride_B;
        for (const int dim : type.dims) {
            out.size_B = std::min(out.size_B * std::max(dim, 1), kMaxSize_B);
        }
    }
    return out;
}

} // namespace

int layOutStd140(Type& block) {
    return int(std::min(roundUp(placeStruct(block.members, false).size_B, kVec4_B), kMaxSize_B));
}

} // namespace glsl
