// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/pipeline_info.h"
#include "glvk/pipeline_key.h"
#include "glvk/pipeline_library.h"
#include "glvk/resource.h"
#include "glvk/vulkan.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
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

/// The libraries that a pipeline is linked from; nulls where it was built whole.
using LinkedParts = std::array<PipelineLibraryRef, kPipelineParts>;

/// A VkPipeline; batches keep it once its context let go of it.
class Pipeline final : public Resource {
public:
    Pipeline(Device& device, VkPipeline pipeline, LinkedParts parts)
        : Resource(device), handle(pipeline), parts(std::move(parts)) {}
    ~Pipeline() override;
    const VkPipeline handle;
    /// "The application must maintain the lifetime of a pipeline library based on the pipelines
    /// that link with it" (Vulkan, Pipeline Library).
    const LinkedParts parts;
};

/// Pipelines that were linked again with more time, for a context to swap in. Thread-safe.
class OptimizedPipelines {
public:
    using Optimized = std::pair<PipelineKey, ResourceRef<Pipeline>>;
    void add(const PipelineKey& key, ResourceRef<Pipeline> pipeline);
    /// Costs one load where there are none.
    std::vector<Optimized> take();

private:
    std::atomic<bool> m_any{false};
    std::mutex m_mutex;
    std::vector<Optimized> m_pipelines;
};

/// Builds pipelines, and owns the VkPipelineCache kept on disk. Shared by the device's contexts;
/// thread-safe. See docs/pipelines.md.
class PipelineStore {
public:
    explicit PipelineStore(Device& device);
    ~PipelineStore();

    /// Null: the device could not build it. Two contexts asking for one key build it once each at
    /// worst; the VkPipelineCache makes the second cheap.
    /// `optimized` gets a better one later, where the pipeline was linked from libraries.
    /// `how` is told what was done, for people.
    ResourceRef<Pipeline> build(const PipelineKey& key,
                                const Program& program,
                                const std::shared_ptr<OptimizedPipelines>& optimized,
                                std::string& how);
    /// A program was linked: begins to compile its libraries.
    void prepare(const Program& program);
    /// Returns when everything that was begun in the background is done.
    void finishPreparing();
    /// The modules are about to be destroyed.
    void forget(std::span<const VkShaderModule> modules);
    /// Writes the cache to disk in the background where pipelines were added and some time passed.
    void saveSometimes();
    /// The same at once, on this thread; no saving is under way afterwards.
    void saveNow();
    /// A pipeline or a library, by the cache. Null, with the result logged: the device could not.
    VkPipeline create(const VkGraphicsPipelineCreateInfo& info);
    VkPipelineCache cache() const { return m_cache; }

    /// No draw will ask for pipelines of this program again: every context's lookup lets go of them
    /// at its next batch (PipelineLookup::purge).
    void noteDeadProgram(uint64_t program);
    void watch(DeadPrograms& dead);
    void unwatch(DeadPrograms& dead);

private:
    void load();
    void save();
    PipelineKey typicalKey(const Program& program);
    ResourceRef<Pipeline> link(const PipelineKey& key,
                               const Program& program,
                               PipelineStages stages,
                               const std::shared_ptr<OptimizedPipelines>& optimized,
                               std::string& how);
    ResourceRef<Pipeline>
    linkParts(const LinkedParts& parts, VkPipelineLayout layout, VkPipelineCreateFlags flags);
    ResourceRef<Pipeline> makePipeline(const VkGraphicsPipelineCreateInfo& info,
                                       const LinkedParts& parts);

    Device& m_device;
    VkPipelineCache m_cache = VK_NULL_HANDLE;
    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<base::WorkQueue> m_saver;
    /// Null both where pipelines are built whole.
    std::unique_ptr<base::WorkQueue> m_builder;
    std::unique_ptr<PipelineLibraries> m_libraries;
    std::atomic<uint32_t> m_unsaved{0};
    std::atomic<int64_t> m_lastSave_ms{0};
    std::mutex m_typicalMutex;
    PipelineKey m_typical; ///< Of the last pipeline that was built.
    std::mutex m_watchersMutex;
    std::vector<DeadPrograms*> m_watchers;
};

} // namespace glvk
