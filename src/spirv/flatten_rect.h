// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// Vulkan has no rectangle images: makes them 2D images, and divides the coordinates and gradients
/// of every lookup by the image's size. Types may be there twice afterwards. Returns the words
/// unchanged when there are no rectangles.
class FlattenRect {
public:
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
