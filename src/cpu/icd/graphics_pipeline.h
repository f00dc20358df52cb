// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/dynamic_state.h"
#include "cpu/exec/graphics_state.h"
#include "cpu/exec/stage_routine.h"
#include "cpu/icd/vulkan.h"

#include <array>
#include <memory>
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

    /// Null: the shader is in another library.
    exec::VertexRoutine* vertex() const { return m_vertex.get(); }
    /// Null: there is none, colors are not written.
    exec::FragmentRoutine* fragment() const { return m_fragment.get(); }

    /// Turns what is bound into what the stage's code reads: descriptors that lead to nothing take
    /// the place of sets that were not bound or are too small, and dynamic offsets go where the
    /// stage's own layout has them.
    void prepareVertex(shader::DispatchData& data) const { prepare(m_vertexSets, data); }
    void prepareFragment(shader::DispatchData& data) const { prepare(m_fragmentSets, data); }

    // For those who make one.
    void addState(exec::Pieces pieces,
                  const exec::GraphicsState& state,
                  const exec::LooseState& loose,
                  exec::Pieces dynamic);
    void addVertex(std::shared_ptr<exec::VertexRoutine> routine, const SetPlaces& sets);
    void addFragment(std::shared_ptr<exec::FragmentRoutine> routine, const SetPlaces& sets);
    void addLibrary(const GraphicsPipeline& library);
    /// As descriptor sets are bound. After all stages.
    void setLayout(const SetPlaces& layout);
    VkGraphicsPipelineLibraryFlagsEXT parts() const { return m_parts; }
    void addParts(VkGraphicsPipelineLibraryFlagsEXT parts) { m_parts |= parts; }

private:
    void prepare(const SetPlaces& stage, shader::DispatchData& data) const;

    exec::GraphicsState m_state;
    exec::LooseState m_looseState;
    exec::Pieces m_dynamic = 0;
    VkGraphicsPipelineLibraryFlagsEXT m_parts = 0;
    std::shared_ptr<exec::VertexRoutine> m_vertex;
    std::shared_ptr<exec::FragmentRoutine> m_fragment;
    SetPlaces m_vertexSets;
    SetPlaces m_fragmentSets;
    SetPlaces m_layout;
    std::vector<uint8_t> m_emptySet; ///< As large as the largest set.
};

/// The pieces that the parts have.
exec::Pieces piecesOf(VkGraphicsPipelineLibraryFlagsEXT parts);

} // namespace cpu::icd
