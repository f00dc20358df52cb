// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/whole_pipelines.h"

#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/pipeline_cache.h"
#include "glvk/pipeline/pipeline_info.h"
#include "glvk/pipeline/program.h"

namespace glvk {

WholePipelines::WholePipelines(Gpu& gpu, PipelineCache& cache, unsigned threads)
    : m_gpu(gpu), m_cache(cache), m_guesses(gpu, cache, threads, PipelineGuesses::Limits()) {}

ResourceRef<Pipeline> WholePipelines::build(const PipelineKey& key,
                                            const Program& program,
                                            const std::shared_ptr<OptimizedPipelines>&,
                                            std::string& how) {
    PipelineStages stages;
    return program.stages(key, stages) ? buildWhole(m_gpu, m_cache, key, stages, how)
                                       : ResourceRef<Pipeline>();
}

ResourceRef<Pipeline>
WholePipelines::takeGuess(const PipelineKey& key, const Program& program, std::string& how) {
    return m_guesses.take(key, program, how);
}

ResourceRef<Pipeline> buildWhole(Gpu& gpu,
                                 PipelineCache& cache,
                                 const PipelineKey& key,
                                 const PipelineStages& stages,
                                 std::string& how) {
    how = "built whole";
    const VkPipeline pipeline =
        cache.create(PipelineInfo(gpu, key, stages, kAllPipelineParts).info());
    return pipeline ? ResourceRef(new Pipeline(gpu, pipeline, {})) : ResourceRef<Pipeline>();
}

} // namespace glvk
