// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/work_queue.h"
#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/pipeline/pipeline_info.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/pipeline_library.h"
#include "glvk/pipeline/shader_code.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace store {
class Store;
}

namespace glvk {

class DeadPrograms;
class Device;
class Program;

class ShaderObjects;
class PipelineGuesses;

/// The libraries that a pipeline is linked from; nulls where it was built whole.
using LinkedParts = std::array<PipelineLibraryRef, kPipelineParts>;

/// What draws bind: a VkPipeline, or shader objects. Batches keep it once its context let go of it.
class Pipeline final : public Resource {
public:
    using Shaders = std::array<VkShaderEXT, kShaderStages>;
    using Code = std::array<std::shared_ptr<const ShaderCode>, kShaderStages>;
    Pipeline(Device& device, VkPipeline pipeline, LinkedParts parts)
        : Resource(device), handle(pipeline), parts(std::move(parts)) {}
    /// `code` owns the shaders.
    Pipeline(Device& device, const Shaders& shaders, Code code)
        : Resource(device), shaders(shaders), m_code(std::move(code)) {}
    ~Pipeline() override;
    const VkPipeline handle = VK_NULL_HANDLE; ///< Null: it is shader objects.
    const Shaders shaders{};                  ///< By ShaderStage; null: no such stage.
    /// "The application must maintain the lifetime of a pipeline library based on the pipelines
    /// that link with it" (Vulkan, Pipeline Library).
    const LinkedParts parts;

private:
    const Code m_code;
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
    /// The pipeline, if it was built before a draw needed it; null else. `how` as above.
    ResourceRef<Pipeline>
    takeGuess(const PipelineKey& key, const Program& program, std::string& how);
    /// A program was linked: begins to compile its stages or libraries, or pipelines that its draws
    /// will probably need.
    void prepare(const Program& program);
    /// The same of a variant of a program, whose shaders are made in the background as well.
    void prepareLater(const Program& program);
    /// Returns when everything that was begun in the background is done.
    void finishPreparing();
    /// The modules are about to be destroyed.
    void forget(std::span<const VkShaderModule> modules);
    /// Writes the cache to disk in the background where pipelines were added and some time passed.
    void saveSometimes();
    /// The same at once, on this thread; no saving is under way afterwards.
    void saveNow();
    /// A pipeline or a library, by the cache. Null, with the result logged unless nobody asked for
    /// it: the device could not.
    VkPipeline create(const VkGraphicsPipelineCreateInfo& info, bool isGuess = false);
    VkPipelineCache cache() const { return m_cache; }
    ShaderObjects& objects() { return *m_objects; }
    /// There are images of several samples: shaders may be asked to shade each of them.
    void noteMultisampled() {
        if (m_objects && !m_multisampled.load(std::memory_order_relaxed)) {
            prepareSampleShading();
        }
    }
    /// Drops what has not begun in the background and waits for the rest.
    void stop();

    /// No draw will ask for pipelines of this program again: every context's lookup lets go of them
    /// at its next batch (PipelineLookup::purge).
    void noteDeadProgram(uint64_t program);
    void watch(DeadPrograms& dead);
    void unwatch(DeadPrograms& dead);

private:
    void load();
    void save();
    PipelineKey typicalKey(const Program& program);
    /// A stage's code as draws may need it.
    struct Wanted {
        std::weak_ptr<const ShaderCode> code;
        CodeVariant variant;
        StageLayouts layouts{};
    };
    /// A part of a program, without it.
    struct Part {
        PipelinePart part;
        VkPipelineLayout layout;
        PipelineLibraries::Owners owners;
    };
    static std::vector<Part> partsOf(const Program& program);
    void prepareLibraries(const PipelineKey& key, PipelineStages stages, std::vector<Part> parts);
    void prepareObjects(const Program& program);
    void prepareObject(base::Priority priority, Wanted wanted);
    void prepareSampleShading();
    ResourceRef<Pipeline>
    objectsOf(const PipelineKey& key, const Program& program, std::string& how);
    ResourceRef<Pipeline> link(const PipelineKey& key,
                               const Program& program,
                               PipelineStages stages,
                               const std::shared_ptr<OptimizedPipelines>& optimized,
                               std::string& how);
    void optimizeLater(const PipelineKey& key,
                       const LinkedParts& parts,
                       VkPipelineLayout layout,
                       const std::weak_ptr<OptimizedPipelines>& optimized);
    ResourceRef<Pipeline>
    linkParts(const LinkedParts& parts, VkPipelineLayout layout, VkPipelineCreateFlags flags);
    ResourceRef<Pipeline> makePipeline(const VkGraphicsPipelineCreateInfo& info,
                                       const LinkedParts& parts);

    Device& m_device;
    VkPipelineCache m_cache = VK_NULL_HANDLE;
    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<base::WorkQueue> m_saver;
    std::unique_ptr<base::WorkQueue> m_builder; ///< Null where pipelines are built whole.
    std::unique_ptr<PipelineLibraries> m_libraries;
    std::unique_ptr<ShaderObjects> m_objects;
    std::unique_ptr<PipelineGuesses> m_guesses; ///< One of these three at most.
    std::atomic<uint32_t> m_unsaved{0};
    std::atomic<int64_t> m_lastSave_ms{0};
    std::atomic<bool> m_multisampled = false;
    std::mutex m_singleMutex;
    std::vector<Wanted> m_single; ///< Fragment shaders, until there are several samples.
    std::mutex m_typicalMutex;
    PipelineKey m_typical; ///< Of the last pipeline that was built.
    std::mutex m_watchersMutex;
    std::vector<DeadPrograms*> m_watchers;
};

} // namespace glvk
