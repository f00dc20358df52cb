// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// OpenGL's alpha test, which Vulkan has not: where a fragment shader ends, its first colour's
/// alpha is compared with a reference, and fragments that do not pass are discarded. The function
/// is data: whether less, equal and greater pass.
class AlphaTest {
public:
    /// Of a vec4 in the block of set `set`, binding 0: the reference, then 1 or 0 for less, equal
    /// and greater.
    struct Source {
        uint32_t set = 0;
        uint32_t offset_B = 0;
    };
    /// The same code where it has no vector of four floats at location 0.
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words,
                                                   const Source& source);
};

} // namespace spirv
