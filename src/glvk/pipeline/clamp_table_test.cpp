// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/clamp_table.h"

#include "glsl/link/program.h"

#include <cmath>
#include <gtest/gtest.h>

namespace glvk {

namespace {

constexpr CoordinateClamp kNone = CoordinateClamp::None;

ClampRow rowOf(CoordinateClamp s, bool nearest = false) {
    return clampRow({{s, kNone, kNone}, nearest, {8, 4, 1}});
}

TEST(ClampTable, WhatIsNotClampedStays) {
    const ClampRow row = clampRow({});
    for (unsigned i = 0; i < 4; ++i) {
        // The fourth says what a comparison's vector is made of.
        EXPECT_EQ(i < 3 ? 0xffffffffu : spirv::ClampCoordinates::kLuminance, row.bits[i]);
        EXPECT_EQ(-INFINITY, row.low[i]);
        EXPECT_EQ(INFINITY, row.high[i]);
    }
}

TEST(ClampTable, EachClampHasItsLimits) {
    const struct {
        CoordinateClamp clamp;
        uint32_t bits;
        float low;
        float high;
    } cases[] = {
        {CoordinateClamp::Clamp, 0xffffffff, 0, 1},
        {CoordinateClamp::MirrorClamp, 0x7fffffff, 0.0625f, 1},
        {CoordinateClamp::Mirror, 0x7fffffff, 0.0625f, INFINITY},
    };
    for (const auto& c : cases) {
        const ClampRow row = rowOf(c.clamp);
        EXPECT_EQ(c.bits, row.bits[0]);
        EXPECT_EQ(c.low, row.low[0]);
        EXPECT_EQ(c.high, row.high[0]);
        EXPECT_EQ(0xffffffffu, row.bits[1]);
        EXPECT_EQ(INFINITY, row.high[1]);
    }
}

TEST(ClampTable, CoordinatesHaveTheirOwn) {
    const ClampRow row =
        clampRow({{kNone, CoordinateClamp::Mirror, CoordinateClamp::Clamp}, false, {8, 4, 2}});
    EXPECT_EQ(-INFINITY, row.low[0]);
    EXPECT_EQ(0.125f, row.low[1]);
    EXPECT_EQ(0, row.low[2]);
    EXPECT_EQ(1, row.high[2]);
}

TEST(ClampTable, TheNearestTexelIsNotTheBorders) {
    EXPECT_EQ(1 - 1 / 2048.0f, rowOf(CoordinateClamp::Clamp, true).high[0]);
    EXPECT_EQ(7, std::floor(rowOf(CoordinateClamp::MirrorClamp, true).high[0] * 8));
    EXPECT_EQ(INFINITY, rowOf(CoordinateClamp::Mirror, true).high[0]);
}

TEST(ClampTable, FollowsTheDefaultBlock) {
    glsl::StageBinary stage;
    stage.defaultBlockSize_B = 20;
    stage.samplers = {{2, 3, 0}, {1, 1, 3}};
    const ClampTable table = clampTable(stage, 65536);
    EXPECT_EQ(32u, table.offset_B);
    EXPECT_EQ(4u, table.rows);
    EXPECT_EQ(32u + 4 * 48, table.end_B());
    EXPECT_EQ(0u, clampTable(stage, 223).rows); // The device has no such buffers.
    EXPECT_EQ(4u, clampTable(stage, 224).rows);
}

} // namespace

} // namespace glvk
