// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <span>
#include <vector>

namespace spirv {

/// GL leaves out fragments of polygons by a pattern of 32×32 window pixels (glPolygonStipple),
/// Vulkan does not. Discards them where the stage ends, so that derivatives are what they were.
class PolygonStipple {
public:
    static constexpr uint32_t kSize_B = 128;

    /// Where the pattern is: eight uvec4s of rows, from the bottom up; a row's highest bit is its
    /// first pixel.
    struct Source {
        uint32_t set = 0; ///< whose binding 0 is a uniform block
        uint32_t offset_B = 0;
    };
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words,
                                                   const Source& source);
};

} // namespace spirv
