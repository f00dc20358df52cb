// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/sprite_coordinates.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kTexCoords;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(SpriteCoordinatesTest, OneSetIsThePlaceInThePoint) {
    const auto words = SpriteCoordinates::run(assemble(kTexCoords),
                                              {.location = 2, .replaced = 2, .fromTop = false});
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("%3 = OpVariable %[0-9]+ Private"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ BuiltIn PointCoord"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ Location 2"));
    EXPECT_THAT(text, ContainsRegex("OpAccessChain %[0-9]+ %3 %[0-9]+\nOpStore %[0-9]+"));
    EXPECT_THAT(text, Not(HasSubstr("OpFSub")));
}

TEST(SpriteCoordinatesTest, TheOriginIsAtTheTop) {
    const auto words = SpriteCoordinates::run(assemble(kTexCoords),
                                              {.location = 2, .replaced = 3, .fromTop = true});
    EXPECT_EQ(validate(words), "");
    EXPECT_THAT(disassemble(words), HasSubstr("OpFSub"));
}

TEST(SpriteCoordinatesTest, WhatIsNotThereIsLeftOut) {
    const auto before = assemble(kTexCoords);
    EXPECT_EQ(SpriteCoordinates::run(before, {.location = 5, .replaced = 1}), before);
    const auto words = SpriteCoordinates::run(before, {.location = 2, .replaced = 0x80});
    EXPECT_EQ(validate(words), "");
}

} // namespace
} // namespace spirv
