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

/// Queue and host take turns: each step is submitted before the one that it waits for has happened,
/// and what the host writes between two steps is what the next one copies.
TEST_F(Semaphore, QueueAndHostTakeTurns) {
    constexpr uint32_t kSteps = 20;
    const VkSemaphore turn = timeline();
    const Buffer from = makeBuffer(4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    const Buffer to = makeBuffer(4 * kSteps, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    std::vector<VkSubmitInfo2> submissions;
    std::vector<VkSemaphoreSubmitInfo> waits(kSteps);
    std::vector<VkSemaphoreSubmitInfo> signals(kSteps);
    std::vector<VkCommandBufferSubmitInfo> buffers(kSteps);
    for (uint32_t step = 0; step < kSteps; ++step) {
        waits[step] = at(turn, 2 * step + 1);
        signals[step] = at(turn, 2 * step + 2);
        buffers[step] = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
        buffers[step].commandBuffer = record([&](VkCommandBuffer commands) {
            const VkBufferCopy copy{0, 4 * step, 4};
            vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &copy);
        });
        VkSubmitInfo2& info = submissions.emplace_back(VkSubmitInfo2{});
        info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2;
        info.waitSemaphoreInfoCount = info.signalSemaphoreInfoCount = 1;
        info.commandBufferInfoCount = 1;
        info.pWaitSemaphoreInfos = &waits[step];
        info.pSignalSemaphoreInfos = &signals[step];
        info.pCommandBufferInfos = &buffers[step];
    }
    // Half of them at once, the rest while the first are under way.
    ASSERT_VK(vkQueueSubmit2(queue(), kSteps / 2, submissions.data(), VK_NULL_HANDLE));
    std::thread host([&] {
        for (uint32_t step = 0; step < kSteps; ++step) {
            EXPECT_EQ(wait(turn, 2 * step), VK_SUCCESS);
            EXPECT_EQ(value(turn), 2 * step); // Nobody but this thread goes on from here.
            from.as<uint32_t>()[0] = 1000 + step;
            signal(turn, 2 * step + 1);
        }
    });
    for (uint32_t step = kSteps / 2; step < kSteps; ++step) {
        ASSERT_VK(vkQueueSubmit2(queue(), 1, &submissions[step], VK_NULL_HANDLE));
    }
    EXPECT_EQ(wait(turn, 2 * kSteps), VK_SUCCESS);
    host.join();
    for (uint32_t step = 0; step < kSteps; ++step) {
        EXPECT_EQ(to.as<uint32_t>()[step], 1000 + step);
    }
}

TEST_F(Semaphore, OneSubmissionWaitsForSeveralAndSignalsSeveral) {
    const VkSemaphore waited[] = {timeline(3), timeline(), make(VK_SEMAPHORE_TYPE_BINARY)};
    const VkSemaphore signaled[] = {timeline(), make(VK_SEMAPHORE_TYPE_BINARY), timeline(7)};
    const VkSemaphoreSubmitInfo before[] = {at(waited[2], 0)};
    submit2({}, before);
    const VkSemaphoreSubmitInfo waits[] = {at(waited[0], 2), at(waited[1], 5), at(waited[2], 0)};
    const VkSemaphoreSubmitInfo signals[] = {
        at(signaled[0], 9), at(signaled[1], 0), at(signaled[2], 8)};
    submit2(waits, signals);
    EXPECT_EQ(wait(signaled[0], 9, 5'000'000), VK_TIMEOUT);
    EXPECT_EQ(value(signaled[2]), 7u);
    signal(waited[1], 6); // Beyond what is waited for.
    EXPECT_EQ(wait(signaled[0], 9), VK_SUCCESS);
    EXPECT_EQ(value(signaled[2]), 8u);
    const VkSemaphore done = timeline();
    const VkSemaphoreSubmitInfo next[] = {at(signaled[1], 0)};
    const VkSemaphoreSubmitInfo last[] = {at(done, 1)};
    submit2(next, last);
    EXPECT_EQ(wait(done, 1), VK_SUCCESS);
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
