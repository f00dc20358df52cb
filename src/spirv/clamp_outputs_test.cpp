// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/clamp_outputs.h"

#include "spirv/module.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using ::testing::ContainsRegex;

std::string shader(const std::string& type) {
    return R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %color
OpExecutionMode %main OriginUpperLeft
OpDecorate %color Location 1
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%vec2 = OpTypeVector %float 2
%pointer = OpTypePointer Output )" +
           type + R"(
%color = OpVariable %pointer Output
%value = OpConstantNull )" +
           type + R"(
%main = OpFunction %void None %function
%label = OpLabel
OpStore %color %value
OpReturn
OpFunctionEnd
)";
}

TEST(ClampOutputsTest, ClampsScalarsAndVectorsLast) {
    for (const char* type : {"%float", "%vec2"}) {
        const auto words = ClampOutputs::run(assemble(shader(type)));
        EXPECT_EQ(validate(words), "") << type;
        EXPECT_THAT(disassemble(words),
                    ContainsRegex("OpFOrdGreaterThan(.|\n)*OpFOrdLessThan(.|\n)*OpStore "
                                  "%[0-9a-z]+ %[0-9a-z]+\nOpReturn"))
            << type;
    }
}

TEST(ClampOutputsTest, LeavesIntegersAlone) {
    const auto words = assemble(shader("%int"));
    EXPECT_EQ(ClampOutputs::run(words), words);
}

} // namespace
} // namespace spirv
