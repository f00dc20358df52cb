// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/vertex_colors.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragmentInputs;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(VertexColorsTest, TheFaceChooses) {
    const VertexColors::Color colors[] = {{.location = 1, .backLocation = 5}};
    const auto words = VertexColors::run(assemble(kFragmentInputs), colors);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, ContainsRegex("%3 = OpVariable %[0-9]+ Private"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ BuiltIn FrontFacing"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ Location 5"));
    EXPECT_THAT(text, ContainsRegex("(%[0-9]+) = OpSelect [^\n]+\nOpStore %3 (%[0-9]+)\n"));
    EXPECT_THAT(text, Not(HasSubstr("Flat")));
}

TEST(VertexColorsTest, ShadingIsFlat) {
    const VertexColors::Color colors[] = {{.location = 1, .flat = true}};
    const auto words = VertexColors::run(assemble(kFragmentInputs), colors);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr("OpDecorate %3 Flat"));
    EXPECT_THAT(text, Not(HasSubstr("OpSelect")));
}

TEST(VertexColorsTest, InputsThatAreNotThereAreLeftOut) {
    const VertexColors::Color colors[] = {{.location = 8, .backLocation = 5, .flat = true}};
    const auto before = assemble(kFragmentInputs);
    EXPECT_EQ(VertexColors::run(before, colors), before);
}

} // namespace
} // namespace spirv
