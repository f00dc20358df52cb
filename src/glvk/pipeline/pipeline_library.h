// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "base/work_queue.h"
#include "glvk/pipeline/pipeline_info.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace glvk {

class Gpu;
class PipelineCache;

/// A part of a pipeline, compiled (VK_EXT_graphics_pipeline_library). Immutable.
class PipelineLibrary {
public:
    PipelineLibrary(Gpu& gpu, VkPipeline handle) : handle(handle), m_gpu(gpu) {}
    ~PipelineLibrary();
    PipelineLibrary(const PipelineLibrary&) = delete;
    PipelineLibrary& operator=(const PipelineLibrary&) = delete;

    const VkPipeline handle;

private:
    Gpu& m_gpu;
};
using PipelineLibraryRef = std::shared_ptr<const PipelineLibrary>;

/// The parts that pipelines are linked from. Those with shaders are compiled in the background from
/// when their program is linked, the others are made when first asked for. Thread-safe; the lock is
/// not held while something is compiled, and what two threads ask for is compiled once.
class PipelineLibraries {
public:
    /// Compiles on `queue`, with `cache`.
    PipelineLibraries(Gpu& gpu, PipelineCache& cache, base::WorkQueue& queue);
    ~PipelineLibraries();

    /// What owns the modules of a part.
    using Owners = std::vector<std::weak_ptr<const void>>;
    /// Begins to compile the part, where that has not begun. The owners live until that is over;
    /// what has lost one before it began is left out. True: it is there.
    bool
    prepare(PipelinePart part, const PipelineKey& key, const PipelineStages& stages, Owners owners);
    /// Null: the device could not compile it. `waited`: it was not there yet.
    PipelineLibraryRef
    get(PipelinePart part, const PipelineKey& key, const PipelineStages& stages, bool& waited);
    /// The modules are about to be destroyed: forgets what is made of them, after what is being
    /// compiled. Needs no memory.
    void forget(std::span<const VkShaderModule> modules);

private:
    struct Key {
        PipelinePart part{};
        std::array<uint8_t, 7> unused{};
        PartState state;
        bool operator==(const Key&) const = default;
    };
    struct Entry {
        std::once_flag once;
        std::atomic<bool> begun = false;
        std::atomic<bool> done = false;
        PipelineLibraryRef library; ///< Null: failed.
    };
    using EntryRef = std::shared_ptr<Entry>;

    EntryRef entryOf(const Key& key, bool& isNew);
    void build(const Key& key, Entry& entry);
    static void awaitBuild(Entry& entry);

    Gpu& m_gpu;
    PipelineCache& m_cache;
    base::WorkQueue& m_queue;
    std::mutex m_mutex;
    std::unordered_map<Key, EntryRef, base::KeyHash<Key>> m_entries;
};

} // namespace glvk
