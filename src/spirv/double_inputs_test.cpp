// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/double_inputs.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace spirv {
namespace {

using modules::kFragment;
using testing::HasSubstr;

const char* const kDoubles = R"(
               OpCapability Shader
               OpCapability Float64
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2 %3 %4
               OpDecorate %2 Location 1
               OpDecorate %3 Location 4
               OpDecorate %4 BuiltIn Position
          %5 = OpTypeVoid
          %6 = OpTypeFunction %5
          %7 = OpTypeFloat 64
          %8 = OpTypeVector %7 3
          %9 = OpTypeMatrix %8 2
         %10 = OpTypePointer Input %9
         %11 = OpTypePointer Input %7
         %12 = OpTypeFloat 32
         %13 = OpTypeVector %12 4
         %14 = OpTypePointer Output %13
         %15 = OpTypeInt 32 0
         %16 = OpConstant %15 1
          %2 = OpVariable %10 Input
          %3 = OpVariable %11 Input
          %4 = OpVariable %14 Output
          %1 = OpFunction %5 None %6
         %17 = OpLabel
         %18 = OpAccessChain %11 %2 %16 %16
         %19 = OpLoad %7 %18
         %20 = OpLoad %7 %3
         %21 = OpFAdd %7 %19 %20
         %22 = OpFConvert %12 %21
         %23 = OpCompositeConstruct %13 %22 %22 %22 %22
               OpStore %4 %23
               OpReturn
               OpFunctionEnd
)";

TEST(DoubleInputsTest, BecomeWordsAtTwoLocations) {
    const auto module = Module::parse(assemble(kDoubles));
    ASSERT_TRUE(module);
    const auto words = DoubleInputs::run(*module, 16);
    EXPECT_EQ(validate(words), "");
    const auto result = Module::parse(words);
    ASSERT_TRUE(result);
    std::map<uint32_t, uint32_t> components; // by location
    for (const Variable& v : result->globals()) {
        if (const auto location = result->decoration(v.id, spv::DecorationLocation)) {
            components[*location] = result->definition(v.pointee)[3];
        }
    }
    const std::map<uint32_t, uint32_t> expected{{1, 4}, {2, 4}, {4, 2}, {17, 2}, {18, 2}};
    EXPECT_EQ(components, expected);
    EXPECT_THAT(disassemble(words), HasSubstr("OpBitcast %7"));
}

TEST(DoubleInputsTest, LeavesThoseWithoutALocation) {
    std::string text = kDoubles;
    for (const std::string location : {"OpDecorate %2 Location 1", "OpDecorate %3 Location 4"}) {
        text.erase(text.find(location), location.size());
    }
    const auto module = Module::parse(assemble(text));
    ASSERT_TRUE(module);
    EXPECT_EQ(disassemble(DoubleInputs::run(*module, 16)), disassemble(module->words()));
}

TEST(DoubleInputsTest, LeavesOthersAlone) {
    const auto module = Module::parse(assemble(kFragment));
    EXPECT_EQ(disassemble(DoubleInputs::run(*module, 16)), disassemble(module->words()));
}

} // namespace
} // namespace spirv
