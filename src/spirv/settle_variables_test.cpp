// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/settle_variables.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace spirv {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// A fragment shader: `body` with vec4 inputs %a and %b, a vec4 uniform %c, local variables %v and
/// %w of vec4, and a private one %p that starts with zeros. It ends before OpFunctionEnd.
std::vector<uint32_t> shader(const std::string& body) {
    return assemble(R"(
               OpCapability Shader
        %set = OpExtInstImport "GLSL.std.450"
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main" %a %b %out
               OpExecutionMode %main OriginUpperLeft
               OpName %a "a"
               OpName %b "b"
               OpName %c "c"
               OpDecorate %a Location 0
               OpDecorate %b Location 1
               OpDecorate %out Location 0
               OpDecorate %precise NoContraction
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %c DescriptorSet 0
               OpDecorate %c Binding 0
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %bool = OpTypeBool
      %float = OpTypeFloat 32
        %int = OpTypeInt 32 1
       %vec4 = OpTypeVector %float 4
      %block = OpTypeStruct %vec4
        %pIn = OpTypePointer Input %vec4
       %pOut = OpTypePointer Output %vec4
   %pUniform = OpTypePointer Uniform %block
      %pVec4 = OpTypePointer Uniform %vec4
     %pLocal = OpTypePointer Function %vec4
      %pPart = OpTypePointer Function %float
   %pPrivate = OpTypePointer Private %vec4
       %true = OpConstantTrue %bool
      %index = OpConstant %int 0
        %two = OpConstant %int 2
       %zero = OpConstant %float 0
      %zeros = OpConstantComposite %vec4 %zero %zero %zero %zero
          %a = OpVariable %pIn Input
          %b = OpVariable %pIn Input
        %out = OpVariable %pOut Output
          %c = OpVariable %pUniform Uniform
          %p = OpVariable %pPrivate Private %zeros
       %main = OpFunction %void None %fn
      %label = OpLabel
          %v = OpVariable %pLocal Function
          %w = OpVariable %pLocal Function
         %av = OpLoad %vec4 %a
    %precise = OpFAdd %vec4 %av %av
)" + body + "OpFunctionEnd\n");
}

std::string settled(const std::string& body) {
    const auto words = shader(body);
    EXPECT_EQ(validate(words), "");
    const auto made = SettleVariables::run(words);
    if (!made) {
        return "not settled";
    }
    EXPECT_EQ(validate(*made), "");
    EXPECT_EQ(SettleVariables::run(*made), made);
    return disassemble(*made);
}

TEST(SettleVariablesTest, ValuesTakeThePlaceOfVariables) {
    const std::string made = settled(R"(
               OpStore %v %av
         %v1 = OpLoad %vec4 %v
        %sum = OpFAdd %vec4 %v1 %v1
               OpStore %v %sum
         %v2 = OpLoad %vec4 %v
         %p1 = OpLoad %vec4 %p
       %both = OpFMul %vec4 %v2 %p1
               OpStore %out %both
               OpReturn
)");
    EXPECT_THAT(made,
                ContainsRegex("(%[0-9]+) = OpFAdd %[0-9]+ %[0-9]+ %[0-9]+\n"
                              "%[0-9]+ = OpFMul"));
    EXPECT_THAT(made, Not(HasSubstr("Function\n"))) << "variables, and types of pointers to them";
    EXPECT_THAT(made, Not(HasSubstr("Private")));
}

TEST(SettleVariablesTest, WhatIsNotNeededGoes) {
    const std::string made = settled(R"(
         %bv = OpLoad %vec4 %b
         %cp = OpAccessChain %pVec4 %c %index
         %cv = OpLoad %vec4 %cp
       %dead = OpFAdd %vec4 %bv %cv
               OpStore %w %dead
               OpStore %out %av
               OpReturn
)");
    EXPECT_THAT(made, HasSubstr("\"a\""));
    EXPECT_THAT(made, Not(HasSubstr("\"b\""))) << "an input that is not read is none";
    EXPECT_THAT(made, Not(HasSubstr("\"c\"")));
    EXPECT_THAT(made, Not(HasSubstr("OpFAdd")));
    EXPECT_THAT(made, Not(HasSubstr("NoContraction")));
    EXPECT_THAT(made, ContainsRegex("OpEntryPoint Fragment %[0-9]+ \"main\" %[0-9]+ %[0-9]+\n"));
}

TEST(SettleVariablesTest, WhatIsThereIsNotComputedAgain) {
    const std::string made = settled(R"(
        %one = OpFMul %vec4 %av %av
         %a2 = OpLoad %vec4 %a
      %again = OpFMul %vec4 %a2 %a2
      %plain = OpFAdd %vec4 %av %av
        %sum = OpFSub %vec4 %one %again
       %more = OpFSub %vec4 %sum %plain
        %all = OpFSub %vec4 %more %precise
               OpStore %out %all
               OpReturn
)");
    const auto count = [&](const std::string& text) {
        size_t found = 0;
        for (size_t at = 0; (at = made.find(text, at)) != made.npos; ++at) {
            ++found;
        }
        return found;
    };
    EXPECT_EQ(count("OpLoad"), 1u);
    EXPECT_EQ(count("OpFMul"), 1u);
    EXPECT_EQ(count("OpFAdd"), 2u) << "the one that may not be contracted is another";
}

