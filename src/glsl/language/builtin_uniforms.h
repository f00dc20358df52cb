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
    /// Everything else of the compatibility profile (gl_LightSource[].*, gl_FrontMaterial.* …): of
    /// lighting and texture coordinate generation, which do not exist. Named by Uniform::name.
    Other,
};

/// How many elements the array has; One: it is no array.
enum class BuiltinCount : uint8_t {
    One,
    ClipPlanes,    ///< gl_MaxClipPlanes
    TextureCoords, ///< gl_MaxTextureCoords
    TextureUnits,  ///< gl_MaxTextureImageUnits
};

enum class BuiltinAudience : uint8_t {
    Driver, ///< Ours alone: applications do not see it among the active uniforms.
    Everybody,
    Compatibility, ///< Not in the core profile.
};

struct BuiltinUniformFact {
    BuiltinUniform builtin;
    std::string_view name; ///< After "gl_": a variable's, or a structure's member's.
    uint32_t glType;
    BuiltinCount count = BuiltinCount::One;
    BuiltinAudience audience = BuiltinAudience::Compatibility;
};
/// Every built-in uniform but None and Other, in the order of the enumeration.
[[nodiscard]] std::span<const BuiltinUniformFact> builtinUniforms();
/// Of neither None nor Other.
[[nodiscard]] const BuiltinUniformFact& builtinUniformFact(BuiltinUniform builtin);

/// By the whole name, of an array with or without an index: "gl_TextureMatrix[0]". None: no such
/// row, it may yet be one of BuiltinUniform::Other.
[[nodiscard]] BuiltinUniform builtinUniform(std::string_view glName);

/// Applications do not see it among the active uniforms.
[[nodiscard]] bool isInternal(BuiltinUniform builtin);

} // namespace glsl
