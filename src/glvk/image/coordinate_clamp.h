// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace glvk {

/// What a shader does with a texture coordinate before the device samples (docs/samplers.md).
enum class CoordinateClamp : uint8_t {
    None,
    Clamp,       ///< To [0, 1].
    MirrorClamp, ///< Its absolute value, at least half a texel and at most 1.
    Mirror,      ///< Its absolute value, at least half a texel.
};

/// The clamps of s, t and r.
class ClampMask {
public:
    constexpr ClampMask() = default;
    constexpr ClampMask(CoordinateClamp s, CoordinateClamp t, CoordinateClamp r)
        : m_bits(uint8_t(uint8_t(s) | uint8_t(t) << 2 | uint8_t(r) << 4)) {}
    constexpr CoordinateClamp operator[](unsigned coordinate) const {
        return CoordinateClamp(m_bits >> (2 * coordinate) & 3);
    }
    constexpr explicit operator bool() const { return m_bits != 0; }
    constexpr bool operator==(const ClampMask&) const = default;

private:
    uint8_t m_bits = 0;
};

} // namespace glvk
