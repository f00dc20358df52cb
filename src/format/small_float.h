// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace format {

/// The floats of fewer than 32 bits: five bits of exponent, bias 15, `mantissaBits` of fraction
/// (GL 3.0 sections 2.1.2 to 2.1.4). Half floats are one of these and a sign.
inline float fromUfloat(uint32_t v, int mantissaBits) {
    const uint32_t mantissa = v & ((1u << mantissaBits) - 1);
    const uint32_t exponent = (v >> mantissaBits) & 31;
    if (exponent == 31) {
        return std::bit_cast<float>(0x7F800000u | (mantissa << (23 - mantissaBits)));
    }
    if (exponent == 0) {
        return static_cast<float>(mantissa) / static_cast<float>(1u << (14 + mantissaBits));
    }
    return std::bit_cast<float>(((exponent + 112) << 23) | (mantissa << (23 - mantissaBits)));
}

/// Rounds to nearest even; what is too large becomes infinity. `f` is not negative.
inline uint32_t toUfloatOrInfinity(float f, int mantissaBits) {
    uint32_t bits = std::bit_cast<uint32_t>(f);
    const int shift = 23 - mantissaBits;
    if (bits >= 0x7F800000u) {
        const bool nan = bits > 0x7F800000u;
        return (31u << mantissaBits) | (nan ? 1u << (mantissaBits - 1) : 0);
    }
    if (bits < (113u << 23)) { // Below 2^-14: a denormal, or a carry into the first normal.
        return static_cast<uint32_t>(std::lrint(f * static_cast<float>(1u << (14 + mantissaBits))));
    }
    bits += ((1u << (shift - 1)) - 1) + ((bits >> shift) & 1);
    const uint32_t rounded = (bits >> shift) - (112u << mantissaBits);
    return rounded < (31u << mantissaBits) ? rounded : 31u << mantissaBits;
}

/// The unsigned floats of 11 and 10 bits: negative values are zero, finite ones stay finite.
inline uint32_t toUfloat(float f, int mantissaBits) {
    if (std::isnan(f)) {
        return (31u << mantissaBits) | (1u << (mantissaBits - 1));
    }
    if (!(f > 0)) {
        return 0;
    }
    const uint32_t infinity = 31u << mantissaBits;
    const uint32_t v = toUfloatOrInfinity(f, mantissaBits);
    return v == infinity && std::isfinite(f) ? infinity - 1 : v;
}

inline float fromHalf(uint16_t h) {
    const float magnitude = fromUfloat(h & 0x7FFFu, 10);
    return (h & 0x8000u) != 0 ? -magnitude : magnitude;
}

/// As IEEE 754 converts: what is too large becomes infinity.
inline uint16_t toHalf(float f) {
    const uint32_t sign = (std::bit_cast<uint32_t>(f) >> 16) & 0x8000u;
    return static_cast<uint16_t>(sign | toUfloatOrInfinity(std::fabs(f), 10));
}

/// As GL's pixels and texels are converted: finite values stay finite. Section 2.3.4.2 of OpenGL
/// 4.6 leaves half floats open; 2.3.4.3 and 2.3.4.4 ask it of the smaller ones, and a filter that
/// gives an infinite texel the weight zero would answer NaN.
inline uint16_t toFiniteHalf(float f) {
    const uint16_t h = toHalf(f);
    return (h & 0x7FFFu) == 0x7C00u && std::isfinite(f) ? static_cast<uint16_t>(h - 1) : h;
}

} // namespace format
