// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What calls say once a device is lost, and who is not concerned.
#include "watchdog_test.h"

#include <cstdlib>
#include <thread>

namespace {

using vkt::kWords;

constexpr char kEndless[] = R"(
layout(local_size_x = 64) in;
void main() { while (until == 0) { atomicAdd(counter, 1); } })";
constexpr char kShort[] = R"(
layout(local_size_x = 1) in;
void main() { counter = 7; })";

class LostDevice : public vkt::WatchdogTest {
protected:
    VkPipeline endless() { return makeComputePipeline(std::string(kWords) + kEndless); }
    VkCommandBuffer recordEndless() {
        const VkPipeline pipeline = endless();
        return record([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 64); });
    }
    VkFence makeFence() {
        const VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
        VkFence fence = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateFence(device(), &info, nullptr, &fence));
        atEnd([this, fence] { vkDestroyFence(device(), fence, nullptr); });
        return fence;
    }
    VkSemaphore makeTimeline() {
        VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
        type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
        const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
        VkSemaphore semaphore = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateSemaphore(device(), &info, nullptr, &semaphore));
        atEnd([this, semaphore] { vkDestroySemaphore(device(), semaphore, nullptr); });
        return semaphore;
    }
};

/// Behind what does not end there is a submission that signals a semaphore, and one that waits for
/// it and signals a fence.
TEST_F(LostDevice, WaitsEnd) {
    noteLost();
    const VkFence first = makeFence();
    const VkFence last = makeFence();
    const VkSemaphore semaphore = makeTimeline();
    const uint64_t value = 1;
    submit(recordEndless(), first);
    VkTimelineSemaphoreSubmitInfo values{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    values.signalSemaphoreValueCount = values.waitSemaphoreValueCount = 1;
    values.pSignalSemaphoreValues = values.pWaitSemaphoreValues = &value;
    VkSubmitInfo signal{VK_STRUCTURE_TYPE_SUBMIT_INFO, &values};
    signal.signalSemaphoreCount = 1;
    signal.pSignalSemaphores = &semaphore;
    EXPECT_VK(vkQueueSubmit(queue(), 1, &signal, VK_NULL_HANDLE));
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo wait{VK_STRUCTURE_TYPE_SUBMIT_INFO, &values};
    wait.waitSemaphoreCount = 1;
    wait.pWaitSemaphores = &semaphore;
    wait.pWaitDstStageMask = &stage;
    EXPECT_VK(vkQueueSubmit(queue(), 1, &wait, last));

    VkSemaphoreWaitInfo waitInfo{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    waitInfo.semaphoreCount = 1;
    waitInfo.pSemaphores = &semaphore;
    waitInfo.pValues = &value;
    std::thread other([&] {
        EXPECT_EQ(vkWaitSemaphores(device(), &waitInfo, UINT64_MAX), VK_ERROR_DEVICE_LOST);
    });
    EXPECT_EQ(vkWaitForFences(device(), 1, &last, VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
    other.join();
    EXPECT_EQ(vkWaitForFences(device(), 1, &first, VK_TRUE, UINT64_MAX), VK_ERROR_DEVICE_LOST);
    EXPECT_EQ(vkGetFenceStatus(device(), first), VK_ERROR_DEVICE_LOST);
}

TEST_F(LostDevice, StaysLost) {
    const VkPipeline pipeline = endless();
    const VkPipeline harmless = makeComputePipeline(std::string(kWords) + kShort);
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 64); }, "compute");
    const uint32_t before = mapped()[1];
    const VkCommandBuffer next =
        record([&](VkCommandBuffer commands) { dispatch(commands, harmless, 1); });
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &next;
    EXPECT_EQ(vkQueueSubmit(queue(), 1, &info, VK_NULL_HANDLE), VK_ERROR_DEVICE_LOST);
    EXPECT_EQ(vkQueueWaitIdle(queue()), VK_ERROR_DEVICE_LOST);
    EXPECT_EQ(vkDeviceWaitIdle(device()), VK_ERROR_DEVICE_LOST);
    const VkQueryPool pool = makeQueries(VK_QUERY_TYPE_TIMESTAMP, 1);
    uint64_t ticks = 0;
    EXPECT_EQ(vkGetQueryPoolResults(device(),
                                    pool,
                                    0,
                                    1,
                                    sizeof ticks,
                                    &ticks,
                                    sizeof ticks,
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
              VK_ERROR_DEVICE_LOST);
    // Nothing of it runs any more.
    EXPECT_EQ(mapped()[1], before);
}

TEST_F(LostDevice, OtherDevicesGoOn) {
    const VkPipeline pipeline = endless();
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 64); }, "compute");

    VkDevice other = VK_NULL_HANDLE;
    ASSERT_VK(makePlainDevice(physicalDevice(), other));
    VolkDeviceTable vk;
    volkLoadDeviceTable(&vk, other);
    VkQueue otherQueue = VK_NULL_HANDLE;
    vk.vkGetDeviceQueue(other, 0, 0, &otherQueue);
    const VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    EXPECT_VK(vk.vkCreateFence(other, &fenceInfo, nullptr, &fence));
    EXPECT_VK(vk.vkQueueSubmit(otherQueue, 0, nullptr, fence));
    EXPECT_VK(vk.vkWaitForFences(other, 1, &fence, VK_TRUE, UINT64_MAX));
    EXPECT_VK(vk.vkDeviceWaitIdle(other));
    vk.vkDestroyFence(other, fence, nullptr);
    vk.vkDestroyDevice(other, nullptr);
}

TEST_F(LostDevice, SaysNothingBefore) {
    run([&](VkCommandBuffer) {});
    EXPECT_EQ(fault(), "");
}

/// What ends by itself is let go on, as often as it comes.
TEST_F(LostDevice, IsNotLostByMuchWork) {
    const VkPipeline pipeline = makeComputePipeline(std::string(kWords) + R"(
layout(local_size_x = 64) in;
void main() {
    uint value = gl_GlobalInvocationID.x;
    for (uint i = 0; i < 100 + until; ++i) { value = value * 1664525 + 1013904223; }
    wide[gl_LocalInvocationIndex] = value;
})");
    const VkCommandBuffer commands =
        record([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 256); });
    for (int i = 0; i < 2000; ++i) {
        submit(commands);
        EXPECT_VK(vkQueueWaitIdle(queue()));
    }
}

/// The device goes while it works: that is the application's fault, but no reason to wait for ever.
TEST_F(LostDevice, DestroyedWhileItWorks) {
    submit(recordEndless());
    while (mapped()[1] == 0) {
        std::this_thread::yield();
    }
    destroyDevice();
}

/// A process that ends while the device works.
TEST_F(LostDevice, ExitWhileItWorks) {
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // A process of its own, with all its threads.
    noteLost();
    submit(recordEndless());
    while (mapped()[1] == 0) {
        std::this_thread::yield();
    }
    EXPECT_EXIT(std::exit(3), testing::ExitedWithCode(3), "");
    EXPECT_EQ(vkQueueWaitIdle(queue()), VK_ERROR_DEVICE_LOST);
}

} // namespace
