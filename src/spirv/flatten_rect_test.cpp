// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/flatten_rect.h"

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

std::string flattened(const std::string& code) {
    const auto words = FlattenRect::run(assemble(lookup("Rect 0 0 0", code)));
    EXPECT_EQ(validate(words), "") << disassemble(words);
    return disassemble(words);
}

TEST(FlattenRectTest, CoordinatesAreDividedByTheSize) {
    const std::string text = flattened("%color = OpImageSampleImplicitLod %vec4 %t %p2");
    EXPECT_THAT(text, Not(HasSubstr("Rect")));
    EXPECT_THAT(text, HasSubstr("OpCapability ImageQuery"));
    EXPECT_THAT(text,
                ContainsRegex("OpConvertSToF [^\n]+\n%[0-9]+ = OpFDiv [^\n]+\n"
                              "%[0-9]+ = OpImageSampleImplicitLod"));
}

TEST(FlattenRectTest, WhatFollowsTheCoordinatesStays) {
    const std::string text = flattened("%color = OpImageSampleProjImplicitLod %vec4 %t %p3");
    EXPECT_THAT(text, ContainsRegex("OpVectorShuffle %[0-9]+ %[0-9]+ %[0-9]+ 3 4 2\n"));
}

TEST(FlattenRectTest, OthersStay) {
    const auto words =
        assemble(lookup("2D 0 0 0", "%color = OpImageSampleImplicitLod %vec4 %t %p2"));
    EXPECT_EQ(FlattenRect::run(words), words);
}

} // namespace
} // namespace spirv
