// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/backend/device.h"

#include <span>

namespace glvk {

namespace {

/// Standard sample locations (Vulkan 1.3, "Multisampling") in sixteenths of a pixel.
struct Location {
    uint8_t x, y;
};
constexpr Location k1[] = {{8, 8}};
constexpr Location k2[] = {{12, 12}, {4, 4}};
constexpr Location k4[] = {{6, 2}, {14, 6}, {2, 10}, {10, 14}};
constexpr Location k8[] = {{9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1}};
constexpr Location k16[] = {{9, 9},
                            {7, 5},
                            {5, 10},
                            {12, 7},
                            {3, 6},
                            {10, 13},
                            {13, 11},
                            {11, 3},
                            {6, 14},
                            {8, 1},
                            {4, 2},
                            {2, 12},
                            {0, 8},
                            {15, 4},
                            {14, 15},
                            {1, 0}};

std::span<const Location> locations(int32_t samples) {
    switch (samples) {
    case 2:
        return k2;
    case 4:
        return k4;
    case 8:
        return k8;
    case 16:
        return k16;
    default:
        return k1;
    }
}

} // namespace

// Images hold the bottom row first, so Vulkan's y is GL's.
std::array<float, 2> Device::samplePosition(int32_t samples, int32_t index) const {
    const std::span<const Location> all = locations(samples);
    if (size_t(index) >= all.size()) {
        return {0.5f, 0.5f};
    }
    return {float(all[size_t(index)].x) / 16, float(all[size_t(index)].y) / 16};
}

} // namespace glvk
