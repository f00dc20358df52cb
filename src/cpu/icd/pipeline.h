// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/stage_routine.h"
#include "cpu/icd/graphics_pipeline.h"
#include "cpu/icd/object.h"

#include <array>
#include <memory>
#include <vector>

namespace cpu::icd {

class PipelineLayout;

class Pipeline {
public:
    Pipeline(std::shared_ptr<exec::ComputeRoutine> computeRoutine, const PipelineLayout& layout);
    explicit Pipeline(std::unique_ptr<GraphicsPipeline> graphics);

    /// Null: it is not a compute pipeline.
    exec::ComputeRoutine* computeRoutine() const { return m_computeRoutine.get(); }
    /// Null: it is not a graphics pipeline.
    const GraphicsPipeline* graphics() const { return m_graphics.get(); }
    /// Of compute pipelines: descriptors that are bound to nothing take the place of sets that were
    /// not bound, or that have less than the layout says.
    void replaceMissingSets(shader::DispatchData& data) const;

private:
    const std::shared_ptr<exec::ComputeRoutine> m_computeRoutine;
    const std::unique_ptr<GraphicsPipeline> m_graphics;
    const std::array<uint32_t, shader::kMaxSets> m_requiredSizes_B{};
    const std::vector<uint8_t> m_emptySet; ///< As large as the largest set.
};
GLISSADE_CPU_OBJECT(VkPipeline, Pipeline)

} // namespace cpu::icd
