// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/graphics_pipeline.h"

namespace cpu::icd {

void GraphicsPipeline::addState(exec::Pieces pieces,
                                const exec::GraphicsState& state,
                                const exec::LooseState& loose,
                                exec::Pieces dynamic) {
    exec::copyPieces(pieces, state, loose, m_static.state, m_static.loose);
    m_static.dynamic |= dynamic & pieces;
}

void GraphicsPipeline::addLibrary(const GraphicsPipeline& library) {
    const exec::StaticState& from = library.m_static;
    addState(piecesOf(library.m_parts), from.state, from.loose, from.dynamic);
    m_parts |= library.m_parts;
    if (library.m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT) {
        const auto take = [&]<typename Stage>(const StageOf<Stage>& from) {
            std::get<StageOf<Stage>>(m_stages) = from;
        };
        take(library.stage<stage::VertexStage>());
        take(library.stage<stage::ControlStage>());
        take(library.stage<stage::EvaluationStage>());
        take(library.stage<stage::GeometryStage>());
    }
    if (library.m_parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT) {
        std::get<StageOf<stage::FragmentStage>>(m_stages) = library.stage<stage::FragmentStage>();
    }
}

stage::DrawStages GraphicsPipeline::stages() const {
    stage::DrawStages stages;
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
