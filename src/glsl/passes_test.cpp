// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The code-changing passes of src/spirv, text before and after.

#include "glsl/optimize.h"
#include "glsl/spirv_text.h"

#include "spirv/broadcast_output.h"
#include "spirv/clip_distances.h"
#include "spirv/default_control.h"
#include "spirv/demote_interface.h"
#include "spirv/double_inputs.h"
#include "spirv/extender.h"
#include "spirv/fix_constant.h"
#include "spirv/flatten_arrays.h"
#include "spirv/flip_samplers.h"
#include "spirv/location_types.h"
#include "spirv/pack_interface.h"
#include "spirv/shade_samples.h"
#include "spirv/split_interface.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace glsl {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const char* const kFragment = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %2 %3
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 Location 0
               OpDecorate %3 Location 0
               OpDecorate %3 Flat
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeVector %6 4
          %8 = OpTypePointer Output %7
          %9 = OpTypePointer Input %7
         %10 = OpTypePointer Input %6
         %11 = OpTypeInt 32 0
         %12 = OpConstant %11 1
          %2 = OpVariable %8 Output
          %3 = OpVariable %9 Input
          %1 = OpFunction %4 None %5
         %13 = OpLabel
         %14 = OpAccessChain %10 %3 %12
         %15 = OpLoad %6 %14
         %16 = OpCompositeConstruct %7 %15 %15 %15 %15
               OpStore %2 %16
               OpReturn
               OpFunctionEnd
)";

TEST(DemoteInterfaceTest, MakesAnInputAPrivateZero) {
    const auto module = spirv::Module::parse(assembleSpirv(kFragment));
    ASSERT_TRUE(module);
    const auto words = spirv::DemoteInterface::run(*module, {spirv::Id{3}});
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, HasSubstr("OpEntryPoint Fragment %1 \"main\" %2\n"));
    EXPECT_THAT(text, Not(HasSubstr("OpDecorate %3")));
    EXPECT_THAT(text, HasSubstr("%3 = OpVariable %17 Private %18"));
    EXPECT_THAT(text, HasSubstr("%18 = OpConstantNull %7"));
    EXPECT_THAT(text, HasSubstr("%14 = OpAccessChain %19 %3 %12"));
}

TEST(DemoteInterfaceTest, InterpolatesNoMore) {
    std::string fragment = kFragment;
    fragment.replace(fragment.find("OpMemoryModel"), 0, "%20 = OpExtInstImport \"GLSL.std.450\"\n");
    fragment.replace(fragment.find("OpCapability"), 0, "OpCapability InterpolationFunction\n");
    const std::string load = "OpLoad %6 %14";
    fragment.replace(
        fragment.find(load), load.size(), "OpExtInst %6 %20 InterpolateAtCentroid %14");
    const auto module = spirv::Module::parse(assembleSpirv(fragment));
    ASSERT_TRUE(module);
    const auto words = spirv::DemoteInterface::run(*module, {spirv::Id{3}});
    EXPECT_EQ(validateSpirv(words), "");
    EXPECT_THAT(disassembleSpirv(words), HasSubstr("%15 = OpLoad %6 %14"));
}

TEST(DemoteInterfaceTest, LeavesTheRestAlone) {
    const auto module = spirv::Module::parse(assembleSpirv(kFragment));
    const auto words = spirv::DemoteInterface::run(*module, {});
    EXPECT_EQ(disassembleSpirv(words), disassembleSpirv(module->words()));
}

TEST(BroadcastOutputTest, CopiesToEveryLocation) {
    const auto words = spirv::BroadcastOutput::run(assembleSpirv(kFragment), 3);
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, HasSubstr("OpEntryPoint Fragment %1 \"main\" %2 %3 %17 %18"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %17 Location 1"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %18 Location 2"));
    EXPECT_THAT(text, HasSubstr("OpStore %17 %19"));
    EXPECT_THAT(text, HasSubstr("OpStore %18 %19"));
}

