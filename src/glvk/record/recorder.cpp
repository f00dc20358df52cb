// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/recorder.h"

#include "base/log.h"
#include "glvk/gpu/gpu.h"

#include <chrono>

namespace glvk {

uint64_t BatchStatus::value() {
    const std::lock_guard lock(m_mutex);
    return m_value;
}

bool BatchStatus::waitSubmitted(uint64_t timeout_ns) {
    std::unique_lock lock(m_mutex);
    const auto submitted = [&] { return m_value != 0; };
    if (timeout_ns > uint64_t(INT64_MAX) / 2) {
        m_condition.wait(lock, submitted);
        return true;
    }
    return m_condition.wait_for(lock, std::chrono::nanoseconds(timeout_ns), submitted);
}

void BatchStatus::setValue(uint64_t value) {
    {
        const std::lock_guard lock(m_mutex);
        m_value = value;
    }
    m_condition.notify_all();
}

Recorder::Recorder(Gpu& gpu)
    : m_gpu(gpu), m_id(gpu.newId()), m_run(gpu.vk(), gpu.features().maxMultiDraws) {}

Recorder::~Recorder() {
    submit();
    for (const auto& batch : m_inFlight) {
        (void)m_gpu.waitFor(batch->value, UINT64_MAX, "the end of a context");
    }
    const auto destroy = [&](const std::unique_ptr<Batch>& batch) {
        batch->kept.clear();
        m_gpu.vk().vkDestroyCommandPool(m_gpu.handle(), batch->pool, nullptr);
    };
    for (const auto& batch : m_inFlight) {
        destroy(batch);
    }
    for (const auto& batch : m_free) {
        destroy(batch);
    }
    if (m_current) { // Only after a lost device: its submission failed.
        destroy(m_current);
    }
}

std::unique_ptr<Recorder::Batch> Recorder::newBatch() {
    const VolkDeviceTable& vk = m_gpu.vk();
    auto batch = std::make_unique<Batch>();
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    pool.queueFamilyIndex = m_gpu.queueFamily();
    VkResult result = vk.vkCreateCommandPool(m_gpu.handle(), &pool, nullptr, &batch->pool);
    VkCommandBuffer buffers[2]{};
    if (result == VK_SUCCESS) {
        VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        info.commandPool = batch->pool;
        info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        info.commandBufferCount = 2;
        result = vk.vkAllocateCommandBuffers(m_gpu.handle(), &info, buffers);
    }
    if (result != VK_SUCCESS && !m_gpu.lost()) {
        base::logError("no command buffer could be made ({})", resultName(result));
        std::abort(); // Recording cannot fail half-way; only exhausted host memory leads here.
    }
    batch->main = buffers[0];
    batch->upload = buffers[1];
    return batch;
}

void Recorder::beginBatch() {
    collect();
    if (m_inFlight.size() >= kMaxBatchesInFlight) {
        // Running further ahead would only hold more memory: everything a batch uses stays.
        const size_t behind = m_inFlight.size() - kMaxBatchesInFlight;
        (void)m_gpu.waitFor(m_inFlight[behind]->value, UINT64_MAX, "it is too many batches behind");
        collect();
    }
    const VolkDeviceTable& vk = m_gpu.vk();
    if (m_free.empty()) {
        m_current = newBatch();
    } else {
        m_current = std::move(m_free.back());
        m_free.pop_back();
        vk.vkResetCommandPool(m_gpu.handle(), m_current->pool, 0);
    }
    m_current->uploadUsed = false;
    m_current->status = std::make_shared<BatchStatus>();
    m_lastStatus = m_current->status;
    m_batchId = m_gpu.newId();
    m_uploadEpoch = m_gpu.newId();
    m_draws = 0;
    ++m_generation;
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    vk.vkBeginCommandBuffer(m_current->main, &begin);
    // Earlier submissions, this batch's uploads and other contexts' work come before.
    barrier(m_current->main);
    m_epoch = m_gpu.newId();
    static std::once_flag armed;
    std::call_once(armed, armExitHandler);
}

void Recorder::keep(Resource& resource) {
    resource.batch.store(m_batchId, std::memory_order_relaxed);
    m_current->kept.emplace_back(&resource);
}

void Recorder::barrier(VkCommandBuffer commands) {
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    memory.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    m_gpu.vk().vkCmdPipelineBarrier(commands,
                                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                    0,
                                    1,
                                    &memory,
                                    0,
                                    nullptr,
                                    0,
                                    nullptr);
}

void Recorder::use(std::span<Resource* const> reads, std::span<Resource* const> writes) {
    bool conflict = false;
    for (Resource* resource : reads) {
        noteUse(*resource);
        conflict |= resource->writeEpoch == m_epoch;
    }
    for (Resource* resource : writes) {
        noteUse(*resource);
        conflict |= resource->writeEpoch == m_epoch || resource->readEpoch == m_epoch ||
                    resource->manyRecorders;
    }
    if (conflict) {
        endRendering();
        barrier(m_current->main);
        m_epoch = m_gpu.newId();
    }
    for (Resource* resource : reads) {
        resource->readEpoch = m_epoch;
        resource->mainBatch = m_batchId;
    }
    for (Resource* resource : writes) {
        resource->writeEpoch = m_epoch;
        resource->mainBatch = m_batchId;
        resource->dropped = false;
    }
}

void Recorder::makeVisibleToHost() {
    endRendering();
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    memory.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    m_gpu.vk().vkCmdPipelineBarrier(commands(),
                                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                    VK_PIPELINE_STAGE_HOST_BIT,
                                    0,
                                    1,
                                    &memory,
                                    0,
                                    nullptr,
                                    0,
                                    nullptr);
}

VkCommandBuffer Recorder::transferInto(Resource& resource) {
    noteUse(resource);
    resource.dropped = false;
    if (resource.mainBatch == m_batchId || resource.manyRecorders) {
        endRendering();
        write(resource);
        return m_current->main;
    }
    if (m_current->uploadUsed && resource.uploadEpoch == m_uploadEpoch) {
        barrier(m_current->upload);
        m_uploadEpoch = m_gpu.newId();
    }
    resource.uploadEpoch = m_uploadEpoch;
    return uploadCommands();
}

VkCommandBuffer Recorder::uploadCommands() {
    commands();
    if (!m_current->uploadUsed) {
        VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
        m_gpu.vk().vkBeginCommandBuffer(m_current->upload, &begin);
        barrier(m_current->upload);
        m_current->uploadUsed = true;
    }
    return m_current->upload;
}

void Recorder::noteProvoking() {
    if (m_gpu.features().oneProvokingVertex) {
        endRendering();
    }
}

void Recorder::beginRendering(const VkRenderingInfo& info) {
    endRendering();
    m_gpu.vk().vkCmdBeginRendering(commands(), &info);
    m_rendering = true;
}

void Recorder::endRendering() {
    if (m_rendering) {
        if (m_listener) {
            m_listener->beforeRenderingEnds();
        }
        m_gpu.vk().vkCmdEndRendering(commands());
        m_rendering = false;
    }
}

bool Recorder::submit(VkSemaphore wait, VkSemaphore signal) {
    if (!m_current) {
        if (!wait && !signal) {
            return !m_gpu.lost();
        }
        beginBatch();
    }
    endRendering();
    if (m_deviceWrites) {
        makeVisibleToHost();
        m_deviceWrites = false;
    }
    const VolkDeviceTable& vk = m_gpu.vk();
    std::vector<VkCommandBuffer> commands;
    if (m_current->uploadUsed) {
        vk.vkEndCommandBuffer(m_current->upload);
        commands.push_back(m_current->upload);
    }
    vk.vkEndCommandBuffer(m_current->main);
    commands.push_back(m_current->main);
    const VkResult result = m_gpu.submit({commands, m_id, wait, signal}, m_current->value);
    if (result != VK_SUCCESS) {
        if (!m_gpu.lost()) {
            base::logError("vkQueueSubmit failed ({})", resultName(result));
        }
        m_gpu.noteResult(VK_ERROR_DEVICE_LOST); // What was recorded can never run.
        m_current->value = kNeverSubmitted;
    }
    m_current->status->setValue(result == VK_SUCCESS ? m_current->value : kNeverSubmitted);
    m_inFlight.push_back(std::move(m_current));
    m_batchId = 0;
    return result == VK_SUCCESS;
}

bool Recorder::finish(const char* purpose) {
    const bool submitted = submit();
    if (m_inFlight.empty()) {
        return submitted;
    }
    const VkResult result = m_gpu.waitFor(m_inFlight.back()->value, UINT64_MAX, purpose);
    collect();
    return submitted && result == VK_SUCCESS;
}

std::shared_ptr<BatchStatus> Recorder::status() {
    if (!m_lastStatus) {
        beginBatch();
    }
    return m_lastStatus;
}

void Recorder::collect() {
    while (!m_inFlight.empty() && m_gpu.reached(m_inFlight.front()->value)) {
        std::unique_ptr<Batch> batch = std::move(m_inFlight.front());
        m_inFlight.pop_front();
        batch->kept.clear();
        batch->status.reset();
        m_free.push_back(std::move(batch));
    }
}

} // namespace glvk
