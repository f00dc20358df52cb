// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace gl {

/// glPolygonStipple's pattern.
struct PolygonStipple {
    /// From the bottom up; a row's highest bit is its first pixel.
    std::array<uint32_t, 32> rows;

    PolygonStipple() { rows.fill(~0u); }
    bool operator==(const PolygonStipple&) const = default;
};

} // namespace gl
