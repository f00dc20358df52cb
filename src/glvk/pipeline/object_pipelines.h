// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/work_queue.h"
#include "glvk/pipeline/layout_cache.h"
#include "glvk/pipeline/pipeline_maker.h"
#include "glvk/pipeline/shader_code.h"
#include "glvk/pipeline/typical_state.h"

#include <memory>
#include <mutex>
#include <vector>

namespace glvk {

/// Stages bound one by one, all state dynamic (VK_EXT_shader_object): there is nothing to build but
/// the stages. See docs/shader-objects.md.
class ObjectPipelines final : public PipelineMaker {
public:
    ObjectPipelines(Gpu& gpu, unsigned threads);

    ResourceRef<Pipeline> build(const PipelineKey& key,
                                const Program& program,
                                const std::shared_ptr<OptimizedPipelines>& optimized,
                                std::string& how) override;
    void prepare(const Program& program) override;
    bool prepared(const Program& program) override;
    void noteMultisampled() override;
    void finishPreparing() override { m_builder.drain(); }
    void stop() override { m_builder.close(); }

private:
    /// A stage's code as draws may need it.
    struct Wanted {
        std::weak_ptr<const ShaderCode> code;
        CodeVariant variant;
        StageLayouts layouts{};
    };
    PipelineKey typicalKey(const Program& program) const;
    void prepareStage(base::Priority priority, Wanted wanted);

    Gpu& m_gpu;
    TypicalState m_typical;
    std::mutex m_singleMutex;
    bool m_multisampled = false;  ///< By m_singleMutex, as what follows.
    std::vector<Wanted> m_single; ///< Fragment shaders, until there are several samples.
    base::WorkQueue m_builder;
};

} // namespace glvk
