// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/recorder.h"

#include "base/log.h"
#include "glvk/gpu/gpu.h"
#include "report/record.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <new>
#include <poll.h>

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
    try {
        submit();
    } catch (const std::bad_alloc&) {
        base::logError(base::Log::Device,
                       "what a context recorded last was given up: out of memory");
    }
    for (const auto& batch : m_inFlight) {
        (void)m_gpu.waitFor(batch->value, UINT64_MAX, "the end of a context");
    }
    for (const auto& batch : m_inFlight) {
        destroy(*batch);
    }
    for (const auto& batch : m_free) {
        destroy(*batch);
    }
    if (m_current) {
        destroy(*m_current);
    }
}

void Recorder::destroy(Batch& batch) noexcept {
    batch.kept.clear();
    if (!batch.stays) {
        m_gpu.vk().vkDestroyCommandPool(m_gpu.handle(), batch.pool, nullptr);
    }
}

std::unique_ptr<Recorder::Batch> Recorder::newBatch() {
    const VolkDeviceTable& vk = m_gpu.vk();
    auto batch = std::make_unique<Batch>();
    const size_t batches = m_inFlight.size() + m_free.size() + 1;
    m_inFlight.reserve(batches);
    m_free.reserve(batches);
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
        if (result != VK_SUCCESS) {
            destroy(*batch);
        }
    }
    if (result != VK_SUCCESS) {
        base::logError(
            base::Log::Device, "no command buffer could be made ({})", resultName(result));
        throw std::bad_alloc();
    }
    batch->main = buffers[0];
    batch->upload = buffers[1];
    return batch;
}

/// One that the device is done with, or a new one.
std::unique_ptr<Recorder::Batch> Recorder::freeBatch() {
    if (m_free.empty()) {
        return newBatch();
    }
    std::unique_ptr<Batch> batch = std::move(m_free.back());
    m_free.pop_back();
    return batch;
}

/// That the batch takes among those in flight. What is new may be as large as a framebuffer, and be
/// given up before the next batch.
uint16_t Recorder::places() const {
    constexpr uint64_t kAll = kMaxBatchesInFlight * kSmallBatches;
    const auto forMemory = uint16_t(std::min(m_new_B / kSmallBatch_B, kAll));
    if (m_moves || m_draws + m_weight > kSmallBatch_draws) {
        return std::max<uint16_t>(kSmallBatches, forMemory);
    }
    constexpr uint32_t kMost = kSmallBatches;
    const auto forUses = uint16_t(std::min(1 + m_firstUses * kFirstUse_places, kMost));
    return std::max(forUses, forMemory);
}

/// Running further ahead would only hold more memory: everything a batch uses stays.
void Recorder::waitForDevice() {
    size_t places = 0;
    for (const auto& batch : m_inFlight) {
        places += batch->places;
    }
    const Batch* awaited = nullptr;
    for (auto oldest = m_inFlight.begin(); places >= kMaxBatchesInFlight * kSmallBatches;
         ++oldest) {
        places -= (*oldest)->places;
        awaited = oldest->get();
    }
    if (awaited) {
        (void)m_gpu.waitFor(awaited->value, UINT64_MAX, "it is too many batches behind");
        collect();
    }
}

void Recorder::beginBatch() {
    collect();
    waitForDevice();
    auto status = std::make_shared<BatchStatus>();
    std::unique_ptr<Batch> batch = freeBatch();
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (m_gpu.vk().vkBeginCommandBuffer(batch->main, &begin) != VK_SUCCESS) {
        destroy(*batch);
        throw std::bad_alloc();
    }
    batch->uploadUsed = false;
    batch->value = 0;
    batch->status = std::move(status);
    m_current = std::move(batch);
    m_lastStatus = m_current->status;
    m_batchId = m_gpu.newId();
    m_uploadEpoch = m_gpu.newId();
    m_draws = 0;
    m_weight = 0;
    m_moves = false;
    m_firstUses = 0;
    m_new_B = 0;
    ++m_generation;
    // Earlier submissions, this batch's uploads and other contexts' work come before.
    barrier(m_current->main);
    m_epoch = m_gpu.newId();
    static std::once_flag armed;
    std::call_once(armed, armExitHandler);
}

