// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "programs.h"

#include "clock.h"

#include <stdexcept>

namespace storm {

GLuint Programs::add(const Stages& stages, bool separable) {
    if (m_programs.empty()) {
        m_start_ms = now_ms();
    }
    const GLuint program = glCreateProgram();
    for (const auto& [stage, text] : stages) {
        const GLuint shader = glCreateShader(stage);
        const char* source = text.c_str();
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader); // With the program.
    }
    if (separable) {
        glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
    }
    glLinkProgram(program);
    m_programs.push_back(program);
    return program;
}

GLuint Programs::linked(const Stages& stages) {
    Programs one;
    const GLuint program = one.add(stages, false);
    one.finish();
    return program;
}

void Programs::finish() {
    for (const GLuint program : m_programs) {
        GLint linked = GL_FALSE;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        if (linked) {
            continue;
        }
        std::string log(4096, '\0');
        GLuint shaders[8];
        GLsizei count = 0;
        glGetAttachedShaders(program, 8, &count, shaders);
        std::string all = "a program does not link:\n";
        for (GLsizei i = 0; i < count; ++i) {
            GLsizei length = 0;
            glGetShaderInfoLog(shaders[i], GLsizei(log.size()), &length, log.data());
            all.append(log, 0, size_t(length));
        }
        GLsizei length = 0;
        glGetProgramInfoLog(program, GLsizei(log.size()), &length, log.data());
        throw std::runtime_error(all.append(log, 0, size_t(length)));
    }
    m_link_ms = m_programs.empty() ? 0 : now_ms() - m_start_ms;
}

} // namespace storm
