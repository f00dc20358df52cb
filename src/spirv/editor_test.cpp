// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/editor.h"

#include "spirv/testing/modules.h"
#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spirv {
namespace {

using modules::kFragment;
using modules::kGuarded;
using testing::HasSubstr;

TEST(EditorTest, EndsBeforeTheGuard) {
    const auto module = Module::parse(assemble(kGuarded));
    ASSERT_TRUE(module);
    for (const bool guarded : {false, true}) {
        Editor editor(*module);
        const Id type = editor.vectorType(editor.floatType(), 2);
        const Id variable = editor.interfaceVariable(spv::StorageClassOutput, editor.floatType());
        editor.decorate(variable, spv::DecorationLocation, 1);
        editor.capability(spv::CapabilityTransformFeedback);
        editor.executionMode(spv::ExecutionModeXfb);
        if (guarded) {
            editor.endBefore(7);
        }
        const uint32_t value = editor.floatConstant(1.0f).value;
        const auto words = editor.finish({.atEnd = [&](std::vector<uint32_t>& out, uint32_t) {
            append(out, spv::OpStore, {variable.value, value});
        }});
        EXPECT_EQ(validate(words), "");
        const std::string text = disassemble(words);
        const std::string store = "OpStore %" + std::to_string(variable.value) + " %8\n";
        EXPECT_THAT(text, HasSubstr(store + (guarded ? "OpSelectionMerge" : "OpReturn")));
        EXPECT_THAT(text, HasSubstr("= OpTypeVector %6 2"));
        EXPECT_TRUE(type);
    }
}

TEST(EditorTest, ReplacesDecorationsAndDropsNames) {
    std::string fragment = kFragment;
    fragment.insert(fragment.find("OpDecorate"), "OpName %3 \"in\"\n");
    const auto module = Module::parse(assemble(fragment));
    ASSERT_TRUE(module);
    ASSERT_EQ(module->name(Id{3}), "in");
    Editor editor(*module);
    editor.decorate(Id{3}, spv::DecorationLocation, 9);
    editor.dropDecoration(Id{3}, spv::DecorationFlat);
    editor.dropDebug();
    const auto words = editor.finish();
    EXPECT_EQ(validate(words), "");
    const auto edited = Module::parse(words);
    ASSERT_TRUE(edited);
    EXPECT_EQ(edited->name(Id{3}), "");
    EXPECT_EQ(edited->decoration(Id{3}, spv::DecorationLocation), 9u);
    EXPECT_FALSE(edited->decoration(Id{3}, spv::DecorationFlat));
    EXPECT_EQ(edited->decoration(Id{2}, spv::DecorationLocation), 0u);
}

TEST(EditorTest, TakesWhatIsThere) {
    const auto module = Module::parse(assemble(kFragment));
    ASSERT_TRUE(module);
    Editor editor(*module);
    EXPECT_EQ(editor.vectorType(editor.floatType(), 4), Id{7});
    EXPECT_EQ(editor.pointerType(spv::StorageClassInput, Id{6}), Id{10});
    EXPECT_EQ(editor.uintConstant(1), Id{12});
    const Id zero = editor.nullConstant(Id{7});
    EXPECT_EQ(zero, Id{module->bound()});
    EXPECT_EQ(editor.nullConstant(Id{7}), zero);
}

} // namespace
} // namespace spirv
