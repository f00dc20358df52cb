// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_cache.h"

#include "base/log.h"
#include "base/options.h"
#include "glvk/gpu/device_entry.h"
#include "glvk/gpu/gpu.h"
#include "report/record.h"
#include "report/stalls.h"
#include "store/store.h"

#include <chrono>
#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace glvk {

namespace {

int64_t now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

store::Key diskKey(const Gpu& gpu) {
    return deviceKey("pipelines", gpu.properties()).finish();
}

/// Whether a cache of this device's and driver's begins like this. Drivers look as well, most of
/// them.
bool isCacheOf(const Gpu& gpu, std::span<const std::byte> data) {
    VkPipelineCacheHeaderVersionOne header{};
    if (data.size() < sizeof header) {
        return false;
    }
    std::memcpy(&header, data.data(), sizeof header);
    const VkPhysicalDeviceProperties& p = gpu.properties();
    return header.headerSize >= sizeof header && header.headerSize <= data.size() &&
           header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
           header.vendorID == p.vendorID && header.deviceID == p.deviceID &&
           std::memcmp(header.pipelineCacheUUID, p.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

const char* describe(const VkGraphicsPipelineCreateInfo& info, Demand demand) {
    if (demand == Demand::Guess) {
        return "a pipeline, ahead";
    }
    if (info.flags & VK_PIPELINE_CREATE_LIBRARY_BIT_KHR) {
        return "a part of pipelines";
    }
    return info.stageCount == 0 ? "a pipeline, linked of its parts" : "a pipeline, whole";
}

} // namespace

PipelineCache::PipelineCache(Gpu& gpu) : m_gpu(gpu) {
    if (base::options().diskCache) {
        m_store = std::make_unique<store::Store>(deviceOrigin(m_gpu.properties()));
        m_saver = std::make_unique<base::WorkQueue>("glissade-save", 1);
    }
    report::StallTimer timer(report::StallKind::Pipelines);
    load();
    timer.stop([] { return std::string("the cache of pipelines was read from disk"); });
}

PipelineCache::~PipelineCache() {
    if (m_saver) {
        m_saver->drain(); // Shader objects that were not written yet.
    }
    m_saver.reset();
    try {
        save();
    } catch (const std::bad_alloc&) {
        // Compiled again in the next run.
    }
    m_gpu.vk().vkDestroyPipelineCache(m_gpu.handle(), m_cache, nullptr);
}

void PipelineCache::load() {
    std::vector<std::byte> data;
    if (m_store) {
        auto stored = m_store->get(diskKey(m_gpu), store::Kind::Pipelines);
        if (stored && isCacheOf(m_gpu, *stored)) {
            data = std::move(*stored);
        } else if (stored) {
            base::logInfo(base::Log::Cache,
                          "The pipelines on disk are not of this driver; they will be replaced.");
        }
    }
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = data.size();
    info.pInitialData = data.data();
    const VolkDeviceTable& vk = m_gpu.vk();
    if (vk.vkCreatePipelineCache(m_gpu.handle(), &info, nullptr, &m_cache) != VK_SUCCESS) {
        info.initialDataSize = 0;
        if (vk.vkCreatePipelineCache(m_gpu.handle(), &info, nullptr, &m_cache) != VK_SUCCESS) {
            m_cache = VK_NULL_HANDLE; // Allowed: pipelines are then built without one.
        }
    }
}

void PipelineCache::save() {
    if (!m_store || !m_cache || m_unsaved.exchange(0) == 0) {
        return;
    }
    size_t size = 0;
    const VolkDeviceTable& vk = m_gpu.vk();
    vk.vkGetPipelineCacheData(m_gpu.handle(), m_cache, &size, nullptr);
    std::vector<std::byte> data(size);
    if (vk.vkGetPipelineCacheData(m_gpu.handle(), m_cache, &size, data.data()) != VK_SUCCESS) {
        return;
    }
    data.resize(size);
    m_store->put(diskKey(m_gpu), data, store::Kind::Pipelines);
}

void PipelineCache::saveNow() {
    if (m_saver) {
        m_saver->drain();
    }
    save();
}

void PipelineCache::saveSometimes() {
    constexpr int64_t kInterval_ms = 2000;
    if (!m_saver || m_unsaved.load(std::memory_order_relaxed) == 0) {
        return;
    }
    int64_t last = m_lastSave_ms.load();
    const int64_t now = now_ms();
    if (now - last >= kInterval_ms && m_lastSave_ms.compare_exchange_strong(last, now)) {
        m_saver->submit(base::Priority::Low, [this] { save(); });
    }
}

VkPipeline PipelineCache::create(const VkGraphicsPipelineCreateInfo& info, Demand demand) {
    VkPipeline pipeline = VK_NULL_HANDLE;
    const report::Span span;
    const VkResult result =
        m_gpu.vk().vkCreateGraphicsPipelines(m_gpu.handle(), m_cache, 1, &info, nullptr, &pipeline);
    span.stop(report::EventKind::Compile, uint8_t(report::CompileKind::Pipeline), 0, [&] {
        return describe(info, demand);
    });
    if (result != VK_SUCCESS && demand == Demand::Guess) {
        return VK_NULL_HANDLE; // A draw will try again, if it was right.
    }
    if (result != VK_SUCCESS) {
        base::logError(
            base::Log::Pipelines, "a pipeline could not be built ({})", resultName(result));
        m_gpu.noteResult(result);
        return VK_NULL_HANDLE;
    }
    m_unsaved.fetch_add(1, std::memory_order_relaxed);
    return pipeline;
}

} // namespace glvk
