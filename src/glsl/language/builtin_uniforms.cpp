// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glsl/language/builtin_uniforms.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>

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
    {.builtin = PolygonStipple, .name = "PolygonStipple", .glType = kGlUnsignedIntVec4, .audience = BuiltinAudience::Driver},
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
    {.builtin = LightSourceAmbient, .name = "LightSource.ambient", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = LightSourceDiffuse, .name = "LightSource.diffuse", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = LightSourceSpecular, .name = "LightSource.specular", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = LightSourcePosition, .name = "LightSource.position", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = LightSourceHalfVector, .name = "LightSource.halfVector", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = LightSourceSpotDirection, .name = "LightSource.spotDirection", .glType = kGlFloatVec3, .count = BuiltinCount::Lights},
    {.builtin = LightSourceSpotExponent, .name = "LightSource.spotExponent", .glType = kGlFloat, .count = BuiltinCount::Lights},
    {.builtin = LightSourceSpotCutoff, .name = "LightSource.spotCutoff", .glType = kGlFloat, .count = BuiltinCount::Lights},
    {.builtin = LightSourceSpotCosCutoff, .name = "LightSource.spotCosCutoff", .glType = kGlFloat, .count = BuiltinCount::Lights},
    {.builtin = LightSourceConstantAttenuation, .name = "LightSource.constantAttenuation", .glType = kGlFloat, .count = BuiltinCount::Lights},
    {.builtin = LightSourceLinearAttenuation, .name = "LightSource.linearAttenuation", .glType = kGlFloat, .count = BuiltinCount::Lights},
    {.builtin = LightSourceQuadraticAttenuation, .name = "LightSource.quadraticAttenuation", .glType = kGlFloat, .count = BuiltinCount::Lights},
    {.builtin = FrontMaterialEmission, .name = "FrontMaterial.emission", .glType = kGlFloatVec4},
    {.builtin = FrontMaterialAmbient, .name = "FrontMaterial.ambient", .glType = kGlFloatVec4},
    {.builtin = FrontMaterialDiffuse, .name = "FrontMaterial.diffuse", .glType = kGlFloatVec4},
    {.builtin = FrontMaterialSpecular, .name = "FrontMaterial.specular", .glType = kGlFloatVec4},
    {.builtin = FrontMaterialShininess, .name = "FrontMaterial.shininess", .glType = kGlFloat},
    {.builtin = BackMaterialEmission, .name = "BackMaterial.emission", .glType = kGlFloatVec4},
    {.builtin = BackMaterialAmbient, .name = "BackMaterial.ambient", .glType = kGlFloatVec4},
    {.builtin = BackMaterialDiffuse, .name = "BackMaterial.diffuse", .glType = kGlFloatVec4},
    {.builtin = BackMaterialSpecular, .name = "BackMaterial.specular", .glType = kGlFloatVec4},
    {.builtin = BackMaterialShininess, .name = "BackMaterial.shininess", .glType = kGlFloat},
    {.builtin = LightModelAmbient, .name = "LightModel.ambient", .glType = kGlFloatVec4},
    {.builtin = FrontSceneColor, .name = "FrontLightModelProduct.sceneColor", .glType = kGlFloatVec4},
    {.builtin = BackSceneColor, .name = "BackLightModelProduct.sceneColor", .glType = kGlFloatVec4},
    {.builtin = FrontLightProductAmbient, .name = "FrontLightProduct.ambient", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = FrontLightProductDiffuse, .name = "FrontLightProduct.diffuse", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = FrontLightProductSpecular, .name = "FrontLightProduct.specular", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = BackLightProductAmbient, .name = "BackLightProduct.ambient", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = BackLightProductDiffuse, .name = "BackLightProduct.diffuse", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = BackLightProductSpecular, .name = "BackLightProduct.specular", .glType = kGlFloatVec4, .count = BuiltinCount::Lights},
    {.builtin = EyePlaneS, .name = "EyePlaneS", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = EyePlaneT, .name = "EyePlaneT", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = EyePlaneR, .name = "EyePlaneR", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = EyePlaneQ, .name = "EyePlaneQ", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = ObjectPlaneS, .name = "ObjectPlaneS", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = ObjectPlaneT, .name = "ObjectPlaneT", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = ObjectPlaneR, .name = "ObjectPlaneR", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = ObjectPlaneQ, .name = "ObjectPlaneQ", .glType = kGlFloatVec4, .count = BuiltinCount::TextureCoords},
    {.builtin = AlphaTest, .name = "AlphaTest", .glType = kGlFloatVec4, .audience = BuiltinAudience::Driver},
    {.builtin = ColorBounds, .name = "ColorBounds", .glType = kGlFloatVec4, .audience = BuiltinAudience::Driver},
    {.builtin = FixedVertexKey, .name = "FixedVertexKey", .glType = kGlUnsignedIntVec4, .count = BuiltinCount::VertexKey, .audience = BuiltinAudience::Driver},
    {.builtin = FixedFragmentKey, .name = "FixedFragmentKey", .glType = kGlUnsignedIntVec4, .count = BuiltinCount::FragmentKey, .audience = BuiltinAudience::Driver},
    {.builtin = FixedSwitches, .name = "FixedSwitches", .glType = kGlUnsignedIntVec4, .audience = BuiltinAudience::Driver},
};
// clang-format on

constexpr bool inOrder() {
    for (size_t i = 0; i < std::size(kFacts); ++i) {
        if (size_t(kFacts[i].builtin) != i + 1) {
            return false;
        }
    }
    return std::size(kFacts) + 1 == size_t(Count);
}
static_assert(inOrder());

} // namespace

std::span<const BuiltinUniformFact> builtinUniforms() {
    return kFacts;
}

const BuiltinUniformFact& builtinUniformFact(BuiltinUniform builtin) {
    assert(builtin != None && builtin != Count);
    return kFacts[size_t(builtin) - 1];
}

BuiltinUniform builtinUniform(std::string_view glName) {
    if (!glName.starts_with("gl_")) {
        return None;
    }
    // Neither an array's index nor one within a structure's name counts.
    std::string name(glName.substr(3));
    const size_t open = name.find('[');
    const size_t close = open == std::string::npos ? open : name.find(']', open);
    if (close != std::string::npos) {
        name.erase(open, close + 1 - open);
    }
    const auto fact = std::ranges::find(kFacts, name, &BuiltinUniformFact::name);
    return fact == std::end(kFacts) ? None : fact->builtin;
}

bool isInternal(BuiltinUniform builtin) {
    return builtin != None && builtinUniformFact(builtin).audience == BuiltinAudience::Driver;
}

} // namespace glsl
