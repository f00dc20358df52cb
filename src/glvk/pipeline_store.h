// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/pipeline_key.h"
#include "glvk/resource.h"
#include "glvk/vulkan.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

namespace base {
class WorkQueue;
}
namespace store {
class Store;
}

namespace glvk {

class DeadPrograms;
class Device;
class Program;

/// A VkPipeline; batches keep it once its context let go of it.
class Pipeline final : public Resource {
public:
    Pipeline(Device& device, VkPipeline pipeline) : Resource(device), handle(pipeline) {}
    ~Pipeline() override;
    const VkPipeline handle;
};

/// Builds pipelines, and owns the VkPipelineCache kept on disk. Shared by the device's contexts;
/// thread-safe. See docs/pipelines.md.
class PipelineStore {
public:
    explicit PipelineStore(Device& device);
    ~PipelineStore();

    /// Null: the device could not build it. Two contexts asking for one key build it once each at
    /// worst; the VkPipelineCache makes the second cheap.
    ResourceRef<Pipeline> build(const PipelineKey& key, const Program& program);
    /// Writes the cache to disk in the background where pipelines were added and some time passed.
    void saveSometimes();
    /// The same at once, on this thread; no saving is under way afterwards.
    void saveNow();
    VkPipelineCache cache() const { return m_cache; }

    /// No draw will ask for pipelines of this program again: every context's lookup lets go of them
    /// at its next batch (PipelineLookup::purge).
    void noteDeadProgram(uint64_t program);
    void watch(DeadPrograms& dead);
    void unwatch(DeadPrograms& dead);

private:
    void load();
    void save();

    Device& m_device;
    VkPipelineCache m_cache = VK_NULL_HANDLE;
    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<base::WorkQueue> m_saver;
    std::atomic<uint32_t> m_unsaved{0};
    std::atomic<int64_t> m_lastSave_ms{0};
    std::mutex m_watchersMutex;
    std::vector<DeadPrograms*> m_watchers;
};

} // namespace glvk
