// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/harness/device_test.h"

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
    EXPECT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, UINT64_MAX));
    EXPECT_EQ(vkGetEventStatus(device(), done), VK_EVENT_SET);
    vkDestroyFence(device(), fence, nullptr);
}

} // namespace
} // namespace vkt
