// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/code_variant.h"

#include "gl/objects/framebuffer.h"
#include "glsl/link/program.h"
#include "glvk/pipeline/clamp_table.h"
#include "spirv/alpha_test.h"
#include "spirv/broadcast_output.h"
#include "spirv/clamp_outputs.h"
#include "spirv/clip_distances.h"
#include "spirv/default_control.h"
#include "spirv/demote_interface.h"
#include "spirv/fix_constant.h"
#include "spirv/flip_samplers.h"
#include "spirv/place_in_set.h"
#include "spirv/polygon_stipple.h"
#include "spirv/second_alpha.h"
#include "spirv/shade_samples.h"
#include "spirv/smooth_points.h"
#include "spirv/sprite_coordinates.h"
#include "spirv/user_clip.h"
#include "spirv/vertex_colors.h"

#include <algorithm>

namespace glvk {

namespace {

// A variable, or a member of a block, that is this built-in and that the code uses.
bool uses(const spirv::Module& module, spv::StorageClass storage, spv::BuiltIn builtin) {
    for (const spirv::Variable& v : module.globals()) {
        if (v.storage == storage && module.isAccessed(v.id) &&
            module.decoration(v.id, spv::DecorationBuiltIn) == uint32_t(builtin)) {
            return true;
        }
    }
    return false;
}

void noteColors(const spirv::Module& module, CodeFacts& facts) {
    for (const spirv::Variable& v : module.globals()) {
        const auto location = v.storage == spv::StorageClassOutput
                                  ? module.decoration(v.id, spv::DecorationLocation)
                                  : std::nullopt;
        if (!location || *location >= gl::kMaxColorAttachments) {
            continue;
        }
        const uint32_t count =
            std::min(module.locations(v.pointee), gl::kMaxColorAttachments - *location);
        facts.colorOutputs |= uint8_t(((1u << count) - 1) << *location);
        if (*location == 0 && module.decoration(v.id, spv::DecorationIndex).value_or(0) == 0) {
            const spirv::Instruction type = module.definition(module.elementType(v.pointee));
            facts.coverageAlpha = type.op() == spv::OpTypeVector && type[3] == 4 &&
                                  module.definition(spirv::Id{type[2]}).op() == spv::OpTypeFloat;
        }
    }
}

std::vector<uint32_t> withoutInputs(std::vector<uint32_t> words, uint64_t locations, bool patch) {
    const auto module = locations ? spirv::Module::parse(words) : std::nullopt;
    return module ? spirv::DemoteInterface::run(
                        *module, spirv::LocationTypes::inputsAt(*module, locations, patch))
                  : words;
}

std::vector<uint32_t> withoutLayer(std::vector<uint32_t> words) {
    const auto module = spirv::Module::parse(words);
    const auto place = module ? module->findBuiltIn(spv::StorageClassOutput, spv::BuiltInLayer)
                              : spirv::BuiltInPlace();
    return place && place.member < 0 ? spirv::DemoteInterface::run(*module, {place.variable})
                                     : words;
}

std::vector<spirv::VertexColors::Color> colorsOf(const glsl::LinkedProgram& linked,
                                                 const CodeVariant& variant) {
    std::vector<spirv::VertexColors::Color> colors;
    for (size_t i = 0; i < linked.colors.size(); ++i) {
        const glsl::ColorInput& color = linked.colors[i];
        if (color.location >= 0) {
            colors.push_back({uint32_t(color.location),
                              (variant.twoSidedColors >> i & 1) != 0 ? color.backLocation : -1,
                              variant.flatColors && color.isShaded});
        }
    }
    return colors;
}

} // namespace

CodeFacts codeFacts(const std::vector<uint32_t>& words) {
    CodeFacts facts;
    if (const auto module = spirv::Module::parse(words)) {
        facts.clipDistances = uint8_t(spirv::ClipDistances::written(*module));
        facts.viewportIndex = uses(*module, spv::StorageClassOutput, spv::BuiltInViewportIndex);
        facts.layer = uses(*module, spv::StorageClassOutput, spv::BuiltInLayer);
        facts.vertexIndex = uses(*module, spv::StorageClassInput, spv::BuiltInVertexIndex);
        facts.primitiveId = uses(*module, spv::StorageClassInput, spv::BuiltInPrimitiveId);
        facts.spreadsComparisons = spirv::ClampCoordinates::spreadsComparisons(*module);
        facts.inputs = {*module, spv::StorageClassInput};
        facts.outputs = {*module, spv::StorageClassOutput};
        for (const spirv::Decoration& d : module->decorations()) {
            facts.openEnd |= d.kind == spv::DecorationSpecId && d.value == glsl::kLastStageConstant;
        }
        if (module->entryPoint().model == spv::ExecutionModelFragment) {
            noteColors(*module, facts);
            facts.secondAlpha = spirv::SecondAlphaToOne::applies(*module);
        }
    }
    return facts;
}

std::vector<uint32_t> variantWords(const glsl::LinkedProgram& linked,
                                   const glsl::StageBinary& stage,
                                   const SetPlan& plan,
                                   const CodeVariant& variant) {
    const SetPlan::Place place = plan[stage.stage];
    std::vector<uint32_t> words = stage.spirv;
    if (variant.flippedSamplers) {
        if (const auto module = spirv::Module::parse(words)) {
            words = spirv::FlipSamplers::run(*module, variant.flippedSamplers);
        }
    }
    if (variant.clampsCoordinates) {
        words = withClamps(words, stage);
    }
    if (variant.clipPlanes) {
        const glsl::ClipSource& clip = linked.clip;
        words = spirv::UserClip::run(words,
                                     {.set = uint32_t(stage.stage),
                                      .offset_B = uint32_t(clip.offset_B),
                                      .location = clip.location},
                                     variant.clipPlanes);
    }
    if (variant.flatColors || variant.twoSidedColors) {
        words = spirv::VertexColors::run(words, colorsOf(linked, variant));
    }
    if (variant.spriteSets) {
        words = spirv::SpriteCoordinates::run(words,
                                              {.location = uint32_t(linked.fixedInputs.texCoords),
                                               .replaced = variant.spriteSets,
                                               .fromTop = variant.spritesFromTop});
    }
    if (variant.smoothPoints) { // Alphas are tested afterwards.
        words = spirv::SmoothPoints::run(words);
    }
    if (variant.clampOutputs) {
        words = spirv::ClampOutputs::run(words);
    }
    if (variant.alphaTest) {
        words = spirv::AlphaTest::run(words,
                                      {uint32_t(stage.stage), uint32_t(linked.alphaTestOffset_B)});
    }
    if (variant.polygonStipple) {
        words = spirv::PolygonStipple::run(
            words, {uint32_t(stage.stage), uint32_t(linked.stippleOffset_B)});
    }
    words = spirv::PlaceInSet::run(words, place.set, place.firstBinding);
    if (variant.notLast) {
        words = spirv::FixConstant::run(std::move(words), glsl::kLastStageConstant, false);
    }
    words = withoutInputs(std::move(words), variant.missingInputs, false);
    words = withoutInputs(std::move(words), variant.missingPatchInputs, true);
    if (variant.layerIgnored) {
        words = withoutLayer(std::move(words));
    }
    if (variant.controlVertices) {
        const SetPlan::Place control = plan[spirv::Stage::TessControl];
        const auto evaluation = spirv::Module::parse(words);
        words = evaluation
                    ? spirv::DefaultControl::run(
                          *evaluation, variant.controlVertices, control.set, control.firstBinding)
                    : std::vector<uint32_t>();
    }
    if (variant.clipDistancesOff) {
        words = spirv::ClipDistances::run(words, variant.clipDistancesOff);
    }
    if (variant.colorCount > 1) {
        words = spirv::BroadcastOutput::run(words, variant.colorCount);
    }
    if (variant.secondAlphaToOne) {
        words = spirv::SecondAlphaToOne::run(words);
    }
    if (variant.shadesSamples) {
        words = spirv::ShadeSamples::run(words);
    }
    return words;
}

} // namespace glvk
