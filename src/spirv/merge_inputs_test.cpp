// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/merge_inputs.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using testing::HasSubstr;

/// A mat2 at 1 and 2, and at 2 an integer and a vec4; a float alone at 5.
const char* const kShared = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2 %3 %4 %5 %6
               OpDecorate %2 Location 1
               OpDecorate %3 Location 2
               OpDecorate %4 Location 2
               OpDecorate %5 Location 5
               OpDecorate %6 BuiltIn Position
          %7 = OpTypeVoid
          %8 = OpTypeFunction %7
          %9 = OpTypeFloat 32
         %10 = OpTypeVector %9 2
         %11 = OpTypeMatrix %10 2
         %12 = OpTypePointer Input %11
         %13 = OpTypeInt 32 1
         %14 = OpTypePointer Input %13
         %15 = OpTypeVector %9 4
         %16 = OpTypePointer Input %15
         %17 = OpTypePointer Input %9
         %18 = OpTypePointer Output %15
          %2 = OpVariable %12 Input
          %3 = OpVariable %14 Input
          %4 = OpVariable %16 Input
          %5 = OpVariable %17 Input
          %6 = OpVariable %18 Output
          %1 = OpFunction %7 None %8
         %19 = OpLabel
         %20 = OpLoad %11 %2
         %21 = OpCompositeExtract %9 %20 0 0
         %22 = OpLoad %13 %3
         %23 = OpConvertSToF %9 %22
         %24 = OpLoad %15 %4
         %25 = OpLoad %9 %5
         %26 = OpCompositeConstruct %15 %21 %23 %25 %25
         %27 = OpFAdd %15 %24 %26
               OpStore %6 %27
               OpReturn
               OpFunctionEnd
)";

TEST(MergeInputsTest, OneVec4AtEachSharedLocation) {
    const auto module = Module::parse(assemble(kShared));
    ASSERT_TRUE(module);
    const auto words = MergeInputs::run(*module);
    EXPECT_EQ(validate(words), "");
    const auto merged = Module::parse(words);
    ASSERT_TRUE(merged);
    int inputs = 0;
    for (const Variable& v : merged->globals()) {
        if (v.storage == spv::StorageClassInput) {
            ++inputs;
            const uint32_t location = merged->decoration(v.id, spv::DecorationLocation).value();
            const Instruction type = merged->definition(v.pointee);
            EXPECT_EQ(type.op(), location == 5 ? spv::OpTypeFloat : spv::OpTypeVector);
        }
    }
    EXPECT_EQ(inputs, 3) << "at 1, 2 and 5";
    EXPECT_THAT(disassemble(words), HasSubstr("OpBitcast")); // of the integer at 2
}

TEST(MergeInputsTest, LeavesOthersAlone) {
    std::string text = kShared;
    text.replace(text.find("%3 Location 2"), 13, "%3 Location 3");
    text.replace(text.find("%4 Location 2"), 13, "%4 Location 4");
    const auto module = Module::parse(assemble(text));
    ASSERT_TRUE(module);
    EXPECT_EQ(disassemble(MergeInputs::run(*module)), disassemble(module->words()));
}

} // namespace
} // namespace spirv
