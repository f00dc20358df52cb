// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/work_queue.h"
#include "glvk/pipeline/pipeline.h"
#include "glvk/pipeline/pipeline_library.h"
#include "glvk/pipeline/pipeline_maker.h"
#include "glvk/pipeline/typical_state.h"

#include <memory>
#include <vector>

namespace glvk {

class PipelineCache;

/// Pipelines linked from parts that were compiled before (VK_EXT_graphics_pipeline_library), and
/// linked again with more time in the background.
class LinkedPipelines final : public PipelineMaker {
public:
    LinkedPipelines(Gpu& gpu, PipelineCache& cache, unsigned threads);

    ResourceRef<Pipeline> build(const PipelineKey& key,
                                const Program& program,
                                const std::shared_ptr<OptimizedPipelines>& optimized,
                                std::string& how) override;
    void prepare(const Program& program) override { prepared(program); }
    bool prepared(const Program& program) override;
    void prepareLater(const Program& program) override;
    void forgetModules(std::span<const VkShaderModule> modules) override;
    void finishPreparing() override { m_builder.drain(); }
    void stop() override { m_builder.close(); }

private:
    /// A part of a program, without it.
    struct Part {
        PipelinePart part;
        VkPipelineLayout layout;
        PipelineLibraries::Owners owners;
    };
    static std::vector<Part> partsOf(const Program& program);
    /// True: all of them are there.
    bool prepareLibraries(const PipelineKey& key, PipelineStages stages, std::vector<Part> parts);
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

    Gpu& m_gpu;
    PipelineCache& m_cache;
    TypicalState m_typical;
    base::WorkQueue m_builder;
    PipelineLibraries m_libraries;
};

} // namespace glvk
