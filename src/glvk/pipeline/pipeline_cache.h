// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/work_queue.h"
#include "glvk/gpu/vulkan.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace store {
class Store;
}

namespace glvk {

class Gpu;

/// What is asked of the device: a pipeline that somebody waits for, or one that may be needed.
enum class Demand : uint8_t { Wanted, Guess };

/// The device's one VkPipelineCache, which every pipeline and library is made with, and its place
/// on disk. Thread-safe. See docs/pipelines.md.
class PipelineCache {
public:
    /// Reads it from disk.
    explicit PipelineCache(Gpu& gpu);
    /// Writes it, after everything that is queued.
    ~PipelineCache();
    PipelineCache(const PipelineCache&) = delete;
    PipelineCache& operator=(const PipelineCache&) = delete;

    VkPipelineCache handle() const { return m_cache; }
    /// A pipeline or a library. Null, with the result logged unless nobody asked for it: the device
    /// could not.
    VkPipeline create(const VkGraphicsPipelineCreateInfo& info, Demand demand = Demand::Wanted);
    /// Writes the cache to disk in the background where pipelines were added and some time passed.
    void saveSometimes();
    /// The same at once, on this thread; no saving is under way afterwards.
    void saveNow();
    /// Where else things are kept, and the queue that writes them there. Null: nothing is.
    store::Store* store() { return m_store.get(); }
    base::WorkQueue* saver() { return m_saver.get(); }

private:
    void load();
    void save();

    Gpu& m_gpu;
    VkPipelineCache m_cache = VK_NULL_HANDLE;
    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<base::WorkQueue> m_saver;
    std::atomic<uint32_t> m_unsaved{0};
    std::atomic<int64_t> m_lastSave_ms{0};
};

} // namespace glvk
