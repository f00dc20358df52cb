// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/osmesa_test.h"

#include <cstddef>
#include <span>
#include <vector>

namespace osmesa_test {

/// How a format and a type lay out pixels.
struct Layout {
    const char* name;
    GLenum format, type;
    size_t component_B; ///< 0: packed in 5, 6 and 5 bits.
    const char* order;  ///< Of components in memory.
    bool mesa = true;   ///< Mesa draws right pixels.

    size_t pixelSize_B() const;
    std::vector<std::byte> encode(const Color& color) const;
    /// Alpha is one where there is none.
    Color decode(const std::byte* pixel) const;
};

/// All that there are.
std::span<const Layout> layouts();

} // namespace osmesa_test
