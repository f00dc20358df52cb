// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/default_control.h"

#include "spirv/split_interface.h"
#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kEvaluation;
using modules::kFragment;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(DefaultControlTest, PassesVerticesThrough) {
    const auto module = Module::parse(assemble(kEvaluation));
    ASSERT_TRUE(module);
    const auto words = DefaultControl::run(*module, 5, 2, 7);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("OpExecutionMode %[0-9]+ OutputVertices 5"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ DescriptorSet 2"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ Binding 7"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ Location 3"));
    EXPECT_THAT(text, Not(HasSubstr("Location 4"))); // of patches: there are none
    EXPECT_THAT(text, HasSubstr("BuiltIn TessLevelOuter"));
    EXPECT_THAT(text, HasSubstr("BuiltIn TessLevelInner"));
}

TEST(DefaultControlTest, PassesSplitBuiltInsThrough) {
    const auto module = Module::parse(assemble(kEvaluation));
    ASSERT_TRUE(module);
    const auto split = Module::parse(SplitInterface::run(*module));
    ASSERT_TRUE(split);
    const auto words = DefaultControl::run(*split, 5, 2, 7);
    EXPECT_EQ(validate(words), "");
    const auto control = Module::parse(words);
    ASSERT_TRUE(control);
    const auto in = control->findBuiltIn(spv::StorageClassInput, spv::BuiltInPosition);
    const auto out = control->findBuiltIn(spv::StorageClassOutput, spv::BuiltInPosition);
    EXPECT_TRUE(in && in.member < 0);
    EXPECT_TRUE(out && out.member < 0);
}

TEST(DefaultControlTest, IsForEvaluationShaders) {
    const auto module = Module::parse(assemble(kFragment));
    EXPECT_TRUE(DefaultControl::run(*module, 3, 0, 0).empty());
}

} // namespace
} // namespace spirv
