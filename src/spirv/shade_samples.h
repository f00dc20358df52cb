// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// Makes a fragment shader one that is run for each sample, with inputs interpolated there: it
/// reads SampleId, and its smooth inputs are decorated Sample (Vulkan, "Sample Shading"). For
/// devices that have no state for it.
class ShadeSamples {
public:
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
