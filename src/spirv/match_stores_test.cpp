// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/match_stores.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace spirv {
namespace {

using testing::ContainsRegex;

/// Stores what lies in the block's member 0 in a variable of type %to.
std::vector<uint32_t> module(const std::string& types) {
    return assemble(R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main"
               OpExecutionMode %main OriginUpperLeft
               OpDecorate %from ArrayStride 16
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %uniforms DescriptorSet 0
               OpDecorate %uniforms Binding 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
      %float = OpTypeFloat 32
       %vec2 = OpTypeVector %float 2
       %uint = OpTypeInt 32 0
       %zero = OpConstant %uint 0
        %two = OpConstant %uint 2
      %three = OpConstant %uint 3
       %from = OpTypeArray %vec2 %two
      %block = OpTypeStruct %from
     %pBlock = OpTypePointer Uniform %block
      %pFrom = OpTypePointer Uniform %from
)" + types + R"(
        %pTo = OpTypePointer Function %to
   %uniforms = OpVariable %pBlock Uniform
       %main = OpFunction %void None %fn
      %label = OpLabel
   %variable = OpVariable %pTo Function
         %at = OpAccessChain %pFrom %uniforms %zero
      %value = OpLoad %from %at
               OpStore %variable %value
               OpReturn
               OpFunctionEnd
)");
}

TEST(MatchStoresTest, PartsMakeAValueOfTheVariablesType) {
    const auto words = module("%to = OpTypeArray %vec2 %two\n");
    EXPECT_NE(validate(words), "");
    const auto matched = MatchStores::run(words);
    EXPECT_EQ(validate(matched), "");
    EXPECT_THAT(disassemble(matched),
                ContainsRegex("OpCompositeExtract %[0-9]+ %[0-9]+ 0\n"
                              "%[0-9]+ = OpCompositeExtract %[0-9]+ %[0-9]+ 1\n"
                              "(%[0-9]+) = OpCompositeConstruct %[0-9]+ %[0-9]+ %[0-9]+\n"
                              "OpStore"));
}

TEST(MatchStoresTest, StoresThatFitAndThoseThatCannotStay) {
    for (const std::string types : {"%to = OpTypeArray %vec2 %three\n", // another length
                                    "%to = OpTypeArray %float %two\n",
                                    "%to = OpTypeStruct %vec2 %vec2\n"}) {
        const auto words = module(types);
        EXPECT_EQ(MatchStores::run(words), words) << types;
    }
    const auto matched = MatchStores::run(module("%to = OpTypeArray %vec2 %two\n"));
    EXPECT_EQ(MatchStores::run(matched), matched);
}

} // namespace
} // namespace spirv
