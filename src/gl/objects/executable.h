// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/objects/array_index.h"
#include "gl/objects/ref.h"

#include <array>
#include <cstring>
#include <vector>

namespace gl {

inline constexpr int kMaxSamplers = 80;
inline constexpr int kShaderStages = 6; ///< glsl::Stage numbers index arrays of this size.

/// Where one uniform location's value goes: looked up by location, without names or maps, by
/// glUniform* (docs/programs.md).
struct UniformEntry {
    static constexpr uint32_t key(uint32_t base, uint32_t columns, uint32_t rows) {
        return base << 16 | columns << 8 | rows;
    }
    uint32_t typeKey = 0;   ///< key(glsl::BaseType, columns, rows).
    uint16_t uniform = 0;   ///< Index into LinkedProgram::uniforms.
    uint16_t element = 0;   ///< Array element at this location.
    uint16_t remaining = 0; ///< Elements from here to the array's end; 0: no uniform is here.
    bool isArray = false;
    uint8_t slotCount = 0; ///< Stages that use it; the first is inline, others in moreSlots.
    struct Slot {
        uint32_t offset_B = 0; ///< Of this element in the stage's block.
        uint16_t arrayStride_B = 0;
        uint16_t matrixStride_B = 0;
        uint32_t stage = 0;
    } slot;
    uint32_t moreSlots = 0;    ///< Index into Executable::moreSlots of the second stage's slot.
    int32_t samplerIndex = -1; ///< Of this element.
};

/// What a program runs with since its last successful link: an executable outlives a failed relink
/// (ES 2.0 section 2.10.3). Uniform values are the executable's; every context sees them.
struct Executable {
    std::shared_ptr<const glsl::LinkedProgram> linked;
    std::shared_ptr<ProgramBackend> backend;

    /// Default uniform block of each stage, laid out as the shader reads it (std140).
    std::array<std::vector<std::byte>, kShaderStages> uniforms;
    /// Grows with every write to the stage's block; equal serials mean equal bytes.
    std::array<uint64_t, kShaderStages> uniformSerials{};
    /// Sampler index → texture unit (seed: linker-assigned samplers; the unit is data).
    std::array<uint8_t, kMaxSamplers> samplerUnits{};
    uint64_t samplerSerial = 0; ///< Grows when samplerUnits changes.

    /// Uniform block index → GL_UNIFORM_BUFFER binding (glUniformBlockBinding).
    std::vector<uint8_t> blockBindings;
    uint64_t blockSerial = 0; ///< Grows when blockBindings changes.

    /// Vertex attribute location → array that feeds it: 0…15 generic, 16… conventional (gl_Vertex…,
    /// see array_index.h); filled at link.
    std::array<uint8_t, kMaxVertexAttribs> attributeSources{};
    uint32_t attributeMask = 0; ///< Locations the vertex shader reads.

    /// glUniform*'s table, by location.
    std::vector<UniformEntry> uniformEntries;
    std::vector<UniformEntry::Slot> moreSlots;
    /// What glGetActiveUniform counts: indices into LinkedProgram::uniforms, and back (-1: not
    /// the application's to see).
    std::vector<uint16_t> activeUniforms;
    std::vector<int> activeIndices;
    /// Uniforms whose values the front end keeps (gl_DepthRange, point size …), as entries;
    /// `uniform` tells which.
    std::vector<UniformEntry> builtinEntries;
    bool samplersAlike = true;    ///< Of one type: units may be shared as one likes.
    bool samplerConflict = false; ///< Samplers of different types share a unit: draws are errors.

    void writeUniform(const UniformEntry::Slot& slot, const void* data, size_t size_B);
    /// False: it is the sampler's unit already.
    bool setSamplerUnit(int sampler, uint8_t unit);
    void updateSamplerConflict();
};

/// Makes the tables and initial values of a linked program; `backend` is the caller's to fill.
std::shared_ptr<Executable> makeExecutable(std::shared_ptr<const glsl::LinkedProgram> linked);

} // namespace gl
