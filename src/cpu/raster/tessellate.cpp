// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/tessellate.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cpu::raster {
namespace {

using Domain = PatchShape::Domain;
using Spacing = PatchShape::Spacing;

constexpr uint32_t kOne = 1u << 24;
constexpr double kMost = kMaxTessellationLevel;

/// A level as it counts: clamped, and the number of segments that it is rounded to.
struct Level {
    double clamped;
    uint32_t segments;
};

/// What is not a number is the least level.
Level levelOf(Spacing spacing, float level) {
    const double least = spacing == Spacing::FractionalEven ? 2 : 1;
    const double most = spacing == Spacing::FractionalOdd ? kMost - 1 : kMost;
    const double clamped = level > least ? std::min(double(level), most) : least;
    switch (spacing) {
    case Spacing::FractionalEven:
        return {clamped, 2 * uint32_t(std::ceil(clamped / 2))};
    case Spacing::FractionalOdd:
        return {clamped, 2 * uint32_t(std::ceil((clamped - 1) / 2)) + 1};
    default:
        return {clamped, uint32_t(std::ceil(clamped))};
    }
}

/// Inner levels of one next to levels that are not: as though they were a little more.
Level moreThanOne(Spacing spacing) {
    return levelOf(spacing, std::nextafter(1.0f, 2.0f));
}

/// Symmetric: the second half mirrors the first one.
std::vector<uint32_t> divide(Spacing spacing, const Level& level) {
    const uint32_t n = level.segments;
    std::vector<uint32_t> places(n + 1);
    double first = double(kOne) / n;
    double next = first;
    if (spacing == Spacing::FractionalEven || spacing == Spacing::FractionalOdd) {
        // As long as the others where the level is n, of no length where it is n - 2.
        const double relative = 1 - (n - level.clamped) / 2;
        next = kOne / (n - 2 + 2 * relative);
        first = relative * next;
        if (n <= 2) {
            first = double(kOne) / n;
        }
    }
    for (uint32_t i = 1; i <= n / 2; ++i) {
        // In the middle of an even number exactly.
        places[i] = 2 * i == n ? kOne / 2 : uint32_t(std::lround(first + (i - 1) * next));
    }
    for (uint32_t i = 0; i <= n / 2; ++i) {
        places[n - i] = kOne - places[i];
    }
    return places;
}

std::vector<uint32_t> part(const std::vector<uint32_t>& division, uint32_t first, uint32_t last) {
    return {division.begin() + first, division.begin() + last + 1};
}

/// Seen from the other end.
std::vector<uint32_t> reversed(const std::vector<uint32_t>& division) {
    std::vector<uint32_t> places(division.rbegin(), division.rend());
    for (uint32_t& place : places) {
        place = kOne - place;
    }
    return places;
}

} // namespace

bool Tessellator::run(const PatchShape& shape, const PatchLevels& levels) {
    const uint32_t count = shape.domain == Domain::Quads       ? 4
                           : shape.domain == Domain::Triangles ? 3
                                                               : 2;
    const bool drawn =
        std::all_of(levels.outer.begin(), levels.outer.begin() + count, [](float level) {
            return level > 0; // Nor what is not a number.
        });
    if (!drawn) {
        return false;
    }
    if (m_valid && shape == m_shape && std::memcmp(&levels, &m_levels, sizeof levels) == 0) {
        return true;
    }
    m_shape = shape;
    m_levels = levels;
    m_valid = false;
    m_points.clear();
    m_elements.clear();
    switch (shape.domain) {
    case Domain::Isolines:
        isolines();
        break;
    case Domain::Quads:
        quads();
        break;
    default:
        triangles();
        break;
    }
    if (shape.points) {
        m_elements.resize(m_points.size());
        for (uint32_t i = 0; i < m_elements.size(); ++i) {
            m_elements[i] = i;
        }
    }
    m_valid = true;
    return true;
}

