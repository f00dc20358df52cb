// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// Has a table change the texture coordinates of every lookup that filters, before the device wraps
/// them: an "and" on their bits (which may take the absolute value), a lower and an upper limit. A
/// row is three vectors of four words, a component each for s, t and r: masks, lower limits, upper
/// limits. Ones, -infinity and infinity change nothing.
///
/// The level of detail is that of the coordinates as they were: lookups with implicit derivatives
/// get explicit ones. Layers, cube maps and texel fetches are left alone, and so are samplers that
/// are handed to functions.
class ClampCoordinates {
public:
    static constexpr uint32_t kRow_B = 48;

    /// Part of a uniform block, which other variables may share.
    struct Table {
        uint32_t set = 0;
        uint32_t binding = 0;
        uint32_t offset_B = 0; ///< a multiple of 16
        uint32_t rows = 0;
    };
    /// A sampler, or an array of samplers with as many rows.
    struct Sampler {
        uint32_t binding = 0;
        uint32_t firstRow = 0;
    };

    /// The words unchanged where nothing is looked up.
    [[nodiscard]] static std::vector<uint32_t>
    run(std::span<const uint32_t> words, const Table& table, std::span<const Sampler> samplers);
};

} // namespace spirv
