// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/raster_program.h"

#include <algorithm>
#include <cassert>

namespace glsl {

namespace {

constexpr uint32_t kSampler2D = 0x8B5E;

// The first binding of the stage's set that is free.
uint8_t freeBinding(const StageBinary& stage) {
    uint32_t next = 1; // behind the default block
    for (const StageSampler& sampler : stage.samplers) {
        next = std::max(next, sampler.binding + 1u);
    }
    for (const StageBlock& block : stage.blocks) {
        next = std::max(next, block.binding + 1u);
    }
    return uint8_t(next);
}

} // namespace

RasterProgram makeRasterProgram(const LinkedProgram& source, spirv::RasterInputs::Pixel pixel) {
    const StageBinary* fragment = source.stage(Stage::Fragment);
    assert(fragment != nullptr);
    const auto program = std::make_shared<LinkedProgram>();
    program->ok = true;
    program->stages = {*fragment};
    program->samplers = source.samplers;
    program->uniformBlocks = source.uniformBlocks;
    program->subroutines[size_t(Stage::Fragment)] = source.subroutines[size_t(Stage::Fragment)];
    program->fragmentOutputs = source.fragmentOutputs;
    program->fragmentOutputMask = source.fragmentOutputMask;
    program->outputClass = source.outputClass;
    program->usesDiscard = source.usesDiscard;
    program->writesFragDepth = source.writesFragDepth;
    program->alphaTestOffset_B = source.alphaTestOffset_B;
    program->usesSampleShading = source.usesSampleShading;
    program->separable = true;

    RasterProgram result;
    StageBinary& stage = program->stages[0];
    result.rows_B = (stage.defaultBlockSize_B + 15) / 16 * 16;
    stage.defaultBlockSize_B = result.rows_B + spirv::RasterInputs::kBlock_B;
    const FixedInputs& inputs = source.fixedInputs;
    const spirv::RasterInputs::Interface interface{.set = uint32_t(Stage::Fragment),
                                                   .offset_B = result.rows_B,
                                                   .binding = freeBinding(stage),
                                                   .color = inputs.color,
                                                   .secondaryColor = inputs.secondaryColor,
                                                   .fogCoord = inputs.fogCoord,
                                                   .texCoords = inputs.texCoords};
    stage.spirv = spirv::RasterInputs::run(stage.spirv, interface, pixel);
    if (pixel != spirv::RasterInputs::Pixel::None) {
        result.sampler = int(program->samplers.size());
        stage.samplers.push_back(
            {.binding = uint8_t(interface.binding), .firstSampler = uint16_t(result.sampler)});
        program->samplers.push_back(
            {.glType = kSampler2D, .stageMask = uint8_t(1u << unsigned(Stage::Fragment))});
    }
    result.program = program;
    return result;
}

} // namespace glsl
