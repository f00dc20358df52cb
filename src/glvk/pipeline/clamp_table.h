// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/image/sampled_image.h"
#include "spirv/clamp_coordinates.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace glsl {
struct StageBinary;
}

namespace glvk {

/// A SampledClamp as the shader reads it: coordinates go through "and", then between the limits.
/// The fourth word of `bits` is for comparisons.
struct ClampRow {
    std::array<uint32_t, 4> bits;
    std::array<float, 4> low;
    std::array<float, 4> high;
};
static_assert(sizeof(ClampRow) == spirv::ClampCoordinates::kRow_B);

/// Pure.
ClampRow clampRow(const SampledClamp& clamp);

/// A stage's table: it follows the default uniform block, in the same buffer. Each sampler, and
/// each element of an array of samplers, has a row, by binding.
struct ClampTable {
    uint32_t offset_B = 0;
    uint32_t rows = 0; ///< 0: the stage does not look up anything that wraps.
    uint32_t end_B() const { return offset_B + rows * spirv::ClampCoordinates::kRow_B; }
};
/// `most_B`: how long uniform buffers may be.
ClampTable clampTable(const glsl::StageBinary& stage, uint32_t most_B);
/// The stage's code as it reads the table; `words` are its own, maybe changed in other ways.
std::vector<uint32_t> withClamps(std::span<const uint32_t> words, const glsl::StageBinary& stage);

} // namespace glvk
