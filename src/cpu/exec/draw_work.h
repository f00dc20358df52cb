// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/draw_work.h"
#include "cpu/exec/graphics_state.h"
#include "cpu/shader/interface/stage_image.h"

#include <array>

/// From the state of a draw to what its kernels take (abi/draw_work.h).
namespace cpu::exec {

/// Where the routines of fixed functions come from. Never waits for a compiler.
class DrawRoutines {
public:
    virtual ~DrawRoutines() = default;
    virtual void* fetchVertex(uint32_t format) = 0;
    virtual void* mergeDepth(DepthKey key) = 0;
    virtual void* mergeColor(ColorKey key) = 0;
};

/// Where samples lie in a pixel: Vulkan 1.3, "Multisampling", standard sample locations.
struct SamplePlaces {
    float x[kMaxSamples], y[kMaxSamples];
};
SamplePlaces samplePlaces(uint32_t samples);

/// The attributes that a vertex shader reads; those without a buffer read as zeros.
struct Attributes {
    std::array<AttributeWork, kMaxLocations> all;
    uint32_t count = 0;
};
Attributes attributesOf(const VertexInput& input, uint32_t attributesUsed, DrawRoutines& routines);

/// All but the function and the data of the shader.
FragmentWork fragmentsOf(const GraphicsState& state,
                         const shader::FragmentImage* image, ///< Null: there is no such stage.
                         DrawRoutines& routines);

} // namespace cpu::exec
