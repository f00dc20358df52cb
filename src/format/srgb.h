// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The sRGB transfer function as tables: exact, and the same on every machine and in every kernel
/// (Khronos Data Format Specification, "sRGB transfer function"). Without library headers.
namespace format {
namespace srgb {

/// x to the power 2.4, for x in (0, 1): y⁵ = x² by Newton's method, times x².
constexpr double power24(double x) {
    const double square = x * x;
    double y = 1.0;
    for (int i = 0; i < 64; ++i) {
        const double fourth = y * y * y * y;
        y -= (fourth * y - square) / (5.0 * fourth);
    }
    return square * y;
}

/// `encoded` from 0 to 1.
constexpr double toLinear(double encoded) {
    return encoded <= 0.04045 ? encoded / 12.92 : power24((encoded + 0.055) / 1.055);
}

struct Tables {
    float linear[256];     ///< Of each code.
    float thresholds[256]; ///< thresholds[c]: the least linear value that is encoded as c.
};

constexpr Tables makeTables() {
    Tables tables{};
    for (int code = 0; code < 256; ++code) {
        tables.linear[code] = float(toLinear(code / 255.0));
        tables.thresholds[code] = code == 0 ? 0.0f : float(toLinear((code - 0.5) / 255.0));
    }
    tables.linear[255] = 1.0f;
    return tables;
}

inline constexpr Tables kTables = makeTables();

} // namespace srgb

constexpr float srgbToLinear(uint8_t code) {
    return srgb::kTables.linear[code];
}

/// The code nearest to `linear`; what is below zero and NaN are 0, what is above one is 255.
constexpr uint8_t linearToSrgb(float linear) {
    uint32_t code = 0;
    for (uint32_t step = 128; step > 0; step /= 2) {
        code += linear >= srgb::kTables.thresholds[code + step] ? step : 0;
    }
    return uint8_t(code);
}

} // namespace format
