// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/tessellate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace cpu::raster {
namespace {

using Domain = PatchShape::Domain;
using Spacing = PatchShape::Spacing;
using Point = Tessellator::Point;

constexpr Spacing kSpacings[] = {Spacing::Equal, Spacing::FractionalEven, Spacing::FractionalOdd};
constexpr Domain kFilled[] = {Domain::Triangles, Domain::Quads};

double areaOf(const Point& a, const Point& b, const Point& c) {
    return ((double(b.u) - a.u) * (double(c.v) - a.v) - (double(c.u) - a.u) * (double(b.v) - a.v)) /
           2;
}

PatchLevels randomLevels(std::mt19937& random) {
    std::uniform_real_distribution<float> any(0.01f, 70);
    std::uniform_real_distribution<float> low(0.01f, 6);
    PatchLevels levels;
    for (float& level : levels.outer) {
        level = random() % 2 ? any(random) : low(random);
    }
    for (float& level : levels.inner) {
        level = random() % 2 ? any(random) : low(random);
    }
    return levels;
}

/// Where an outer edge is divided, from 0 to 1 along it.
std::set<float> edgeOf(const Tessellator& tessellator, Domain domain, uint32_t edge) {
    std::set<float> places;
    for (const Point& point : tessellator.points()) {
        if (domain == Domain::Quads) {
            const bool on = edge == 0   ? point.u == 0
                            : edge == 1 ? point.v == 0
                            : edge == 2 ? point.u == 1
                                        : point.v == 1;
            if (on) {
                places.insert(edge % 2 == 0 ? point.v : point.u);
            }
        } else {
            const float across[] = {point.u, point.v, point.w};
            if (across[edge] == 0) {
                places.insert(across[(edge + 1) % 3]);
            }
        }
    }
    return places;
}

TEST(Tessellate, TrianglesFillTheDomainOnceAndTurnOneWay) {
    std::mt19937 random(1);
    for (uint32_t n = 0; n < 400; ++n) {
        for (const Domain domain : kFilled) {
            const PatchShape shape = {domain, kSpacings[n % 3], false, n % 2 == 0};
            const PatchLevels levels = randomLevels(random);
            Tessellator tessellator;
            ASSERT_TRUE(tessellator.run(shape, levels));
            const auto points = tessellator.points();
            const auto elements = tessellator.elements();
            ASSERT_EQ(elements.size() % 3, 0u);
            double sum = 0;
            // Each edge inside of the domain is one of two triangles, in both directions.
            std::map<std::pair<uint32_t, uint32_t>, int> edges;
            for (size_t i = 0; i < elements.size(); i += 3) {
                const double area =
                    areaOf(points[elements[i]], points[elements[i + 1]], points[elements[i + 2]]);
                ASSERT_GE(shape.turnsFromU ? area : -area, -1e-7);
                sum += area;
                for (size_t k = 0; k < 3; ++k) {
                    const auto edge = std::pair(elements[i + k], elements[i + (k + 1) % 3]);
                    ASSERT_EQ(++edges[edge], 1);
                }
            }
            EXPECT_NEAR(std::abs(sum), domain == Domain::Quads ? 1 : 0.5, 1e-5);
            for (const auto& [edge, count] : edges) {
                if (edges.contains({edge.second, edge.first})) {
                    continue;
                }
                const Point& a = points[edge.first];
                const Point& b = points[edge.second];
                const bool outside =
                    (a.u == 0 && b.u == 0) || (a.v == 0 && b.v == 0) ||
                    (domain == Domain::Quads ? (a.u == 1 && b.u == 1) || (a.v == 1 && b.v == 1)
                                             : a.w == 0 && b.w == 0);
                EXPECT_TRUE(outside);
            }
        }
    }
}

TEST(Tessellate, CoordinatesAreInTheDomainAndExact) {
    std::mt19937 random(2);
    for (uint32_t n = 0; n < 300; ++n) {
        for (const Domain domain : {Domain::Triangles, Domain::Quads, Domain::Isolines}) {
            Tessellator tessellator;
            ASSERT_TRUE(tessellator.run({domain, kSpacings[n % 3], n % 2 == 0, false},
                                        randomLevels(random)));
            for (const Point& point : tessellator.points()) {
                for (const float x : {point.u, point.v, point.w}) {
                    ASSERT_GE(x, 0);
                    ASSERT_LE(x, 1);
                    ASSERT_EQ(double(1 - x), 1 - double(x));
                }
                if (domain == Domain::Triangles) {
                    ASSERT_EQ(point.u + point.v + point.w, 1);
                }
            }
            for (const uint32_t element : tessellator.elements()) {
                ASSERT_LT(element, tessellator.points().size());
            }
        }
    }
}

TEST(Tessellate, EdgesDependOnTheirLevelAloneAndAreSymmetric) {
    std::mt19937 random(3);
    for (uint32_t n = 0; n < 300; ++n) {
        const Spacing spacing = kSpacings[n % 3];
        const float level = randomLevels(random).outer[0];
        std::set<float> expected;
        for (const Domain domain : kFilled) {
            for (uint32_t edge = 0; edge < (domain == Domain::Quads ? 4u : 3u); ++edge) {
                PatchLevels levels = randomLevels(random);
                levels.outer[edge] = level;
                Tessellator tessellator;
                ASSERT_TRUE(tessellator.run({domain, spacing, false, true}, levels));
                const std::set<float> places = edgeOf(tessellator, domain, edge);
                if (expected.empty()) {
                    expected = places;
                    for (const float place : places) {
                        EXPECT_TRUE(places.contains(1 - place)) << place;
                    }
                }
                EXPECT_EQ(places, expected) << level << " edge " << edge;
            }
        }
    }
}

TEST(Tessellate, LevelsAreClampedAndRounded) {
    const auto segments = [](Spacing spacing, float level) {
        Tessellator tessellator;
        EXPECT_TRUE(tessellator.run({Domain::Isolines, spacing, false, false}, {{1, level}, {}}));
        EXPECT_EQ(tessellator.elements().size() / 2 + 1, tessellator.points().size());
        return tessellator.elements().size() / 2;
    };
    EXPECT_EQ(segments(Spacing::Equal, 0.1f), 1u);
    EXPECT_EQ(segments(Spacing::Equal, 3), 3u);
    EXPECT_EQ(segments(Spacing::Equal, 3.01f), 4u);
    EXPECT_EQ(segments(Spacing::Equal, std::numeric_limits<float>::infinity()), 64u);
    EXPECT_EQ(segments(Spacing::FractionalEven, 0.1f), 2u);
    EXPECT_EQ(segments(Spacing::FractionalEven, 2.5f), 4u);
    EXPECT_EQ(segments(Spacing::FractionalEven, 1e9f), 64u);
    EXPECT_EQ(segments(Spacing::FractionalOdd, 1), 1u);
    EXPECT_EQ(segments(Spacing::FractionalOdd, 1.5f), 3u);
    EXPECT_EQ(segments(Spacing::FractionalOdd, 1e9f), 63u);
}

TEST(Tessellate, FractionalSegmentsGrowSteadily) {
    // Of all but two the same length; those two are symmetric and grow with the level.
    for (const Spacing spacing : {Spacing::FractionalEven, Spacing::FractionalOdd}) {
        double before = 0;
        for (float level = 4.02f; level <= 5; level += 0.1f) {
            Tessellator tessellator;
            ASSERT_TRUE(
                tessellator.run({Domain::Isolines, spacing, false, false}, {{1, level}, {}}));
            std::vector<double> lengths;
            for (size_t i = 0; i + 1 < tessellator.points().size(); ++i) {
                lengths.push_back(double(tessellator.points()[i + 1].u) -
                                  tessellator.points()[i].u);
            }
            for (size_t i = 1; i + 1 < lengths.size(); ++i) {
                EXPECT_NEAR(lengths[i], lengths[1], 1e-6);
            }
            EXPECT_NEAR(lengths.front(), lengths.back(), 1e-6);
            EXPECT_LE(lengths.front(), lengths[1] + 1e-6);
            EXPECT_GT(lengths.front() / lengths[1], before);
            before = lengths.front() / lengths[1];
        }
    }
}

TEST(Tessellate, ASinglePatchIsNotDivided) {
    Tessellator tessellator;
    ASSERT_TRUE(
        tessellator.run({Domain::Triangles, Spacing::Equal, false, true}, {{1, 1, 1, 0}, {1, 0}}));
    EXPECT_EQ(tessellator.elements().size(), 3u);
    ASSERT_TRUE(
        tessellator.run({Domain::Quads, Spacing::Equal, false, true}, {{1, 1, 1, 1}, {1, 1}}));
    EXPECT_EQ(tessellator.elements().size(), 6u);
    // An inner level of one beside others is a little more.
    ASSERT_TRUE(
        tessellator.run({Domain::Triangles, Spacing::Equal, false, true}, {{2, 1, 1, 0}, {1, 0}}));
    EXPECT_EQ(tessellator.points().size(), 5u); // Three corners, one on an edge, one inside.
    ASSERT_TRUE(tessellator.run({Domain::Triangles, Spacing::FractionalOdd, false, true},
                                {{3, 1, 1, 0}, {1, 0}}));
    EXPECT_EQ(tessellator.points().size(), 3u + 2 + 3);
}

TEST(Tessellate, WhatIsNotAboveZeroIsDiscarded) {
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    Tessellator tessellator;
    for (const float level : {0.0f, -0.0f, -3.0f, kNaN}) {
        for (uint32_t edge = 0; edge < 4; ++edge) {
            PatchLevels levels = {{1, 1, 1, 1}, {1, 1}};
            levels.outer[edge] = level;
            EXPECT_FALSE(tessellator.run({Domain::Quads, Spacing::Equal}, levels));
            EXPECT_EQ(tessellator.run({Domain::Triangles, Spacing::Equal}, levels), edge > 2);
            EXPECT_EQ(tessellator.run({Domain::Isolines, Spacing::Equal}, levels), edge > 1);
        }
        for (const Spacing spacing : kSpacings) {
            for (const Domain domain : kFilled) {
                EXPECT_TRUE(tessellator.run({domain, spacing}, {{2.5f, 1, 1, 1}, {level, level}}));
                EXPECT_FALSE(tessellator.elements().empty());
            }
        }
    }
}

TEST(Tessellate, PointsOfTheDomainAreThereOnce) {
    std::mt19937 random(4);
    for (uint32_t n = 0; n < 200; ++n) {
        for (const Domain domain : {Domain::Triangles, Domain::Quads, Domain::Isolines}) {
            Tessellator tessellator;
            ASSERT_TRUE(
                tessellator.run({domain, Spacing::Equal, true, false}, randomLevels(random)));
            ASSERT_EQ(tessellator.elements().size(), tessellator.points().size());
            std::set<std::tuple<float, float>> seen;
            for (const uint32_t element : tessellator.elements()) {
                const Point& point = tessellator.points()[element];
                EXPECT_TRUE(seen.insert({point.u, point.v}).second);
            }
        }
    }
}

TEST(Tessellate, TheSameLevelsAgainGiveTheSame) {
    Tessellator tessellator, other;
    const PatchShape shape = {Domain::Quads, Spacing::FractionalOdd, false, true};
    const PatchLevels a = {{3, 4, 5, 6}, {7, 8}};
    const PatchLevels b = {{9, 4, 5, 6}, {2, 8}};
    ASSERT_TRUE(tessellator.run(shape, a));
    ASSERT_TRUE(tessellator.run(shape, b));
    ASSERT_TRUE(tessellator.run(shape, b));
    ASSERT_TRUE(other.run(shape, b));
    EXPECT_TRUE(std::ranges::equal(tessellator.elements(), other.elements()));
}

} // namespace
} // namespace cpu::raster
