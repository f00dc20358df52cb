// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gl {

/// What framebuffers of colour indices, which there are none of, would be cleared with and where
/// they would be written.
struct ColorIndices {
    float clearValue = 0;
    uint32_t writeMask = ~0u;

    bool operator==(const ColorIndices&) const = default;
};

} // namespace gl
