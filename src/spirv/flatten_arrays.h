// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// Vulkan has arrays of descriptors and no arrays of those: makes arrays of arrays of samplers and
/// of uniform blocks arrays of one dimension, elements in the order of GL's ("a[1][0]" behind the
/// last of "a[0]"). Returns the words unchanged where there are none, or where a function that was
/// not inlined takes a part of one.
class FlattenArrays {
public:
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
