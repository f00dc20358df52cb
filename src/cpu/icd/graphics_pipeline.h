// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/bound_stages.h"
#include "cpu/exec/dynamic_state.h"
#include "cpu/exec/graphics_state.h"
#include "cpu/exec/stage_routine.h"
#include "cpu/icd/set_places.h"
#include "cpu/icd/vulkan.h"

#include <memory>
#include <tuple>
#include <utility>

namespace cpu::icd {

/// A graphics pipeline, or some of the four parts of one (VK_EXT_graphics_pipeline_library):
/// linking takes over pointers to stages and pieces of state.
class GraphicsPipeline {
public:
    /// What is static of the four parts.
    const exec::GraphicsState& state() const { return m_state; }
    const exec::LooseState& looseState() const { return m_looseState; }
    exec::Pieces dynamic() const { return m_dynamic; }

    /// Null: there is no such stage, or it is in another library.
    template <typename Stage>
    exec::StageRoutine<Stage>* routine() const {
        return stage<Stage>().routine.get();
    }
    exec::VertexRoutine* vertex() const { return routine<exec::VertexStage>(); }
    /// Null: colors are not written.
    exec::FragmentRoutine* fragment() const { return routine<exec::FragmentStage>(); }

    /// What it points to lives as long as the pipeline.
    exec::DrawStages stages() const;

    // For those who make one.
    void addState(exec::Pieces pieces,
                  const exec::GraphicsState& state,
                  const exec::LooseState& loose,
                  exec::Pieces dynamic);
    template <typename Stage>
    void addStage(std::shared_ptr<exec::StageRoutine<Stage>> routine, const SetPlaces& sets) {
        std::get<StageOf<Stage>>(m_stages) = {std::move(routine), sets};
    }
    void addLibrary(const GraphicsPipeline& library);
    VkGraphicsPipelineLibraryFlagsEXT parts() const { return m_parts; }
    void addParts(VkGraphicsPipelineLibraryFlagsEXT parts) { m_parts |= parts; }

private:
    template <typename Stage>
    struct StageOf {
        std::shared_ptr<exec::StageRoutine<Stage>> routine;
        SetPlaces sets;
    };
    template <typename Stage>
    const StageOf<Stage>& stage() const {
        return std::get<StageOf<Stage>>(m_stages);
    }

    exec::GraphicsState m_state;
    exec::LooseState m_looseState;
    exec::Pieces m_dynamic = 0;
    VkGraphicsPipelineLibraryFlagsEXT m_parts = 0;
    std::tuple<StageOf<exec::VertexStage>,
               StageOf<exec::ControlStage>,
               StageOf<exec::EvaluationStage>,
               StageOf<exec::GeometryStage>,
               StageOf<exec::FragmentStage>>
        m_stages;
};

/// The pieces that the parts have.
exec::Pieces piecesOf(VkGraphicsPipelineLibraryFlagsEXT parts);

} // namespace cpu::icd
