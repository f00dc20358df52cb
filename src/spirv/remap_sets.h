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

} // namespace spirv
