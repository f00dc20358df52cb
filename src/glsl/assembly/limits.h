// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

namespace glsl::assembly {

/// What glGetProgramivARB calls GL_MAX_PROGRAM_…, and what bindings may name.
struct Limits {
    /// Also of each kind, and of texture indirections. As many as the compiler takes of the largest
    /// (glsl/text/bounds.h).
    int instructions = 1024;
    int temporaries = 256;
    int parameters = 1024;
    int attributes = 16;
    int addressRegisters = 1;
    int environment = 256;
    int locals = 1024;
    int matrices = 8;
    int genericAttributes = 16;
    int textureCoords = 8;
    int textureUnits = 16;    ///< GL_MAX_TEXTURE_IMAGE_UNITS
    int environmentUnits = 8; ///< GL_MAX_TEXTURE_UNITS
    int lights = 8;
    int clipPlanes = 8;
    int drawBuffers = 8;
};

} // namespace glsl::assembly
