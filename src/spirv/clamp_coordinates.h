// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

class Module;

/// Has a table change the texture coordinates of every lookup that filters, before the device wraps
/// them: an "and" on their bits (which may take the absolute value), a lower and an upper limit. A
/// row is three vectors of four words, a component each for s, t and r: masks, lower limits, upper
/// limits. Ones, -infinity and infinity change nothing.
///
/// The fourth mask says how a comparison becomes a vector, where the code has
/// max(vec4(1, 1, 1, -0) * comparison, vec4(0, 0, 0, 1)): that is what GL_LUMINANCE does, and
/// written so by nobody else.
///
/// The level of detail is that of the coordinates as they were: lookups with implicit derivatives
/// get explicit ones. Layers, cube maps and texel fetches are left alone, and so are samplers that
/// are handed to functions.
class ClampCoordinates {
public:
    /// Bits of the result's components that are the comparison, and from kOnesShift on of those
    /// that are one; others are zero.
    static constexpr uint32_t kOnesShift = 4;
    static constexpr uint32_t kLuminance = 0b0111 | 0b1000 << kOnesShift;
    /// The code has a comparison that becomes a vector.
    [[nodiscard]] static bool spreadsComparisons(const Module& module);

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
