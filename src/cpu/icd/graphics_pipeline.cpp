// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/graphics_pipeline.h"

#include "cpu/icd/pipeline_layout.h"

#include <algorithm>

namespace cpu::icd {

SetPlaces::SetPlaces(const PipelineLayout& layout)
    : requiredSizes_B(layout.requiredSizes_B()), largest_B(layout.largestSet_B()) {
    for (uint32_t i = 0; i < std::min(layout.setCount(), shader::kMaxSets); ++i) {
        firstDynamic[i] = layout.firstDynamic(i);
        dynamicCount[i] = layout.set(i).dynamicCount;
    }
}

void GraphicsPipeline::addState(exec::Pieces pieces,
                                const exec::GraphicsState& state,
                                const exec::LooseState& loose,
                                exec::Pieces dynamic) {
    exec::copyPieces(pieces, state, loose, m_state, m_looseState);
    m_dynamic |= dynamic & pieces;
}

void GraphicsPipeline::addLibrary(const GraphicsPipeline& library) {
    addState(piecesOf(library.m_parts), library.m_state, library.m_looseState, library.m_dynamic);
    m_parts |= library.m_parts;
    if (library.m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT) {
        const auto take = [&]<typename Stage>(const StageOf<Stage>& from) {
            std::get<StageOf<Stage>>(m_stages) = from;
        };
        take(library.stage<exec::VertexStage>());
        take(library.stage<exec::ControlStage>());
        take(library.stage<exec::EvaluationStage>());
        take(library.stage<exec::GeometryStage>());
    }
    if (library.m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT) {
        std::get<StageOf<exec::FragmentStage>>(m_stages) = library.stage<exec::FragmentStage>();
    }
}

void GraphicsPipeline::setLayout(const SetPlaces& layout) {
    m_layout = layout;
    uint32_t largest_B = layout.largest_B;
    std::apply(
        [&](const auto&... stages) {
            ((largest_B = std::max(largest_B, stages.sets.largest_B)), ...);
        },
        m_stages);
    m_emptySet.assign(largest_B, 0);
}

void GraphicsPipeline::prepare(const SetPlaces& stage, shader::DispatchData& data) const {
    for (uint32_t i = 0; i < shader::kMaxSets; ++i) {
        if (!data.sets[i] || data.setSizes_B[i] < stage.requiredSizes_B[i]) {
            data.sets[i] = m_emptySet.data();
            data.setSizes_B[i] = uint32_t(m_emptySet.size());
        }
    }
    if (stage.firstDynamic == m_layout.firstDynamic) {
        return;
    }
    // Sets that a library's layout does not have count for nothing in it.
    std::array<uint32_t, shader::kMaxDynamicBuffers> moved{};
    for (uint32_t set = 0; set < shader::kMaxSets; ++set) {
        for (uint32_t i = 0; i < stage.dynamicCount[set]; ++i) {
            const uint32_t to = stage.firstDynamic[set] + i;
            const uint32_t from = m_layout.firstDynamic[set] + i;
            if (to < moved.size() && from < moved.size()) {
                moved[to] = data.dynamicOffsets_B[from];
            }
        }
    }
    std::ranges::copy(moved, data.dynamicOffsets_B);
}

exec::Pieces piecesOf(VkGraphicsPipelineLibraryFlagsEXT parts) {
    exec::Pieces pieces = 0;
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT) {
        pieces |= exec::kVertexInputPieces;
    }
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT) {
        pieces |= exec::kPreRasterPieces;
    }
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT) {
        pieces |= exec::kFragmentPieces;
    }
    if (parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT) {
        pieces |= exec::kOutputPieces;
    }
    return pieces;
}

} // namespace cpu::icd
