// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/log.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device.h"
#include "cpu/icd/pipeline.h"
#include "cpu/icd/pipeline_layout.h"
#include "cpu/icd/pipeline_state.h"
#include "cpu/icd/shader_source.h"

#include <chrono>
#include <deque>
#include <span>

namespace cpu::icd {

namespace {

using Clock = std::chrono::steady_clock;

constexpr VkGraphicsPipelineLibraryFlagsEXT kAllParts =
    VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT |
    VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT |
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT |
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT;

/// A stage on its way from SPIR-V to code: memory, then the disk, then the compiler.
class StageBuild {
public:
    StageBuild(Device& device,
               const VkGraphicsPipelineCreateInfo& info,
               const VkPipelineShaderStageCreateInfo& stage)
        : m_device(device), m_info(info), m_stage(stage) {}

    /// On any thread.
    void run() {
        const Clock::time_point start = Clock::now();
        try {
            m_result = m_stage.stage == VK_SHADER_STAGE_VERTEX_BIT
                           ? build(m_device.graphicsRoutines().vertex, m_vertex)
                           : build(m_device.graphicsRoutines().fragment, m_fragment);
        } catch (const std::bad_alloc&) {
            m_result = VK_ERROR_OUT_OF_HOST_MEMORY;
        }
        m_duration = Clock::now() - start;
    }
    VkResult result() const { return m_result; }
    Clock::duration duration() const { return m_duration; }
    const std::shared_ptr<exec::VertexRoutine>& vertex() const { return m_vertex; }
    const std::shared_ptr<exec::FragmentRoutine>& fragment() const { return m_fragment; }

private:
    template <typename Stage>
    VkResult build(exec::StageRoutines<Stage>& shared,
                   std::shared_ptr<exec::StageRoutine<Stage>>& routine);

    Device& m_device;
    const VkGraphicsPipelineCreateInfo& m_info;
    const VkPipelineShaderStageCreateInfo& m_stage;
    VkResult m_result = VK_ERROR_UNKNOWN;
    Clock::duration m_duration{};
    std::shared_ptr<exec::VertexRoutine> m_vertex;
    std::shared_ptr<exec::FragmentRoutine> m_fragment;
};

template <typename Stage>
VkResult StageBuild::build(exec::StageRoutines<Stage>& shared,
                           std::shared_ptr<exec::StageRoutine<Stage>>& routine) {
    const exec::StageBuilder<Stage> builder(m_device.store(), jit::processLevel());
    const std::shared_ptr<exec::ComputeSource> source = sourceOf(m_stage, cast(m_info.layout));
    const store::Key key = builder.key(*source);
    routine = shared.find(key);
    if (routine) {
        return VK_SUCCESS;
    }
    const auto load = [&](typename Stage::Image image) -> base::Result<void> {
        auto loaded = exec::StageRoutine<Stage>::load(
            std::move(image), source, builder, m_device.routines(), m_device.workers().count());
        if (!loaded) {
            return loaded.error();
        }
        routine = shared.insert(key, *loaded);
        return {};
    };
    if (auto kept = builder.find(key)) {
        // What is kept but cannot be loaded is made anew.
        static_cast<void>(load(std::move(*kept)).ok());
    }
    if (routine) {
        return VK_SUCCESS;
    }
    if (m_info.flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT) {
        return VK_PIPELINE_COMPILE_REQUIRED;
    }
    auto compiled = builder.compile(*source, key);
    const base::Result<void> loaded = compiled ? load(std::move(*compiled)) : compiled.error();
    if (!loaded) {
        base::logError("a {} shader was not compiled: {}", Stage::kName, loaded.error().message);
        return VK_ERROR_UNKNOWN;
    }
    return VK_SUCCESS;
}

/// One pipeline of a call.
class PipelineBuild {
public:
    PipelineBuild(Device& device,
                  const VkGraphicsPipelineCreateInfo& info,
                  const VkAllocationCallbacks* callbacks);

    /// What there is to compile: in the order of the stages, those of other parts left out.
    std::deque<StageBuild>& stages() { return m_stages; }
    /// When all stages are done.
    void link();
    void writeFeedback() const;

    VkResult result() const { return m_result; }
    Pipeline* pipeline() const { return m_pipeline; }
    bool returnsEarly() const {
        return m_info.flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
    }

private:
    std::unique_ptr<GraphicsPipeline> makePipeline() const;

