// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/stage_routine.h"
#include "cpu/icd/vulkan.h"

#include <chrono>
#include <memory>
#include <span>
#include <tuple>

namespace cpu::icd {

class Device;
class PipelineCache;
class PipelineLayout;

using BuildClock = std::chrono::steady_clock;

/// A stage of a pipeline on its way from SPIR-V to code: what pipelines that live have, then the
/// application's cache, memory, the disk, the compiler.
class StageBuild {
public:
    /// Cache and layout may be null. The stage's description is the application's, for as long as
    /// the call that creates the pipeline.
    StageBuild(Device& device,
               PipelineCache* cache,
               const PipelineLayout* layout,
               VkPipelineCreateFlags flags,
               const VkPipelineShaderStageCreateInfo& stage)
        : m_device(device), m_cache(cache), m_layout(layout), m_flags(flags), m_stage(stage) {}

    /// On any thread.
    void run();

    const VkPipelineShaderStageCreateInfo& stage() const { return m_stage; }
    VkResult result() const { return m_result; }
    BuildClock::duration duration() const { return m_duration; }
    /// The application's cache had it.
    bool cacheHit() const { return m_cacheHit; }
    /// Null: it is of another stage, or was not built.
    template <typename Stage>
    const std::shared_ptr<exec::StageRoutine<Stage>>& routine() const {
        return std::get<std::shared_ptr<exec::StageRoutine<Stage>>>(m_routines);
    }

private:
    template <typename Stage>
    VkResult build();

    Device& m_device;
    PipelineCache* const m_cache;
    const PipelineLayout* const m_layout;
    const VkPipelineCreateFlags m_flags;
    const VkPipelineShaderStageCreateInfo& m_stage;
    VkResult m_result = VK_ERROR_UNKNOWN;
    BuildClock::duration m_duration{};
    bool m_cacheHit = false;
    std::tuple<std::shared_ptr<exec::ComputeRoutine>,
               std::shared_ptr<exec::VertexRoutine>,
               std::shared_ptr<exec::FragmentRoutine>>
        m_routines;
};

/// All at once on the device's compiling threads; the calling thread takes what no other has begun.
void runAll(Device& device, std::span<StageBuild* const> builds);

VkPipelineCreationFeedback feedbackOf(BuildClock::duration duration, bool cacheHit);

} // namespace cpu::icd
