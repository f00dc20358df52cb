// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/graphics.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cpu::raster {

/// How patches are divided.
struct PatchShape {
    using Domain = TessellationModes::Domain;
    using Spacing = TessellationModes::Spacing;
    Domain domain = Domain::Triangles;
    Spacing spacing = Spacing::Equal;
    bool points = false;
    /// Triangles turn from u towards v; seen with the origin in the upper left corner, as is
    /// Vulkan's default, that is clockwise.
    bool turnsFromU = false;

    /// 1, 2 or 3: points, lines, triangles.
    uint32_t corners() const { return points ? 1 : domain == Domain::Isolines ? 2 : 3; }
    friend constexpr bool operator==(const PatchShape&, const PatchShape&) = default;
};

/// As gl_TessLevelOuter and gl_TessLevelInner, whatever a shader left there.
struct PatchLevels {
    std::array<float, 4> outer{};
    std::array<float, 2> inner{};
};

/// The fixed-function tessellator: levels to points of the domain and primitives among them.
/// Vulkan 1.3, "Tessellation". Keeps what it made for a patch, for the next one often is the same.
///
/// Coordinates are multiples of 2^-24, so 1 - x is exact for each of them. What an edge is divided
/// into depends on its level alone, and is the same seen from either end: neighbouring patches
/// meet. Of fractional spacing the two shorter segments are at the ends.
class Tessellator {
public:
    struct Point {
        float u, v, w; ///< w: of triangles 1 - u - v, otherwise 0.
    };

    /// False: the patch is discarded, for an outer level that matters is not above zero.
    bool run(const PatchShape& shape, const PatchLevels& levels);

    std::span<const Point> points() const { return m_points; }
    /// PatchShape::corners() points for each primitive.
    std::span<const uint32_t> elements() const { return m_elements; }

private:
    /// Where an edge is divided, in 2^-24: from 0 to 1, both included.
    using Division = std::vector<uint32_t>;
    /// A side of a ring, from corner to corner: the points, and where along it they lie.
    struct Side {
        std::vector<uint32_t> points;
        Division places;
    };
    template <uint32_t kSides>
    using Ring = std::array<Side, kSides>;

    uint32_t addPoint(uint32_t u, uint32_t v, uint32_t w);
    void addTriangle(uint32_t a, uint32_t b, uint32_t c);
    /// What lies between a side and the one further inside that goes along it.
    void addStrip(const Side& outer, const Side& inner);
    void isolines();
    void triangles();
    void quads();

    PatchShape m_shape;
    PatchLevels m_levels;
    bool m_valid = false; ///< The two are those of points and elements.
    std::vector<Point> m_points;
    std::vector<uint32_t> m_elements;
};

} // namespace cpu::raster
