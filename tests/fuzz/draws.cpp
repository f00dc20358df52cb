// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Calls on buffers, programs and vertex arrays, and draws.

#include "sequence.h"

#include <algorithm>
#include <cstring>

namespace fuzz {

using namespace harness;

void Sequence::bindBuffer() {
    if (m_random.oneIn(3)) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        m_buffers.add(name);
    }
    glBindBuffer(enumOf(m_random, {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER}),
                 m_buffers.any(m_random));
}

void Sequence::bufferData() {
    const GLsizeiptr size =
        m_random.of<GLsizeiptr>({0, 1, 3, 64, 256, 1000, 4096, 65536, -1, 300000, 1 << 21});
    glBufferData(enumOf(m_random, {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER}),
                 size,
                 m_random.oneIn(4) ? nullptr : clientMemory().data(),
                 enumOf(m_random, {GL_STATIC_DRAW, GL_DYNAMIC_DRAW, GL_STREAM_DRAW}));
}

void Sequence::bufferSubData() {
    const GLintptr offset = m_random.of<GLintptr>({0, 0, 1, 16, 100, 65536, -1, INTPTR_MAX});
    const GLsizeiptr size = m_random.of<GLsizeiptr>({0, 1, 16, 64, 1000, -1, INTPTR_MAX});
    glBufferSubData(enumOf(m_random, {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER}),
                    offset,
                    size,
                    clientMemory().data());
}

void Sequence::deleteBuffer() {
    const GLuint name = m_buffers.any(m_random);
    glDeleteBuffers(m_random.oneIn(20) ? -1 : 1, &name);
    m_buffers.deleted(m_random, name);
}

void Sequence::mapBuffer() {
    if (!m_gl.mapBufferRange || !m_gl.unmapBuffer) {
        return;
    }
    const GLenum target = enumOf(m_random, {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER});
    const GLsizeiptr length = m_random.of<GLsizeiptr>({0, 1, 64, 1000, -1});
    void* data = m_gl.mapBufferRange(target,
                                     m_random.of<GLintptr>({0, 0, 16, 100, -1, INTPTR_MAX}),
                                     length,
                                     m_random.of<GLbitfield>({1, 2, 3, 6, 10, 18, 34, 0, 0x40}));
    if (data && m_random.oneIn(2)) {
        std::memset(data, 0, size_t(length));
    }
    if (!m_random.oneIn(6)) {
        m_gl.unmapBuffer(target);
    }
}

void Sequence::makeProgram() {
    const GLuint vertex = glCreateShader(GL_VERTEX_SHADER);
    const GLuint fragment = glCreateShader(GL_FRAGMENT_SHADER);
    const char* vertexSource =
        kVertexShaders[m_random.below(m_random.oneIn(3) ? kVertexShaderCount : 6)];
    const char* fragmentSource =
        kFragmentShaders[m_random.below(m_random.oneIn(3) ? kFragmentShaderCount : 3)];
    glShaderSource(vertex, 1, &vertexSource, nullptr);
    glShaderSource(fragment, 1, &fragmentSource, nullptr);
    glCompileShader(vertex);
    glCompileShader(fragment);
    const GLuint program = glCreateProgram();
    glAttachShader(program, m_random.oneIn(20) ? m_shaders.any(m_random) : vertex);
    glAttachShader(program, m_random.oneIn(20) ? m_shaders.any(m_random) : fragment);
    if (m_random.oneIn(3)) {
        glBindAttribLocation(program, GLuint(integer(m_random)), m_random.of({"a", "b", "gl_x"}));
    }
    glLinkProgram(program);
    if (m_random.oneIn(2)) {
        glUseProgram(program);
    }
    m_programs.add(program);
    m_shaders.add(vertex);
    m_shaders.add(fragment);
    if (m_random.oneIn(2)) {
        glDeleteShader(vertex);
        glDeleteShader(fragment);
    }
}

void Sequence::linkAgain() {
    const GLuint program = m_programs.any(m_random);
    const GLuint shader = m_shaders.any(m_random);
    switch (m_random.below(6)) {
    case 0:
        glDetachShader(program, shader);
        break;
    case 1:
        glAttachShader(program, shader);
        break;
    case 2: {
        const char* source = kFragmentShaders[m_random.below(uint32_t(kFragmentShaderCount))];
        const GLint length = GLint(m_random.below(uint32_t(std::strlen(source) + 1)));
        glShaderSource(shader, 1, &source, m_random.oneIn(2) ? &length : nullptr);
        break;
    }
    case 3:
        glCompileShader(shader);
        break;
    case 4:
        glValidateProgram(program);
        break;
    default:
        glLinkProgram(program);
    }
}

void Sequence::useProgram() {
    glUseProgram(m_programs.any(m_random));
}

void Sequence::deleteProgram() {
    if (m_random.oneIn(3)) {
        glDeleteShader(m_shaders.any(m_random));
        return;
    }
    const GLuint name = m_programs.any(m_random);
    glDeleteProgram(name);
    m_programs.deleted(m_random, name);
}