uint32_t Tessellator::addPoint(uint32_t u, uint32_t v, uint32_t w) {
    const auto number = [](uint32_t place) { return float(place) / float(kOne); };
    m_points.push_back({number(u), number(v), number(w)});
    return uint32_t(m_points.size()) - 1;
}

/// Of points that turn from u towards v.
void Tessellator::addTriangle(uint32_t a, uint32_t b, uint32_t c) {
    if (m_shape.points) {
        return;
    }
    m_elements.push_back(a);
    m_elements.push_back(m_shape.turnsFromU ? b : c);
    m_elements.push_back(m_shape.turnsFromU ? c : b);
}

void Tessellator::addStrip(const Side& outer, const Side& inner) {
    size_t i = 0;
    size_t j = 0;
    const auto middle = [](const Side& side, size_t at) {
        return side.places[at] + side.places[at + 1];
    };
    while (i + 1 < outer.points.size() || j + 1 < inner.points.size()) {
        const bool alongOuter =
            j + 1 == inner.points.size() ||
            (i + 1 < outer.points.size() && middle(outer, i) <= middle(inner, j));
        if (alongOuter) {
            addTriangle(outer.points[i], outer.points[i + 1], inner.points[j]);
            ++i;
        } else {
            addTriangle(outer.points[i], inner.points[j + 1], inner.points[j]);
            ++j;
        }
    }
}

/// Lines along u, one beside the other along v, without one at v = 1.
void Tessellator::isolines() {
    const Level lines = levelOf(Spacing::Equal, m_levels.outer[0]);
    const Division v = divide(Spacing::Equal, lines);
    const Division u = divide(m_shape.spacing, levelOf(m_shape.spacing, m_levels.outer[1]));
    for (uint32_t line = 0; line < lines.segments; ++line) {
        for (uint32_t i = 0; i < u.size(); ++i) {
            const uint32_t point = addPoint(u[i], v[line], 0);
            if (i > 0 && !m_shape.points) {
                m_elements.push_back(point - 1);
                m_elements.push_back(point);
            }
        }
    }
}

/// Rings, each further inside, of sides from u = 1 to v = 1 to w = 1.
void Tessellator::triangles() {
    const Spacing spacing = m_shape.spacing;
    // Side 0 is w = 0, 1 is u = 0, 2 is v = 0.
    std::array<Level, 3> outer;
    for (uint32_t side = 0; side < 3; ++side) {
        outer[side] = levelOf(spacing, m_levels.outer[(side + 2) % 3]);
    }
    const bool whole =
        std::all_of(outer.begin(), outer.end(), [](const Level& l) { return l.segments == 1; });
    Level inner = levelOf(spacing, m_levels.inner[0]);
    if (inner.segments == 1 && !whole) {
        inner = moreThanOne(spacing);
    }
    const uint32_t n = inner.segments;
    const Division division = divide(spacing, inner);

    const auto add = [&](uint32_t side, std::array<uint32_t, 3> at) {
        return addPoint(at[(3 - side) % 3], at[(4 - side) % 3], at[(5 - side) % 3]);
    };
    const auto close = [](Ring<3>& ring) {
        for (uint32_t side = 0; side < 3; ++side) {
            ring[side].points.push_back(ring[(side + 1) % 3].points.front());
        }
    };
    Ring<3> ring;
    for (uint32_t side = 0; side < 3; ++side) {
        ring[side].places = divide(spacing, outer[side]);
        for (uint32_t i = 0; i < outer[side].segments; ++i) {
            const uint32_t t = ring[side].places[i];
            ring[side].points.push_back(add(side, {kOne - t, t, 0}));
        }
    }
    close(ring);
    uint32_t k = 0;
    while (n - 2 * k >= 2) {
        ++k;
        // Where the lines meet that are at right angles to the sides of the whole triangle.
        const uint32_t third = (division[k] + 1) / 3;
        Ring<3> next;
        if (n == 2 * k) {
            const uint32_t u = kOne / 3;
            const uint32_t middle = addPoint(kOne - 2 * u, u, u);
            next.fill({{middle}, {kOne / 2}});
        } else {
            for (uint32_t side = 0; side < 3; ++side) {
                next[side].places = part(division, k, n - k);
                next[side].points.push_back(add(side, {kOne - 4 * third, 2 * third, 2 * third}));
                for (uint32_t i = k + 1; i < n - k; ++i) {
                    const uint32_t t = division[i];
                    next[side].points.push_back(
                        add(side, {kOne - t - third, t - third, 2 * third}));
                }
            }
            close(next);
        }
        for (uint32_t side = 0; side < 3; ++side) {
            addStrip(ring[side], next[side]);
        }
        ring = std::move(next);
    }
    if (n % 2 == 1) {
        addTriangle(ring[0].points[0], ring[1].points[0], ring[2].points[0]);
    }
}

