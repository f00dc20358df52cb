// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glsl/language/types.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace glsl {

/// State that GL keeps and shaders read as uniforms. Each appears in LinkedProgram::uniforms under
/// its GLSL name with location -1; the front end writes it into the blocks like any other value.
/// What each is, builtinUniforms() tells.
enum class BuiltinUniform : uint8_t {
    None,
    /// > 0 replaces what the vertex shader wrote to gl_PointSize (desktop: the current point size
    /// while GL_PROGRAM_POINT_SIZE is disabled, 0 while it is enabled).
    PointSizeOverride,
    /// 1 where gl_PointCoord starts at a point's top (GL_UPPER_LEFT), 0 at its bottom.
    PointCoordOrigin,
    /// Pixel rows of the draw framebuffer, for gl_FragCoord counted from the top
    /// (layout(origin_upper_left)).
    DrawHeight,
    /// What glClipPlane() set, for gl_ClipVertex and for gl_Position, which has the device's depth
    /// range when it leaves the vertex shader. Not set while nothing is clipped.
    EyeClipPlanes,
    PositionClipPlanes,
    /// glPolygonStipple()'s pattern, for spirv::PolygonStipple: eight uvec4s.
    PolygonStipple,
    NumSamples, ///< Of the draw framebuffer, 1 without multisampling.
    DepthRangeNear,
    DepthRangeFar,
    DepthRangeDiff,
    /// The matrices come in four forms each, in this order (GLSL 1.20 section 7.5).
    ModelViewMatrix,
    ModelViewMatrixInverse,
    ModelViewMatrixTranspose,
    ModelViewMatrixInverseTranspose,
    ProjectionMatrix,
    ProjectionMatrixInverse,
    ProjectionMatrixTranspose,
    ProjectionMatrixInverseTranspose,
    ModelViewProjectionMatrix,
    ModelViewProjectionMatrixInverse,
    ModelViewProjectionMatrixTranspose,
    ModelViewProjectionMatrixInverseTranspose,
    TextureMatrix,
    TextureMatrixInverse,
    TextureMatrixTranspose,
    TextureMatrixInverseTranspose,
    NormalMatrix,
    NormalScale,
    ClipPlane,
    PointSize,
    PointSizeMin,
    PointSizeMax,
    PointFadeThresholdSize,
    PointDistanceConstantAttenuation,
    PointDistanceLinearAttenuation,
    PointDistanceQuadraticAttenuation,
    FogColor,
    FogDensity,
    FogStart,
    FogEnd,
    FogScale,
    TextureEnvColor,
    LightSourceAmbient,
    LightSourceDiffuse,
    LightSourceSpecular,
    LightSourcePosition,
    LightSourceHalfVector,
    LightSourceSpotDirection,
    LightSourceSpotExponent,
    LightSourceSpotCutoff,
    LightSourceSpotCosCutoff,
    LightSourceConstantAttenuation,
    LightSourceLinearAttenuation,
    LightSourceQuadraticAttenuation,
    FrontMaterialEmission,
    FrontMaterialAmbient,
    FrontMaterialDiffuse,
    FrontMaterialSpecular,
    FrontMaterialShininess,
    BackMaterialEmission,
    BackMaterialAmbient,
    BackMaterialDiffuse,
    BackMaterialSpecular,
    BackMaterialShininess,
    LightModelAmbient,
    FrontSceneColor, ///< gl_FrontLightModelProduct.sceneColor
    BackSceneColor,
    FrontLightProductAmbient,
    FrontLightProductDiffuse,
    FrontLightProductSpecular,
    BackLightProductAmbient,
    BackLightProductDiffuse,
    BackLightProductSpecular,
    EyePlaneS,
    EyePlaneT,
    EyePlaneR,
    EyePlaneQ,
    ObjectPlaneS,
    ObjectPlaneT,
    ObjectPlaneR,
    ObjectPlaneQ,
    /// Of fragments with the alpha test: the reference, and whether less, equal and greater pass.
    AlphaTest,
    /// What glClampColor() takes colours to: the lowest and the highest of vertices, then of
    /// fragments; infinite where they stay as they are.
    ColorBounds,
    /// What fixed function's programs do: glsl/fixed/key.h.
    FixedVertexKey,
    FixedFragmentKey,
    /// Fog: its mode (0: off, 1: linear, 2: exponential, 3: of the square), bits of the lights that
    /// are on.
    FixedSwitches,
    Count,
};

/// How many elements the array has; One: it is no array.
enum class BuiltinCount : uint8_t {
    One,
    ClipPlanes,    ///< gl_MaxClipPlanes
    TextureCoords, ///< gl_MaxTextureCoords
    TextureUnits,  ///< gl_MaxTextureImageUnits
    Lights,        ///< gl_MaxLights, of structures: "gl_LightSource[2].ambient"
    VertexKey,     ///< kFixedVertexVectors
    FragmentKey,   ///< kFixedFragmentVectors
};

enum class BuiltinAudience : uint8_t {
    Driver, ///< Ours alone: applications do not see it among the active uniforms.
    Everybody,
    Compatibility, ///< Not in the core profile.
};

/// Vectors of the keys of fixed function's programs (glsl/fixed/key.h).
inline constexpr int kFixedVertexVectors = 2;
inline constexpr int kFixedFragmentVectors = 5;

struct BuiltinUniformFact {
    BuiltinUniform builtin;
    std::string_view name; ///< After "gl_": a variable's, or a structure's member's.
    uint32_t glType;
    BuiltinCount count = BuiltinCount::One;
    BuiltinAudience audience = BuiltinAudience::Compatibility;
};
/// Every built-in uniform but None, in the order of the enumeration.
[[nodiscard]] std::span<const BuiltinUniformFact> builtinUniforms();
/// Not of None.
[[nodiscard]] const BuiltinUniformFact& builtinUniformFact(BuiltinUniform builtin);

/// By the whole name, of an array with or without an index: "gl_TextureMatrix[0]". None: there is
/// no such uniform.
[[nodiscard]] BuiltinUniform builtinUniform(std::string_view glName);

/// Applications do not see it among the active uniforms.
[[nodiscard]] bool isInternal(BuiltinUniform builtin);

} // namespace glsl
