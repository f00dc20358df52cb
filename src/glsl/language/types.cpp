// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/language/types.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace glsl {

namespace {

using enum BaseType;
using enum SamplerDim;

constexpr TypeInfo
number(uint32_t glType, std::string_view name, BaseType base, int columns, int rows) {
    return {glType, name, base, uint8_t(columns), uint8_t(rows)};
}

constexpr TypeInfo sampler(uint32_t glType,
                           std::string_view name,
                           SamplerDim dim,
                           bool shadow = false,
                           bool arrayed = false,
                           BaseType sampled = Float) {
    return {glType, name, Sampler, 1, 1, dim, shadow, arrayed, sampled};
}

// Sorted by enumerant.
constexpr std::array kTypes = {
    number(0x1404, "int", Int, 1, 1),
    number(0x1405, "uint", Uint, 1, 1),
    number(0x1406, "float", Float, 1, 1),
    number(0x140A, "double", Double, 1, 1),
    number(0x8B50, "vec2", Float, 1, 2),
    number(0x8B51, "vec3", Float, 1, 3),
    number(0x8B52, "vec4", Float, 1, 4),
    number(0x8B53, "ivec2", Int, 1, 2),
    number(0x8B54, "ivec3", Int, 1, 3),
    number(0x8B55, "ivec4", Int, 1, 4),
    number(0x8B56, "bool", Bool, 1, 1),
    number(0x8B57, "bvec2", Bool, 1, 2),
    number(0x8B58, "bvec3", Bool, 1, 3),
    number(0x8B59, "bvec4", Bool, 1, 4),
    number(0x8B5A, "mat2", Float, 2, 2),
    number(0x8B5B, "mat3", Float, 3, 3),
    number(0x8B5C, "mat4", Float, 4, 4),
    sampler(0x8B5D, "sampler1D", Dim1D),
    sampler(0x8B5E, "sampler2D", Dim2D),
    sampler(0x8B5F, "sampler3D", Dim3D),
    sampler(0x8B60, "samplerCube", Cube),
    sampler(0x8B61, "sampler1DShadow", Dim1D, true),
    sampler(0x8B62, "sampler2DShadow", Dim2D, true),
    sampler(0x8B63, "sampler2DRect", Rect),
    sampler(0x8B64, "sampler2DRectShadow", Rect, true),
    number(0x8B65, "mat2x3", Float, 2, 3),
    number(0x8B66, "mat2x4", Float, 2, 4),
    number(0x8B67, "mat3x2", Float, 3, 2),
    number(0x8B68, "mat3x4", Float, 3, 4),
    number(0x8B69, "mat4x2", Float, 4, 2),
    number(0x8B6A, "mat4x3", Float, 4, 3),
    sampler(0x8D66, "samplerExternalOES", External),
    sampler(0x8DC0, "sampler1DArray", Dim1D, false, true),
    sampler(0x8DC1, "sampler2DArray", Dim2D, false, true),
    sampler(0x8DC2, "samplerBuffer", Buffer),
    sampler(0x8DC3, "sampler1DArrayShadow", Dim1D, true, true),
    sampler(0x8DC4, "sampler2DArrayShadow", Dim2D, true, true),
    sampler(0x8DC5, "samplerCubeShadow", Cube, true),
    number(0x8DC6, "uvec2", Uint, 1, 2),
    number(0x8DC7, "uvec3", Uint, 1, 3),
    number(0x8DC8, "uvec4", Uint, 1, 4),
    sampler(0x8DC9, "isampler1D", Dim1D, false, false, Int),
    sampler(0x8DCA, "isampler2D", Dim2D, false, false, Int),
    sampler(0x8DCB, "isampler3D", Dim3D, false, false, Int),
    sampler(0x8DCC, "isamplerCube", Cube, false, false, Int),
    sampler(0x8DCD, "isampler2DRect", Rect, false, false, Int),
    sampler(0x8DCE, "isampler1DArray", Dim1D, false, true, Int),
    sampler(0x8DCF, "isampler2DArray", Dim2D, false, true, Int),
    sampler(0x8DD0, "isamplerBuffer", Buffer, false, false, Int),
    sampler(0x8DD1, "usampler1D", Dim1D, false, false, Uint),
    sampler(0x8DD2, "usampler2D", Dim2D, false, false, Uint),
    sampler(0x8DD3, "usampler3D", Dim3D, false, false, Uint),
    sampler(0x8DD4, "usamplerCube", Cube, false, false, Uint),
    sampler(0x8DD5, "usampler2DRect", Rect, false, false, Uint),
    sampler(0x8DD6, "usampler1DArray", Dim1D, false, true, Uint),
    sampler(0x8DD7, "usampler2DArray", Dim2D, false, true, Uint),
    sampler(0x8DD8, "usamplerBuffer", Buffer, false, false, Uint),
    number(0x8F46, "dmat2", Double, 2, 2),
    number(0x8F47, "dmat3", Double, 3, 3),
    number(0x8F48, "dmat4", Double, 4, 4),
    number(0x8F49, "dmat2x3", Double, 2, 3),
    number(0x8F4A, "dmat2x4", Double, 2, 4),
    number(0x8F4B, "dmat3x2", Double, 3, 2),
    number(0x8F4C, "dmat3x4", Double, 3, 4),
    number(0x8F4D, "dmat4x2", Double, 4, 2),
    number(0x8F4E, "dmat4x3", Double, 4, 3),
    number(0x8FFC, "dvec2", Double, 1, 2),
    number(0x8FFD, "dvec3", Double, 1, 3),
    number(0x8FFE, "dvec4", Double, 1, 4),
    sampler(0x900C, "samplerCubeArray", Cube, false, true),
    sampler(0x900D, "samplerCubeArrayShadow", Cube, true, true),
    sampler(0x900E, "isamplerCubeArray", Cube, false, true, Int),
    sampler(0x900F, "usamplerCubeArray", Cube, false, true, Uint),
    sampler(0x9108, "sampler2DMS", Multisample),
    sampler(0x9109, "isampler2DMS", Multisample, false, false, Int),
    sampler(0x910A, "usampler2DMS", Multisample, false, false, Uint),
    sampler(0x910B, "sampler2DMSArray", Multisample, false, true),
    sampler(0x910C, "isampler2DMSArray", Multisample, false, true, Int),
    sampler(0x910D, "usampler2DMSArray", Multisample, false, true, Uint),
};
static_assert(std::ranges::is_sorted(kTypes, {}, &TypeInfo::glType));

constexpr TypeInfo kUnknown;

// The table's spelling of a type.
std::string tableName(std::string_view name) {
    constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
        {"mat2x2", "mat2"},
        {"mat3x3", "mat3"},
        {"mat4x4", "mat4"},
        {"dmat2x2", "dmat2"},
        {"dmat3x3", "dmat3"},
        {"dmat4x4", "dmat4"},
    };
    for (const auto& [other, listed] : kOthers) {
        if (name == other) {
            return std::string(listed);
        }
    }
    constexpr std::string_view kImage = "image";
    const size_t prefix = name.starts_with('i') && !name.starts_with(kImage) ? 1
                          : name.starts_with('u')                            ? 1
                                                                             : 0;
    if (name.substr(prefix).starts_with(kImage)) {
        return std::string(name.substr(0, prefix)) + "sampler" +
               std::string(name.substr(prefix + kImage.size()));
    }
    return std::string(name);
}

} // namespace

