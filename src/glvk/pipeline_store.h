// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "glvk/pipeline_key.h"
#include "glvk/resource.h"
#include "glvk/vulkan.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace base {
class WorkQueue;
}
namespace store {
class Store;
}

namespace glvk {

class Device;
class Program;
class Recorder;

/// The programs (by number) that died since a context last looked. Thread-safe.
class DeadPrograms {
public:
    void note(uint64_t program);
    /// Costs one load where there are none.
    std::vector<uint64_t> take();

private:
    std::atomic<bool> m_any{false};
    std::mutex m_mutex;
    std::vector<uint64_t> m_programs;
};

/// A VkPipeline; batches keep it once its context let go of it.
class Pipeline final : public Resource {
public:
    Pipeline(Device& device, VkPipeline pipeline) : Resource(device), handle(pipeline) {}
    ~Pipeline() override;
    const VkPipeline handle;
};

/// A built pipeline with the neighbours that draws went to from it: the transition table.
/// Entries belong to one context, so transitions need no lock.
struct PipelineEntry {
    static constexpr size_t kTransitions = 8;

    PipelineKey key;
    ResourceRef<Pipeline> pipeline;
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

/// One context's way from key to pipeline: same as now → a transition from now → hash map → build.
class PipelineLookup {
public:
    explicit PipelineLookup(Device& device);
    ~PipelineLookup();
    PipelineLookup(const PipelineLookup&) = delete;
    PipelineLookup& operator=(const PipelineLookup&) = delete;

    /// Null: the device could not build it.
    VkPipeline get(const PipelineKey& key, const Program& program);
    void forgetCurrent() { m_current = nullptr; }
    /// Retires the pipelines of programs that died with the recorder's current batch (batches
    /// finish in order, so no later one uses them), and returns those programs.
    std::vector<uint64_t> purge(Recorder& recorder);

private:
    Device& m_device;
    PipelineEntry* m_current = nullptr;
    std::unordered_map<PipelineKey, std::unique_ptr<PipelineEntry>, base::KeyHash<PipelineKey>>
        m_entries;
    DeadPrograms m_dead;
};

} // namespace glvk