TEST(BroadcastOutputTest, OneBufferChangesNothing) {
    const auto before = assembleSpirv(kFragment);
    EXPECT_EQ(spirv::BroadcastOutput::run(before, 1), before);
}

TEST(ShadeSamplesTest, ReadsTheSampleAndInterpolatesThere) {
    std::string fragment = kFragment;
    fragment.replace(fragment.find("OpDecorate %3 Flat"), 18, "");
    const auto words = spirv::ShadeSamples::run(assembleSpirv(fragment));
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, HasSubstr("OpCapability SampleRateShading"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %3 Sample"));
    EXPECT_THAT(text, HasSubstr("BuiltIn SampleId"));
    EXPECT_THAT(text, ContainsRegex("%13 = OpLabel\n%[0-9]+ = OpLoad"));
    const auto module = spirv::Module::parse(words);
    ASSERT_TRUE(module);
    const auto place = module->findBuiltIn(spv::StorageClassInput, spv::BuiltInSampleId);
    EXPECT_TRUE(module->isLoaded(place.variable));
}

TEST(ShadeSamplesTest, LeavesFlatInputsFlat) {
    const auto words = spirv::ShadeSamples::run(assembleSpirv(kFragment));
    EXPECT_EQ(validateSpirv(words), "");
    EXPECT_THAT(disassembleSpirv(words), Not(HasSubstr("OpDecorate %3 Sample")));
}

TEST(PackInterfaceTest, CopiesInputsInWhenMainStarts) {
    const auto module = spirv::Module::parse(assembleSpirv(kFragment));
    const std::vector<std::vector<spirv::Id>> groups = {{spirv::Id{3}}};
    const auto result = spirv::PackInterface::run(*module, spv::StorageClassInput, groups);
    ASSERT_EQ(result.slots.size(), 1u);
    ASSERT_EQ(result.slots[0].size(), 1u);
    const std::string slot = "%" + std::to_string(result.slots[0][0].value);
    const std::string text = disassembleSpirv(result.words);
    EXPECT_THAT(text, HasSubstr("OpEntryPoint Fragment %1 \"main\" %2 " + slot + "\n"));
    EXPECT_THAT(text, ContainsRegex("%13 = OpLabel\n%[0-9]+ = OpLoad %7 " + slot));
    EXPECT_THAT(text, ContainsRegex("OpStore %3 %[0-9]+\n%14 = OpAccessChain"));
}

const char* const kVertexOutputs = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2 %3
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeInt 32 0
          %8 = OpConstant %7 3
          %9 = OpTypeArray %6 %8
         %10 = OpTypeVector %6 2
         %11 = OpTypePointer Output %9
         %12 = OpTypePointer Output %10
         %13 = OpConstantNull %9
         %14 = OpConstantNull %10
         %15 = OpTypeBool
         %16 = OpConstantTrue %15
          %2 = OpVariable %11 Output
          %3 = OpVariable %12 Output
          %1 = OpFunction %4 None %5
         %17 = OpLabel
               OpStore %2 %13
               OpSelectionMerge %18 None
               OpBranchConditional %16 %19 %18
         %19 = OpLabel
               OpReturn
         %18 = OpLabel
               OpStore %3 %14
               OpReturn
               OpFunctionEnd
)";

