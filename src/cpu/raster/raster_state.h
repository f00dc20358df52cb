// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/primitive.h"

#include <array>
#include <cstdint>

/// What draws tell the rasteriser: plain data, whether it came with the pipeline or was set
/// dynamically.
namespace cpu::raster {

inline constexpr uint32_t kMaxViewports = 16;

/// Of so many bytes: where primitives restart if nothing else was said.
constexpr uint32_t highestIndex(uint32_t index_B) {
    return ~0u >> (32 - 8 * index_B);
}

struct IndexBuffer {
    const uint8_t* base = nullptr;
    uint64_t size_B = 0;
    uint32_t index_B = 2;                     ///< 1, 2 or 4.
    uint32_t restart = highestIndex(index_B); ///< Where primitives restart, if they do.
};

/// As VkPrimitiveTopology.
enum class Topology : uint8_t {
    PointList,
    LineList,
    LineStrip,
    TriangleList,
    TriangleStrip,
    TriangleFan,
    LineListAdjacency,
    LineStripAdjacency,
    TriangleListAdjacency,
    TriangleStripAdjacency,
    PatchList,
};

enum class PolygonMode : uint8_t { Fill, Line, Point };
enum class LineMode : uint8_t { Rectangular, Bresenham, RectangularSmooth };

struct Viewport {
    float x = 0, y = 0, width = 0, height = 0; ///< As VkViewport: height may be negative.
    float minDepth = 0, maxDepth = 1;
};

struct RasterState {
    Topology topology = Topology::TriangleList;
    bool restart = false;
    bool discard = false;
    bool depthClamp = false;
    bool depthClip = true; ///< Against the near and far planes.
    /// Clip space depth is -w … w instead of 0 … w (VK_EXT_depth_clip_control).
    bool negativeOneToOne = false;
    bool cullFront = false, cullBack = false;
    bool frontIsClockwise = false;
    bool depthBias = false;
    bool provokingLast = false;
    PolygonMode polygonMode = PolygonMode::Fill;
    LineMode lineMode = LineMode::Rectangular;
    bool stippled = false;
    uint16_t stipplePattern = 0xffff;
    uint32_t stippleFactor = 1;
    float lineWidth_px = 1;
    float biasConstant = 0, biasClamp = 0, biasSlope = 0;
    uint32_t viewportCount = 1;
    std::array<Viewport, kMaxViewports> viewports;
    std::array<Rectangle, kMaxViewports> scissors;
};

/// With the line mode, alpha is to be multiplied with how much of a pixel lines cover.
inline bool drawsSmoothLines(const RasterState& state) {
    if (state.lineMode != LineMode::RectangularSmooth) {
        return false;
    }
    switch (state.topology) {
    case Topology::PointList:
        return false;
    case Topology::LineList:
    case Topology::LineStrip:
    case Topology::LineListAdjacency:
    case Topology::LineStripAdjacency:
        return true;
    default:
        return state.polygonMode == PolygonMode::Line;
    }
}

} // namespace cpu::raster
