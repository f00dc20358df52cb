// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glsl/language/builtin_uniforms.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace glsl {

namespace {

using enum BuiltinUniform;

// clang-format off
constexpr BuiltinUniformFact kFacts[] = {
    {.builtin = PointSizeOverride, .name = "PointSizeOverride", .glType = kGlFloat, .audience = BuiltinAudience::Driver},
    {.builtin = PointCoordOrigin, .name = "PointCoordOrigin", .glType = kGlFloat, .audience = BuiltinAudience::Driver},
    {.builtin = DrawHeight, .name = "DrawHeight", .glType = kGlFloat, .audience = BuiltinAudience::Driver},
    {.builtin = EyeClipPlanes, .name = "EyeClipPlanes", .glType = kGlFloatVec4, .count = BuiltinCount::ClipPlanes, .audience = BuiltinAudience::Driver},
    {.builtin = PositionClipPlanes, .name = "PositionClipPlanes", .glType = kGlFloatVec4, .count = BuiltinCount::ClipPlanes, .audience = BuiltinAudience::Driver},
    {.builtin = NumSamples, .name = "NumSamples", .glType = kGlInt, .audience = BuiltinAudience::Everybody},
    {.builtin = DepthRangeNear, .name = "DepthRange.near", .glType = kGlFloat, .audience = BuiltinAudience::Everybody},
    {.builtin = DepthRangeFar, .name = "DepthRange.far", .glType = kGlFloat, .audience = BuiltinAudience::Everybody},
    {.builtin = DepthRangeDiff, .name = "DepthRange.diff", .glType = kGlFloat, .audience = BuiltinAudience::Everybody},
    {.builtin = ModelViewMatrix, .name = "ModelViewMatrix", .glType = kGlFloatMat4},
    {.builtin = ModelViewMatrixInverse, .name = "ModelViewMatrixInverse", .glType = kGlFloatMat4},
    {.builtin = ModelViewMatrixTranspose, .name = "ModelViewMatrixTranspose", .glType = kGlFloatMat4},
    {.builtin = ModelViewMatrixInverseTranspose, .name = "ModelViewMatrixInverseTranspose", .glType = kGlFloatMat4},
    {.builtin = ProjectionMatrix, .name = "ProjectionMatrix", .glType = kGlFloatMat4},
    {.builtin = ProjectionMatrixInverse, .name = "ProjectionMatrixInverse", .glType = kGlFloatMat4},
    {.builtin = ProjectionMatrixTranspose, .name = "ProjectionMatrixTranspose", .glType = kGlFloatMat4},
    {.builtin = ProjectionMatrixInverseTranspose, .name = "ProjectionMatrixInverseTranspose", .glType = kGlFloatMat4},
    {.builtin = ModelViewProjectionMatrix, .name = "ModelViewProjectionMatrix", .glType = kGlFloatMat4},
    {.builtin = ModelViewProjectionMatrixInverse, .name = "ModelViewProjectionMatrixInverse", .glType = kGlFloatMat4},
    {.builtin = ModelViewProjectionMatrixTranspose, .name = "ModelViewProjectionMatrixTranspose", .glType = kGlFloatMat4},
    {.builtin = ModelViewProjectionMatrixInverseTranspose, .name = "ModelViewProjectionMatrixInverseTranspose", .glType = kGlFloatMat4},
    {.builtin = TextureMatrix, .name = "TextureMatrix", .glType = kGlFloatMat4, .count = BuiltinCount::TextureCoords},
    {.builtin = TextureMatrixInverse, .name = "TextureMatrixInverse", .glType = kGlFloatMat4, .count = BuiltinCount::TextureCoords},
    {.builtin = TextureMatrixTranspose, .name = "TextureMatrixTranspose", .glType = kGlFloatMat4, .count = BuiltinCount::TextureCoords},
    {.builtin = TextureMatrixInverseTranspose, .name = "TextureMatrixInverseTranspose", .glType = kGlFloatMat4, .count = BuiltinCount::TextureCoords},
    {.builtin = NormalMatrix, .name = "NormalMatrix", .glType = kGlFloatMat3},
    {.builtin = NormalScale, .name = "NormalScale", .glType = kGlFloat},
    {.builtin = ClipPlane, .name = "ClipPlane", .glType = kGlFloatVec4, .count = BuiltinCount::ClipPlanes},
    {.builtin = PointSize, .name = "Point.size", .glType = kGlFloat},
    {.builtin = PointSizeMin, .name = "Point.sizeMin", .glType = kGlFloat},
    {.builtin = PointSizeMax, .name = "Point.sizeMax", .glType = kGlFloat},
    {.builtin = PointFadeThresholdSize, .name = "Point.fadeThresholdSize", .glType = kGlFloat},
    {.builtin = PointDistanceConstantAttenuation, .name = "Point.distanceConstantAttenuation", .glType = kGlFloat},
    {.builtin = PointDistanceLinearAttenuation, .name = "Point.distanceLinearAttenuation", .glType = kGlFloat},
    {.builtin = PointDistanceQuadraticAttenuation, .name = "Point.distanceQuadraticAttenuation", .glType = kGlFloat},
    {.builtin = FogColor, .name = "Fog.color", .glType = kGlFloatVec4},
    {.builtin = FogDensity, .name = "Fog.density", .glType = kGlFloat},
    {.builtin = FogStart, .name = "Fog.start", .glType = kGlFloat},
    {.builtin = FogEnd, .name = "Fog.end", .glType = kGlFloat},
    {.builtin = FogScale, .name = "Fog.scale", .glType = kGlFloat},
    {.builtin = TextureEnvColor, .name = "TextureEnvColor", .glType = kGlFloatVec4, .count = BuiltinCount::TextureUnits},
};
// clang-format on

constexpr bool inOrder() {
    for (size_t i = 0; i < std::size(kFacts); ++i) {
        if (size_t(kFacts[i].builtin) != i + 1) {
            return false;
        }
    }
    return std::size(kFacts) + 1 == size_t(Other);
}
static_assert(inOrder());

} // namespace

std::span<const BuiltinUniformFact> builtinUniforms() {
    return kFacts;
}

const BuiltinUniformFact& builtinUniformFact(BuiltinUniform builtin) {
    assert(builtin != None && builtin != Other);
    return kFacts[size_t(builtin) - 1];
}

BuiltinUniform builtinUniform(std::string_view glName) {
    if (!glName.starts_with("gl_")) {
        return None;
    }
    std::string_view name = glName.substr(3);
    if (name.ends_with("]")) {
        name = name.substr(0, name.rfind('['));
    }
    const auto fact = std::ranges::find(kFacts, name, &BuiltinUniformFact::name);
    return fact == std::end(kFacts) ? None : fact->builtin;
}

bool isInternal(BuiltinUniform builtin) {
    return builtin != None && builtin != Other &&
           builtinUniformFact(builtin).audience == BuiltinAudience::Driver;
}

} // namespace glsl
