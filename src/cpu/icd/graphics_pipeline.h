// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/dynamic_state.h"
#include "cpu/exec/graphics_state.h"
#include "cpu/exec/stage_routine.h"
#include "cpu/icd/vulkan.h"

#include <array>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace cpu::icd {

class PipelineLayout;

/// Where a pipeline layout has the descriptors of a stage.
struct SetPlaces {
    std::array<uint32_t, shader::kMaxSets> requiredSizes_B{};
    std::array<uint32_t, shader::kMaxSets> firstDynamic{};
    std::array<uint32_t, shader::kMaxSets> dynamicCount{};
    uint32_t largest_B = 0;

    SetPlaces() = default;
    explicit SetPlaces(const PipelineLayout& layout);
};

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

    /// Turns what is bound into what the stage's code reads: descriptors that lead to nothing take
    /// the place of sets that were not bound or are too small, and dynamic offsets go where the
    /// stage's own layout has them.
    template <typename Stage>
    void prepare(shader::DispatchData& data) const {
        prepare(stage<Stage>().sets, data);
    }

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
    /// As descriptor sets are bound. After all stages.
    void setLayout(const SetPlaces& layout);
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
    void prepare(const SetPlaces& stage, shader::DispatchData& data) const;

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
    SetPlaces m_layout;
    std::vector<uint8_t> m_emptySet; ///< As large as the largest set.
};

/// The pieces that the parts have.
exec::Pieces piecesOf(VkGraphicsPipelineLibraryFlagsEXT parts);

} // namespace cpu::icd
