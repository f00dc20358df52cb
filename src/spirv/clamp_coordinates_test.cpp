// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/clamp_coordinates.h"

#include "spirv/testing/lookup.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::lookup;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::string clamped(const std::string& text) {
    const ClampCoordinates::Sampler sampler{.binding = 1, .firstRow = 0};
    const auto words =
        ClampCoordinates::run(assemble(text), {.set = 4, .offset_B = 64, .rows = 1}, {&sampler, 1});
    EXPECT_EQ(validate(words), "") << disassemble(words);
    return disassemble(words);
}

TEST(ClampCoordinatesTest, CoordinatesGoThroughTheTable) {
    const std::string text =
        clamped(lookup("2D 0 0 0", "%color = OpImageSampleExplicitLod %vec4 %t %p2 Lod %half"));
    EXPECT_THAT(text, ContainsRegex("OpMemberDecorate %[0-9]+ 0 Offset 64"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ ArrayStride 48"));
    EXPECT_THAT(text,
                ContainsRegex("(%[0-9]+) = OpBitwiseAnd [^\n]+\n"
                              "(%[0-9]+) = OpBitcast [^\n]+\n"
                              "(%[0-9]+) = OpExtInst %[0-9]+ %[0-9]+ FClamp [^\n]+\n"
                              "%[0-9]+ = OpImageSampleExplicitLod [^\n]+ Lod"));
    EXPECT_THAT(text, Not(HasSubstr("OpDPdx")));
}

TEST(ClampCoordinatesTest, TheLevelIsThatOfTheCoordinatesAsTheyWere) {
    const std::string text =
        clamped(lookup("2D 0 0 0", "%color = OpImageSampleImplicitLod %vec4 %t %p2 Bias %half"));
    EXPECT_THAT(text, HasSubstr("OpDPdx"));
    EXPECT_THAT(text, HasSubstr("OpDPdy"));
    EXPECT_THAT(text, HasSubstr("Exp2")); // The bias.
    EXPECT_THAT(text, ContainsRegex("OpImageSampleExplicitLod [^\n]+ Grad %[0-9]+ %[0-9]+\n"));
}

TEST(ClampCoordinatesTest, ProjectionsAreDividedBefore) {
    const std::string text =
        clamped(lookup("2D 1 0 0",
                       "%c = OpImageSampleProjDrefExplicitLod %float %t %p %half Lod %half\n"
                       "%color = OpCompositeConstruct %vec4 %c %c %c %c"));
    EXPECT_THAT(text, Not(HasSubstr("OpImageSampleProj")));
    EXPECT_THAT(text, ContainsRegex("OpFDiv[^\n]+\n%[0-9]+ = OpFDiv[^\n]+\n")); // And depth.
    EXPECT_THAT(text, HasSubstr("OpImageSampleDrefExplicitLod"));
}

TEST(ClampCoordinatesTest, LayersStay) {
    const std::string text =
        clamped(lookup("2D 0 1 0", "%color = OpImageSampleImplicitLod %vec4 %t %p3"));
    EXPECT_THAT(text,
                ContainsRegex("FClamp [^\n]+\n"
                              "%[0-9]+ = OpCompositeExtract %[0-9]+ %[0-9]+ 2\n"
                              "%[0-9]+ = OpCompositeConstruct"));
}

TEST(ClampCoordinatesTest, WhatIsNotWrappedStays) {
    const std::string cube = lookup("Cube 0 0 0", "%color = OpImageSampleImplicitLod %vec4 %t %p3");
    EXPECT_EQ(clamped(cube), disassemble(assemble(cube)));
    const auto words =
        assemble(lookup("2D 0 0 0", "%color = OpImageSampleImplicitLod %vec4 %t %p2"));
    EXPECT_EQ(ClampCoordinates::run(words, {.rows = 1}, {}), words);
}

} // namespace
} // namespace spirv