TEST(PackInterfaceTest, CopiesOutputsOutAtEachReturn) {
    const auto module = spirv::Module::parse(assembleSpirv(kVertexOutputs));
    ASSERT_TRUE(module);
    const std::vector<std::vector<spirv::Id>> groups = {{spirv::Id{2}, spirv::Id{3}}};
    const auto result = spirv::PackInterface::run(*module, spv::StorageClassOutput, groups);
    ASSERT_EQ(result.slots.at(0).size(), 2u); // five scalars
    const std::string text = disassembleSpirv(result.words);
    for (const spirv::Id slot : result.slots[0]) {
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
    const auto module = spirv::Module::parse(assembleSpirv(vertex));
    ASSERT_TRUE(module);
    const std::vector<std::vector<spirv::Id>> groups = {{spirv::Id{3}, spirv::Id{2}}};
    const auto result = spirv::PackInterface::run(*module, spv::StorageClassOutput, groups);
    ASSERT_EQ(result.slots.at(0).size(), 2u); // two integers, three floats
    const std::string text = disassembleSpirv(result.words);
    EXPECT_THAT(text, ContainsRegex("%[0-9]+ = OpTypeVector %7 4"));
    EXPECT_THAT(text, HasSubstr("OpBitcast %7"));
    EXPECT_EQ(validateSpirv(result.words, false), "");
}

TEST(PackInterfaceTest, CountsScalars) {
    const auto module = spirv::Module::parse(assembleSpirv(kVertexOutputs));
    EXPECT_EQ(spirv::PackInterface::components(*module, spirv::Id{9}), 3u);
    EXPECT_EQ(spirv::PackInterface::components(*module, spirv::Id{10}), 2u);
    EXPECT_EQ(spirv::PackInterface::components(*module, spirv::Id{15}), 0u);
    EXPECT_EQ(spirv::PackInterface::scalarType(*module, spirv::Id{9}), spirv::Id{6});
}

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
    const auto module = spirv::Module::parse(assembleSpirv(kDoubles));
    ASSERT_TRUE(module);
    const auto words = spirv::DoubleInputs::run(*module, 16);
    EXPECT_EQ(validateSpirv(words), "");
    const auto result = spirv::Module::parse(words);
    ASSERT_TRUE(result);
    std::map<uint32_t, uint32_t> components; // by location
    for (const spirv::Variable& v : result->globals()) {
        if (const auto location = result->decoration(v.id, spv::DecorationLocation)) {
            components[*location] = result->definition(v.pointee)[3];
        }
    }
    const std::map<uint32_t, uint32_t> expected{{1, 4}, {2, 4}, {4, 2}, {17, 2}, {18, 2}};
    EXPECT_EQ(components, expected);
    EXPECT_THAT(disassembleSpirv(words), HasSubstr("OpBitcast %7"));
}

TEST(DoubleInputsTest, LeavesOthersAlone) {
    const auto module = spirv::Module::parse(assembleSpirv(kFragment));
    EXPECT_EQ(disassembleSpirv(spirv::DoubleInputs::run(*module, 16)),
              disassembleSpirv(module->words()));
}

const char* const kClipDistances = R"(
               OpCapability Shader
               OpCapability ClipDistance
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2
               OpMemberDecorate %3 0 BuiltIn Position
               OpMemberDecorate %3 1 BuiltIn ClipDistance
               OpDecorate %3 Block
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeInt 32 1
          %8 = OpTypeVector %6 4
          %9 = OpTypeInt 32 0
         %10 = OpConstant %9 3
         %11 = OpTypeArray %6 %10
          %3 = OpTypeStruct %8 %11
         %12 = OpTypePointer Output %3
         %13 = OpTypePointer Output %6
         %14 = OpConstant %7 1
         %15 = OpConstant %7 0
         %16 = OpConstant %6 -1
          %2 = OpVariable %12 Output
          %1 = OpFunction %4 None %5
         %17 = OpLabel
         %18 = OpAccessChain %13 %2 %14 %15
               OpStore %18 %16
               OpReturn
               OpFunctionEnd
)";

TEST(ClipDistancesTest, ThoseThatAreOffBecomeZero) {
    const auto before = assembleSpirv(kClipDistances);
    const auto module = spirv::Module::parse(before);
    ASSERT_TRUE(module);
    EXPECT_EQ(spirv::ClipDistances::written(*module), 7u);
    const auto words = spirv::ClipDistances::run(before, 0xfd); // all but 1, of three
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    size_t stores = 0;
    for (size_t at = 0; (at = text.find("OpStore", at)) != std::string::npos; ++at) {
        ++stores;
    }
    EXPECT_EQ(stores, 3u); // the shader's, and two of zero
    EXPECT_THAT(text, ContainsRegex("OpStore %[0-9]+ %19\nOpReturn"));
    EXPECT_EQ(spirv::ClipDistances::run(before, 0xf8), before);
}

