// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/pipeline/set_plan.h"
#include "spirv/location_types.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace glsl {
struct LinkedProgram;
struct StageBinary;
} // namespace glsl

namespace glvk {

/// What state changes in a stage's code, where the device has no state for it. Zeros: nothing.
struct CodeVariant {
    uint8_t clipDistancesOff = 0; ///< Bits of gl_ClipDistance elements that must not clip.
    uint8_t controlVertices = 0;  ///< The control shader that an evaluation shader goes without.
    uint8_t colorCount = 0;       ///< Fragment shaders that write gl_FragColor: to so many outputs.
    bool notLast = false;         ///< Another stage comes before rasterisation.
    bool layerIgnored = false;    ///< gl_Layer must not be written: GL ignores it, Vulkan does not.
    /// Locations of inputs that the stage before does not write: gl_TexCoord, and in a combination
    /// of programs that do not fit any (GL: undefined values; Vulkan: an error).
    uint64_t missingInputs = 0;
    uint64_t missingPatchInputs = 0; ///< Of those per patch.
    /// Bindings of the samplers of integers that read textures of integers of the other sign.
    uint32_t flippedSamplers = 0;
    bool clampsCoordinates = false; ///< And spreads comparisons. A table says how: ClampTable.
    uint8_t clipPlanes = 0;         ///< Bits of the application's planes that clip.
    bool flatColors = false;        ///< gl_Color and gl_SecondaryColor are not interpolated.
    uint8_t twoSidedColors = 0; ///< Bits of glsl's ColorInputs that back faces have their own of.
    bool clampOutputs = false;  ///< Colours are taken to [0, 1] (spirv::ClampOutputs).
    bool alphaTest = false;     ///< Fragments are tested (spirv::AlphaTest).
    bool smoothPoints = false;  ///< Alphas are those of disks (spirv::SmoothPoints).
    uint8_t spriteSets = 0;     ///< Bits of gl_TexCoord: spirv::SpriteCoordinates.
    bool spritesFromTop = false;
    bool polygonStipple = false;   ///< A pattern leaves some out (spirv::PolygonStipple).
    bool shadesSamples = false;    ///< Fragments are shaded sample by sample.
    bool secondAlphaToOne = false; ///< The second color's alpha is one (spirv::SecondAlphaToOne).

    auto operator<=>(const CodeVariant&) const = default;
};

/// What pipelines have to know about code.
struct CodeFacts {
    uint8_t clipDistances = 0;       ///< Bits of gl_ClipDistance elements that are written.
    bool viewportIndex = false;      ///< Is written.
    bool layer = false;              ///< Is written.
    bool vertexIndex = false;        ///< Is read.
    bool primitiveId = false;        ///< Is read.
    bool spreadsComparisons = false; ///< Depth texture modes say how.
    bool openEnd = false;     ///< Has code for the last stage before rasterisation, if it is that.
    uint8_t colorOutputs = 0; ///< Bits of the locations that a fragment shader writes.
    bool secondAlpha = false; ///< … and there is a second for blending, with an alpha.
    bool coverageAlpha = false; ///< … and the first has an alpha that coverage may come from.
    spirv::LocationTypes inputs;
    spirv::LocationTypes outputs;
};

CodeFacts codeFacts(const std::vector<uint32_t>& words);

/// The code of one of the program's stages in the device's descriptor sets.
std::vector<uint32_t> variantWords(const glsl::LinkedProgram& linked,
                                   const glsl::StageBinary& stage,
                                   const SetPlan& plan,
                                   const CodeVariant& variant);

} // namespace glvk
