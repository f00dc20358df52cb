// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/linked_pipelines.h"

#include "base/options.h"
#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/pipeline_cache.h"
#include "glvk/pipeline/pipeline_info.h"
#include "glvk/pipeline/program.h"
#include "glvk/pipeline/shader_code.h"
#include "glvk/pipeline/whole_pipelines.h"

#include <algorithm>
#include <array>
#include <utility>

namespace glvk {

namespace {

/// Programs that only capture, or that lack a stage by mistake, are built whole.
bool isLinkable(const Program& program) {
    return program.has(spirv::Stage::Vertex) && program.has(spirv::Stage::Fragment);
}

/// A stage's code as draws may need it, once it is made.
struct Wanted {
    std::weak_ptr<const ShaderCode> code;
    CodeVariant variant;
};

} // namespace

LinkedPipelines::LinkedPipelines(Gpu& gpu, PipelineCache& cache, unsigned threads)
    : m_gpu(gpu),
      m_cache(cache),
      m_builder("glissade-pipe", threads),
      m_libraries(gpu, cache, m_builder) {}

ResourceRef<Pipeline> LinkedPipelines::build(const PipelineKey& key,
                                             const Program& program,
                                             const std::shared_ptr<OptimizedPipelines>& optimized,
                                             std::string& how) {
    m_typical.note(key);
    PipelineStages stages;
    if (!program.stages(key, stages)) {
        return {};
    }
    if (isLinkable(program)) {
        if (auto pipeline = link(key, program, stages, optimized, how)) {
            return pipeline;
        }
    }
    return buildWhole(m_gpu, m_cache, key, stages, how);
}

/// What is typical may be other parts than when the program was linked.
bool LinkedPipelines::prepared(const Program& program) {
    const PipelineKey key = m_typical.keyFor(program);
    PipelineStages stages;
    // What is out of memory is left to draws, which say so.
    return !program.stages(key, stages) || prepareLibraries(key, stages, partsOf(program));
}

void LinkedPipelines::forgetModules(std::span<const VkShaderModule> modules) {
    m_libraries.forget(modules);
}

void LinkedPipelines::prepareLater(const Program& program) {
    std::array<Wanted, spirv::kGraphicsStageCount> wanted;
    const PipelineKey key = m_typical.keyFor(program);
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        Program::StageCode stage = program.stageCode(spirv::Stage(i), key);
        wanted[i] = {stage.code, stage.variant};
    }
    PipelineStages stages;
    program.describe(stages);
    m_builder.submit(
        base::Priority::Low, [this, key, stages, wanted, parts = partsOf(program)]() mutable {
            std::array<std::shared_ptr<const ShaderCode>, spirv::kGraphicsStageCount> kept;
            for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
                kept[i] = wanted[i].code.lock();
                stages.modules[i] = kept[i] ? kept[i]->module(wanted[i].variant) : VkShaderModule();
            }
            prepareLibraries(key, stages, std::move(parts));
        });
}

/// What is linked to be mixed with others has some of the stages.
std::vector<LinkedPipelines::Part> LinkedPipelines::partsOf(const Program& program) {
    std::vector<Part> parts;
    for (const auto& [stage, part] : {std::pair{spirv::Stage::Vertex, PipelinePart::PreRaster},
                                      std::pair{spirv::Stage::Fragment, PipelinePart::Fragment}}) {
        if (program.has(stage)) {
            parts.push_back({part, program.libraryLayout(part), program.owners(part)});
        }
    }
    return parts;
}

bool LinkedPipelines::prepareLibraries(const PipelineKey& key,
                                       PipelineStages stages,
                                       std::vector<Part> parts) {
    bool isPrepared = true;
    for (Part& part : parts) {
        stages.layout = part.layout;
        isPrepared &= m_libraries.prepare(part.part, key, stages, std::move(part.owners));
    }
    return isPrepared;
}

/// Null: some part could not be compiled.
ResourceRef<Pipeline> LinkedPipelines::link(const PipelineKey& key,
                                            const Program& program,
                                            PipelineStages stages,
                                            const std::shared_ptr<OptimizedPipelines>& optimized,
                                            std::string& how) {
    constexpr const char* kNames[] = {
        "vertex input", "stages before rasterization", "fragments", "output"};
    const VkPipelineLayout layout = stages.layout;
    LinkedParts parts;
    std::array<bool, kPipelineParts> waited{};
    // From the end: the threads that prepare them begin at the start, and this takes what none has.
    for (size_t i = kPipelineParts; i-- > 0;) {
        const auto part = PipelinePart(i);
        stages.layout = program.libraryLayout(part);
        parts[i] = m_libraries.get(part, key, stages, waited[i]);
        if (!parts[i]) {
            return {};
        }
    }
    how = "linked";
    const char* separator = ", after waiting for ";
    for (size_t i = 0; i < waited.size(); ++i) {
        if (waited[i]) {
            how += separator;
            how += kNames[i];
            separator = " and ";
        }
    }
    auto pipeline = linkParts(parts, layout, 0);
    if (pipeline && optimized && m_gpu.features().strategy.optimizes &&
        !base::options().invariant) {
        optimizeLater(key, parts, layout, optimized);
    }
    return pipeline;
}

/// Links again with more time. What waits for its turn keeps nothing alive: contexts and programs
/// may come and go faster than this is done for them.
void LinkedPipelines::optimizeLater(const PipelineKey& key,
                                    const LinkedParts& parts,
                                    VkPipelineLayout layout,
                                    const std::weak_ptr<OptimizedPipelines>& optimized) {
    std::array<std::weak_ptr<const PipelineLibrary>, kPipelineParts> waiting;
    std::copy(parts.begin(), parts.end(), waiting.begin());
    m_builder.submit(base::Priority::Low, [this, key, waiting, layout, optimized] {
        const auto context = optimized.lock();
        LinkedParts parts;
        for (size_t i = 0; i < kPipelineParts; ++i) {
            parts[i] = waiting[i].lock();
            if (!context || !parts[i]) {
                return; // Nobody would draw with it.
            }
        }
        if (auto better =
                linkParts(parts, layout, VK_PIPELINE_CREATE_LINK_TIME_OPTIMIZATION_BIT_EXT)) {
            context->add(key, std::move(better));
        }
    });
}

ResourceRef<Pipeline> LinkedPipelines::linkParts(const LinkedParts& parts,
                                                 VkPipelineLayout layout,
                                                 VkPipelineCreateFlags flags) {
    VkPipeline handles[kPipelineParts];
    for (size_t i = 0; i < kPipelineParts; ++i) {
        handles[i] = parts[i]->handle;
    }
    VkPipelineLibraryCreateInfoKHR libraries{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    libraries.libraryCount = kPipelineParts;
    libraries.pLibraries = handles;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &libraries};
    info.flags = flags | m_gpu.features().descriptors.pipelineFlags();
    info.layout = layout;
    const VkPipeline pipeline = m_cache.create(info);
    return pipeline ? ResourceRef(new Pipeline(m_gpu, pipeline, parts)) : ResourceRef<Pipeline>();
}

} // namespace glvk