TEST(ClipDistancesTest, OfModulesWithoutThereAreNone) {
    const auto module = spirv::Module::parse(assembleSpirv(kVertexOutputs));
    EXPECT_EQ(spirv::ClipDistances::written(*module), 0u);
}

const char* const kEvaluation = R"(
               OpCapability Tessellation
               OpMemoryModel Logical GLSL450
               OpEntryPoint TessellationEvaluation %1 "main" %2 %3 %4 %5
               OpExecutionMode %1 Triangles
               OpExecutionMode %1 SpacingEqual
               OpExecutionMode %1 VertexOrderCcw
               OpDecorate %2 Location 3
               OpDecorate %3 Patch
               OpDecorate %3 Location 4
               OpMemberDecorate %6 0 BuiltIn Position
               OpMemberDecorate %6 1 BuiltIn PointSize
               OpDecorate %6 Block
               OpDecorate %5 BuiltIn Position
          %7 = OpTypeVoid
          %8 = OpTypeFunction %7
          %9 = OpTypeFloat 32
         %10 = OpTypeVector %9 4
         %11 = OpTypeInt 32 0
         %12 = OpConstant %11 32
         %13 = OpTypeVector %9 2
         %14 = OpTypeArray %13 %12
         %15 = OpTypePointer Input %14
          %6 = OpTypeStruct %10 %9
         %16 = OpTypeArray %6 %12
         %17 = OpTypePointer Input %16
         %18 = OpTypePointer Input %10
         %19 = OpTypePointer Output %10
         %20 = OpConstant %11 0
          %2 = OpVariable %15 Input
          %3 = OpVariable %18 Input
          %4 = OpVariable %17 Input
          %5 = OpVariable %19 Output
          %1 = OpFunction %7 None %8
         %21 = OpLabel
         %22 = OpAccessChain %18 %4 %20 %20
         %23 = OpLoad %10 %22
               OpStore %5 %23
               OpReturn
               OpFunctionEnd
)";

TEST(DefaultControlTest, PassesVerticesThrough) {
    const auto module = spirv::Module::parse(assembleSpirv(kEvaluation));
    ASSERT_TRUE(module);
    const auto words = spirv::DefaultControl::run(*module, 5, 2, 7);
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, ContainsRegex("OpExecutionMode %[0-9]+ OutputVertices 5"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ DescriptorSet 2"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ Binding 7"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ Location 3"));
    EXPECT_THAT(text, Not(HasSubstr("Location 4"))); // of patches: there are none
    EXPECT_THAT(text, HasSubstr("BuiltIn TessLevelOuter"));
    EXPECT_THAT(text, HasSubstr("BuiltIn TessLevelInner"));
}

TEST(DefaultControlTest, PassesSplitBuiltInsThrough) {
    const auto module = spirv::Module::parse(assembleSpirv(kEvaluation));
    ASSERT_TRUE(module);
    const auto split = spirv::Module::parse(spirv::SplitInterface::run(*module));
    ASSERT_TRUE(split);
    const auto words = spirv::DefaultControl::run(*split, 5, 2, 7);
    EXPECT_EQ(validateSpirv(words), "");
    const auto control = spirv::Module::parse(words);
    ASSERT_TRUE(control);
    const auto in = control->findBuiltIn(spv::StorageClassInput, spv::BuiltInPosition);
    const auto out = control->findBuiltIn(spv::StorageClassOutput, spv::BuiltInPosition);
    EXPECT_TRUE(in && in.member < 0);
    EXPECT_TRUE(out && out.member < 0);
}

TEST(DefaultControlTest, IsForEvaluationShaders) {
    const auto module = spirv::Module::parse(assembleSpirv(kFragment));
    EXPECT_TRUE(spirv::DefaultControl::run(*module, 3, 0, 0).empty());
}

TEST(SplitInterfaceTest, TakesFromBlocksOfBuiltInsWhatIsTouched) {
    const auto module = spirv::Module::parse(assembleSpirv(kEvaluation));
    ASSERT_TRUE(module);
    const auto words = spirv::SplitInterface::run(*module);
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, ContainsRegex("OpEntryPoint TessellationEvaluation %1 \"main\" %2 %3 %5 %"));
    EXPECT_THAT(text, Not(ContainsRegex("%4 = OpVariable")));
    EXPECT_THAT(text, ContainsRegex("%22 = OpAccessChain %18 %[0-9]+ %20\n"));
    const auto split = spirv::Module::parse(words);
    ASSERT_TRUE(split);
    const auto position = split->findBuiltIn(spv::StorageClassInput, spv::BuiltInPosition);
    ASSERT_TRUE(position);
    EXPECT_EQ(position.member, -1);
    for (const spirv::Variable& v : split->globals()) {
        EXPECT_NE(split->decoration(v.id, spv::DecorationBuiltIn), spv::BuiltInPointSize);
        if (v.id == position.variable) {
            EXPECT_EQ(split->arrayLength(v.pointee), 32u);
        }
    }
}

