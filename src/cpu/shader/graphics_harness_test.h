// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/image_harness_test.h"
#include "cpu/shader/interface/stage_image.h"

/// Runs vertex and fragment shaders without a rasteriser: lanes in, rows out. Each shader is
/// compiled at all levels, plain and optimised, and has to give the same bits.
namespace cpu::shader::test {

inline constexpr uint32_t kMarker = 0xcdcdcdcd; ///< What nobody has written.

/// Set 0, binding by binding.
struct GraphicsResource {
    BindingKind kind;
    Words words = {};       ///< Of buffers.
    Image* image = nullptr; ///< Of images.
    const SamplerData* sampler = nullptr;
};

struct VertexRun {
    std::string glsl;
    std::vector<GraphicsResource> resources = {};
    /// By location and component: a word for each of 16 vertices.
    std::array<std::array<Words, 4>, kMaxLocations> attributes = {};
    Words vertexIndex = {}; ///< 0 … 15 where there is none.
    uint32_t active = 0xffff;
    uint32_t instanceIndex = 0, baseVertex = 0, baseInstance = 0, drawIndex = 0, viewIndex = 0;
    /// Floats that are folded at compile time may give other bits.
    bool exact = true;
};
struct VertexResult {
    VertexImage image;                        ///< Without its object.
    std::array<Words, kMaxVertexSlots> slots; ///< By vertex; inactive ones have kMarker.
    std::vector<Words> buffers;
    float number(uint32_t slot, uint32_t vertex) const { return asFloat(slots[slot][vertex]); }
};
VertexResult run(const VertexRun& run);

/// The 4 × 4 pixels at (x, y) of one primitive. Fragments are numbered as lanes are: quad by quad.
struct FragmentRun {
    std::string glsl;
    std::vector<GraphicsResource> resources = {};
    PrimitiveData primitive = {};
    std::vector<Plane> varyings = {}; ///< By slot.
    int32_t x = 8, y = 4;
    std::array<uint32_t, kMaxSamples> coverage{0xffff, 0, 0, 0};
    uint32_t sampleCount = 1;
    int32_t sampleIndex = -1;
    uint32_t viewIndex = 0;
    bool exact = true;
};
struct FragmentResult {
    FragmentImage image; ///< Without its object.
    uint32_t active = 0;
    /// By fragment; those that are not active at the end have kMarker.
    using Row = std::array<uint32_t, 16>;
    std::array<std::array<Row, 4>, kMaxColorAttachments> color;
    std::array<Row, 4> secondColor;
    Row depth, stencil, sampleMask;
    std::vector<Words> buffers;
    float number(uint32_t component, uint32_t fragment, uint32_t location = 0) const {
        return asFloat(color[location][component][fragment]);
    }
};
FragmentResult run(const FragmentRun& run);

inline constexpr uint32_t pixelX(uint32_t fragment) {
    return (fragment >> 2 & 1) * 2 + (fragment & 1);
}
inline constexpr uint32_t pixelY(uint32_t fragment) {
    return (fragment >> 3) * 2 + (fragment >> 1 & 1);
}
/// What abi/graphics.h says of a plane.
float at(const PrimitiveData& primitive, const Plane& plane, float x, float y);

} // namespace cpu::shader::test
