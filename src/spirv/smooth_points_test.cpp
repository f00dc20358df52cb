// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/smooth_points.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragmentInputs;
using testing::ContainsRegex;

TEST(SmoothPointsTest, CoversWhereTheStageEnds) {
    const auto words = SmoothPoints::run(assemble(kFragmentInputs));
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ BuiltIn PointCoord"));
    EXPECT_THAT(text, ContainsRegex("OpLabel\n[^F]*OpLoad[^F]*OpDPdx"));
    EXPECT_THAT(text, ContainsRegex("OpKill\n%[0-9]+ = OpLabel\nOpReturn"));
}

} // namespace
} // namespace spirv
