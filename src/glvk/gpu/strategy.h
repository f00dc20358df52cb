// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/options.h"
#include "glvk/gpu/pipeline_speed.h"
#include "glvk/gpu/vulkan.h"

#include <string>

namespace glvk {

/// How the shaders and the state of draws come to the device.
enum class PipelineWay : uint8_t {
    Whole,     ///< A pipeline for each mix, guessed ahead of draws or built when one needs it.
    Libraries, ///< Linked from parts that were compiled before (VK_EXT_graphics_pipeline_library).
    ShaderObjects, ///< Stages bound one by one, all state dynamic (VK_EXT_shader_object).
};

/// What a device offers that there is a choice in.
struct Offer {
    bool onProcessor = false; ///< It is a processor: what it executes and what it compiles compete.
    bool shaderObjects = false;
    bool libraries = false;
    bool fastLinking = false;           ///< It says so.
    std::optional<PipelineSpeed> speed; ///< It was measured.
    bool vertexInput = false;           ///< VK_EXT_vertex_input_dynamic_state
    bool setPerStage = false;           ///< As many sets can be bound as there are stages.
    bool openSets = false;              ///< DriverFacts has it.
    bool oldValidation = false; ///< A validation layer is loaded that knows no shader objects.
};

/// Which of a device's extensions are worth using, and why: decided once, here, by what it offers
/// and by what was measured on it (docs/pipelines.md).
struct Strategy {
    Strategy() = default;
    Strategy(const Offer& offer, const base::Options& options);

    PipelineWay pipelines = PipelineWay::Whole;
    std::string whyPipelines;
    /// It would be another one if the device linked faster, or slower.
    bool dependsOnSpeed = false;
    bool onProcessor = false; ///< Offer has it.
    /// Linked pipelines are linked again with more time, in the background, and swapped in. Where
    /// the device is a processor it would compile them in the middle of later frames.
    bool optimizes = true;
    /// Shader objects of separable programs do not name the sets of stages that they may meet, so
    /// that they are the same in every mix (docs/shader-objects.md).
    bool opensSets = false;
    /// Vertex formats are set by command; in a pipeline else.
    bool dynamicVertexInput = false;
    const char* whyVertexInput = "";
};

/// "linked from libraries", for people.
const char* wayName(const Strategy& strategy);

} // namespace glvk
