// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

namespace format {

/// The channels of a texel: floats, or integers where the format's are (`layout.integer()`), by
/// their bits. Depth is the first channel and always a float, stencil the second and always an
/// integer. 64-bit integers take the first two, low half first.
struct TexelValue {
    uint32_t bits[4];

    static TexelValue ofFloats(float r, float g, float b, float a) {
        return {std::bit_cast<uint32_t>(r),
                std::bit_cast<uint32_t>(g),
                std::bit_cast<uint32_t>(b),
                std::bit_cast<uint32_t>(a)};
    }
    float number(uint32_t channel) const { return std::bit_cast<float>(bits[channel]); }
    void setNumber(uint32_t channel, float value) {
        bits[channel] = std::bit_cast<uint32_t>(value);
    }
};

} // namespace format
