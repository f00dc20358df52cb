// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/user_clip.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

/// Writes its input to gl_Position, %2, and to an output at location 3, %4.
const char* const kVertex = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2 %3 %4
               OpDecorate %2 BuiltIn Position
               OpDecorate %3 Location 0
               OpDecorate %4 Location 3
          %5 = OpTypeVoid
          %6 = OpTypeFunction %5
          %7 = OpTypeFloat 32
          %8 = OpTypeVector %7 4
          %9 = OpTypePointer Output %8
         %10 = OpTypePointer Input %8
          %2 = OpVariable %9 Output
          %3 = OpVariable %10 Input
          %4 = OpVariable %9 Output
          %1 = OpFunction %5 None %6
         %11 = OpLabel
         %12 = OpLoad %8 %3
               OpStore %2 %12
               OpStore %4 %12
               OpReturn
               OpFunctionEnd
)";

TEST(UserClipTest, PlanesTakePositions) {
    const auto words = UserClip::run(assemble(kVertex), {.offset_B = 32}, 0b101);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr("OpCapability ClipDistance"));
    EXPECT_THAT(text, ContainsRegex("OpMemberDecorate %[0-9]+ 0 Offset 32"));
    EXPECT_THAT(text, ContainsRegex("OpStore %4 %12\n%[0-9]+ = OpLoad %8 %2\n"));
    // Of three distances two are products, and the one between is zero.
    const size_t dot = text.find("OpDot");
    EXPECT_NE(dot, text.npos);
    EXPECT_NE(dot, text.rfind("OpDot"));
    EXPECT_EQ(text.find("OpDot", text.find("OpDot", dot + 1) + 1), text.npos);
}

TEST(UserClipTest, PlanesTakeAnOutput) {
    const auto words = UserClip::run(assemble(kVertex), {.offset_B = 0, .location = 3}, 1);
    EXPECT_EQ(validate(words), "");
    EXPECT_THAT(disassemble(words), ContainsRegex("OpStore %4 %12\n%[0-9]+ = OpLoad %8 %4\n"));
}

TEST(UserClipTest, NoPlanesChangeNothing) {
    const auto before = assemble(kVertex);
    EXPECT_EQ(UserClip::run(before, {}, 0), before);
    EXPECT_EQ(UserClip::run(before, {.location = 7}, 1), before);
}

} // namespace
} // namespace spirv
