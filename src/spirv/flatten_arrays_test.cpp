// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/flatten_arrays.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(FlattenArraysTest, IndicesBecomeOne) {
    const std::string text = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %in %out
               OpExecutionMode %main OriginUpperLeft
               OpName %row "row"
               OpDecorate %blocks DescriptorSet 0
               OpDecorate %blocks Binding 0
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %in Location 0
               OpDecorate %in Flat
               OpDecorate %out Location 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
        %int = OpTypeInt 32 1
      %float = OpTypeFloat 32
       %int0 = OpConstant %int 0
       %int1 = OpConstant %int 1
       %int2 = OpConstant %int 2
       %int3 = OpConstant %int 3
       %int4 = OpConstant %int 4
      %block = OpTypeStruct %float
      %inner = OpTypeArray %block %int4
      %outer = OpTypeArray %inner %int3
    %pBlocks = OpTypePointer Uniform %outer
       %pRow = OpTypePointer Uniform %inner
     %pFloat = OpTypePointer Uniform %float
        %pIn = OpTypePointer Input %int
       %pOut = OpTypePointer Output %float
     %blocks = OpVariable %pBlocks Uniform
         %in = OpVariable %pIn Input
        %out = OpVariable %pOut Output
       %main = OpFunction %void None %fn
      %label = OpLabel
          %i = OpLoad %int %in
          %a = OpAccessChain %pFloat %blocks %int2 %int1 %int0
         %av = OpLoad %float %a
        %row = OpAccessChain %pRow %blocks %i
          %b = OpAccessChain %pFloat %row %int3 %int0
         %bv = OpLoad %float %b
        %sum = OpFAdd %float %av %bv
               OpStore %out %sum
               OpReturn
               OpFunctionEnd
)";
    const std::vector<uint32_t> words = assemble(text);
    ASSERT_FALSE(words.empty());
    const std::vector<uint32_t> flat = FlattenArrays::run(words);
    EXPECT_NE(validate(words), "");
    EXPECT_EQ(validate(flat), "") << disassemble(flat);
    const std::string after = disassemble(flat);
    EXPECT_THAT(after, HasSubstr("OpConstant %9 9\n")); // 2 * 4 + 1
    EXPECT_THAT(after, HasSubstr("OpConstant %9 12\n"));
    EXPECT_THAT(after, HasSubstr("OpIMul"));
    EXPECT_THAT(after, Not(HasSubstr("row")));
    EXPECT_EQ(FlattenArrays::run(flat), flat);
}

} // namespace
} // namespace spirv
