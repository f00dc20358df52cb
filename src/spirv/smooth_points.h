// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// GL's smooth points (GL_POINT_SMOOTH) are disks, Vulkan's points are squares. Where a fragment
/// shader ends, its first colour's alpha is multiplied by how much of the pixel the disk in the
/// square covers; fragments that it does not touch are discarded.
class SmoothPoints {
public:
    /// The same code where it has no vector of four floats at location 0.
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
