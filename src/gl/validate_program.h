// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context.h"
#include "gl/program_object.h"

namespace gl {

/// The shader (program) of `name`. Null: the error is set, INVALID_VALUE for a name GL did not
/// make, INVALID_OPERATION for one of the other kind (ES 2.0 section 2.10.1).
Shader* requireShader(Context& context, GLuint name);
Program* requireProgram(Context& context, GLuint name);

/// Copies a string as GL's queries do: at most bufSize characters with the terminator.
void copyString(std::string_view text, GLsizei bufSize, GLsizei* length, GLchar* out);

} // namespace gl
