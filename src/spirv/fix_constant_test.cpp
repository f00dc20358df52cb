// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/fix_constant.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kGuarded;
using testing::HasSubstr;
using testing::Not;

TEST(FixConstantTest, BecomesOrdinary) {
    const std::vector<uint32_t> before = assemble(kGuarded);
    EXPECT_EQ(FixConstant::run(before, 8, false), before);
    const std::vector<uint32_t> words = FixConstant::run(before, 7, false);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr("%3 = OpConstantFalse %9"));
    EXPECT_THAT(text, Not(HasSubstr("SpecId")));
}

} // namespace
} // namespace spirv