void Recorder::keep(Resource& resource) {
    m_current->kept.emplace_back(&resource);
    // No exchange: whether two contexts count its first use matters less than what that takes.
    const bool first = resource.batch.load(std::memory_order_relaxed) == 0;
    resource.batch.store(m_batchId, std::memory_order_relaxed);
    if (first) {
        ++m_firstUses;
        const uint64_t memory_B = resource.memory_B();
        m_new_B += memory_B;
        m_weight += uint32_t(memory_B / kNewDraw_B);
    }
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
        m_moves = true;
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
    m_moves = true;
    if (!m_current->uploadUsed) {
        VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
        if (m_gpu.vk().vkBeginCommandBuffer(m_current->upload, &begin) != VK_SUCCESS) {
            throw std::bad_alloc();
        }
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
    VkResult result = endCommands();
    const bool shared = result == VK_SUCCESS && m_gpu.sharesMemory() && awaitOthers();
    if (result == VK_SUCCESS) {
        result = queue(wait, signal);
    }
    if (result == VK_SUCCESS && shared) {
        result = m_gpu.waitFor(m_current->value, UINT64_MAX, "memory that others use too");
    }
    if (result != VK_SUCCESS) {
        if (!m_gpu.lost() && !processExiting()) {
            base::logError(base::Log::Device,
                           "what was recorded cannot be submitted ({})",
                           resultName(result));
        }
        m_gpu.noteResult(result);
        m_current->value = kNeverSubmitted;
    }
    m_current->large = m_draws >= kLargeBatch_draws;
    m_current->places = places();
    m_current->status->setValue(m_current->value);
    m_inFlight.push_back(std::move(m_current)); // There is room.
    m_batchId = 0;
    if (result != VK_SUCCESS && !m_gpu.lost()) {
        throw std::bad_alloc();
    }
    return result == VK_SUCCESS;
}

bool Recorder::awaitOthers() const {
    bool any = false;
    for (const ResourceRef<Resource>& kept : m_current->kept) {
        const int fd = kept->sharedMemory();
        if (fd < 0) {
            continue;
        }
        any = true;
        // Numbers given since the batch was begun are greater than its own. Who reads waits for
        // who wrote, and who writes for everybody.
        const bool writes = kept->writeEpoch > m_batchId || kept->uploadEpoch > m_batchId;
        pollfd others{fd, short(writes ? POLLOUT : POLLIN), 0};
        while (poll(&others, 1, -1) < 0 && errno == EINTR) {
        }
    }
    return any;
}

/// Failing, it leaves nothing that could be submitted.
VkResult Recorder::endCommands() {
    const VolkDeviceTable& vk = m_gpu.vk();
    VkResult result = VK_SUCCESS;
    if (m_current->uploadUsed) {
        result = vk.vkEndCommandBuffer(m_current->upload);
    }
    const VkResult ended = vk.vkEndCommandBuffer(m_current->main);
    result = result != VK_SUCCESS ? result : ended;
    m_current->stays = result != VK_SUCCESS && m_gpu.features().failedCommandsStay;
    return result;
}

VkResult Recorder::queue(VkSemaphore wait, VkSemaphore signal) {
    const VkCommandBuffer both[] = {m_current->upload, m_current->main};
    const std::span commands = m_current->uploadUsed ? std::span(both) : std::span(both).last(1);
    const auto attempt = [&] {
        try {
            return m_gpu.submit({commands, m_id, wait, signal}, m_current->value);
        } catch (const std::bad_alloc&) {
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        }
    };
    const report::Span span;
    VkResult result = attempt();
    if (isOutOfMemory(result)) {
        // Once more with what the batches before give back.
        if (!m_inFlight.empty()) {
            (void)m_gpu.waitFor(m_inFlight.back()->value, UINT64_MAX, "memory for a submission");
            collect();
        }
        result = attempt();
    }
    span.stop(report::EventKind::Submit, 0, 0, [] { return ""; });
    m_gpu.spareBuffers().trim();
    return result;
}

bool Recorder::finish(const char* purpose) {
    const bool submitted = submit();
    if (m_inFlight.empty()) {
        return submitted;
    }
    const VkResult result = m_gpu.waitFor(m_inFlight.back()->value, UINT64_MAX, purpose);
    collect();
    m_gpu.collect();
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
        m_inFlight.erase(m_inFlight.begin());
        {
            const SpareBuffers::Collection collection(m_gpu.spareBuffers());
            batch->kept.clear();
        }
        batch->status.reset();
        // At once, not when it is used again: recorded commands take memory on many devices. That
        // of a large batch goes back for good.
        const VkCommandPoolResetFlags flags =
            batch->large ? VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT : 0;
        if (!batch->stays &&
            m_gpu.vk().vkResetCommandPool(m_gpu.handle(), batch->pool, flags) == VK_SUCCESS) {
            m_free.push_back(std::move(batch)); // There is room.
        } else {
            destroy(*batch);
        }
    }
}

} // namespace glvk
