// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/pipeline/pipeline.h"
#include "glvk/pipeline/pipeline_cache.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/pipeline_maker.h"
#include "glvk/pipeline/program_host.h"
#include "glvk/pipeline/shader_objects.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace glvk {

class DeadPrograms;

/// Where the device's contexts get pipelines from: the way to make them that was chosen, the cache
/// that all ways share, and word of programs that died. Thread-safe. See docs/pipelines.md.
class PipelineStore final : public CodeUser {
public:
    explicit PipelineStore(Gpu& gpu);
    ~PipelineStore();

    PipelineMaker& maker() { return *m_maker; }
    PipelineCache& cache() { return m_cache; }

    // CodeUser
    ShaderObjects& objects() override { return *m_objects; }
    void forget(std::span<const VkShaderModule> modules) override;

    /// No draw will ask for pipelines of this program again: every context's lookup lets go of them
    /// at its next batch (PipelineLookup::purge).
    void noteDeadProgram(uint64_t program);
    void watch(DeadPrograms& dead);
    void unwatch(DeadPrograms& dead);

private:
    PipelineCache m_cache;
    std::unique_ptr<ShaderObjects> m_objects; ///< Null where there are none.
    std::unique_ptr<PipelineMaker> m_maker;
    std::mutex m_watchersMutex;
    std::vector<DeadPrograms*> m_watchers;
};

} // namespace glvk
