// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/pipeline/pipeline_guesses.h"
#include "glvk/pipeline/pipeline_maker.h"

namespace glvk {

class PipelineCache;
struct PipelineStages;

/// A pipeline for each mix of shaders and state, guessed ahead of draws or built when one needs it.
class WholePipelines final : public PipelineMaker {
public:
    WholePipelines(Gpu& gpu, PipelineCache& cache, unsigned threads);

    ResourceRef<Pipeline> build(const PipelineKey& key,
                                const Program& program,
                                const std::shared_ptr<OptimizedPipelines>& optimized,
                                std::string& how) override;
    ResourceRef<Pipeline>
    takeGuess(const PipelineKey& key, const Program& program, std::string& how) override;
    void prepare(const Program& program) override { m_guesses.prepare(program); }
    bool prepared(const Program& program) override { return m_guesses.prepared(program); }
    void forgetProgram(uint64_t program) override { m_guesses.forget(program); }
    void finishPreparing() override { m_guesses.drain(); }
    void stop() override { m_guesses.stop(); }

private:
    Gpu& m_gpu;
    PipelineCache& m_cache;
    PipelineGuesses m_guesses;
};

/// A pipeline in one piece, by whoever needs it. Null: the device could not build it.
ResourceRef<Pipeline> buildWhole(Gpu& gpu,
                                 PipelineCache& cache,
                                 const PipelineKey& key,
                                 const PipelineStages& stages,
                                 std::string& how);

} // namespace glvk
