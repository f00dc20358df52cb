// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Depth and stencil: Vulkan 1.3, "Stencil Test" and "Depth Test".
#pragma once

#include "cpu/abi/merge_key.h"
#include "cpu/kernels/texel_encode.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace merging {

using namespace sampling;

/// Whether `a` compares to `b` so. NaN differ from everything.
template <class Vector>
GLISSADE_INLINE Mask compares(Compare compare, Vector a, Vector b) {
    switch (compare) {
    case Compare::Never:
        return splat(0);
    case Compare::Less:
        return (Mask)(a < b);
    case Compare::Equal:
        return (Mask)(a == b);
    case Compare::LessOrEqual:
        return (Mask)(a <= b);
    case Compare::Greater:
        return (Mask)(a > b);
    case Compare::NotEqual:
        return (Mask)(a != b);
    case Compare::GreaterOrEqual:
        return (Mask)(a >= b);
    default:
        return splat(-1);
    }
}

/// In eight bits.
GLISSADE_INLINE Int applyStencil(StencilOp op, Int stencil, Int reference) {
    switch (op) {
    case StencilOp::Zero:
        return splat(0);
    case StencilOp::Replace:
        return reference;
    case StencilOp::IncrementAndClamp:
        return atMost(stencil + 1, splat(255));
    case StencilOp::DecrementAndClamp:
        return atLeast(stencil - 1, splat(0));
    case StencilOp::Invert:
        return ~stencil & 255;
    case StencilOp::IncrementAndWrap:
        return (stencil + 1) & 255;
    case StencilOp::DecrementAndWrap:
        return (stencil - 1) & 255;
    default:
        return stencil;
    }
}

/// The fragment's depth as the format has it: a float's bits or an integer.
GLISSADE_INLINE UInt encodeDepth(const format::VkFormatLayout& layout,
                                 const DepthKey& key,
                                 const DepthData* data,
                                 Float depth) {
    if (key.clamps()) {
        depth = clampTo(depth, splat(data->minDepth), splat(data->maxDepth));
    }
    if (layout.type == format::ChannelType::Float) {
        return asUInt(asInt(depth));
    }
    const uint32_t highest = ~0u >> (32 - layout.channels[0].bits & 31);
    return texels::nearestInteger(clampTo(depth, splat(0.0f), splat(1.0f)) * splat(float(highest)));
}

GLISSADE_INLINE Mask compareDepth(const format::VkFormatLayout& layout,
                                  Compare compare,
                                  UInt depth,
                                  UInt stored) {
    if (layout.type == format::ChannelType::Float) {
        return compares(compare, asFloat(depth), asFloat(stored));
    }
    // At most 24 bits: comparing signed numbers is the cheaper one.
    return compares(compare, asInt(depth), asInt(stored));
}

/// "Depth Bounds Test". `depth`: as it is stored.
GLISSADE_INLINE Mask isBetween(const format::VkFormatLayout& layout,
                               const DepthData* data,
                               UInt depth) {
    Float value = asFloat(depth);
    if (layout.type != format::ChannelType::Float) {
        const uint32_t highest = ~0u >> (32 - layout.channels[0].bits & 31);
        value = toFloat(asInt(depth)) / splat(float(highest));
    }
    return (Mask)(value >= splat(data->minBounds)) & (Mask)(value <= splat(data->maxBounds));
}

} // namespace merging
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