TEST(SplitInterfaceTest, AWholeMemberIsItsVariable) {
    std::string vertex = kClipDistances;
    const auto replace = [&](const std::string& from, const std::string& to) {
        vertex.replace(vertex.find(from), from.size(), to);
    };
    replace("%18 = OpAccessChain %13 %2 %14 %15", "%18 = OpAccessChain %19 %2 %15");
    replace("OpStore %18 %16", "OpStore %18 %20");
    replace("%13 = OpTypePointer Output %6", "%19 = OpTypePointer Output %8");
    replace("%2 = OpVariable", "%20 = OpConstantNull %8\n%2 = OpVariable");
    const auto module = spirv::Module::parse(assembleSpirv(vertex));
    ASSERT_TRUE(module);
    const auto words = spirv::SplitInterface::run(*module);
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, Not(HasSubstr("OpAccessChain")));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %21 BuiltIn Position"));
    EXPECT_THAT(text, HasSubstr("OpStore %21 %20"));
}

// Elements of "%2", at location 1, are %14 (the first) and %15 (the third).
const char* const kFragmentOutputs = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %1 "main" %2
               OpExecutionMode %1 OriginUpperLeft
               OpDecorate %2 Location 1
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypeVector %6 4
          %8 = OpTypeInt 32 1
          %9 = OpConstant %8 3
         %10 = OpTypeArray %7 %9
         %11 = OpTypePointer Output %10
         %12 = OpTypePointer Output %7
         %13 = OpTypePointer Output %6
         %14 = OpConstant %8 0
         %15 = OpConstant %8 2
         %16 = OpConstantNull %7
         %17 = OpConstantNull %6
          %2 = OpVariable %11 Output
          %1 = OpFunction %4 None %5
         %18 = OpLabel
         %19 = OpAccessChain %12 %2 %14
               OpStore %19 %16
         %20 = OpAccessChain %13 %2 %15 %14
               OpStore %20 %17
               OpReturn
               OpFunctionEnd
)";

TEST(SplitInterfaceTest, TakesElementsFromFragmentOutputs) {
    const auto module = spirv::Module::parse(assembleSpirv(kFragmentOutputs));
    ASSERT_TRUE(module);
    const auto words = spirv::SplitInterface::run(*module);
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, HasSubstr("OpEntryPoint Fragment %1 \"main\" %21 %22\n"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %21 Location 1"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %22 Location 3"));
    EXPECT_THAT(text, HasSubstr("OpStore %21 %16"));
    EXPECT_THAT(text, HasSubstr("%20 = OpAccessChain %13 %22 %14"));
}

TEST(SplitInterfaceTest, WhatIsIndexedByVariablesStays) {
    std::string fragment = kFragmentOutputs;
    const std::string index = "%20 = OpAccessChain %13 %2 %15 %14";
    fragment.replace(fragment.find(index),
                     index.size(),
                     "%21 = OpIAdd %8 %15 %14\n%20 = OpAccessChain %13 %2 %21 %14");
    const auto words = assembleSpirv(fragment);
    const auto module = spirv::Module::parse(words);
    ASSERT_TRUE(module);
    EXPECT_EQ(spirv::SplitInterface::run(*module), words);
}

