// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validate_program.h"

#include <algorithm>
#include <cstring>

namespace gl {

Shader* requireShader(Context& context, GLuint name) {
    const ProgramTable table(context.group().shaderObjects);
    if (Shader* shader = table.shader(name)) {
        return shader;
    }
    if (table.find(name)) {
        context.setError(GL_INVALID_OPERATION, "{} is a program, not a shader", name);
    } else {
        context.setError(GL_INVALID_VALUE, "there is no shader {}", name);
    }
    return nullptr;
}

Program* requireProgram(Context& context, GLuint name) {
    const ProgramTable table(context.group().shaderObjects);
    if (Program* program = table.program(name)) {
        return program;
    }
    if (table.find(name)) {
        context.setError(GL_INVALID_OPERATION, "{} is a shader, not a program", name);
    } else {
        context.setError(GL_INVALID_VALUE, "there is no program {}", name);
    }
    return nullptr;
}

void copyString(std::string_view text, GLsizei bufSize, GLsizei* length, GLchar* out) {
    size_t copied = 0;
    if (bufSize > 0 && out) {
        copied = std::min(text.size(), size_t(bufSize) - 1);
        std::memcpy(out, text.data(), copied);
        out[copied] = 0;
    }
    if (length) {
        *length = GLsizei(copied);
    }
}

} // namespace gl
