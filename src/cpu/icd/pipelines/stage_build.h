// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/stage/stage_routine.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>

namespace cpu::icd {

class Device;
class PipelineCache;
class PipelineLayout;

using BuildClock = std::chrono::steady_clock;

/// The pipelines of a call that are made: those behind one that failed are not, where it says so
/// (VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT).
class MadePipelines {
public:
    bool has(uint32_t index) const { return index < m_count.load(std::memory_order_relaxed); }
    void endWith(uint32_t index) {
        uint32_t count = m_count.load(std::memory_order_relaxed);
        while (index + 1 < count && !m_count.compare_exchange_weak(count, index + 1)) {
        }
    }

private:
    std::atomic<uint32_t> m_count = UINT32_MAX;
};

/// The flags of 64 bits (VK_KHR_maintenance5) where the description has them: they then replace
/// those of 32 bits, and what both have is the same bits.
template <typename PipelineCreateInfo>
VkPipelineCreateFlags2KHR flagsOf(const PipelineCreateInfo& info) {
    const auto* wide = find<VkPipelineCreateFlags2CreateInfoKHR>(
        info.pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR);
    return wide ? wide->flags : info.flags;
}

/// A stage of a pipeline on its way from SPIR-V to code: what pipelines that live have, then the
/// application's cache, memory, the disk, the compiler.
class StageBuild {
public:
    /// Cache and layout may be null. The stage's description is the application's, for as long as
    /// the call that creates the pipeline.
    StageBuild(Device& device,
               PipelineCache* cache,
               const PipelineLayout* layout,
               VkPipelineCreateFlags2KHR flags,
               const VkPipelineShaderStageCreateInfo& stage,
               uint32_t pipeline,
               MadePipelines& pipelines)
        : m_device(device),
          m_cache(cache),
          m_layout(layout),
          m_flags(flags),
          m_stage(stage),
          m_pipeline(pipeline),
          m_pipelines(pipelines) {}

    /// On any thread.
    void run();

    const VkPipelineShaderStageCreateInfo& stage() const { return m_stage; }
    VkResult result() const { return m_result; }
    BuildClock::time_point begin() const { return m_begin; }
    BuildClock::time_point end() const { return m_end; }
    /// The application's cache had it.
    bool cacheHit() const { return m_cacheHit; }
    /// Null: it is of another stage, or was not built.
    template <typename Stage>
    const std::shared_ptr<stage::StageRoutine<Stage>>& routine() const {
        return std::get<std::shared_ptr<stage::StageRoutine<Stage>>>(m_routines);
    }

private:
    template <typename Stage>
    VkResult build();

    Device& m_device;
    PipelineCache* const m_cache;
    const PipelineLayout* const m_layout;
    const VkPipelineCreateFlags2KHR m_flags;
    const VkPipelineShaderStageCreateInfo& m_stage;
    const uint32_t m_pipeline; ///< Which of the call's.
    MadePipelines& m_pipelines;
    VkResult m_result = VK_ERROR_UNKNOWN;
    BuildClock::time_point m_begin, m_end;
    bool m_cacheHit = false;
    stage::AllStages::Tuple<stage::SharedRoutine> m_routines;
};

/// All at once on the device's compiling threads; the calling thread takes what no other has begun.
void runAll(Device& device, std::span<StageBuild* const> builds);

VkPipelineCreationFeedback feedbackOf(BuildClock::duration duration, bool cacheHit);
/// Of a stage that was built.
VkPipelineCreationFeedback feedbackOf(const StageBuild& stage);

} // namespace cpu::icd