    const VkGraphicsPipelineCreateInfo& m_info;
    const VkAllocationCallbacks* const m_callbacks;
    VkGraphicsPipelineLibraryFlagsEXT m_parts; ///< Those that no library brings.
    std::deque<StageBuild> m_stages;
    Pipeline* m_pipeline = nullptr;
    VkResult m_result = VK_SUCCESS;
    Clock::duration m_linking{};
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
        info.flags & VK_PIPELINE_CREATE_LIBRARY_BIT_KHR || !librariesOf(info).empty();
    return ofLibraries ? 0 : kAllParts;
}

PipelineBuild::PipelineBuild(Device& device,
                             const VkGraphicsPipelineCreateInfo& info,
                             const VkAllocationCallbacks* callbacks)
    : m_info(info), m_callbacks(callbacks), m_parts(partsOf(info)) {
    const bool discards =
        m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT &&
        info.pRasterizationState->rasterizerDiscardEnable &&
        !(dynamicPieces(info.pDynamicState) & bit(exec::Piece::RasterizerDiscard));
    for (const VkPipelineShaderStageCreateInfo& stage :
         std::span(info.pStages, info.pStages ? info.stageCount : 0)) {
        const bool vertex =
            stage.stage == VK_SHADER_STAGE_VERTEX_BIT &&
            m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;
        const bool fragment = stage.stage == VK_SHADER_STAGE_FRAGMENT_BIT && !discards &&
                              m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
        if (vertex || fragment) {
            m_stages.emplace_back(device, info, stage);
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
    const SetPlaces sets = layout ? SetPlaces(*layout) : SetPlaces();
    for (const StageBuild& stage : m_stages) {
        if (stage.vertex()) {
            pipeline->addVertex(stage.vertex(), sets);
        }
        if (stage.fragment()) {
            pipeline->addFragment(stage.fragment(), sets);
        }
    }
    pipeline->setLayout(sets);
    return pipeline;
}

void PipelineBuild::link() {
    const Clock::time_point start = Clock::now();
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
    m_linking = Clock::now() - start;
}

VkPipelineCreationFeedback feedbackOf(Clock::duration duration) {
    return {VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT,
            uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count())};
}

void PipelineBuild::writeFeedback() const {
    const auto* info = find<VkPipelineCreationFeedbackCreateInfo>(
        m_info.pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    if (!info) {
        return;
    }
    Clock::duration all = m_linking;
    for (const StageBuild& stage : m_stages) {
        all += stage.duration();
    }
    *info->pPipelineCreationFeedback = feedbackOf(all);
    for (uint32_t i = 0; i < info->pipelineStageCreationFeedbackCount; ++i) {
        // Stages that were not compiled here took no time.
        info->pPipelineStageCreationFeedbacks[i] =
            feedbackOf(i < m_stages.size() ? m_stages[i].duration() : Clock::duration{});
    }
}

/// Compiles all at once; the calling thread takes what no other has begun.
void runAll(base::WorkQueue& queue, std::deque<PipelineBuild>& builds) {
    std::vector<base::Job> jobs;
    std::vector<StageBuild*> stages;
    for (PipelineBuild& build : builds) {
        for (StageBuild& stage : build.stages()) {
            stages.push_back(&stage);
        }
    }
    jobs.reserve(stages.size());
    for (size_t i = 1; i < stages.size(); ++i) {
        try {
            jobs.push_back(
                queue.submit(base::Priority::High, [stage = stages[i]] { stage->run(); }));
        } catch (const std::bad_alloc&) {
            stages[i]->run();
        }
    }
    if (!stages.empty()) {
        stages.front()->run();
    }
    for (base::Job& job : jobs) {
        job.wait();
    }
}

VkResult createGraphicsPipelines(Device& device,
                                 std::span<const VkGraphicsPipelineCreateInfo> infos,
                                 const VkAllocationCallbacks* callbacks,
                                 VkPipeline* pipelines) {
    std::deque<PipelineBuild> builds;
    for (const VkGraphicsPipelineCreateInfo& info : infos) {
        builds.emplace_back(device, info, callbacks);
    }
    runAll(device.compileQueue(), builds);

    VkResult result = VK_SUCCESS;
    bool over = false;
    for (size_t i = 0; i < builds.size() && !over; ++i) {
        PipelineBuild& build = builds[i];
        build.link();
        build.writeFeedback();
        if (build.result() != VK_SUCCESS && result >= VK_SUCCESS) {
            result = build.result();
        }
        over = build.result() != VK_SUCCESS && build.returnsEarly();
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
    try {
        return createGraphicsPipelines(
            *cast(device), {pCreateInfos, createInfoCount}, pAllocator, pPipelines);
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

} // namespace entry
} // namespace cpu::icd
