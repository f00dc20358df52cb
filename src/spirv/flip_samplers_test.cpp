// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/flip_samplers.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Reads a texel of %2, an isampler2D at binding 3, and its size.
const char* const kIntegerSampler = R"(
               OpCapability Shader
               OpCapability ImageQuery
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %3
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 DescriptorSet 4
               OpDecorate %2 Binding 3
               OpDecorate %3 Location 0
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeInt 32 1
          %7 = OpTypeVector %6 4
          %8 = OpTypeVector %6 2
          %9 = OpTypeImage %6 2D 0 0 0 1 Unknown
         %10 = OpTypeSampledImage %9
         %11 = OpTypePointer UniformConstant %10
         %12 = OpTypePointer Output %7
         %13 = OpConstant %6 2
         %14 = OpConstantComposite %8 %13 %13
          %2 = OpVariable %11 UniformConstant
          %3 = OpVariable %12 Output
          %1 = OpFunction %4 None %5
         %15 = OpLabel
         %16 = OpLoad %10 %2
         %17 = OpImage %9 %16
         %18 = OpImageQuerySizeLod %8 %17 %13
         %19 = OpImageFetch %7 %17 %18 Lod %13
               OpStore %3 %19
               OpReturn
               OpFunctionEnd
)";

TEST(FlipSamplersTest, TexelsKeepTheirBits) {
    const auto module = Module::parse(assemble(kIntegerSampler));
    ASSERT_TRUE(module);
    const auto words = FlipSamplers::run(*module, 1u << 3);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("%[0-9]+ = OpTypeInt 32 0\n"));
    EXPECT_THAT(text, ContainsRegex("%19 = OpBitcast %7 %[0-9]+\n"));
    EXPECT_THAT(text, ContainsRegex("%18 = OpImageQuerySizeLod %8 %17 %13\n"));
    EXPECT_THAT(text, Not(HasSubstr("%2 = OpVariable")));
    const auto flipped = Module::parse(words);
    ASSERT_TRUE(flipped);
    for (const Variable& v : flipped->globals()) {
        if (v.storage == spv::StorageClassUniformConstant) {
            EXPECT_EQ(flipped->decoration(v.id, spv::DecorationBinding), 3u);
            EXPECT_EQ(flipped->decoration(v.id, spv::DecorationDescriptorSet), 4u);
        }
    }
}

TEST(FlipSamplersTest, OthersStay) {
    const auto words = assemble(kIntegerSampler);
    const auto module = Module::parse(words);
    ASSERT_TRUE(module);
    EXPECT_EQ(FlipSamplers::run(*module, ~(1u << 3)), words);
}

} // namespace
} // namespace spirv
