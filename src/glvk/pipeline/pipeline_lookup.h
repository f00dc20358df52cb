// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "glvk/pipeline/dead_programs.h"
#include "glvk/pipeline/pipeline.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/transition_table.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace glvk {

class PipelineStore;
class Program;
class Recorder;

/// A built pipeline, and where draws went from it. Entries belong to one context, so transitions
/// need no lock.
struct PipelineEntry {
    PipelineKey key;
    ResourceRef<Pipeline> pipeline;
    TransitionTable<PipelineEntry> transitions;
};

/// Where pipelines were found.
struct PipelineCounts {
    uint64_t same = 0;        ///< The key was the current pipeline's after all.
    uint64_t transitions = 0; ///< A draw went the same way before.
    uint64_t known = 0;       ///< In the hash map.
    uint64_t built = 0;       ///< While a draw waited.
    uint64_t guessed = 0;     ///< Begun before a draw needed it.
    uint64_t optimized = 0;   ///< Swapped in later.
};

/// One context's way from key to pipeline: same as now → a transition from now → hash map → build.
/// docs/pipelines.md.
class PipelineLookup {
public:
    explicit PipelineLookup(PipelineStore& store);
    ~PipelineLookup();
    PipelineLookup(const PipelineLookup&) = delete;
    PipelineLookup& operator=(const PipelineLookup&) = delete;

    /// `changed`: the words that may differ from the key of the last call that found a pipeline.
    /// Null: the device could not build it. Valid until purge() and adoptOptimized().
    const Pipeline* get(const PipelineKey& key, KeyWords changed, const Program& program);
    /// Retires the pipelines of programs that died with the recorder's current batch (batches
    /// finish in order, so no later one uses them), and returns those programs.
    std::vector<uint64_t> purge(Recorder& recorder);
    /// Swaps in what was optimised meanwhile. Nothing is bound afterwards.
    void adoptOptimized(Recorder& recorder);
    const PipelineCounts& counts() const { return m_counts; }

private:
    PipelineEntry* findOrBuild(const PipelineKey& key, const Program& program);
    std::string whatIsNew(const PipelineKey& key) const;
    void settleCounts();

    PipelineStore& m_store;
    PipelineEntry* m_current = nullptr;
    std::unordered_map<PipelineKey, std::unique_ptr<PipelineEntry>, base::KeyHash<PipelineKey>>
        m_entries;
    DeadPrograms m_dead;
    const std::shared_ptr<OptimizedPipelines> m_optimized = std::make_shared<OptimizedPipelines>();
    PipelineCounts m_counts;
    PipelineCounts m_settled; ///< Of those, what report::g_counters has.
};

} // namespace glvk
