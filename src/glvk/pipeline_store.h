// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "glvk/pipeline_key.h"
#include "glvk/vulkan.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace base {
class WorkQueue;
}
namespace store {
class Store;
}

namespace glvk {

class Device;
class Program;

/// A built pipeline with the neighbours that draws went to from it: the transition table.
/// Entries belong to one context, so transitions need no lock.
struct PipelineEntry {
    static constexpr size_t kTransitions = 8;

    PipelineKey key;
    VkPipeline handle = VK_NULL_HANDLE;
    std::array<PipelineEntry*, kTransitions> next{};
    uint32_t nextSlot = 0; ///< Where the next transition is written: the oldest one goes.
};

/// Builds pipelines, and owns the VkPipelineCache kept on disk. Shared by the device's contexts;
/// thread-safe. See docs/pipelines.md.
class PipelineStore {
public:
    explicit PipelineStore(Device& device);
    ~PipelineStore();

    /// Null: the device could not build it. Two contexts asking for one key build it once each at
    /// worst; the VkPipelineCache makes the second cheap.
    VkPipeline build(const PipelineKey& key, const Program& program);
    /// Writes the cache to disk in the background where pipelines were added and some time passed.
    void saveSometimes();
    VkPipelineCache cache() const { return m_cache; }

private:
    void load();
    void save();

    Device& m_device;
    VkPipelineCache m_cache = VK_NULL_HANDLE;
    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<base::WorkQueue> m_saver;
    std::atomic<uint32_t> m_unsaved{0};
    std::atomic<int64_t> m_lastSave_ms{0};
};

/// One context's way from key to pipeline: same as now → a transition from now → hash map → build.
class PipelineLookup {
public:
    explicit PipelineLookup(Device& device) : m_device(device) {}
    ~PipelineLookup();

    /// Null: the device could not build it.
    VkPipeline get(const PipelineKey& key, const Program& program);
    void forgetCurrent() { m_current = nullptr; }

private:
    Device& m_device;
    PipelineEntry* m_current = nullptr;
    std::unordered_map<PipelineKey, std::unique_ptr<PipelineEntry>, base::KeyHash<PipelineKey>>
        m_entries;
};

} // namespace glvk
