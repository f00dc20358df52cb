// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/icd/pipelines/graphics_pipeline.h"
#include "cpu/stage/stage_routine.h"

#include <memory>

namespace cpu::icd {

class PipelineLayout;

class Pipeline {
public:
    Pipeline(std::shared_ptr<stage::ComputeRoutine> computeRoutine, const PipelineLayout& layout);
    explicit Pipeline(std::unique_ptr<GraphicsPipeline> graphics);

    /// Nothing, if it is not a compute pipeline.
    stage::BoundStage<stage::ComputeStage> compute() const {
        return {m_computeRoutine.get(), &m_sets};
    }
    /// Null: it is not a graphics pipeline.
    const GraphicsPipeline* graphics() const { return m_graphics.get(); }

private:
    const std::shared_ptr<stage::ComputeRoutine> m_computeRoutine;
    const std::unique_ptr<GraphicsPipeline> m_graphics;
    const stage::SetPlaces m_sets; ///< Of the compute routine.
};
GLISSADE_CPU_OBJECT(VkPipeline, Pipeline)

} // namespace cpu::icd
