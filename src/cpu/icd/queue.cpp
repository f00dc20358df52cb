// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/queue.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/command_buffer.h"
#include "cpu/icd/device.h"
#include "cpu/icd/fence.h"
#include "cpu/icd/semaphore.h"

#include <algorithm>
#include <iterator>

#include <pthread.h>

namespace cpu::icd {

Queue::Queue(Device& device)
    : m_device(device), m_replay(device, device.workers()), m_thread([this] { runThread(); }) {}

Queue::~Queue() {
    m_device.lose(); // Wakes what waits for something that can no longer come.
    m_device.monitor().update([&] { m_stop = true; });
    m_thread.join();
}

void Queue::submit(std::vector<Submission> submissions) {
    m_device.monitor().update([&] {
        m_submitted += submissions.size();
        std::move(submissions.begin(), submissions.end(), std::back_inserter(m_pending));
    });
}

void Queue::waitIdle() {
    const uint64_t until = m_device.monitor().inspect([&] { return m_submitted; });
    m_device.monitor().wait(UINT64_MAX, [&] { return m_completed >= until || m_device.lost(); });
}

void Queue::runThread() {
    pthread_setname_np(pthread_self(), "gl-cpu-queue");
    Monitor& monitor = m_device.monitor();
    for (;;) {
        Submission submission;
        monitor.wait(UINT64_MAX, [&] { return m_stop || !m_pending.empty(); });
        const bool stop = monitor.inspect([&] {
            if (!m_stop) {
                submission = std::move(m_pending.front());
                m_pending.pop_front();
            }
            return m_stop;
        });
        if (stop) {
            return;
        }
        execute(submission);
    }
}

void Queue::execute(const Submission& submission) {
    Monitor& monitor = m_device.monitor();
    if (!submission.waits.empty()) {
        monitor.wait(UINT64_MAX, [&] {
            return m_device.lost() || std::all_of(submission.waits.begin(),
                                                  submission.waits.end(),
                                                  [](const SemaphoreOperation& wait) {
                                                      return wait.semaphore->reached(wait.value);
                                                  });
        });
    }
    for (const CommandBuffer* commandBuffer : submission.commandBuffers) {
        if (m_device.lost()) {
            return;
        }
        m_replay.beginCommandBuffer();
        commandBuffer->commands().replay(m_replay);
        m_replay.endCommandBuffer();
        if (m_replay.failed()) {
            m_device.lose();
        }
    }
    if (m_device.lost()) {
        return;
    }
    if (submission.last) {
        submission.last(m_device.workers());
    }
    monitor.update([&] {
        for (const SemaphoreOperation& wait : submission.waits) {
            wait.semaphore->consume();
        }
        for (const SemaphoreOperation& signal : submission.signals) {
            signal.semaphore->signal(signal.value);
        }
        if (submission.fence) {
            submission.fence->set(true);
        }
        ++m_completed;
    });
}

namespace {

void addSemaphores(std::vector<SemaphoreOperation>& to,
                   const VkSemaphore* semaphores,
                   uint32_t count,
                   const uint64_t* values,
                   uint32_t valueCount) {
    for (uint32_t i = 0; i < count; ++i) {
        to.push_back({cast(semaphores[i]), i < valueCount && values ? values[i] : 0});
    }
}

Submission convert(const VkSubmitInfo& info) {
    Submission submission;
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
        submission.commandBuffers.push_back(cast(info.pCommandBuffers[i]));
    }
    return submission;
}

Submission convert(const VkSubmitInfo2& info) {
    Submission submission;
    for (uint32_t i = 0; i < info.waitSemaphoreInfoCount; ++i) {
        const VkSemaphoreSubmitInfo& wait = info.pWaitSemaphoreInfos[i];
        submission.waits.push_back({cast(wait.semaphore), wait.value});
    }
    for (uint32_t i = 0; i < info.signalSemaphoreInfoCount; ++i) {
        const VkSemaphoreSubmitInfo& signal = info.pSignalSemaphoreInfos[i];
        submission.signals.push_back({cast(signal.semaphore), signal.value});
    }
    for (uint32_t i = 0; i < info.commandBufferInfoCount; ++i) {
        submission.commandBuffers.push_back(cast(info.pCommandBufferInfos[i].commandBuffer));
    }
    return submission;
}

/// Of sparse binding nothing remains but its semaphores: no resource is sparse.
Submission convert(const VkBindSparseInfo& info) {
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
    try {
        std::vector<Submission> submissions;
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
        queue.submit(std::move(submissions));
        return VK_SUCCESS;
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
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
    object.waitIdle();
    return object.device().lost() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
