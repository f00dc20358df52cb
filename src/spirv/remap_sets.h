// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

// Changes every DescriptorSet decoration `s` to setMap[s]; sets outside the map stay as they are.
[[nodiscard]] std::vector<uint32_t> remapSets(std::span<const uint32_t> words,
                                              std::span<const uint32_t> setMap);

// Puts all resources of a module into one set, `firstBinding` bindings further on.
[[nodiscard]] std::vector<uint32_t>
placeInSet(std::span<const uint32_t> words, uint32_t set, uint32_t firstBinding);

} // namespace spirv
