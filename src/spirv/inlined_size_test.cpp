// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/inlined_size.h"

#include "spirv/text.h"

#include <gtest/gtest.h>

#include <string>

namespace spirv {
namespace {

/// Function n calls function n - 1 `times` times; the entry point calls the last one.
std::optional<Module> chain(int depth, int times) {
    std::string text = "OpCapability Shader\n"
                       "OpMemoryModel Logical GLSL450\n"
                       "OpEntryPoint Vertex %main \"main\"\n"
                       "%void = OpTypeVoid\n"
                       "%type = OpTypeFunction %void\n";
    int call = 0;
    const auto function = [&](const std::string& name, int callee, int count) {
        text += "%" + name + " = OpFunction %void None %type\n%l" + name + " = OpLabel\n";
        for (int i = 0; i < count; ++i) {
            text += "%c" + std::to_string(call++) + " = OpFunctionCall %void %f" +
                    std::to_string(callee) + "\n";
        }
        text += "OpReturn\nOpFunctionEnd\n";
    };
    for (int i = 0; i <= depth; ++i) {
        function("f" + std::to_string(i), i - 1, i == 0 ? 0 : times);
    }
    function("main", depth, 1);
    return Module::parse(assemble(text));
}

TEST(InlinedSizeTest, CountsEachCall) {
    const auto module = chain(2, 3);
    ASSERT_TRUE(module);
    const InlinedSize size = inlinedSize(*module);
    EXPECT_EQ(size.calls, 1u + 3 + 9);
    // Four instructions of each function, and the calls.
    EXPECT_EQ(size.instructions, 4u * (1 + 1 + 3 + 9) + 1 + 3 + 9);
}

TEST(InlinedSizeTest, GrowsWithoutTakingAsLong) {
    const auto module = chain(5000, 2);
    ASSERT_TRUE(module);
    EXPECT_EQ(inlinedSize(*module).instructions, InlinedSize::kMost);
}

TEST(InlinedSizeTest, WithoutAnEntryPointThereIsNothing) {
    const auto module = Module::parse(assemble("OpCapability Shader\n"));
    ASSERT_TRUE(module);
    EXPECT_EQ(inlinedSize(*module).instructions, 0u);
}

} // namespace
} // namespace spirv
