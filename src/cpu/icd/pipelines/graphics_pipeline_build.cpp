// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/pipelines/pipeline.h"
#include "cpu/icd/pipelines/pipeline_cache.h"
#include "cpu/icd/pipelines/pipeline_layout.h"
#include "cpu/icd/pipelines/pipeline_state.h"
#include "cpu/icd/pipelines/stage_build.h"

#include <algorithm>
#include <deque>
#include <span>
#include <vector>

namespace cpu::icd {

namespace {

constexpr VkGraphicsPipelineLibraryFlagsEXT kAllParts =
    VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT |
    VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT |
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT |
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT;

/// One pipeline of a call.
class PipelineBuild {
public:
    /// The cache may be null.
    PipelineBuild(Device& device,
                  PipelineCache* cache,
                  const VkGraphicsPipelineCreateInfo& info,
                  uint32_t index,
                  MadePipelines& made,
                  const VkAllocationCallbacks* callbacks);

    /// What there is to compile: in the order of the stages, those of other parts left out.
    std::deque<StageBuild>& stages() { return m_stages; }
    /// When all stages are done.
    void link();
    void writeFeedback(bool made) const;

    VkResult result() const { return m_result; }
    Pipeline* pipeline() const { return m_pipeline; }
    bool returnsEarly() const {
        return flagsOf(m_info) & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
    }

private:
    std::unique_ptr<GraphicsPipeline> makePipeline() const;
    VkPipelineCreationFeedback wholeFeedback() const;

