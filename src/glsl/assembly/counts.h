// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

namespace glsl::assembly {

struct Program;

/// What GL_PROGRAM_…_ARB of glGetProgramivARB count.
struct Counts {
    int instructions = 0;
    int aluInstructions = 0;
    int texInstructions = 0;
    int texIndirections = 0;
    int temporaries = 0;
    int parameters = 0;
    int attributes = 0;
    int addressRegisters = 0;
};

/// ARB_vertex_program section 2.14.3.7, ARB_fragment_program sections 3.11.3.6 and 3.11.6.
[[nodiscard]] Counts count(const Program& program);

} // namespace glsl::assembly
