// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/demote_interface.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragment;
using testing::HasSubstr;
using testing::Not;

TEST(DemoteInterfaceTest, MakesAnInputAPrivateZero) {
    const auto module = Module::parse(assemble(kFragment));
    ASSERT_TRUE(module);
    const auto words = DemoteInterface::run(*module, {Id{3}});
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
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
    const auto module = Module::parse(assemble(fragment));
    ASSERT_TRUE(module);
    const auto words = DemoteInterface::run(*module, {Id{3}});
    EXPECT_EQ(validate(words), "");
    EXPECT_THAT(disassemble(words), HasSubstr("%15 = OpLoad %6 %14"));
}

TEST(DemoteInterfaceTest, LeavesTheRestAlone) {
    const auto module = Module::parse(assemble(kFragment));
    const auto words = DemoteInterface::run(*module, {});
    EXPECT_EQ(disassemble(words), disassemble(module->words()));
}

} // namespace
} // namespace spirv