// Reads a texel of %2, an isampler2D at binding 3, and its size.
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
    const auto module = spirv::Module::parse(assembleSpirv(kIntegerSampler));
    ASSERT_TRUE(module);
    const auto words = spirv::FlipSamplers::run(*module, 1u << 3);
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, ContainsRegex("%[0-9]+ = OpTypeInt 32 0\n"));
    EXPECT_THAT(text, ContainsRegex("%19 = OpBitcast %7 %[0-9]+\n"));
    EXPECT_THAT(text, ContainsRegex("%18 = OpImageQuerySizeLod %8 %17 %13\n"));
    EXPECT_THAT(text, Not(HasSubstr("%2 = OpVariable")));
    const auto flipped = spirv::Module::parse(words);
    ASSERT_TRUE(flipped);
    for (const spirv::Variable& v : flipped->globals()) {
        if (v.storage == spv::StorageClassUniformConstant) {
            EXPECT_EQ(flipped->decoration(v.id, spv::DecorationBinding), 3u);
            EXPECT_EQ(flipped->decoration(v.id, spv::DecorationDescriptorSet), 4u);
        }
    }
}

TEST(FlipSamplersTest, OthersStay) {
    const auto words = assembleSpirv(kIntegerSampler);
    const auto module = spirv::Module::parse(words);
    ASSERT_TRUE(module);
    EXPECT_EQ(spirv::FlipSamplers::run(*module, ~(1u << 3)), words);
}

TEST(LocationTypesTest, AnInputNeedsAnOutputOfItsType) {
    const std::string input = kFragment; // A vec4 at location 0.
    const auto consumer = spirv::Module::parse(assembleSpirv(input));
    ASSERT_TRUE(consumer);
    const spirv::LocationTypes wanted(*consumer, spv::StorageClassInput);
    EXPECT_EQ(spirv::LocationTypes().missing(wanted, false), 1u);
    EXPECT_EQ(spirv::LocationTypes().missing(wanted, true), 0u);
    // The same shader's output is a vec4 at location 0, too.
    EXPECT_EQ(spirv::LocationTypes(*consumer, spv::StorageClassOutput).missing(wanted, false), 0u);
    const auto producer = spirv::Module::parse(assembleSpirv(kFragmentOutputs));
    ASSERT_TRUE(producer);
    const spirv::LocationTypes written(*producer, spv::StorageClassOutput);
    EXPECT_EQ(written.missing(wanted, false), 1u); // It begins at location 1.
    EXPECT_EQ(spirv::LocationTypes::inputsAt(*consumer, 1, false), std::set{spirv::Id{3}});
    EXPECT_TRUE(spirv::LocationTypes::inputsAt(*consumer, 2, false).empty());
    EXPECT_TRUE(spirv::LocationTypes::inputsAt(*consumer, 1, true).empty());
}

TEST(LocationTypesTest, EveryVertexHasThem) {
    const auto module = spirv::Module::parse(assembleSpirv(kEvaluation));
    ASSERT_TRUE(module);
    const spirv::LocationTypes wanted(*module, spv::StorageClassInput);
    EXPECT_EQ(spirv::LocationTypes().missing(wanted, false), 1u << 3); // Not 32 locations.
    EXPECT_EQ(spirv::LocationTypes().missing(wanted, true), 1u << 4);
    EXPECT_EQ(spirv::LocationTypes::inputsAt(*module, 1u << 4, true), std::set{spirv::Id{3}});
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
    const auto module = spirv::Module::parse(assembleSpirv(geometry));
    ASSERT_TRUE(module);
    const std::vector<std::vector<spirv::Id>> groups = {{spirv::Id{2}}};
    const auto result = spirv::PackInterface::run(*module, spv::StorageClassInput, groups, true);
    ASSERT_EQ(result.slots.at(0).size(), 1u);
    const std::string text = disassembleSpirv(result.words);
    EXPECT_THAT(text, ContainsRegex("%([0-9]+) = OpTypeArray %[0-9]+ %8"));
    EXPECT_THAT(text, ContainsRegex("OpCompositeExtract %5 %[0-9]+ 1 2"));
    EXPECT_THAT(text, ContainsRegex("OpCompositeConstruct %9 %[0-9]+ %[0-9]+"));
}

