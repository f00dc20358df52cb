// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/state.h"
#include "glvk/gpu/vulkan.h"

#include <algorithm>
#include <cstdint>

/// GL's enumerants to Vulkan's.
namespace glvk::translate {

VkPrimitiveTopology topology(GLenum mode);
/// One topology standing for its class (points, lines, triangles), for pipelines whose topology is
/// dynamic within the class.
constexpr VkPrimitiveTopology topologyClass(VkPrimitiveTopology topology) {
    switch (topology) {
    case VK_PRIMITIVE_TOPOLOGY_POINT_LIST:
        return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP:
    case VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY:
    case VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY:
        return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case VK_PRIMITIVE_TOPOLOGY_PATCH_LIST:
        return VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    default:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    }
}

VkPolygonMode polygonMode(GLenum mode);
VkCullModeFlags cullMode(const gl::State& state);
/// Vulkan measures a triangle's area with y down, GL with y up: the sense is the other one.
bool clockwise(const gl::State& state);
VkCompareOp compareOp(GLenum func);
VkStencilOp stencilOp(GLenum op);
VkBlendOp blendOp(GLenum equation);
VkBlendFactor blendFactor(GLenum factor);
VkLogicOp logicOp(GLenum op);
/// Whether polygons are offset: each polygon mode has a switch of its own.
bool depthBias(const gl::State& state);
/// Sample coverage (ES 2.0 section 3.10.1) and the sample mask as one; zero: all samples.
uint32_t sampleMask(const gl::State& state, uint32_t samples);
inline gl::Rect intersect(const gl::Rect& a, const gl::Rect& b) {
    const int64_t left = std::max(a.x, b.x);
    const int64_t bottom = std::max(a.y, b.y);
    const int64_t right = std::min(int64_t(a.x) + a.width_px, int64_t(b.x) + b.width_px);
    const int64_t top = std::min(int64_t(a.y) + a.height_px, int64_t(b.y) + b.height_px);
    return {int32_t(left < right ? left : 0),
            int32_t(bottom < top ? bottom : 0),
            int32_t(std::max<int64_t>(right - left, 0)),
            int32_t(std::max<int64_t>(top - bottom, 0))};
}

} // namespace glvk::translate
