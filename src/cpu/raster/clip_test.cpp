// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/clip.h"

#include "cpu/raster/fan.h"
#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <tuple>

namespace cpu::raster::test {
namespace {

constexpr int32_t kSize = 1000;

class Clip : public testing::Test {
protected:
    std::mt19937 m_random{41};
    Screen m_screen = makeScreen(rasterState(kSize, kSize), 0, {0, 0, kSize, kSize}, 1);

    float between(double low, double high) {
        return float(std::uniform_real_distribution<double>(low, high)(m_random));
    }
    struct Position {
        float x, y, z, w;
    };
    Position anywhere() {
        // Through all planes; far beyond the guard band for some.
        const double reach = m_random() % 2 == 0 ? 2 : 200;
        return {between(-reach, reach), between(-reach, reach), between(-1, 2), between(-1, 2)};
    }
    ClipVertex vertexOf(const Position& position, int32_t own) const {
        ScreenVertex placed;
        placed = place(m_screen, position.x, position.y, position.z, position.w);
        ClipVertex vertex = {
            position.x, position.y, position.z, position.w, {}, {}, placed.clip, own};
        vertex.weights[own] = 1;
        return vertex;
    }
    ClipPolygon clipped(const Position& a, const Position& b, const Position& c) const {
        ClipPolygon polygon;
        polygon.count = 3;
        polygon.vertices[0] = vertexOf(a, 0);
        polygon.vertices[1] = vertexOf(b, 1);
        polygon.vertices[2] = vertexOf(c, 2);
        clipPolygon(m_screen, 0, polygon);
        return polygon;
    }
};

TEST_F(Clip, NeighboursCutTheirEdgeAtTheSamePlaces) {
    using Place = std::tuple<double, double, double, double>;
    int cuts = 0;
    for (int round = 0; round < 20000; ++round) {
        const Position a = anywhere();
        const Position b = anywhere();
        const ClipPolygon one = clipped(a, b, anywhere());
        const ClipPolygon other = clipped(b, a, anywhere());
        // Cuts of the edge have nothing of the third vertex, those of cuts neither.
        const auto onEdge = [](const ClipPolygon& polygon) {
            std::set<Place> places;
            for (uint32_t i = 0; i < polygon.count; ++i) {
                const ClipVertex& vertex = polygon.vertices[i];
                if (vertex.weights[2] == 0) {
                    places.insert({vertex.x, vertex.y, vertex.z, vertex.w});
                }
            }
            return places;
        };
        ASSERT_EQ(onEdge(one), onEdge(other)) << round;
        cuts += int(onEdge(one).size());
    }
    EXPECT_GT(cuts, 5000);
}

TEST_F(Clip, VerticesThatNeedNoClippingStay) {
    // Some lie on the very border of the guard band, where rounding decides.
    int kept = 0;
    for (int round = 0; round < 20000; ++round) {
        Position positions[3];
        for (Position& position : positions) {
            position = anywhere();
            if (m_random() % 2 == 0) {
                position.w = between(0.001, 3);
                position.x = float((double(kGuardHigh_px) * 2 / kSize - 1) * position.w);
                position.y = float((double(kGuardLow_px) * 2 / kSize - 1) * position.w);
                position.z = position.w / 2;
            }
        }
        const ClipPolygon polygon = clipped(positions[0], positions[1], positions[2]);
        for (int32_t i = 0; i < 3; ++i) {
            const bool clips = vertexOf(positions[i], i).clip != 0;
            const bool stays = std::any_of(polygon.vertices,
                                           polygon.vertices + polygon.count,
                                           [&](const auto& v) { return v.own == i; });
            if (polygon.count > 0) {
                ASSERT_EQ(stays, !clips) << round;
                kept += stays;
            } else {
                ASSERT_TRUE(clips);
            }
        }
    }
    EXPECT_GT(kept, 1000);
}

TEST_F(Clip, WhatIsLeftLiesInside) {
    for (int round = 0; round < 20000; ++round) {
        const ClipPolygon polygon = clipped(anywhere(), anywhere(), anywhere());
        for (uint32_t i = 0; i < polygon.count; ++i) {
            const ClipVertex& vertex = polygon.vertices[i];
            const double rounding = 1e-9;
            EXPECT_GE(vertex.w, 0);
            EXPECT_GE(vertex.z, -rounding);
            EXPECT_LE(vertex.z, vertex.w + rounding);
            double sum = 0;
            for (const double weight : vertex.weights) {
                EXPECT_GE(weight, 0);
                sum += weight;
            }
            EXPECT_NEAR(sum, 1, rounding);
        }
    }
}

TEST_F(Clip, LinesAndPolygonsAreCutAtTheSamePlaces) {
    for (int round = 0; round < 5000; ++round) {
        const Position a = anywhere();
        const Position b = anywhere();
        ClipVertex ends[2] = {vertexOf(a, 0), vertexOf(b, 1)};
        const bool some = clipLine(m_screen, 0, ends);
        const ClipPolygon polygon = clipped(a, b, anywhere());
        for (uint32_t i = 0; some && i < polygon.count; ++i) {
            const ClipVertex& vertex = polygon.vertices[i];
            if (vertex.weights[2] == 0) {
                EXPECT_TRUE(std::any_of(ends, ends + 2, [&](const ClipVertex& end) {
                    return end.x == vertex.x && end.y == vertex.y && end.w == vertex.w;
                })) << round;
            }
        }
    }
}

TEST(Fans, CoverPolygonsThatRoundingBentInwards) {
    std::mt19937 random(42);
    int bent = 0;
    for (int round = 0; round < 20000; ++round) {
        // A triangle with more corners along its edges, as cuts make them, all rounded.
        const bool clockwise = random() % 2 == 0;
        double x[3];
        double y[3];
        for (uint32_t i = 0; i < 3; ++i) {
            x[i] = double(random() % 400) / 10;
            y[i] = double(random() % 400) / 10;
        }
        const double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
        if (std::fabs(area) < 100 || (area > 0) != clockwise) {
            continue;
        }
        Corner corners[8] = {};
        uint32_t count = 0;
        for (uint32_t i = 0; i < 3; ++i) {
            for (double t = 0; t < 1; t += double(random() % 20 + 1) / 20) {
                const uint32_t next = (i + 1) % 3;
                if (count < 8) {
                    corners[count].x = int32_t(std::lrint(x[i] + (x[next] - x[i]) * t));
                    corners[count++].y = int32_t(std::lrint(y[i] + (y[next] - y[i]) * t));
                }
            }
        }
        Fan fan;
        fan.build(corners, count);
        // Where no more than one corner points inwards, there is a fan without overlap.
        uint32_t inwards = 0;
        for (uint32_t i = 0; i < fan.count; ++i) {
            const int64_t area = areaOf(*fan.corners[i],
                                        *fan.corners[(i + 1) % fan.count],
                                        *fan.corners[(i + 2) % fan.count]);
            inwards += clockwise ? area < 0 : area > 0;
        }
        if (inwards > 1) {
            continue;
        }
        bent += inwards == 1;
        int64_t sum = 0;
        for (uint32_t i = 1; i + 1 < fan.count; ++i) {
            const int64_t area = fan.triangleArea(fan.apex, i);
            ASSERT_TRUE(clockwise ? area >= 0 : area <= 0) << round;
            sum += area;
        }
        ASSERT_EQ(sum, fan.area) << round;
    }
    EXPECT_GT(bent, 20);
}

} // namespace
} // namespace cpu::raster::test