const char* const kGuarded = R"(
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Vertex %1 "main" %2
               OpDecorate %3 SpecId 7
               OpDecorate %2 Location 0
          %4 = OpTypeVoid
          %5 = OpTypeFunction %4
          %6 = OpTypeFloat 32
          %7 = OpTypePointer Output %6
          %8 = OpConstant %6 1
          %9 = OpTypeBool
          %3 = OpSpecConstantTrue %9
          %2 = OpVariable %7 Output
          %1 = OpFunction %4 None %5
         %10 = OpLabel
               OpSelectionMerge %11 None
               OpBranchConditional %3 %12 %11
         %12 = OpLabel
               OpStore %2 %8
               OpBranch %11
         %11 = OpLabel
               OpReturn
               OpFunctionEnd
)";

TEST(ExtenderTest, EndsBeforeTheGuard) {
    const auto module = spirv::Module::parse(assembleSpirv(kGuarded));
    ASSERT_TRUE(module);
    for (const bool guarded : {false, true}) {
        spirv::Extender extender(*module);
        const spirv::Id type = extender.vectorType(extender.floatType(), 2);
        const spirv::Id variable =
            extender.interfaceVariable(spv::StorageClassOutput, extender.floatType());
        extender.decorate(variable, spv::DecorationLocation, 1);
        extender.capability(spv::CapabilityTransformFeedback);
        extender.executionMode(spv::ExecutionModeXfb);
        if (guarded) {
            extender.endBefore(7);
        }
        const uint32_t value = extender.floatConstant(1.0f).value;
        const auto words = extender.finish({.atEnd = [&](std::vector<uint32_t>& out, uint32_t) {
            spirv::append(out, spv::OpStore, {variable.value, value});
        }});
        EXPECT_EQ(validateSpirv(words), "");
        const std::string text = disassembleSpirv(words);
        const std::string store = "OpStore %" + std::to_string(variable.value) + " %8\n";
        EXPECT_THAT(text, HasSubstr(store + (guarded ? "OpSelectionMerge" : "OpReturn")));
        EXPECT_THAT(text, HasSubstr("= OpTypeVector %6 2"));
        EXPECT_TRUE(type);
    }
}

TEST(FixConstantTest, BecomesOrdinary) {
    std::vector<uint32_t> words = assembleSpirv(kGuarded);
    const std::vector<uint32_t> before = words;
    spirv::fixBoolConstant(words, 8, false);
    EXPECT_EQ(words, before);
    spirv::fixBoolConstant(words, 7, false);
    EXPECT_EQ(validateSpirv(words), "");
    const std::string text = disassembleSpirv(words);
    EXPECT_THAT(text, HasSubstr("%3 = OpConstantFalse %9"));
    EXPECT_THAT(text, Not(HasSubstr("SpecId")));
}

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
    const std::vector<uint32_t> words = assembleSpirv(text);
    ASSERT_FALSE(words.empty());
    const std::vector<uint32_t> flat = spirv::FlattenArrays::run(words);
    EXPECT_NE(validateSpirv(words), "");
    EXPECT_EQ(validateSpirv(flat), "") << disassembleSpirv(flat);
    const std::string after = disassembleSpirv(flat);
    EXPECT_THAT(after, HasSubstr("OpConstant %9 9\n")); // 2 * 4 + 1
    EXPECT_THAT(after, HasSubstr("OpConstant %9 12\n"));
    EXPECT_THAT(after, HasSubstr("OpIMul"));
    EXPECT_THAT(after, Not(HasSubstr("row")));
    EXPECT_EQ(spirv::FlattenArrays::run(flat), flat);
}

} // namespace
} // namespace glsl
