// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// A struct or array that is copied from one variable to another is loaded as a value and stored.
/// Devices make a value of each of its scalars, and compile them with effort that grows with the
/// square of how many there are: minutes for a hundred vectors. Copies of many become calls of a
/// function that copies element by element in a loop.
class CopyInLoops {
public:
    /// Scalars that are not too many for values.
    static constexpr uint32_t kMostValues = 64;

    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