TEST(SettleVariablesTest, PartsOfVectorsAreParts) {
    const std::string made = settled(R"(
         %vx = OpAccessChain %pPart %v %index
         %vz = OpAccessChain %pPart %v %two
         %ax = OpCompositeExtract %float %av 0
               OpStore %vx %ax
         %x1 = OpLoad %float %vx
               OpStore %vz %x1
         %z1 = OpLoad %float %vz
        %sum = OpFAdd %float %z1 %x1
       %twos = OpCompositeConstruct %vec4 %sum %sum %sum %z1
      %first = OpCompositeExtract %float %twos 0
        %mul = OpFMul %float %first %sum
         %v1 = OpLoad %vec4 %v
        %res = OpVectorTimesScalar %vec4 %v1 %mul
               OpStore %out %res
               OpReturn
)");
    EXPECT_THAT(made, HasSubstr("OpUndef")) << "y and w have no value";
    EXPECT_THAT(made,
                ContainsRegex("(%[0-9]+) = OpCompositeExtract %[0-9]+ %[0-9]+ 0\n"
                              "%[0-9]+ = OpCompositeInsert %[0-9]+ %[0-9]+ %[0-9]+ 0\n"
                              "%[0-9]+ = OpCompositeInsert %[0-9]+ %[0-9]+ %[0-9]+ 2\n"
                              "%[0-9]+ = OpFAdd %[0-9]+ %[0-9]+ %[0-9]+\n"
                              "%[0-9]+ = OpFMul"))
        << made;
}

/// What is stored in the first block, and what is stored and read in another one.
TEST(SettleVariablesTest, BlocksThatFollowReadTheFirst) {
    const std::string made = settled(R"(
               OpStore %v %av
          %x = OpCompositeExtract %float %av 0
         %is = OpFOrdLessThan %bool %x %zero
               OpSelectionMerge %end None
               OpBranchConditional %is %then %end
       %then = OpLabel
         %v1 = OpLoad %vec4 %v
        %sum = OpFAdd %vec4 %v1 %v1
               OpStore %w %sum
         %w1 = OpLoad %vec4 %w
               OpStore %out %w1
               OpBranch %end
        %end = OpLabel
               OpReturn
)");
    EXPECT_THAT(made, HasSubstr("OpBranchConditional"));
    EXPECT_THAT(made, ContainsRegex("OpFAdd %[0-9]+ %[0-9]+ %[0-9]+\nOpStore"));
    EXPECT_THAT(made, Not(HasSubstr("OpVariable %[0-9]+ Function")));
}

TEST(SettleVariablesTest, WhatNeedsMoreIsLeft) {
    const std::string choice = R"(
          %x = OpCompositeExtract %float %av 0
         %is = OpFOrdLessThan %bool %x %zero
               OpSelectionMerge %end None
               OpBranchConditional %is %then %end
)";
    EXPECT_EQ(settled("OpStore %v %av\n" + choice + R"(
       %then = OpLabel
               OpStore %v %zeros
               OpBranch %end
        %end = OpLabel
         %v1 = OpLoad %vec4 %v
               OpStore %out %v1
               OpReturn
)"),
              "not settled")
        << "stored on one of two ways";
    EXPECT_EQ(settled(choice + R"(
       %then = OpLabel
               OpStore %p %av
               OpBranch %end
        %end = OpLabel
         %p1 = OpLoad %vec4 %p
               OpStore %out %p1
               OpReturn
)"),
              "not settled")
        << "stored on one of two ways, and before";
    EXPECT_EQ(settled(R"(
               OpSelectionMerge %end None
               OpBranchConditional %true %end %then
       %then = OpLabel
               OpStore %out %av
               OpBranch %end
        %end = OpLabel
               OpReturn
)"),
              "not settled")
        << "a way that is never gone";
    EXPECT_EQ(settled(R"(
          %x = OpCompositeExtract %float %av 0
          %i = OpConvertFToS %int %x
         %at = OpAccessChain %pPart %v %i
               OpStore %at %x
               OpReturn
)"),
              "not settled")
        << "an index that is not told";
    EXPECT_EQ(settled(R"(
         %vx = OpAccessChain %pPart %v %index
          %m = OpExtInst %float %set Modf %zero %vx
               OpReturn
)"),
              "not settled")
        << "a pointer that is handed on";
}

/// Nothing but that it ends, and touches no memory that is not its own.
TEST(SettleVariablesTest, DamagedCodeDoesNoHarm) {
    const auto words = shader(R"(
               OpStore %v %av
         %vx = OpAccessChain %pPart %v %index
          %x = OpLoad %float %vx
         %vz = OpAccessChain %pPart %v %two
               OpStore %vz %x
         %v1 = OpLoad %vec4 %v
         %p1 = OpLoad %vec4 %p
         %w1 = OpLoad %vec4 %w
        %sum = OpFAdd %vec4 %v1 %p1
       %more = OpFAdd %vec4 %sum %w1
               OpStore %out %more
               OpReturn
)");
    ASSERT_TRUE(SettleVariables::run(words));
    for (size_t size = 0; size < words.size(); ++size) {
        (void)SettleVariables::run(std::span(words).first(size));
    }
    for (size_t at = 0; at < words.size(); ++at) {
        for (const uint32_t value : {0u, 1u, 0xffffu, ~0u}) {
            auto damaged = words;
            damaged[at] = value;
            (void)SettleVariables::run(damaged);
        }
    }
}

} // namespace
} // namespace spirv
