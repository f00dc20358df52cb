// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/ref.h"

#include <array>
#include <vector>

namespace gl {

inline constexpr int kMaxSamplers = 64;
inline constexpr int kMaxVertexAttribs = 16;
inline constexpr int kShaderStages = 6; ///< glsl::Stage numbers index arrays of this size.

/// What a program runs with since its last successful link: an executable outlives a failed relink
/// (ES 2.0 section 2.10.3). Uniform values are the executable's; every context sees them.
struct Executable {
    std::shared_ptr<const glsl::LinkedProgram> linked;
    std::unique_ptr<ProgramBackend> backend;

    /// Default uniform block of each stage, laid out as the shader reads it (std140).
    std::array<std::vector<std::byte>, kShaderStages> uniforms;
    /// Grows with every write to the stage's block; equal serials mean equal bytes.
    std::array<uint64_t, kShaderStages> uniformSerials{};
    /// Sampler index → texture unit (seed: linker-assigned samplers; the unit is data).
    std::array<uint8_t, kMaxSamplers> samplerUnits{};
    uint64_t samplerSerial = 0; ///< Grows when samplerUnits changes.

    /// Vertex attribute location → array that feeds it: 0…15 generic, 16… conventional (gl_Vertex…,
    /// see state.h); filled at link.
    std::array<uint8_t, kMaxVertexAttribs> attributeSources{};
    uint32_t attributeMask = 0; ///< Locations the vertex shader reads.
};

} // namespace gl
