// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/graphics_pipeline.h"

namespace cpu::icd {

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

exec::DrawStages GraphicsPipeline::stages() const {
    exec::DrawStages stages;
    stages.ofPipeline = true;
    std::apply(
        [&]<typename... Stage>(const StageOf<Stage>&... own) {
            ((stages.of<Stage>() = {own.routine.get(), &own.sets}), ...);
        },
        m_stages);
    return stages;
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
