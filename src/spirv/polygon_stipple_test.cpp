// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/polygon_stipple.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragmentInputs;
using testing::ContainsRegex;

TEST(PolygonStippleTest, DiscardsWhereTheStageEnds) {
    const auto words = PolygonStipple::run(assemble(kFragmentInputs), {.set = 4, .offset_B = 48});
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ BuiltIn FragCoord"));
    EXPECT_THAT(text, ContainsRegex("OpMemberDecorate %[0-9]+ 0 Offset 48"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ DescriptorSet 4"));
    EXPECT_THAT(text, ContainsRegex("OpKill\n%[0-9]+ = OpLabel\nOpReturn"));
}

} // namespace
} // namespace spirv
