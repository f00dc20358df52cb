// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/strategy.h"

namespace glvk {

namespace {

struct Choice {
    PipelineWay way;
    const char* why;
};

Choice choosePipelines(const Offer& offer, base::Pipelines wanted) {
    using enum PipelineWay;
    const char* const forced = "by option";
    const bool objects = offer.shaderObjects && offer.setPerStage && !offer.oldValidation;
    switch (wanted) {
    case base::Pipelines::Whole:
        return {Whole, forced};
    case base::Pipelines::Libraries:
        return offer.libraries ? Choice{Libraries, forced}
                               : Choice{Whole, "the device has no pipeline libraries"};
    case base::Pipelines::Objects:
        if (objects) {
            return {ShaderObjects, forced};
        }
        break;
    default:
        break;
    }
    if (offer.whyWhole) {
        return {Whole, offer.whyWhole};
    }
    if (objects && offer.openSets) {
        return {ShaderObjects, "mixes of stages need no linking"};
    }
    if (offer.libraries && offer.fastLinking) {
        return {Libraries,
                !offer.shaderObjects  ? "the device links fast and has no shader objects"
                : offer.oldValidation ? "the validation layer does not know shader objects"
                                      : "the device links fast; its shader objects were not tried"};
    }
    return {Whole,
            offer.libraries ? "the device links slowly" : "the device has no pipeline libraries"};
}

} // namespace

Strategy::Strategy(const Offer& offer, const base::Options& options) {
    const Choice choice = choosePipelines(offer, options.pipelines);
    pipelines = choice.way;
    whyPipelines = choice.why;
    using enum base::VertexFormats;
    if (pipelines == PipelineWay::ShaderObjects) {
        opensSets = offer.openSets;
        dynamicVertexInput = true;
        whyVertexInput = "shader objects have no place for them";
    } else if (!offer.vertexInput || options.noDynamicState) {
        whyVertexInput = "the device has no command for them";
    } else if (options.vertexFormats != Auto) {
        dynamicVertexInput = options.vertexFormats == Dynamic;
        whyVertexInput = "by option";
    } else if (pipelines == PipelineWay::Libraries) {
        whyVertexInput = "a part that has formats alone links in microseconds";
    } else {
        dynamicVertexInput = true;
        whyVertexInput = "whole pipelines are dear";
    }
}

const char* wayName(PipelineWay way) {
    switch (way) {
    case PipelineWay::ShaderObjects:
        return "shader objects, bound stage by stage";
    case PipelineWay::Libraries:
        return "linked from libraries, optimized later";
    default:
        return "whole, guessed ahead of draws";
    }
}

} // namespace glvk
