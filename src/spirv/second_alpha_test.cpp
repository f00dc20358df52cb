// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/second_alpha.h"

#include "spirv/module.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using ::testing::ContainsRegex;

constexpr const char* kTwoColors = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %first %second
OpExecutionMode %main OriginUpperLeft
OpDecorate %first Location 0
OpDecorate %second Location 0
OpDecorate %second Index 1
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%pointer = OpTypePointer Output %vec4
%first = OpVariable %pointer Output
%second = OpVariable %pointer Output
%half = OpConstant %float 0.5
%color = OpConstantComposite %vec4 %half %half %half %half
%main = OpFunction %void None %function
%label = OpLabel
OpStore %first %color
OpStore %second %color
OpReturn
OpFunctionEnd
)";

TEST(SecondAlphaToOneTest, StoresOneLast) {
    const auto words = assemble(kTwoColors);
    ASSERT_TRUE(SecondAlphaToOne::applies(*Module::parse(words)));
    const auto changed = SecondAlphaToOne::run(words);
    EXPECT_EQ(validate(changed), "");
    EXPECT_THAT(disassemble(changed),
                ContainsRegex("OpAccessChain %[0-9_a-z]+ %3 %[0-9_a-z]+\n"
                              "OpStore %[0-9]+ %[0-9_a-z]+\nOpReturn"));
}

TEST(SecondAlphaToOneTest, LeavesOneColorAlone) {
    std::string text = kTwoColors;
    text.replace(text.find("OpDecorate %second Index 1"), 26, "");
    text.replace(text.find("%second Location 0"), 18, "%second Location 1");
    const auto words = assemble(text);
    EXPECT_FALSE(SecondAlphaToOne::applies(*Module::parse(words)));
    EXPECT_EQ(SecondAlphaToOne::run(words), words);
}

} // namespace
} // namespace spirv
