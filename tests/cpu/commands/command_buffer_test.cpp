// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "environment.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

class CommandBuffers : public testing::Test {
protected:
    void SetUp() override {
        VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
        info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
        vkc::check(vkCreateCommandPool(device().handle(), &info, nullptr, &m_pool),
                   "vkCreateCommandPool");
    }
    void TearDown() override { vkDestroyCommandPool(device().handle(), m_pool, nullptr); }

    VkCommandBuffer allocate(VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY) {
        VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        info.commandPool = m_pool;
        info.level = level;
        info.commandBufferCount = 1;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        vkc::check(vkAllocateCommandBuffers(device().handle(), &info, &commands),
                   "vkAllocateCommandBuffers");
        return commands;
    }
    static void begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags = 0) {
        VkCommandBufferInheritanceInfo inheritance{
            VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
        VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        info.flags = flags;
        info.pInheritanceInfo = &inheritance;
        vkc::check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
    }
    static void end(VkCommandBuffer commands) {
        vkc::check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    }
    static void submit(std::initializer_list<VkCommandBuffer> commands) {
        VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        info.commandBufferCount = uint32_t(commands.size());
        info.pCommandBuffers = commands.begin();
        vkc::check(vkQueueSubmit(queue(), 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
        vkc::check(vkQueueWaitIdle(queue()), "vkQueueWaitIdle");
    }
    void fill(VkCommandBuffer commands, uint32_t word, uint32_t value) {
        vkCmdFillBuffer(commands, m_buffer.handle(), word * 4, 4, value);
    }
    std::vector<uint32_t> words(uint32_t count) {
        const auto all = m_buffer.as<uint32_t>();
        return {all.begin(), all.begin() + count};
    }

    VkCommandPool m_pool = VK_NULL_HANDLE;
    vkc::Buffer m_buffer{device(), 4096, kUsage};
};

using Words = std::vector<uint32_t>;

TEST_F(CommandBuffers, RunWhenSubmittedAndAgain) {
    const VkCommandBuffer commands = allocate();
    begin(commands);
    fill(commands, 0, 7);
    end(commands);
    EXPECT_EQ(words(1), Words{0});
    submit({commands});
    EXPECT_EQ(words(1), Words{7});
    m_buffer.as<uint32_t>()[0] = 0;
    submit({commands});
    EXPECT_EQ(words(1), Words{7});
}

TEST_F(CommandBuffers, RunTwiceInOneSubmission) {
    const VkCommandBuffer shift = allocate();
    begin(shift, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
    // Each word takes its predecessor's value, the last first.
    for (uint32_t i = 7; i > 0; --i) {
        const VkBufferCopy region{(i - 1) * 4, i * 4, 4};
        vkCmdCopyBuffer(shift, m_buffer.handle(), m_buffer.handle(), 1, &region);
        barrier(shift);
    }
    end(shift);
    const auto all = m_buffer.as<uint32_t>();
    for (uint32_t i = 0; i < 8; ++i) {
        all[i] = 10 + i;
    }
    submit({shift, shift, shift});
    EXPECT_EQ(words(8), (Words{10, 10, 10, 10, 11, 12, 13, 14}));
}

TEST_F(CommandBuffers, ForgetWhatWasRecordedBefore) {
    const VkCommandBuffer commands = allocate();
    begin(commands);
    fill(commands, 0, 1);
    end(commands);
    begin(commands); // An implicit reset.
    fill(commands, 1, 2);
    end(commands);
    submit({commands});
    EXPECT_EQ(words(3), (Words{0, 2, 0}));

    for (const VkCommandBufferResetFlags flags :
         {VkCommandBufferResetFlags(0),
          VkCommandBufferResetFlags(VK_COMMAND_BUFFER_RESET_RELEASE_RESOURCES_BIT)}) {
        begin(commands);
        fill(commands, 0, 9);
        end(commands);
        EXPECT_EQ(vkResetCommandBuffer(commands, flags), VK_SUCCESS);
        begin(commands);
        fill(commands, 2, 3);
        end(commands);
        submit({commands});
        EXPECT_EQ(words(3), (Words{0, 2, 3}));
    }
}

TEST_F(CommandBuffers, AreResetWithTheirPool) {
    const VkCommandBuffer a = allocate();
    const VkCommandBuffer b = allocate();
    for (const VkCommandPoolResetFlags flags :
         {VkCommandPoolResetFlags(0),
          VkCommandPoolResetFlags(VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT)}) {
        begin(a);
        fill(a, 0, 1);
        end(a);
        EXPECT_EQ(vkResetCommandPool(device().handle(), m_pool, flags), VK_SUCCESS);
        vkTrimCommandPool(device().handle(), m_pool, 0);
        begin(a);
        fill(a, 1, 2);
        end(a);
        begin(b);
        fill(b, 2, 3);
        end(b);
        submit({a, b});
        EXPECT_EQ(words(3), (Words{0, 2, 3}));
        std::ranges::fill(m_buffer.as<uint32_t>(), 0u);
    }
}

TEST_F(CommandBuffers, RunSecondaryOnesInTheirPlace) {
    const VkCommandBuffer first = allocate(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    begin(first, VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT);
    fill(first, 0, 1);
    barrier(first);
    end(first);
    const VkCommandBuffer second = allocate(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    begin(second);
    const VkBufferCopy region{0, 4, 4};
    vkCmdCopyBuffer(second, m_buffer.handle(), m_buffer.handle(), 1, &region);
    barrier(second);
    end(second);

    const VkCommandBuffer commands = allocate();
    begin(commands);
    const VkCommandBuffer both[] = {first, second};
    vkCmdExecuteCommands(commands, 2, both);
    fill(commands, 0, 5);
    barrier(commands);
    const VkBufferCopy after{0, 8, 4};
    vkCmdCopyBuffer(commands, m_buffer.handle(), m_buffer.handle(), 1, &after);
    barrier(commands);
    vkCmdExecuteCommands(commands, 1, both);
    end(commands);
    submit({commands});
    EXPECT_EQ(words(3), (Words{1, 1, 5}));
}

TEST_F(CommandBuffers, AreFreedInAnyOrder) {
    std::vector<VkCommandBuffer> all;
    for (uint32_t i = 0; i < 40; ++i) {
        all.push_back(allocate());
        begin(all.back());
        fill(all.back(), i, i + 1);
        end(all.back());
    }
    std::vector<VkCommandBuffer> gone{VK_NULL_HANDLE};
    for (uint32_t i = 0; i < 40; i += 3) {
        gone.push_back(all[i]);
    }
    vkFreeCommandBuffers(device().handle(), m_pool, uint32_t(gone.size()), gone.data());
    for (uint32_t i = 0; i < 40; ++i) {
        if (i % 3 != 0) {
            submit({all[i]});
        }
    }
    for (uint32_t i = 0; i < 40; ++i) {
        EXPECT_EQ(m_buffer.as<uint32_t>()[i], i % 3 == 0 ? 0 : i + 1);
    }
}

TEST_F(CommandBuffers, HoldManyCommands) {
    const VkCommandBuffer commands = allocate();
    for (int repeat = 0; repeat < 3; ++repeat) {
        begin(commands);
        for (uint32_t i = 0; i < 20'000; ++i) {
            fill(commands, i % 1024, i + uint32_t(repeat));
        }
        end(commands);
        submit({commands});
        for (uint32_t i = 0; i < 1024; ++i) {
            const uint32_t last = i + 1024 * (i < 20'000 % 1024 ? 19 : 18);
            ASSERT_EQ(m_buffer.as<uint32_t>()[i], last + uint32_t(repeat));
        }
    }
}

} // namespace
