// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/harness/device_test.h"

#include <chrono>
#include <thread>

namespace vkt {
namespace {

class Semaphore : public DeviceTest {
protected:
    VkSemaphore make(VkSemaphoreType type, uint64_t value = 0) {
        VkSemaphoreTypeCreateInfo typeInfo{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
        typeInfo.semaphoreType = type;
        typeInfo.initialValue = value;
        VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &typeInfo};
        VkSemaphore semaphore = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateSemaphore(device(), &info, nullptr, &semaphore));
        atEnd([this, semaphore] { vkDestroySemaphore(device(), semaphore, nullptr); });
        return semaphore;
    }
    VkSemaphore timeline(uint64_t value = 0) { return make(VK_SEMAPHORE_TYPE_TIMELINE, value); }

    uint64_t value(VkSemaphore semaphore) {
        uint64_t value = 0;
        EXPECT_VK(vkGetSemaphoreCounterValue(device(), semaphore, &value));
        return value;
    }
    VkResult wait(VkSemaphore semaphore, uint64_t value, uint64_t timeout_ns = UINT64_MAX) {
        VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
        info.semaphoreCount = 1;
        info.pSemaphores = &semaphore;
        info.pValues = &value;
        return vkWaitSemaphores(device(), &info, timeout_ns);
    }
    void signal(VkSemaphore semaphore, uint64_t value) {
        VkSemaphoreSignalInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
        info.semaphore = semaphore;
        info.value = value;
        EXPECT_VK(vkSignalSemaphore(device(), &info));
    }
    static VkSemaphoreSubmitInfo at(VkSemaphore semaphore, uint64_t value) {
        VkSemaphoreSubmitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
        info.semaphore = semaphore;
        info.value = value;
        info.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
        return info;
    }
    void submit2(std::span<const VkSemaphoreSubmitInfo> waits,
                 std::span<const VkSemaphoreSubmitInfo> signals) {
        VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
        info.waitSemaphoreInfoCount = uint32_t(waits.size());
        info.pWaitSemaphoreInfos = waits.data();
        info.signalSemaphoreInfoCount = uint32_t(signals.size());
        info.pSignalSemaphoreInfos = signals.data();
        EXPECT_VK(vkQueueSubmit2(queue(), 1, &info, VK_NULL_HANDLE));
    }
};

TEST_F(Semaphore, HostSignalsAndWaits) {
    const VkSemaphore semaphore = timeline(5);
    EXPECT_EQ(value(semaphore), 5u);
    EXPECT_EQ(wait(semaphore, 5, 0), VK_SUCCESS);
    EXPECT_EQ(wait(semaphore, 6, 0), VK_TIMEOUT);
    EXPECT_EQ(wait(semaphore, 6, 1'000'000), VK_TIMEOUT);
    signal(semaphore, uint64_t(1) << 60);
    EXPECT_EQ(value(semaphore), uint64_t(1) << 60);
    EXPECT_EQ(wait(semaphore, 6), VK_SUCCESS);
}

TEST_F(Semaphore, QueueWaitsForTheHost) {
    const VkSemaphore go = timeline();
    const VkSemaphore done = timeline();
    const VkSemaphoreSubmitInfo waits[] = {at(go, 3)};
    const VkSemaphoreSubmitInfo signals[] = {at(done, 7)};
    submit2(waits, signals);
    EXPECT_EQ(wait(done, 7, 5'000'000), VK_TIMEOUT);
    signal(go, 2);
    EXPECT_EQ(wait(done, 7, 5'000'000), VK_TIMEOUT);
    signal(go, 3);
    EXPECT_EQ(wait(done, 7), VK_SUCCESS);
    EXPECT_EQ(value(done), 7u);
}

TEST_F(Semaphore, HostWaitsForAnyOrAll) {
    const VkSemaphore semaphores[] = {timeline(), timeline()};
    const uint64_t values[] = {1, 1};
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 2;
    info.pSemaphores = semaphores;
    info.pValues = values;
    EXPECT_EQ(vkWaitSemaphores(device(), &info, 0), VK_TIMEOUT);
    signal(semaphores[1], 1);
    EXPECT_EQ(vkWaitSemaphores(device(), &info, 0), VK_TIMEOUT);
    info.flags = VK_SEMAPHORE_WAIT_ANY_BIT;
    EXPECT_EQ(vkWaitSemaphores(device(), &info, 0), VK_SUCCESS);
    info.flags = 0;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        signal(semaphores[0], 1);
    });
    EXPECT_EQ(vkWaitSemaphores(device(), &info, UINT64_MAX), VK_SUCCESS);
    other.join();
}

TEST_F(Semaphore, BinaryOrdersSubmissionsAndIsConsumed) {
    const VkSemaphore binary = make(VK_SEMAPHORE_TYPE_BINARY);
    const VkSemaphore done = timeline();
    for (uint64_t round = 1; round <= 3; ++round) {
        const VkSemaphoreSubmitInfo first[] = {at(binary, 0)};
        submit2({}, first);
        const VkSemaphoreSubmitInfo second[] = {at(done, round)};
        submit2(first, second);
        EXPECT_EQ(wait(done, round), VK_SUCCESS);
    }
}

TEST_F(Semaphore, OldSubmitTakesTimelineValues) {
    const VkSemaphore semaphore = timeline();
    const uint64_t values[] = {9};
    VkTimelineSemaphoreSubmitInfo timelineInfo{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    timelineInfo.signalSemaphoreValueCount = 1;
    timelineInfo.pSignalSemaphoreValues = values;
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO, &timelineInfo};
    info.signalSemaphoreCount = 1;
    info.pSignalSemaphores = &semaphore;
    ASSERT_VK(vkQueueSubmit(queue(), 1, &info, VK_NULL_HANDLE));
    EXPECT_EQ(wait(semaphore, 9), VK_SUCCESS);
}

} // namespace
} // namespace vkt
