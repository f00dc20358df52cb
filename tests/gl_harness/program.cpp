// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "program.h"

#include <gtest/gtest.h>

namespace harness {

const char* const kPositionVertex = R"(
attribute vec4 position;
void main() { gl_Position = position; }
)";

const char* const kColorFragment = R"(
#ifdef GL_ES
precision mediump float;
#endif
uniform vec4 color;
void main() { gl_FragColor = color; }
)";

const char* const kTextureVertex = R"(
attribute vec4 position;
varying vec2 texcoord;
void main() { gl_Position = position; texcoord = position.xy * 0.5 + 0.5; }
)";

const char* const kTextureFragment = R"(
#ifdef GL_ES
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
#endif
uniform sampler2D image;
varying vec2 texcoord;
void main() { gl_FragColor = texture2D(image, texcoord); }
)";

std::string shaderLog(GLuint shader) {
    GLint length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(size_t(length > 0 ? length : 1), '\0');
    glGetShaderInfoLog(shader, GLsizei(log.size()), nullptr, log.data());
    log.resize(log.find('\0') == log.npos ? log.size() : log.find('\0'));
    return log;
}

std::string programLog(GLuint program) {
    GLint length = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::string log(size_t(length > 0 ? length : 1), '\0');
    glGetProgramInfoLog(program, GLsizei(log.size()), nullptr, log.data());
    log.resize(log.find('\0') == log.npos ? log.size() : log.find('\0'));
    return log;
}

GLuint compileShader(GLenum stage, const std::string& source, std::string* log) {
    const GLuint shader = glCreateShader(stage);
    const char* text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good && log) {
        *log = shaderLog(shader);
    }
    return shader;
}

GLuint buildProgram(const std::string& vertex,
                    const std::string& fragment,
                    const std::vector<std::string>& attributes) {
    std::string log;
    const GLuint program = glCreateProgram();
    const GLuint vertexShader = compileShader(GL_VERTEX_SHADER, vertex, &log);
    const GLuint fragmentShader = compileShader(GL_FRAGMENT_SHADER, fragment, &log);
    glAttachShader(program, vertexShader);
    glAttachShader(program, fragmentShader);
    for (size_t i = 0; i < attributes.size(); ++i) {
        glBindAttribLocation(program, GLuint(i), attributes[i].c_str());
    }
    glLinkProgram(program);
    glDeleteShader(vertexShader);
    glDeleteShader(fragmentShader);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        ADD_FAILURE() << "the program does not link: " << log << programLog(program)
                      << "\nvertex shader:\n"
                      << vertex << "\nfragment shader:\n"
                      << fragment;
        glDeleteProgram(program);
        return 0;
    }
    return program;
}

void drawRect(float left, float bottom, float right, float top, float z) {
    const float corners[] = {left, bottom, z, right, bottom, z, left, top, z, right, top, z};
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDisableVertexAttribArray(0);
}

void drawFull(float z) {
    drawRect(-1.0f, -1.0f, 1.0f, 1.0f, z);
}

ColorProgram::ColorProgram()
    : m_program(buildProgram(kPositionVertex, kColorFragment, {"position"})),
      m_color(glGetUniformLocation(m_program, "color")) {}

void ColorProgram::use(float r, float g, float b, float a) const {
    glUseProgram(m_program);
    glUniform4f(m_color, r, g, b, a);
}

} // namespace harness
