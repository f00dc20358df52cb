// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace store {

/// What a value is. It is part of the format of files: the numbers stay. A reader asks for a kind,
/// and finds nothing where a value of its key is of another one: what came from elsewhere as a
/// shader is never run as native code.
enum class Kind : uint8_t {
    Other,        ///< of tests
    Shader,       ///< GLSL as SPIR-V and interface (gl/objects/shader_cache.h)
    Program,      ///< a note that shaders of this program were kept; no bytes
    Pipelines,    ///< data of the device's VkPipelineCache
    ShaderObject, ///< the device's binary of a VkShaderEXT
    Routine,      ///< the CPU device's code for one state: sampling, blending and the like
    Stage,        ///< the CPU device's code for a shader
    Measurement,  ///< how fast a Vulkan driver does something (glvk/gpu/pipeline_speed.h)
    Count
};

struct KindInfo {
    std::string_view name; ///< For people and scripts.
    bool native; ///< Of a device: code that is run as it is, or what is believed of its driver.
    /// The same, or tables that linking believes: of use to nobody who could not run code anyway.
    bool believed;
};

constexpr std::array<KindInfo, size_t(Kind::Count)> kKinds = {{
    {"other", true, true},
    {"shader", false, true},
    {"program", false, false},
    {"pipelines", true, true},
    {"shader-object", true, true},
    {"routine", true, true},
    {"stage", true, true},
    {"measurement", true, true},
}};

constexpr const KindInfo& infoOf(Kind kind) {
    return kKinds[size_t(kind)];
}

} // namespace store
