// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/harness/device_test.h"

#include <chrono>
#include <thread>

namespace vkt {
namespace {

class Fence : public DeviceTest {
protected:
    VkFence make(VkFenceCreateFlags flags = 0) {
        VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
        info.flags = flags;
        VkFence fence = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateFence(device(), &info, nullptr, &fence));
        atEnd([this, fence] { vkDestroyFence(device(), fence, nullptr); });
        return fence;
    }
};

TEST_F(Fence, IsMadeSignaledOrNot) {
    const VkFence fence = make();
    EXPECT_EQ(vkGetFenceStatus(device(), fence), VK_NOT_READY);
    EXPECT_EQ(vkGetFenceStatus(device(), make(VK_FENCE_CREATE_SIGNALED_BIT)), VK_SUCCESS);
}

TEST_F(Fence, WaitTimesOut) {
    const VkFence fences[] = {make(), make(VK_FENCE_CREATE_SIGNALED_BIT)};
    EXPECT_EQ(vkWaitForFences(device(), 2, fences, VK_TRUE, 0), VK_TIMEOUT);
    EXPECT_EQ(vkWaitForFences(device(), 2, fences, VK_FALSE, 0), VK_SUCCESS);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(vkWaitForFences(device(), 1, fences, VK_TRUE, 20'000'000), VK_TIMEOUT);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(20));
}

TEST_F(Fence, EmptySubmissionSignals) {
    const VkFence fence = make();
    ASSERT_VK(vkQueueSubmit(queue(), 0, nullptr, fence));
    EXPECT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, UINT64_MAX));
    EXPECT_VK(vkResetFences(device(), 1, &fence));
    EXPECT_EQ(vkGetFenceStatus(device(), fence), VK_NOT_READY);
}

TEST_F(Fence, SubmissionsCompleteInOrder) {
    VkFence fences[8];
    for (VkFence& fence : fences) {
        fence = make();
        submit(VK_NULL_HANDLE, fence);
    }
    EXPECT_VK(vkWaitForFences(device(), 1, &fences[7], VK_TRUE, UINT64_MAX));
    for (const VkFence fence : fences) {
        EXPECT_VK(vkGetFenceStatus(device(), fence));
    }
}

TEST_F(Fence, ManyThreadsWait) {
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    VkSemaphore gate = VK_NULL_HANDLE;
    ASSERT_VK(vkCreateSemaphore(device(), &info, nullptr, &gate));
    atEnd([this, gate] { vkDestroySemaphore(device(), gate, nullptr); });
    const uint64_t open = 1;
    VkTimelineSemaphoreSubmitInfo values{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    values.waitSemaphoreValueCount = 1;
    values.pWaitSemaphoreValues = &open;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo submission{VK_STRUCTURE_TYPE_SUBMIT_INFO, &values};
    submission.waitSemaphoreCount = 1;
    submission.pWaitSemaphores = &gate;
    submission.pWaitDstStageMask = &stage;
    const VkFence fence = make();
    ASSERT_VK(vkQueueSubmit(queue(), 1, &submission, fence));
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(
            [&] { EXPECT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, UINT64_MAX)); });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
    signal.semaphore = gate;
    signal.value = open;
    EXPECT_VK(vkSignalSemaphore(device(), &signal));
    for (std::thread& thread : threads) {
        thread.join();
    }
}

} // namespace
} // namespace vkt
