// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/options.h"
#include "glvk/gpu/vulkan.h"

namespace glvk {

/// How the shaders and the state of draws come to the device.
enum class PipelineWay : uint8_t {
    Whole,     ///< A pipeline for each mix, guessed ahead of draws or built when one needs it.
    Libraries, ///< Linked from parts that were compiled before (VK_EXT_graphics_pipeline_library).
    ShaderObjects, ///< Stages bound one by one, all state dynamic (VK_EXT_shader_object).
};

/// What a device offers that there is a choice in.
struct Offer {
    const char* whyWhole = nullptr; ///< DriverFacts has it, and openSets.
    bool shaderObjects = false;
    bool libraries = false;
    bool fastLinking = false;
    bool vertexInput = false; ///< VK_EXT_vertex_input_dynamic_state
    bool setPerStage = false; ///< As many sets can be bound as there are stages.
    bool openSets = false;
    bool oldValidation = false; ///< A validation layer is loaded that knows no shader objects.
};

/// Which of a device's extensions are worth using, and why: decided once, here, by the driver and
/// by what was measured on it. docs/pipelines.md has the measurements.
struct Strategy {
    Strategy() = default;
    Strategy(const Offer& offer, const base::Options& options);

    PipelineWay pipelines = PipelineWay::Whole;
    const char* whyPipelines = "";
    /// Shader objects of separable programs do not name the sets of stages that they may meet, so
    /// that they are the same in every mix (docs/shader-objects.md).
    bool opensSets = false;
    /// Vertex formats are set by command; in a pipeline else.
    bool dynamicVertexInput = false;
    const char* whyVertexInput = "";
};

/// "linked from libraries", for people.
const char* wayName(PipelineWay way);

} // namespace glvk
