// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/strategy.h"

#include <fmt/format.h>

namespace glvk {

namespace {

struct Choice {
    PipelineWay way;
    std::string why;
};

bool hasObjects(const Offer& offer) {
    return offer.shaderObjects && offer.setPerStage && !offer.oldValidation;
}

/// Of a device with libraries and without shader objects that are to be used.
Choice chooseLinking(const Offer& offer) {
    using enum PipelineWay;
    const char* const objects = !offer.shaderObjects ? "it has no shader objects"
                                : offer.oldValidation
                                    ? "the validation layer does not know shader objects"
                                    : "its shader objects were not tried";
    if (offer.speed) {
        const PipelineSpeed& speed = *offer.speed;
        const std::string measured = fmt::format(
            "measured: linking takes {:.0f} µs, building {:.0f}", speed.linked_us, speed.whole_us);
        return speed.linksFast() ? Choice{Libraries, fmt::format("{}; {}", measured, objects)}
                                 : Choice{Whole, measured};
    }
    if (offer.onProcessor) {
        return {Whole, "how fast the device links could not be measured"};
    }
    return offer.fastLinking
               ? Choice{Libraries, fmt::format("the device says it links fast; {}", objects)}
               : Choice{Whole, "the device says it links slowly"};
}

Choice choosePipelines(const Offer& offer, base::Pipelines wanted) {
    using enum PipelineWay;
    const char* const forced = "by option";
    const bool objects = hasObjects(offer);
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
    if (objects && offer.openSets) {
        return {ShaderObjects, "mixes of stages need no linking"};
    }
    return offer.libraries ? chooseLinking(offer)
                           : Choice{Whole, "the device has no pipeline libraries"};
}

} // namespace

Strategy::Strategy(const Offer& offer, const base::Options& options) {
    const Choice choice = choosePipelines(offer, options.pipelines);
    pipelines = choice.way;
    whyPipelines = choice.why;
    dependsOnSpeed = options.pipelines == base::Pipelines::Auto && offer.libraries &&
                     pipelines != PipelineWay::ShaderObjects;
    onProcessor = offer.onProcessor;
    optimizes = !offer.onProcessor || options.pipelines == base::Pipelines::Libraries;
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

const char* wayName(const Strategy& strategy) {
    switch (strategy.pipelines) {
    case PipelineWay::ShaderObjects:
        return "shader objects, bound stage by stage";
    case PipelineWay::Libraries:
        return strategy.optimizes ? "linked from libraries, optimized later"
                                  : "linked from libraries";
    default:
        return "whole, guessed ahead of draws";
    }
}

} // namespace glvk
