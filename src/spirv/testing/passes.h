// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace spirv {

/// A pass as a command line names it, to be run alone.
struct Pass {
    std::string_view name;    ///< its class's, with hyphens
    std::string_view numbers; ///< that it takes, separated by commas; empty: none
    size_t least = 0;         ///< of them
    std::vector<uint32_t> (*run)(const std::vector<uint32_t>& words,
                                 std::span<const int64_t> numbers);
};

/// All passes, by name.
[[nodiscard]] std::span<const Pass> passes();

} // namespace spirv