/// A grid inside, and what is between it and the sides: v = 0, u = 1, v = 1, u = 0.
void Tessellator::quads() {
    const Spacing spacing = m_shape.spacing;
    std::array<Level, 4> outer;
    for (uint32_t side = 0; side < 4; ++side) {
        outer[side] = levelOf(spacing, m_levels.outer[(side + 1) % 4]);
    }
    std::array<Level, 2> inner = {levelOf(spacing, m_levels.inner[0]),
                                  levelOf(spacing, m_levels.inner[1])};
    const auto isOne = [](const Level& level) { return level.segments == 1; };
    const bool whole = std::all_of(outer.begin(), outer.end(), isOne) &&
                       std::all_of(inner.begin(), inner.end(), isOne);
    const auto add = [&](uint32_t side, uint32_t t) {
        const uint32_t along[4] = {t, kOne, kOne - t, 0};
        return addPoint(along[side], along[(side + 3) % 4], 0);
    };
    Ring<4> ring;
    for (uint32_t side = 0; side < 4; ++side) {
        ring[side].places = divide(spacing, outer[side]);
        for (uint32_t i = 0; i < outer[side].segments; ++i) {
            ring[side].points.push_back(add(side, ring[side].places[i]));
        }
    }
    for (uint32_t side = 0; side < 4; ++side) {
        ring[side].points.push_back(ring[(side + 1) % 4].points.front());
    }
    if (whole) {
        addTriangle(0, 1, 2);
        addTriangle(0, 2, 3);
        return;
    }
    for (Level& level : inner) {
        level = isOne(level) ? moreThanOne(spacing) : level;
    }
    const uint32_t m = inner[0].segments;
    const uint32_t n = inner[1].segments;
    const Division u = divide(spacing, inner[0]);
    const Division v = divide(spacing, inner[1]);
    const auto first = uint32_t(m_points.size());
    for (uint32_t j = 1; j < n; ++j) {
        for (uint32_t i = 1; i < m; ++i) {
            addPoint(u[i], v[j], 0);
        }
    }
    const auto at = [&](uint32_t i, uint32_t j) { return first + (j - 1) * (m - 1) + i - 1; };
    for (uint32_t j = 1; j + 1 < n; ++j) {
        for (uint32_t i = 1; i + 1 < m; ++i) {
            addTriangle(at(i, j), at(i + 1, j), at(i + 1, j + 1));
            addTriangle(at(i, j), at(i + 1, j + 1), at(i, j + 1));
        }
    }
    Ring<4> grid;
    grid[0].places = part(u, 1, m - 1);
    grid[1].places = part(v, 1, n - 1);
    grid[2].places = reversed(grid[0].places);
    grid[3].places = reversed(grid[1].places);
    for (uint32_t i = 1; i < m; ++i) {
        grid[0].points.push_back(at(i, 1));
        grid[2].points.push_back(at(m - i, n - 1));
    }
    for (uint32_t j = 1; j < n; ++j) {
        grid[1].points.push_back(at(m - 1, j));
        grid[3].points.push_back(at(1, n - j));
    }
    for (uint32_t side = 0; side < 4; ++side) {
        addStrip(ring[side], grid[side]);
    }
}

} // namespace cpu::raster
