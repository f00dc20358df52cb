// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/pipeline.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/pipelines/pipeline_cache.h"
#include "cpu/icd/pipelines/pipeline_layout.h"
#include "cpu/icd/pipelines/stage_build.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace cpu::icd {

namespace {

/// One pipeline of a call.
class ComputePipelineBuild {
public:
    /// The cache may be null.
    ComputePipelineBuild(Device& device,
                         PipelineCache* cache,
                         const VkComputePipelineCreateInfo& info,
                         uint32_t index,
                         MadePipelines& made,
                         const VkAllocationCallbacks* callbacks)
        : m_info(info),
          m_callbacks(callbacks),
          m_stage(device, cache, cast(info.layout), flagsOf(info), info.stage, index, made) {}

    StageBuild& stage() { return m_stage; }
    /// When the stage is done.
    VkResult finish();
    void writeFeedback(bool made) const;

    Pipeline* pipeline() const { return m_pipeline; }
    bool returnsEarly() const {
        return flagsOf(m_info) & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
    }

private:
    const VkComputePipelineCreateInfo& m_info;
    const VkAllocationCallbacks* const m_callbacks;
    StageBuild m_stage;
    Pipeline* m_pipeline = nullptr;
};

VkResult ComputePipelineBuild::finish() {
    if (m_stage.result() != VK_SUCCESS) {
        return m_stage.result();
    }
    m_pipeline =
        make<Pipeline>(m_callbacks, m_stage.routine<stage::ComputeStage>(), *cast(m_info.layout));
    return m_pipeline ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void ComputePipelineBuild::writeFeedback(bool made) const {
    const auto* info = find<VkPipelineCreationFeedbackCreateInfo>(
        m_info.pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    if (!info) {
        return;
    }
    const VkPipelineCreationFeedback feedback =
        made ? feedbackOf(m_stage) : VkPipelineCreationFeedback{};
    *info->pPipelineCreationFeedback = feedback;
    for (uint32_t i = 0; i < info->pipelineStageCreationFeedbackCount; ++i) {
        info->pPipelineStageCreationFeedbacks[i] = feedback;
    }
}

VkResult createComputePipelines(Device& device,
                                PipelineCache* cache,
                                std::span<const VkComputePipelineCreateInfo> infos,
                                const VkAllocationCallbacks* callbacks,
                                VkPipeline* pipelines) {
    std::deque<ComputePipelineBuild> builds;
    std::vector<StageBuild*> stages;
    MadePipelines made;
    for (const VkComputePipelineCreateInfo& info : infos) {
        const auto index = uint32_t(builds.size());
        stages.push_back(&builds.emplace_back(device, cache, info, index, made, callbacks).stage());
    }
    runAll(device, stages);

    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < builds.size(); ++i) {
        ComputePipelineBuild& build = builds[i];
        if (!made.has(i)) {
            build.writeFeedback(false);
            continue;
        }
        const VkResult one = build.finish();
        build.writeFeedback(true);
        // An error counts more than that something was not tried.
        if (one != VK_SUCCESS && result >= VK_SUCCESS) {
            result = one;
        }
        if (one != VK_SUCCESS && build.returnsEarly()) {
            made.endWith(i);
        }
        pipelines[i] = handleOf<VkPipeline>(build.pipeline());
    }
    return result;
}

} // namespace

Pipeline::Pipeline(std::shared_ptr<stage::ComputeRoutine> computeRoutine,
                   const PipelineLayout& layout)
    : m_computeRoutine(std::move(computeRoutine)), m_sets(layout.setPlaces()) {}

Pipeline::Pipeline(std::unique_ptr<GraphicsPipeline> graphics) : m_graphics(std::move(graphics)) {}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL
CreateComputePipelines(VkDevice device,
                       VkPipelineCache pipelineCache,
                       uint32_t createInfoCount,
                       const VkComputePipelineCreateInfo* pCreateInfos,
                       const VkAllocationCallbacks* pAllocator,
                       VkPipeline* pPipelines) {
    std::fill_n(pPipelines, createInfoCount, VkPipeline(VK_NULL_HANDLE));
    const report::Span span;
    const VkResult result = createComputePipelines(*cast(device),
                                                   cast(pipelineCache),
                                                   {pCreateInfos, createInfoCount},
                                                   pAllocator,
                                                   pPipelines);
    noteMade(span, "vkCreateComputePipelines", createInfoCount);
    return result;
}

VKAPI_ATTR void VKAPI_CALL DestroyPipeline(VkDevice device,
                                           VkPipeline pipeline,
                                           const VkAllocationCallbacks* pAllocator) {
    destroy(cast(pipeline), pAllocator);
}

} // namespace entry
} // namespace cpu::icd
