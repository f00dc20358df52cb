// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/harness/device_test.h"

#include <algorithm>

namespace vkt {
namespace {

class Event : public DeviceTest {
protected:
    VkEvent make() {
        VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
        VkEvent event = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateEvent(device(), &info, nullptr, &event));
        atEnd([this, event] { vkDestroyEvent(device(), event, nullptr); });
        return event;
    }
};

TEST_F(Event, HostSetsAndResets) {
    const VkEvent event = make();
    EXPECT_EQ(vkGetEventStatus(device(), event), VK_EVENT_RESET);
    EXPECT_VK(vkSetEvent(device(), event));
    EXPECT_EQ(vkGetEventStatus(device(), event), VK_EVENT_SET);
    EXPECT_VK(vkResetEvent(device(), event));
    EXPECT_EQ(vkGetEventStatus(device(), event), VK_EVENT_RESET);
}

TEST_F(Event, CommandsSetAndReset) {
    const VkEvent events[] = {make(), make()};
    run([&](VkCommandBuffer commands) {
        vkCmdSetEvent(commands, events[0], VK_PIPELINE_STAGE_TRANSFER_BIT);
        vkCmdSetEvent(commands, events[1], VK_PIPELINE_STAGE_TRANSFER_BIT);
        vkCmdWaitEvents(commands,
                        2,
                        events,
                        VK_PIPELINE_STAGE_TRANSFER_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        0,
                        nullptr,
                        0,
                        nullptr,
                        0,
                        nullptr);
        vkCmdResetEvent(commands, events[1], VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    });
    EXPECT_EQ(vkGetEventStatus(device(), events[0]), VK_EVENT_SET);
    EXPECT_EQ(vkGetEventStatus(device(), events[1]), VK_EVENT_RESET);
}

TEST_F(Event, AreSetAndResetAgainAndAgain) {
    const VkEvent event = make();
    VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    barrier.srcStageMask = barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    const Buffer buffer =
        makeBuffer(64, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    // Each round doubles what is filled, and has the event to itself.
    const VkCommandBuffer round = record([&](VkCommandBuffer c) {
        vkCmdFillBuffer(c, buffer.buffer, 0, 4, 5);
        for (VkDeviceSize size_B = 4; size_B < 64; size_B *= 2) {
            vkCmdSetEvent2(c, event, &dependency);
            vkCmdWaitEvents2(c, 1, &event, &dependency);
            vkCmdResetEvent2(c, event, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT);
            VkMemoryBarrier all{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
            vkCmdPipelineBarrier(c,
                                 VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 0,
                                 1,
                                 &all,
                                 0,
                                 nullptr,
                                 0,
                                 nullptr);
            const VkBufferCopy copy{0, size_B, size_B};
            vkCmdCopyBuffer(c, buffer.buffer, buffer.buffer, 1, &copy);
        }
        vkCmdSetEvent2(c, event, &dependency);
    });
    for (int i = 0; i < 3; ++i) {
        std::ranges::fill(buffer.as<uint32_t>(), 0);
        submit(round);
        EXPECT_VK(vkQueueWaitIdle(queue()));
        EXPECT_EQ(vkGetEventStatus(device(), event), VK_EVENT_SET);
        for (const uint32_t word : buffer.as<uint32_t>()) {
            EXPECT_EQ(word, 5u);
        }
        EXPECT_VK(vkResetEvent(device(), event));
    }
}

/// As applications may have it that are older than the rule against it.
TEST_F(Event, CommandsWaitForTheHost) {
    const VkEvent go = make();
    const VkEvent done = make();
    VkMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER_2};
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_HOST_BIT;
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.memoryBarrierCount = 1;
    dependency.pMemoryBarriers = &barrier;
    VkDependencyInfo none{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    const VkCommandBuffer commands = record([&](VkCommandBuffer c) {
        vkCmdWaitEvents2(c, 1, &go, &dependency);
        vkCmdSetEvent2(c, done, &none);
    });
    VkFence fence;
    VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    ASSERT_VK(vkCreateFence(device(), &info, nullptr, &fence));
    submit(commands, fence);
    EXPECT_EQ(vkWaitForFences(device(), 1, &fence, VK_TRUE, 5'000'000), VK_TIMEOUT);
    EXPECT_EQ(vkGetEventStatus(device(), done), VK_EVENT_RESET);
    EXPECT_VK(vkSetEvent(device(), go));
    forgetMessagesAbout("VUID-vkSetEvent-event-09543");
    EXPECT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, UINT64_MAX));
    EXPECT_EQ(vkGetEventStatus(device(), done), VK_EVENT_SET);
    vkDestroyFence(device(), fence, nullptr);
}

} // namespace
} // namespace vkt