std::string_view stageName(Stage stage) {
    constexpr std::array<std::string_view, kStageCount> kNames = {
        "vertex",
        "tessellation control",
        "tessellation evaluation",
        "geometry",
        "fragment",
        "compute",
    };
    return kNames[size_t(stage)];
}

const TypeInfo& typeInfo(uint32_t glType) {
    const auto it = std::ranges::lower_bound(kTypes, glType, {}, &TypeInfo::glType);
    return it != kTypes.end() && it->glType == glType ? *it : kUnknown;
}

const TypeInfo& typeNamed(std::string_view name) {
    const auto it = std::ranges::find(kTypes, tableName(name), &TypeInfo::name);
    return it != kTypes.end() ? *it : kUnknown;
}

uint32_t numericType(BaseType base, int columns, int rows) {
    for (const TypeInfo& t : kTypes) {
        if (t.base == base && !t.isSampler() && t.columns == columns && t.rows == rows) {
            return t.glType;
        }
    }
    return 0;
}

uint32_t samplerType(SamplerDim dim, bool shadow, bool arrayed, BaseType sampledBase) {
    for (const TypeInfo& t : kTypes) {
        if (t.isSampler() && t.dim == dim && t.shadow == shadow && t.arrayed == arrayed &&
            t.sampledBase == sampledBase) {
            return t.glType;
        }
    }
    return 0;
}

int verticesOf(uint32_t primitive) {
    switch (primitive) {
    case kGlPoints:
        return 1;
    case kGlLines:
        return 2;
    case kGlTriangles:
        return 3;
    case kGlLinesAdjacency:
        return 4;
    case kGlTrianglesAdjacency:
        return 6;
    default:
        return 0;
    }
}

} // namespace glsl
