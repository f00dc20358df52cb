// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/primitive.h"

#include <cstdint>

/// Clip space to the framebuffer, as raster::place() and the kernels of kernels/setup.h do it.
namespace cpu {

/// Positions beyond this are clipped, or edges would not be exact. Pixels; 2^15 from end to end.
inline constexpr int32_t kGuardLow_px = -8192;
inline constexpr int32_t kGuardHigh_px = 24575;
/// Of vertices that can be divided by it. Those below are clipped away.
inline constexpr double kLeastW = 0x1p-126;

/// What must be cut off before a primitive can be drawn.
enum ClipBit : uint32_t {
    kClipW = 1 << 0,
    kClipNear = 1 << 1,
    kClipFar = 1 << 2,
    kClipLeft = 1 << 3, ///< The guard band.
    kClipRight = 1 << 4,
    kClipTop = 1 << 5,
    kClipBottom = 1 << 6,
    kClipInvalid = 1 << 7,  ///< Not a number, or infinite: what has such a vertex is dropped.
    kClipDistance = 1 << 8, ///< The first of as many bits as there are clip distances.
};
/// What a vertex lies outside of. A primitive with all vertices outside of the same is invisible.
enum VolumeBit : uint32_t {
    kOutsideLeft = 1 << 0,
    kOutsideRight = 1 << 1,
    kOutsideTop = 1 << 2,
    kOutsideBottom = 1 << 3,
    kOutsideNear = 1 << 4,
    kOutsideFar = 1 << 5,
    kOutsideDistance = 1 << 8, ///< The first of those of clip distances, then of cull distances.
};

/// A vertex in the framebuffer.
struct ScreenVertex {
    int32_t x, y;    ///< 1/256 pixels. Only where `clip` is 0.
    uint32_t clip;   ///< Of ClipBit.
    uint32_t volume; ///< Of VolumeBit.
    double inverseW;
    double depth; ///< In the framebuffer, not clamped.
};

/// One viewport.
struct Screen {
    double scaleX, offsetX, scaleY, offsetY, scaleZ, offsetZ;
    bool depthClip, negativeOneToOne;
    /// What polygons may cover: area, scissor and viewport.
    Rectangle bounds;
    Rectangle viewport; ///< As far as framebuffers reach.
    /// Area and scissor: what points and wide lines may cover, which reach beyond the viewport.
    Rectangle wideBounds;

    double farX(double x, double inverseW) const { return x * inverseW * scaleX + offsetX; }
    double farY(double y, double inverseW) const { return y * inverseW * scaleY + offsetY; }
};

} // namespace cpu
