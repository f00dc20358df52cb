// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/fix_block_words.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using testing::HasSubstr;
using testing::Not;

// A block of set 4: an array of two uvec4 at 16, of which one component, one vector and one
// component by a computed index are loaded.
constexpr const char* kReads = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %out Location 0
OpDecorate %words ArrayStride 16
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpMemberDecorate %Block 1 Offset 16
OpDecorate %block DescriptorSet 4
OpDecorate %block Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%uvec4 = OpTypeVector %uint 4
%n0 = OpConstant %uint 0
%n1 = OpConstant %uint 1
%n2 = OpConstant %uint 2
%words = OpTypeArray %uvec4 %n2
%Block = OpTypeStruct %uint %words
%ofBlock = OpTypePointer Uniform %Block
%ofWord = OpTypePointer Uniform %uint
%ofVector = OpTypePointer Uniform %uvec4
%ofOut = OpTypePointer Output %uvec4
%block = OpVariable %ofBlock Uniform
%out = OpVariable %ofOut Output
%main = OpFunction %void None %function
%label = OpLabel
%p1 = OpAccessChain %ofWord %block %n1 %n1 %n2
%one = OpLoad %uint %p1
%p2 = OpAccessChain %ofVector %block %n1 %n0
%vector = OpLoad %uvec4 %p2
%p3 = OpAccessChain %ofWord %block %n1 %n1 %one
%free = OpLoad %uint %p3
%r1 = OpCompositeInsert %uvec4 %one %vector 0
%r2 = OpCompositeInsert %uvec4 %free %r1 1
OpStore %out %r2
OpReturn
OpFunctionEnd
)";

TEST(FixBlockWordsTest, LoadsOfKnownWordsAreConstants) {
    const std::vector<uint32_t> before = assemble(kReads);
    ASSERT_EQ(validate(before), "");
    const auto words =
        FixBlockWords::run(before, 4, {{40, 77}, {16, 1}, {20, 2}, {24, 3}, {28, 99}});
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr(" 77"));
    EXPECT_THAT(text, HasSubstr(" 99"));
    EXPECT_THAT(text, HasSubstr("OpConstantComposite"));
    // The one whose place is computed is read as before.
    size_t loads = 0;
    for (size_t at = text.find("OpLoad"); at != text.npos; at = text.find("OpLoad", at + 1)) {
        ++loads;
    }
    EXPECT_EQ(loads, 1u);
}

TEST(FixBlockWordsTest, VectorsAreReadWhereAComponentIsNotKnown) {
    const auto words = FixBlockWords::run(assemble(kReads), 4, {{16, 1}, {20, 2}, {24, 3}});
    EXPECT_THAT(disassemble(words), Not(HasSubstr("OpConstantComposite")));
}

TEST(FixBlockWordsTest, OtherSetsAreLeftAlone) {
    const std::vector<uint32_t> before = assemble(kReads);
    EXPECT_EQ(FixBlockWords::run(before, 0, {{40, 77}}), before);
}

} // namespace
} // namespace spirv
