// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/commands/assembly_limits.h"

#include "gl/compat/state/assembly_programs.h"
#include "gl/compat/state/lighting.h"

#include <algorithm>
#include <iterator>

namespace gl {

namespace {

using glsl::assembly::Counts;
using glsl::assembly::Limits;

/// A resource: how much there is, and how much a program uses. What is native is all there is.
struct Resource {
    GLenum used, most, nativeUsed, nativeMost;
    int Counts::* count;
    int Limits::* limit;
    bool ofVertices = true;
};

// clang-format off
constexpr Resource kResources[] = {
    {GL_PROGRAM_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_INSTRUCTIONS_ARB, GL_PROGRAM_NATIVE_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_NATIVE_INSTRUCTIONS_ARB, &Counts::instructions, &Limits::instructions},
    {GL_PROGRAM_TEMPORARIES_ARB, GL_MAX_PROGRAM_TEMPORARIES_ARB, GL_PROGRAM_NATIVE_TEMPORARIES_ARB, GL_MAX_PROGRAM_NATIVE_TEMPORARIES_ARB, &Counts::temporaries, &Limits::temporaries},
    {GL_PROGRAM_PARAMETERS_ARB, GL_MAX_PROGRAM_PARAMETERS_ARB, GL_PROGRAM_NATIVE_PARAMETERS_ARB, GL_MAX_PROGRAM_NATIVE_PARAMETERS_ARB, &Counts::parameters, &Limits::parameters},
    {GL_PROGRAM_ATTRIBS_ARB, GL_MAX_PROGRAM_ATTRIBS_ARB, GL_PROGRAM_NATIVE_ATTRIBS_ARB, GL_MAX_PROGRAM_NATIVE_ATTRIBS_ARB, &Counts::attributes, &Limits::attributes},
    {GL_PROGRAM_ADDRESS_REGISTERS_ARB, GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB, GL_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB, GL_MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB, &Counts::addressRegisters, &Limits::addressRegisters},
    {GL_PROGRAM_ALU_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_ALU_INSTRUCTIONS_ARB, GL_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB, &Counts::aluInstructions, &Limits::instructions, false},
    {GL_PROGRAM_TEX_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_TEX_INSTRUCTIONS_ARB, GL_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB, GL_MAX_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB, &Counts::texInstructions, &Limits::instructions, false},
    {GL_PROGRAM_TEX_INDIRECTIONS_ARB, GL_MAX_PROGRAM_TEX_INDIRECTIONS_ARB, GL_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB, GL_MAX_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB, &Counts::texIndirections, &Limits::instructions, false},
};
// clang-format on

} // namespace

Limits assemblyLimits(const Context& context, GLenum target) {
    const Caps& caps = context.caps();
    Limits limits;
    limits.environment = kEnvironmentParameters;
    limits.locals = kLocalParameters;
    limits.matrices = kProgramMatrices;
    limits.genericAttributes = std::min(caps.maxVertexAttribs, kMaxVertexAttribs);
    limits.attributes = limits.genericAttributes;
    limits.textureCoords = kTextureCoordUnits;
    limits.environmentUnits = kTextureCoordUnits;
    limits.textureUnits = caps.maxFragmentTextureUnits;
    limits.lights = kMaxLights;
    limits.clipPlanes = kMaxClipDistances;
    limits.drawBuffers = caps.maxDrawBuffers;
    if (target == GL_FRAGMENT_PROGRAM_ARB) {
        limits.attributes = 4 + kTextureCoordUnits; // Two colours, fog, the position.
        limits.addressRegisters = 0;
    }
    return limits;
}

std::optional<int>
assemblyProperty(const AssemblyProgram& program, const Limits& limits, GLenum pname) {
    switch (pname) {
    case GL_PROGRAM_LENGTH_ARB:
        return int(program.source().size());
    case GL_PROGRAM_FORMAT_ARB:
        return GL_PROGRAM_FORMAT_ASCII_ARB;
    case GL_PROGRAM_BINDING_ARB:
        return int(program.name());
    case GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB:
        return limits.locals;
    case GL_MAX_PROGRAM_ENV_PARAMETERS_ARB:
        return limits.environment;
    case GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB:
        return 1;
    default:
        break;
    }
    const bool isFragment = program.target() == GL_FRAGMENT_PROGRAM_ARB;
    for (const Resource& resource : kResources) {
        if (!isFragment && !resource.ofVertices) {
            continue;
        }
        if (pname == resource.used || pname == resource.nativeUsed) {
            return program.counts().*resource.count;
        }
        if (pname == resource.most || pname == resource.nativeMost) {
            return limits.*resource.limit;
        }
    }
    return std::nullopt;
}

} // namespace gl