void Sequence::uniform() {
    const GLint location = m_random.oneIn(10) ? integer(m_random)
                                              : glGetUniformLocation(m_programs.any(m_random),
                                                                     m_random.of({"u",
                                                                                  "m",
                                                                                  "s",
                                                                                  "s[1]",
                                                                                  "list",
                                                                                  "list[3]",
                                                                                  "list[99]",
                                                                                  "color",
                                                                                  "s[1].v[0]",
                                                                                  "s[",
                                                                                  "c",
                                                                                  "at",
                                                                                  "f[0]",
                                                                                  "b",
                                                                                  "q",
                                                                                  "i",
                                                                                  ""}));
    std::array<GLfloat, 256> reals;
    std::array<GLint, 256> ints;
    for (size_t i = 0; i < 32; ++i) {
        reals[i] = real(m_random);
        ints[i] = integer(m_random);
    }
    std::fill(reals.begin() + 32, reals.end(), 0.5f);
    std::fill(ints.begin() + 32, ints.end(), 1);
    const GLsizei count = m_random.oneIn(4) ? m_random.between(-1, 10) : 1;
    switch (m_random.below(12)) {
    case 0:
        glUniform1fv(location, count, reals.data());
        break;
    case 1:
        glUniform2fv(location, count, reals.data());
        break;
    case 2:
        glUniform3fv(location, count, reals.data());
        break;
    case 3:
    case 4:
        glUniform4fv(location, count, reals.data());
        break;
    case 5:
        glUniform1iv(location, count, ints.data());
        break;
    case 6:
        glUniform3iv(location, count, ints.data());
        break;
    case 7:
        glUniform4iv(location, count, ints.data());
        break;
    case 8:
        glUniformMatrix3fv(location, count, m_random.oneIn(10), reals.data());
        break;
    case 9:
        glUniformMatrix4fv(location, count, m_random.oneIn(10), reals.data());
        break;
    default:
        glUniform1i(location, integer(m_random));
    }
}

GLuint attribIndex(Random& random) {
    return random.oneIn(20) ? random.of({15u, 16u, 31u, 0xffffffffu}) : random.below(4);
}

void Sequence::vertexAttrib() {
    const GLuint index = attribIndex(m_random);
    switch (m_random.below(5)) {
    case 0:
        glEnableVertexAttribArray(index);
        break;
    case 1:
        glDisableVertexAttribArray(index);
        break;
    case 2:
        glVertexAttrib4f(index, real(m_random), real(m_random), real(m_random), real(m_random));
        break;
    case 3:
        glVertexAttrib1f(index, real(m_random));
        break;
    default:
        if (m_gl.vertexAttribDivisor) {
            m_gl.vertexAttribDivisor(index, m_random.of({0u, 0u, 1u, 2u, 5u}));
        }
    }
}

void Sequence::vertexAttribPointer() {
    const GLuint index = attribIndex(m_random);
    GLint buffer = 0;
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &buffer);
    const uintptr_t offset = m_random.of<uintptr_t>({0, 0, 4, 1, 100, 4096, 300000, 1u << 31});
    glVertexAttribPointer(
        index,
        m_random.oneIn(20) ? integer(m_random) : m_random.between(1, 4),
        enumOf(
            m_random,
            {GL_FLOAT, GL_FLOAT, GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_FIXED}),
        GLboolean(m_random.below(2)),
        m_random.oneIn(30) ? integer(m_random) & 0xff : stride(),
        buffer ? reinterpret_cast<const void*>(offset) : clientMemory().data() + offset % 5000);
    if (m_random.oneIn(2)) {
        glEnableVertexAttribArray(index);
    }
}

void Sequence::vertexArray() {
    if (!m_gl.genVertexArrays || !m_gl.bindVertexArray || !m_gl.deleteVertexArrays) {
        return;
    }
    if (m_random.oneIn(3)) {
        GLuint name = 0;
        m_gl.genVertexArrays(1, &name);
        m_vertexArrays.add(name);
    }
    if (m_random.oneIn(4)) {
        const GLuint name = m_vertexArrays.any(m_random);
        m_gl.deleteVertexArrays(1, &name);
        m_vertexArrays.deleted(m_random, name);
    }
    m_gl.bindVertexArray(m_vertexArrays.any(m_random));
}

namespace {

GLenum mode(Random& random) {
    return enumOf(random,
                  {GL_TRIANGLES,
                   GL_TRIANGLES,
                   GL_TRIANGLE_STRIP,
                   GL_TRIANGLE_FAN,
                   GL_LINES,
                   GL_LINE_STRIP,
                   GL_LINE_LOOP,
                   GL_POINTS});
}

} // namespace

/// Arrays of ours hold what these reach: 300 vertices and as many instances.
void Sequence::drawArrays() {
    const bool client = readsClientArrays();
    const GLint first =
        m_random.oneIn(10) ? (client ? m_random.between(-2, 100) : integer(m_random)) : 0;
    const GLsizei count =
        m_random.oneIn(10) ? m_random.between(-1, kMaxCount) : m_random.between(0, 9);
    if (m_gl.drawArraysInstanced && m_random.oneIn(4)) {
        m_gl.drawArraysInstanced(mode(m_random), first, count, m_random.between(-1, 5));
    } else {
        glDrawArrays(mode(m_random), first, count);
    }
}

void Sequence::drawElements() {
    GLint buffer = 0;
    glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &buffer);
    GLenum type =
        enumOf(m_random, {GL_UNSIGNED_SHORT, GL_UNSIGNED_SHORT, GL_UNSIGNED_BYTE, GL_UNSIGNED_INT});
    if (type == GL_UNSIGNED_INT && buffer && readsClientArrays()) {
        type = GL_UNSIGNED_BYTE; // Any number in a buffer would reach outside of our arrays.
    }
    const GLsizei count =
        m_random.oneIn(10) ? m_random.between(-1, kMaxCount) : m_random.between(0, 12);
    const void* at = indices(type);
    if (m_gl.drawElementsInstanced && m_random.oneIn(4)) {
        m_gl.drawElementsInstanced(mode(m_random), count, type, at, m_random.between(-1, 5));
    } else {
        glDrawElements(mode(m_random), count, type, at);
    }
}

} // namespace fuzz
