// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/invariant_outputs.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(InvariantOutputsTest, VariablesAndMembersOfBlocksAre) {
    const auto words = InvariantOutputs::run(assemble(R"(
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint Vertex %main "main" %vertex %color %in
        OpMemberDecorate %PerVertex 0 BuiltIn Position
        OpMemberDecorate %PerVertex 1 BuiltIn PointSize
        OpDecorate %PerVertex Block
        OpDecorate %color Location 0
        OpDecorate %color Invariant
        OpDecorate %in Location 0
        %void = OpTypeVoid
        %none = OpTypeFunction %void
        %float = OpTypeFloat 32
        %vec4 = OpTypeVector %float 4
        %PerVertex = OpTypeStruct %vec4 %float
        %toVertex = OpTypePointer Output %PerVertex
        %toOut = OpTypePointer Output %vec4
        %toIn = OpTypePointer Input %vec4
        %vertex = OpVariable %toVertex Output
        %color = OpVariable %toOut Output
        %in = OpVariable %toIn Input
        %main = OpFunction %void None %none
        %start = OpLabel
        %value = OpLoad %vec4 %in
        OpStore %color %value
        OpReturn
        OpFunctionEnd)"));
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr("OpMemberDecorate %5 0 Invariant"));
    EXPECT_THAT(text, HasSubstr("OpMemberDecorate %5 1 Invariant"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %3 Invariant"));
    EXPECT_EQ(text.find("OpDecorate %3 Invariant"), text.rfind("OpDecorate %3 Invariant"));
    EXPECT_THAT(text, Not(HasSubstr("OpDecorate %4 Invariant")));
}

TEST(InvariantOutputsTest, FragmentsStayAsTheyAre) {
    const auto before = assemble(modules::kFragment);
    EXPECT_EQ(InvariantOutputs::run(before), before);
}

} // namespace
} // namespace spirv
