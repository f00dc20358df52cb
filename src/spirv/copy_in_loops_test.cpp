// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/copy_in_loops.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace spirv {
namespace {

using testing::HasSubstr;
using testing::Not;

/// %from and %to are of struct { float; vec4[length] }; `code` may use %s, their type.
std::vector<uint32_t> module(int length, const std::string& code) {
    return assemble(R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %out
               OpExecutionMode %main OriginUpperLeft
               OpDecorate %out Location 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
      %float = OpTypeFloat 32
       %vec4 = OpTypeVector %float 4
        %int = OpTypeInt 32 1
     %length = OpConstant %int )" +
                    std::to_string(length) + R"(
      %array = OpTypeArray %vec4 %length
          %s = OpTypeStruct %float %array
         %pS = OpTypePointer Function %s
       %null = OpConstantNull %s
   %pVec4Out = OpTypePointer Output %vec4
        %out = OpVariable %pVec4Out Output
       %main = OpFunction %void None %fn
      %label = OpLabel
       %from = OpVariable %pS Function
         %to = OpVariable %pS Function
      %third = OpVariable %pS Function
               OpStore %from %null
)" + code + R"(
               OpReturn
               OpFunctionEnd
)");
}

TEST(CopyInLoopsTest, CopiesOfManyAreCalls) {
    const auto words = CopyInLoops::run(module(100,
                                               "%v = OpLoad %s %from\nOpStore %to %v\n"
                                               "%w = OpLoad %s %to\nOpStore %third %w\n"));
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, Not(HasSubstr("OpLoad %10 ")));
    EXPECT_THAT(text, HasSubstr("OpLoopMerge"));
    const size_t first = text.find("OpFunctionCall");
    EXPECT_NE(first, std::string::npos);
    EXPECT_NE(text.find("OpFunctionCall", first + 1), std::string::npos);
    // However many there are.
    const auto more = CopyInLoops::run(module(10000,
                                              "%v = OpLoad %s %from\nOpStore %to %v\n"
                                              "%w = OpLoad %s %to\nOpStore %third %w\n"));
    EXPECT_EQ(more.size(), words.size());
}

TEST(CopyInLoopsTest, WhatIsNotJustCopiedStays) {
    for (const char* code : {
             // another use of the value
             "%v = OpLoad %s %from\nOpStore %to %v\n%x = OpCompositeExtract %float %v 0\n",
             // memory that has changed in between
             "%v = OpLoad %s %from\nOpStore %from %null\nOpStore %to %v\n",
             // what a copy changes is no longer what was loaded
             "%v = OpLoad %s %from\n%w = OpLoad %s %to\nOpStore %to %v\nOpStore %third %w\n"
             "%x = OpCompositeExtract %float %v 0\n",
             // no value of memory
             "OpStore %to %null\n",
         }) {
        SCOPED_TRACE(code);
        const auto words = module(100, code);
        EXPECT_FALSE(words.empty());
        EXPECT_EQ(CopyInLoops::run(words), words);
    }
    const auto few = module(2, "%v = OpLoad %s %from\nOpStore %to %v\n");
    EXPECT_EQ(CopyInLoops::run(few), few);
}

TEST(CopyInLoopsTest, AValueMayGoToSeveral) {
    const auto words =
        CopyInLoops::run(module(100, "%v = OpLoad %s %from\nOpStore %to %v\nOpStore %third %v\n"));
    EXPECT_EQ(validate(words), "");
    EXPECT_THAT(disassemble(words), HasSubstr("OpFunctionCall"));
}

} // namespace
} // namespace spirv
