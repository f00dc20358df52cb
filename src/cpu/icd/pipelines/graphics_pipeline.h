// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/dynamic_state.h"
#include "cpu/exec/graphics_state.h"
#include "cpu/icd/vulkan.h"
#include "cpu/stage/bound_stages.h"
#include "cpu/stage/set_places.h"
#include "cpu/stage/stage_routine.h"

#include <memory>
#include <tuple>
#include <utility>

namespace cpu::icd {

/// A graphics pipeline, or some of the four parts of one (VK_EXT_graphics_pipeline_library):
/// linking takes over pointers to stages and pieces of state.
class GraphicsPipeline {
public:
    /// What is static of the four parts.
    const exec::StaticState& staticState() const { return m_static; }

    /// Null: there is no such stage, or it is in another library.
    template <typename Stage>
    stage::StageRoutine<Stage>* routine() const {
        return stage<Stage>().routine.get();
    }
    stage::VertexRoutine* vertex() const { return routine<stage::VertexStage>(); }
    /// Null: colors are not written.
    stage::FragmentRoutine* fragment() const { return routine<stage::FragmentStage>(); }

    /// What it points to lives as long as the pipeline.
    stage::DrawStages stages() const;

    // For those who make one.
    void addState(exec::Pieces pieces,
                  const exec::GraphicsState& state,
                  const exec::LooseState& loose,
                  exec::Pieces dynamic);
    template <typename Stage>
    void addStage(std::shared_ptr<stage::StageRoutine<Stage>> routine,
                  const stage::SetPlaces& sets) {
        std::get<StageOf<Stage>>(m_stages) = {std::move(routine), sets};
    }
    void addLibrary(const GraphicsPipeline& library);
    VkGraphicsPipelineLibraryFlagsEXT parts() const { return m_parts; }
    void addParts(VkGraphicsPipelineLibraryFlagsEXT parts) { m_parts |= parts; }

private:
    template <typename Stage>
    struct StageOf {
        std::shared_ptr<stage::StageRoutine<Stage>> routine;
        stage::SetPlaces sets;
    };
    template <typename Stage>
    const StageOf<Stage>& stage() const {
        return std::get<StageOf<Stage>>(m_stages);
    }

    exec::StaticState m_static;
    VkGraphicsPipelineLibraryFlagsEXT m_parts = 0;
    stage::DrawStageList::Tuple<StageOf> m_stages;
};

/// The pieces that the parts have.
exec::Pieces piecesOf(VkGraphicsPipelineLibraryFlagsEXT parts);

} // namespace cpu::icd
