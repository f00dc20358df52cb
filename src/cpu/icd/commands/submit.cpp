// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/device/queue.h"
#include "cpu/icd/device/sync_objects.h"
#include "report/counters.h"

#include <span>
#include <utility>
#include <vector>

namespace cpu::icd {

namespace {

void addSemaphores(std::vector<exec::SemaphoreOperation>& to,
                   const VkSemaphore* semaphores,
                   uint32_t count,
                   const uint64_t* values,
                   uint32_t valueCount) {
    for (uint32_t i = 0; i < count; ++i) {
        to.push_back({cast(semaphores[i]), i < valueCount && values ? values[i] : 0});
    }
}

exec::Submission convert(const VkSubmitInfo& info) {
    exec::Submission submission;
    const auto* timeline = find<VkTimelineSemaphoreSubmitInfo>(
        info.pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    const VkTimelineSemaphoreSubmitInfo values =
        timeline ? *timeline : VkTimelineSemaphoreSubmitInfo{};
    addSemaphores(submission.waits,
                  info.pWaitSemaphores,
                  info.waitSemaphoreCount,
                  values.pWaitSemaphoreValues,
                  values.waitSemaphoreValueCount);
    addSemaphores(submission.signals,
                  info.pSignalSemaphores,
                  info.signalSemaphoreCount,
                  values.pSignalSemaphoreValues,
                  values.signalSemaphoreValueCount);
    for (uint32_t i = 0; i < info.commandBufferCount; ++i) {
        submission.commands.push_back(&cast(info.pCommandBuffers[i])->commands());
    }
    return submission;
}

exec::Submission convert(const VkSubmitInfo2& info) {
    exec::Submission submission;
    for (uint32_t i = 0; i < info.waitSemaphoreInfoCount; ++i) {
        const VkSemaphoreSubmitInfo& wait = info.pWaitSemaphoreInfos[i];
        submission.waits.push_back({cast(wait.semaphore), wait.value});
    }
    for (uint32_t i = 0; i < info.signalSemaphoreInfoCount; ++i) {
        const VkSemaphoreSubmitInfo& signal = info.pSignalSemaphoreInfos[i];
        submission.signals.push_back({cast(signal.semaphore), signal.value});
    }
    for (uint32_t i = 0; i < info.commandBufferInfoCount; ++i) {
        submission.commands.push_back(&cast(info.pCommandBufferInfos[i].commandBuffer)->commands());
    }
    return submission;
}

/// Of sparse binding nothing remains but its semaphores: no resource is sparse.
exec::Submission convert(const VkBindSparseInfo& info) {
    VkSubmitInfo same{VK_STRUCTURE_TYPE_SUBMIT_INFO, info.pNext};
    same.waitSemaphoreCount = info.waitSemaphoreCount;
    same.pWaitSemaphores = info.pWaitSemaphores;
    same.signalSemaphoreCount = info.signalSemaphoreCount;
    same.pSignalSemaphores = info.pSignalSemaphores;
    return convert(same);
}

template <typename Info>
VkResult submit(VkQueue handle, std::span<const Info> infos, VkFence fence) {
    Queue& queue = *cast(handle);
    if (queue.device().lost()) {
        return VK_ERROR_DEVICE_LOST;
    }
    std::vector<exec::Submission> submissions;
    submissions.reserve(infos.size() + 1);
    for (const Info& info : infos) {
        submissions.push_back(convert(info));
    }
    if (fence) {
        if (submissions.empty()) {
            submissions.emplace_back();
        }
        submissions.back().fence = cast(fence);
    }
    const report::Span span;
    queue.submit(std::move(submissions));
    span.stop(report::EventKind::Submit, 0, 0, [] { return ""; });
    return VK_SUCCESS;
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit(VkQueue queue,
                                           uint32_t submitCount,
                                           const VkSubmitInfo* pSubmits,
                                           VkFence fence) {
    return submit(queue, std::span(pSubmits, submitCount), fence);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit2(VkQueue queue,
                                            uint32_t submitCount,
                                            const VkSubmitInfo2* pSubmits,
                                            VkFence fence) {
    return submit(queue, std::span(pSubmits, submitCount), fence);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueBindSparse(VkQueue queue,
                                               uint32_t bindInfoCount,
                                               const VkBindSparseInfo* pBindInfo,
                                               VkFence fence) {
    return submit(queue, std::span(pBindInfo, bindInfoCount), fence);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueWaitIdle(VkQueue queue) {
    Queue& object = *cast(queue);
    const report::Span span;
    object.waitIdle();
    noteWait(span, "vkQueueWaitIdle");
    return object.device().lost() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
