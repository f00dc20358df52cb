// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_builder.h"

#include "base/testing/xxh3_collision.h"

#include <gtest/gtest.h>

#include <cstring>

namespace cpu::stage {
namespace {

std::shared_ptr<const SpirvCode> codeOf(std::string text) {
    text.resize(text.size() / sizeof(uint32_t) * sizeof(uint32_t));
    std::vector<uint32_t> words(text.size() / sizeof(uint32_t));
    std::memcpy(words.data(), text.data(), text.size());
    return std::make_shared<const SpirvCode>(words);
}

/// An application makes one module for itself, and another that would then run.
TEST(StageBuilder, modulesThatCollideInXxh3AreDifferentCode) {
    const auto [first, second] = base::testing::CollidingTexts()
                                     .add("SPIR-V, as far as keys go: ")
                                     .add("some", "what")
                                     .add(" and ")
                                     .add("what", "some")
                                     .finish();
    store::Store none("", 0);
    const StageBuilder<ComputeStage> builder(none, Level::V2);
    const auto keyOf = [&](const std::string& text) {
        StageSource source;
        source.spirv = codeOf(text);
        source.entryPoint = "main";
        return builder.key(source);
    };
    EXPECT_EQ(keyOf(first), keyOf(first));
    EXPECT_NE(keyOf(first), keyOf(second));
}

} // namespace
} // namespace cpu::stage
