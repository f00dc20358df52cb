// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "gl/objects/program.h"

#include <array>
#include <string_view>

namespace gl {

/// The shader (program) of `name`. Null: the error is set, INVALID_VALUE for a name GL did not
/// make, INVALID_OPERATION for one of the other kind (ES 2.0 section 2.10.1).
Shader* requireShader(Context& context, GLuint name);
Program* requireProgram(Context& context, GLuint name);
/// Of a program that must have been linked: else INVALID_OPERATION. Null: the error is set.
const Executable* requireExecutable(Context& context, GLuint program, const char* command);

/// A shader type that contexts like this one have.
bool isShaderType(const Context& context, GLenum type);

/// Why a set of programs, each installed in some stages, cannot be executed (OpenGL 4.1 section
/// 2.11.11). Null: it can.
const char* whyNotExecutable(const std::array<const Executable*, kShaderStages>& stages);
/// Before what vertices are transformed for: assembly programs that are on have been loaded, where
/// no shader takes their place (ARB_vertex_program section 2.14.4). Stages are resolved. False: the
/// error is set.
bool requireAssemblyPrograms(Context& context);
/// Before a draw: the programs in use can be executed together. False: the error is set.
bool requireExecutablePrograms(Context& context);

/// Transform feedback is active and not paused: what draws run must not change. True: the error is
/// set.
bool feedbackHoldsProgram(Context& context, const char* command);

/// A transform feedback object, bound or not, is active with the program: it must not be linked
/// again. True: the error is set.
bool feedbackUsesProgram(Context& context, const Program& program, const char* command);

/// Copies a string as GL's queries do: at most bufSize characters with the terminator.
void copyString(std::string_view text, GLsizei bufSize, GLsizei* length, GLchar* out);

} // namespace gl
