// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/broadcast_output.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragment;
using testing::HasSubstr;

TEST(BroadcastOutputTest, CopiesToEveryLocation) {
    const auto words = BroadcastOutput::run(assemble(kFragment), 3);
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    EXPECT_THAT(text, HasSubstr("OpEntryPoint Fragment %1 \"main\" %2 %3 %17 %18"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %17 Location 1"));
    EXPECT_THAT(text, HasSubstr("OpDecorate %18 Location 2"));
    EXPECT_THAT(text, HasSubstr("OpStore %17 %19"));
    EXPECT_THAT(text, HasSubstr("OpStore %18 %19"));
}

TEST(BroadcastOutputTest, OneBufferChangesNothing) {
    const auto before = assemble(kFragment);
    EXPECT_EQ(BroadcastOutput::run(before, 1), before);
}

} // namespace
} // namespace spirv
