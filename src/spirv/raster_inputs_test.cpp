// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/raster_inputs.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragmentInputs;
using modules::kTexCoords;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(RasterInputsTest, TheColorIsATexel) {
    const auto words = RasterInputs::run(assemble(kFragmentInputs),
                                         {.set = 4, .offset_B = 32, .binding = 7, .color = 1},
                                         RasterInputs::Pixel::Color);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("%3 = OpVariable %[0-9]+ Private"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ BuiltIn FragCoord"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ Binding 7"));
    EXPECT_THAT(text, ContainsRegex("OpMemberDecorate %[0-9]+ 0 Offset 32"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ DescriptorSet 4"));
    EXPECT_THAT(text, ContainsRegex("(%[0-9]+) = OpImageFetch [^\n]+\nOpStore %3 (%[0-9]+)\n"));
}

TEST(RasterInputsTest, TheColorIsTheSameEverywhere) {
    const auto words = RasterInputs::run(
        assemble(kFragmentInputs), {.set = 4, .color = 1}, RasterInputs::Pixel::None);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, Not(HasSubstr("OpImageFetch")));
    EXPECT_THAT(text, Not(HasSubstr("FragCoord")));
    EXPECT_THAT(text, ContainsRegex("(%[0-9]+) = OpLoad [^\n]+\nOpStore %3 (%[0-9]+)\n"));
}

TEST(RasterInputsTest, TheDepthIsATexel) {
    const auto words = RasterInputs::run(
        assemble(kFragmentInputs), {.set = 4, .color = 1}, RasterInputs::Pixel::Depth);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr("DepthReplacing"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ BuiltIn FragDepth"));
    EXPECT_THAT(text, HasSubstr("OpImageFetch"));
}

TEST(RasterInputsTest, TextureCoordinatesAreRows) {
    const auto words = RasterInputs::run(
        assemble(kTexCoords), {.set = 4, .texCoords = 2}, RasterInputs::Pixel::Color);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("%3 = OpVariable %[0-9]+ Private"));
    EXPECT_THAT(text, Not(HasSubstr("OpImageFetch"))); // No color is read.
}

TEST(RasterInputsTest, OtherInputsAreZero) {
    const auto words =
        RasterInputs::run(assemble(kFragmentInputs), {.set = 4}, RasterInputs::Pixel::Color);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("%3 = OpVariable %[0-9]+ Private %[0-9]+"));
    EXPECT_THAT(text, Not(HasSubstr("OpStore %3")));
}

} // namespace
} // namespace spirv
