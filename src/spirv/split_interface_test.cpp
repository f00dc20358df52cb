// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/split_interface.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kClipDistances;
using modules::kEvaluation;
using modules::kFragmentOutputs;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(SplitInterfaceTest, TakesFromBlocksOfBuiltInsWhatIsTouched) {
    const auto module = Module::parse(assemble(kEvaluation));
    ASSERT_TRUE(module);
    const auto words = SplitInterface::run(*module);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("OpEntryPoint TessellationEvaluation %1 \"main\" %2 %3 %5 %"));
    EXPECT_THAT(text, Not(ContainsRegex("%4 = OpVariable")));
    EXPECT_THAT(text, ContainsRegex("%22 = OpAccessChain %18 %[0-9]+ %20\n"));
    const auto split = Module::parse(words);
    ASSERT_TRUE(split);
    const auto position = split->findBuiltIn(spv::StorageClassInput, spv::BuiltInPosition);
    ASSERT_TRUE(position);
    EXPECT_EQ(position.member, -1);
    for (const Variable& v : split->globals()) {
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
    const auto module = Module::parse(assemble(vertex));
    ASSERT_TRUE(module);
    const auto words = SplitInterface::run(*module);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, Not(HasSubstr("OpAccessChain")));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %21 BuiltIn Position"));
    EXPECT_THAT(text, HasSubstr("OpStore %21 %20"));
}

TEST(SplitInterfaceTest, TakesElementsFromFragmentOutputs) {
    const auto module = Module::parse(assemble(kFragmentOutputs));
    ASSERT_TRUE(module);
    const auto words = SplitInterface::run(*module);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
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
    const auto words = assemble(fragment);
    const auto module = Module::parse(words);
    ASSERT_TRUE(module);
    EXPECT_EQ(SplitInterface::run(*module), words);
}

} // namespace
} // namespace spirv
