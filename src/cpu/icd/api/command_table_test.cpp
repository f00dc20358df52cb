// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/command_table.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cpu::icd {
namespace {

TEST(CommandTable, IsSortedWithoutRepetition) {
    const auto table = commandTable();
    EXPECT_EQ(
        std::adjacent_find(table.begin(),
                           table.end(),
                           [](const Command& a, const Command& b) { return a.name >= b.name; }),
        table.end());
}

TEST(CommandTable, EveryCommandIsProvidedBySomething) {
    for (const Command& command : commandTable()) {
        EXPECT_TRUE(command.version != 0 || !command.extensions.empty()) << command.name;
        EXPECT_EQ(findCommand(command.name), &command);
    }
    EXPECT_EQ(findCommand("vkNoSuchCommand"), nullptr);
    EXPECT_EQ(findCommand(""), nullptr);
}

TEST(CommandTable, AliasesAreTheSameFunction) {
    const Command* core = findCommand("vkQueueSubmit2");
    const Command* alias = findCommand("vkQueueSubmit2KHR");
    ASSERT_TRUE(core && alias);
    EXPECT_EQ(core->function, alias->function);
    EXPECT_EQ(core->version, uint32_t(VK_API_VERSION_1_3));
    EXPECT_EQ(alias->version, 0u);
    ASSERT_EQ(alias->extensions.size(), 1u);
    EXPECT_EQ(alias->extensions[0], Extension::KHR_synchronization2);
}

TEST(ExtensionTable, FindsByNameAndKind) {
    Extension found;
    ASSERT_TRUE(findExtension("VK_KHR_timeline_semaphore", false, &found));
    EXPECT_EQ(found, Extension::KHR_timeline_semaphore);
    EXPECT_FALSE(findExtension("VK_KHR_timeline_semaphore", true, &found));
    EXPECT_TRUE(findExtension("VK_KHR_get_physical_device_properties2", true, &found));
    EXPECT_FALSE(findExtension("VK_KHR_win32_surface", true, &found));
}

} // namespace
} // namespace cpu::icd
