// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/coverage.h"
#include "cpu/raster/primitive.h"

#include <algorithm>
#include <cstdint>

/// Small steps from positions on the grid of 1/256 pixels to what Primitives hold.
namespace cpu::raster {

/// The edge from (x0, y0) to (x1, y1) of a polygon that goes clockwise, y down. Samples on the edge
/// are inside if it is a left edge or a horizontal one at the top.
inline Edge edgeFrom(int32_t x0, int32_t y0, int32_t x1, int32_t y1) {
    const int32_t a = y0 - y1;
    const int32_t b = x1 - x0;
    const bool topLeft = a > 0 || (a == 0 && b > 0);
    return {a, b, -(int64_t(a) * x0 + int64_t(b) * y0) - (topLeft ? 0 : 1)};
}

/// Where the samples of a pixel lie, in both directions.
struct SampleReach {
    int32_t least, most;
};
inline SampleReach sampleReach(uint32_t samples) {
    return samples == 1 ? SampleReach{kSubpixels / 2, kSubpixels / 2}
                        : SampleReach{std::min(kSampleX[2], kSampleY[0]),
                                      std::max(kSampleX[1], kSampleY[3])};
}

/// Pixels of which some sample lies in the rectangle, its border included.
inline Rectangle pixelsBetween(int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t samples) {
    const SampleReach reach = sampleReach(samples);
    const auto low = [&](int32_t at) {
        return (at + kSubpixels - 1 - reach.most) >> kSubpixelBits;
    };
    const auto high = [&](int32_t at) { return (at - reach.least + kSubpixels) >> kSubpixelBits; };
    return {low(x0), low(y0), high(x1), high(y1)};
}

} // namespace cpu::raster
