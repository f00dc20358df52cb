// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/clip_distances.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kClipDistances;
using modules::kVertexOutputs;
using testing::ContainsRegex;

TEST(ClipDistancesTest, ThoseThatAreOffBecomeZero) {
    const auto before = assemble(kClipDistances);
    const auto module = Module::parse(before);
    ASSERT_TRUE(module);
    EXPECT_EQ(ClipDistances::written(*module), 7u);
    const auto words = ClipDistances::run(before, 0xfd); // all but 1, of three
    EXPECT_EQ(validate(words), "");
    const std::string text = disassemble(words);
    size_t stores = 0;
    for (size_t at = 0; (at = text.find("OpStore", at)) != std::string::npos; ++at) {
        ++stores;
    }
    EXPECT_EQ(stores, 3u); // the shader's, and two of zero
    EXPECT_THAT(text, ContainsRegex("OpStore %[0-9]+ %19\nOpReturn"));
    EXPECT_EQ(ClipDistances::run(before, 0xf8), before);
}

TEST(ClipDistancesTest, OfModulesWithoutThereAreNone) {
    const auto module = Module::parse(assemble(kVertexOutputs));
    EXPECT_EQ(ClipDistances::written(*module), 0u);
}

} // namespace
} // namespace spirv