    const VkGraphicsPipelineCreateInfo& m_info;
    const VkAllocationCallbacks* const m_callbacks;
    VkGraphicsPipelineLibraryFlagsEXT m_parts; ///< Those that no library brings.
    std::deque<StageBuild> m_stages;
    Pipeline* m_pipeline = nullptr;
    VkResult m_result = VK_SUCCESS;
    BuildClock::duration m_linking{};
};

std::span<const VkPipeline> librariesOf(const VkGraphicsPipelineCreateInfo& info) {
    const auto* libraries = find<VkPipelineLibraryCreateInfoKHR>(
        info.pNext, VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR);
    return libraries ? std::span(libraries->pLibraries, libraries->libraryCount)
                     : std::span<const VkPipeline>();
}

VkGraphicsPipelineLibraryFlagsEXT partsOf(const VkGraphicsPipelineCreateInfo& info) {
    if (const auto* library = find<VkGraphicsPipelineLibraryCreateInfoEXT>(
            info.pNext, VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT)) {
        return library->flags;
    }
    const bool ofLibraries =
        flagsOf(info) & VK_PIPELINE_CREATE_LIBRARY_BIT_KHR || !librariesOf(info).empty();
    return ofLibraries ? 0 : kAllParts;
}

PipelineBuild::PipelineBuild(Device& device,
                             PipelineCache* cache,
                             const VkGraphicsPipelineCreateInfo& info,
                             uint32_t index,
                             MadePipelines& made,
                             const VkAllocationCallbacks* callbacks)
    : m_info(info), m_callbacks(callbacks), m_parts(partsOf(info)) {
    const bool discards =
        m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT &&
        info.pRasterizationState->rasterizerDiscardEnable &&
        !(dynamicPieces(info.pDynamicState) & bit(exec::Piece::RasterizerDiscard));
    for (const VkPipelineShaderStageCreateInfo& stage :
         std::span(info.pStages, info.pStages ? info.stageCount : 0)) {
        constexpr VkShaderStageFlags kPreRasterization =
            VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT |
            VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT | VK_SHADER_STAGE_GEOMETRY_BIT;
        const bool preRasterization =
            stage.stage & kPreRasterization &&
            m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;
        const bool fragment = stage.stage == VK_SHADER_STAGE_FRAGMENT_BIT && !discards &&
                              m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
        if (preRasterization || fragment) {
            m_stages.emplace_back(
                device, cache, cast(info.layout), flagsOf(info), stage, index, made);
        }
    }
}

std::unique_ptr<GraphicsPipeline> PipelineBuild::makePipeline() const {
    auto pipeline = std::make_unique<GraphicsPipeline>();
    for (const VkPipeline library : librariesOf(m_info)) {
        if (const GraphicsPipeline* graphics = cast(library)->graphics()) {
            pipeline->addLibrary(*graphics);
        }
    }
    const exec::Pieces dynamic = dynamicPieces(m_info.pDynamicState);
    exec::GraphicsState state;
    exec::LooseState loose;
    readState(m_info, m_parts, dynamic, state, loose);
    pipeline->addState(piecesOf(m_parts), state, loose, dynamic);
    pipeline->addParts(m_parts);

    const PipelineLayout* const layout = cast(m_info.layout);
    const stage::SetPlaces sets = layout ? layout->setPlaces() : stage::SetPlaces();
    for (const StageBuild& stage : m_stages) {
        stage::DrawStageList::forEach([&]<typename Stage>(Stage) {
            if (const auto& routine = stage.routine<Stage>()) {
                pipeline->addStage(routine, sets);
            }
        });
    }
    return pipeline;
}

void PipelineBuild::link() {
    const BuildClock::time_point start = BuildClock::now();
    for (const StageBuild& stage : m_stages) {
        // An error counts more than that something was not tried.
        if (stage.result() != VK_SUCCESS && m_result >= VK_SUCCESS) {
            m_result = stage.result();
        }
    }
    if (m_result == VK_SUCCESS) {
        m_pipeline = make<Pipeline>(m_callbacks, makePipeline());
        m_result = m_pipeline ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    m_linking = BuildClock::now() - start;
}

void PipelineBuild::writeFeedback(bool made) const {
    const auto* info = find<VkPipelineCreationFeedbackCreateInfo>(
        m_info.pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    if (!info) {
        return;
    }
    *info->pPipelineCreationFeedback = made ? wholeFeedback() : VkPipelineCreationFeedback{};
    for (uint32_t i = 0; i < info->pipelineStageCreationFeedbackCount; ++i) {
        const auto stage = std::ranges::find_if(
            m_stages, [&](const StageBuild& one) { return &one.stage() == &m_info.pStages[i]; });
        // Stages that no part of the pipeline has took no time.
        const VkPipelineCreationFeedback feedback =
            stage == m_stages.end() ? feedbackOf({}, false) : feedbackOf(*stage);
        info->pPipelineStageCreationFeedbacks[i] = made ? feedback : VkPipelineCreationFeedback{};
    }
}

VkPipelineCreationFeedback PipelineBuild::wholeFeedback() const {
    if (m_stages.empty()) {
        return feedbackOf(m_linking, false);
    }
    // Stages are built side by side.
    auto begin = BuildClock::time_point::max();
    auto end = BuildClock::time_point::min();
    for (const StageBuild& stage : m_stages) {
        begin = std::min(begin, stage.begin());
        end = std::max(end, stage.end());
    }
    return feedbackOf(end - begin + m_linking,
                      std::ranges::all_of(m_stages, &StageBuild::cacheHit));
}

VkResult createGraphicsPipelines(Device& device,
                                 PipelineCache* cache,
                                 std::span<const VkGraphicsPipelineCreateInfo> infos,
                                 const VkAllocationCallbacks* callbacks,
                                 VkPipeline* pipelines) {
    std::deque<PipelineBuild> builds;
    std::vector<StageBuild*> stages;
    MadePipelines made;
    for (const VkGraphicsPipelineCreateInfo& info : infos) {
        const auto index = uint32_t(builds.size());
        PipelineBuild& build = builds.emplace_back(device, cache, info, index, made, callbacks);
        for (StageBuild& stage : build.stages()) {
            stages.push_back(&stage);
        }
    }
    runAll(device, stages);

    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < builds.size(); ++i) {
        PipelineBuild& build = builds[i];
        if (!made.has(i)) {
            build.writeFeedback(false);
            continue;
        }
        build.link();
        build.writeFeedback(true);
        if (build.result() != VK_SUCCESS && result >= VK_SUCCESS) {
            result = build.result();
        }
        if (build.result() != VK_SUCCESS && build.returnsEarly()) {
            made.endWith(i);
        }
        pipelines[i] = handleOf<VkPipeline>(build.pipeline());
    }
    return result;
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL
CreateGraphicsPipelines(VkDevice device,
                        VkPipelineCache pipelineCache,
                        uint32_t createInfoCount,
                        const VkGraphicsPipelineCreateInfo* pCreateInfos,
                        const VkAllocationCallbacks* pAllocator,
                        VkPipeline* pPipelines) {
    std::fill_n(pPipelines, createInfoCount, VkPipeline(VK_NULL_HANDLE));
    const report::Span span;
    const VkResult result = createGraphicsPipelines(*cast(device),
                                                    cast(pipelineCache),
                                                    {pCreateInfos, createInfoCount},
                                                    pAllocator,
                                                    pPipelines);
    noteMade(span, "vkCreateGraphicsPipelines", createInfoCount);
    return result;
}

} // namespace entry
} // namespace cpu::icd
