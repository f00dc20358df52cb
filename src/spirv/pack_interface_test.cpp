// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/pack_interface.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragment;
using modules::kVertexOutputs;
using testing::ContainsRegex;
using testing::HasSubstr;

TEST(PackInterfaceTest, CopiesInputsInWhenMainStarts) {
    const auto module = Module::parse(assemble(kFragment));
    const std::vector<std::vector<Id>> groups = {{Id{3}}};
    const auto result = PackInterface::run(*module, spv::StorageClassInput, groups);
    ASSERT_EQ(result.slots.size(), 1u);
    ASSERT_EQ(result.slots[0].size(), 1u);
    const std::string slot = "%" + std::to_string(result.slots[0][0].value);
    const std::string text = disassemble(result.words);
    EXPECT_THAT(text, HasSubstr("OpEntryPoint Fragment %1 \"main\" %2 " + slot + "\n"));
    EXPECT_THAT(text, ContainsRegex("%13 = OpLabel\n%[0-9]+ = OpLoad %7 " + slot));
    EXPECT_THAT(text, ContainsRegex("OpStore %3 %[0-9]+\n%14 = OpAccessChain"));
}

TEST(PackInterfaceTest, CopiesOutputsOutAtEachReturn) {
    const auto module = Module::parse(assemble(kVertexOutputs));
    ASSERT_TRUE(module);
    const std::vector<std::vector<Id>> groups = {{Id{2}, Id{3}}};
    const auto result = PackInterface::run(*module, spv::StorageClassOutput, groups);
    ASSERT_EQ(result.slots.at(0).size(), 2u); // five scalars
    const std::string text = disassemble(result.words);
    for (const Id slot : result.slots[0]) {
        const std::string store = "OpStore %" + std::to_string(slot.value) + " ";
        EXPECT_NE(text.find(store), text.rfind(store));
    }
    // There was no vec4 before.
    EXPECT_THAT(text, ContainsRegex("%[0-9]+ = OpTypeVector %6 4"));
}

TEST(PackInterfaceTest, MixesScalarsAsBits) {
    std::string vertex = kVertexOutputs;
    const auto replace = [&](const std::string& from, const std::string& to) {
        vertex.replace(vertex.find(from), from.size(), to);
    };
    replace("%10 = OpTypeVector %6 2", "%10 = OpTypeVector %7 2");
    const auto module = Module::parse(assemble(vertex));
    ASSERT_TRUE(module);
    const std::vector<std::vector<Id>> groups = {{Id{3}, Id{2}}};
    const auto result = PackInterface::run(*module, spv::StorageClassOutput, groups);
    ASSERT_EQ(result.slots.at(0).size(), 2u); // two integers, three floats
    const std::string text = disassemble(result.words);
    EXPECT_THAT(text, ContainsRegex("%[0-9]+ = OpTypeVector %7 4"));
    EXPECT_THAT(text, HasSubstr("OpBitcast %7"));
    EXPECT_EQ(validateUnlinked(result.words), "");
}

TEST(PackInterfaceTest, CountsScalars) {
    const auto module = Module::parse(assemble(kVertexOutputs));
    EXPECT_EQ(PackInterface::components(*module, Id{9}), 3u);
    EXPECT_EQ(PackInterface::components(*module, Id{10}), 2u);
    EXPECT_EQ(PackInterface::components(*module, Id{15}), 0u);
    EXPECT_EQ(PackInterface::scalarType(*module, Id{9}), Id{6});
}

TEST(PackInterfaceTest, InputsOfEachVertex) {
    const char* const geometry = R"(
               OpCapability Geometry
               OpMemoryModel Logical GLSL450
               OpEntryPoint Geometry %1 "main" %2
               OpExecutionMode %1 InputLines
               OpExecutionMode %1 Invocations 1
               OpExecutionMode %1 OutputPoints
               OpExecutionMode %1 OutputVertices 1
          %3 = OpTypeVoid
          %4 = OpTypeFunction %3
          %5 = OpTypeFloat 32
          %6 = OpTypeVector %5 3
          %7 = OpTypeInt 32 0
          %8 = OpConstant %7 2
          %9 = OpTypeArray %6 %8
         %10 = OpTypePointer Input %9
          %2 = OpVariable %10 Input
          %1 = OpFunction %3 None %4
         %11 = OpLabel
         %12 = OpLoad %9 %2
               OpReturn
               OpFunctionEnd
)";
    const auto module = Module::parse(assemble(geometry));
    ASSERT_TRUE(module);
    const std::vector<std::vector<Id>> groups = {{Id{2}}};
    const auto result = PackInterface::run(*module, spv::StorageClassInput, groups, true);
    ASSERT_EQ(result.slots.at(0).size(), 1u);
    const std::string text = disassemble(result.words);
    EXPECT_THAT(text, ContainsRegex("%([0-9]+) = OpTypeArray %[0-9]+ %8"));
    EXPECT_THAT(text, ContainsRegex("OpCompositeExtract %5 %[0-9]+ 1 2"));
    EXPECT_THAT(text, ContainsRegex("OpCompositeConstruct %9 %[0-9]+ %[0-9]+"));
}

} // namespace
} // namespace spirv
