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
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Copies a color at location 3 of an array at location 2, %3, to %2.
constexpr const char* kTexCoords = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %2 %3
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 Location 0
               OpDecorate %3 Location 2
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeVector %6 4
         %12 = OpTypeInt 32 1
         %13 = OpConstant %12 1
         %14 = OpTypeInt 32 0
         %15 = OpConstant %14 2
         %16 = OpTypeArray %7 %15
          %8 = OpTypePointer Output %7
          %9 = OpTypePointer Input %16
         %17 = OpTypePointer Input %7
          %2 = OpVariable %8 Output
          %3 = OpVariable %9 Input
          %1 = OpFunction %4 None %5
         %10 = OpLabel
         %18 = OpAccessChain %17 %3 %13
         %11 = OpLoad %7 %18
               OpStore %2 %11
               OpReturn
               OpFunctionEnd
)";

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
