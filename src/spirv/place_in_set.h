// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// Puts all resources of a module into one descriptor set, `firstBinding` bindings further on.
class PlaceInSet {
public:
    [[nodiscard]] static std::vector<uint32_t>
    run(std::span<const uint32_t> words, uint32_t set, uint32_t firstBinding);
};

} // namespace spirv
