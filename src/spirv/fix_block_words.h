// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace spirv {

/// Makes constants of numbers in a uniform block: what is loaded from there is known. The block
/// stays as it is, and with it where its other members lie.
class FixBlockWords {
public:
    /// Unsigned integers of 32 bits, by their offsets in bytes in the block of set `set`, binding
    /// 0. Loads of vectors become constants where all their components are known.
    [[nodiscard]] static std::vector<uint32_t>
    run(std::vector<uint32_t> words, uint32_t set, const std::map<uint32_t, uint32_t>& known);
};

} // namespace spirv
