// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Uniform blocks and program binaries (OpenGL ES 3.0).

#include "gl_harness/gl_test.h"

#include <GLES3/gl3.h>

#include <vector>

namespace {

using namespace harness;

constexpr char kVertex[] = R"(#version 300 es
in vec4 position;
void main() { gl_Position = position; })";
constexpr char kFragment[] = R"(#version 300 es
precision highp float;
layout(std140) uniform Paint { vec4 tint; mat2 turn; float weights[3]; uint count; } paint;
layout(std140) uniform Pair { vec4 value; } pairs[2];
uniform uvec2 factors;
out vec4 color;
void main() {
    color = paint.tint * paint.weights[2] + pairs[0].value + pairs[1].value;
    color.b += float(paint.count * factors.x + factors.y) * 0.0;
    color.rg = paint.turn * color.rg;
})";

class UniformBlocks : public GlTest {
protected:
    ContextRequest request() const override { return {.version = 30}; }
    GLuint makeBuffer(const std::vector<GLfloat>& values, GLuint binding) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        glBindBufferBase(GL_UNIFORM_BUFFER, binding, name);
        glBufferData(GL_UNIFORM_BUFFER,
                     GLsizeiptr(values.size() * sizeof(GLfloat)),
                     values.data(),
                     GL_STATIC_DRAW);
        return name;
    }
    /// tint, two columns, three weights in vectors of their own, a count.
    static std::vector<GLfloat> paint(GLfloat r, GLfloat g) {
        return {r, g, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
    }
    GLuint block(GLuint program, const char* name) {
        const GLuint index = glGetUniformBlockIndex(program, name);
        EXPECT_NE(index, GL_INVALID_INDEX) << name;
        return index;
    }
};

TEST_F(UniformBlocks, ReadTheBuffersOfTheirBindings) {
    const Target target(4, 4);
    const GLuint program = buildProgram(kVertex, kFragment, {"position"});
    glUseProgram(program);
    const GLuint buffers[] = {makeBuffer(paint(0, 1), 0),
                              makeBuffer(paint(1, 0), 7),
                              makeBuffer({0, 0, 0, 0}, 1),
                              makeBuffer({0, 0, 1, 0}, 2)};
    glUniformBlockBinding(program, block(program, "Pair[0]"), 1);
    glUniformBlockBinding(program, block(program, "Pair[1]"), 1);
    drawFull();
    expectColor(target.read(), kGreen);
    glUniformBlockBinding(program, block(program, "Paint"), 7);
    drawFull();
    expectColor(target.read(), kRed);
    glBindBufferBase(GL_UNIFORM_BUFFER, 7, buffers[0]);
    drawFull();
    expectColor(target.read(), kGreen);
    glUniformBlockBinding(program, block(program, "Pair[1]"), 2);
    drawFull();
    expectColor(target.read(), {0, 255, 255, 255});
    glDeleteBuffers(4, buffers);
    glDeleteProgram(program);
}

TEST_F(UniformBlocks, TellTheirLayout) {
    const GLuint program = buildProgram(kVertex, kFragment, {"position"});
    const GLuint index = block(program, "Paint");
    GLint value = 0;
    glGetActiveUniformBlockiv(program, index, GL_UNIFORM_BLOCK_DATA_SIZE, &value);
    EXPECT_EQ(value, 112);
    const char* names[] = {"Paint.tint", "Paint.turn", "Paint.weights", "Paint.count", "factors"};
    const GLint offsets[] = {0, 16, 48, 96, -1};
    GLuint indices[5];
    GLint found[5];
    glGetUniformIndices(program, 5, names, indices);
    glGetActiveUniformsiv(program, 5, indices, GL_UNIFORM_OFFSET, found);
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(found[i], offsets[i]) << names[i];
    }
    glDeleteProgram(program);
}

class ProgramBinaries : public UniformBlocks {
protected:
    std::vector<char> save(GLuint program, GLenum& format) {
        GLint length = 0;
        glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &length);
        std::vector<char> bytes(static_cast<size_t>(length));
        GLsizei written = 0;
        glGetProgramBinary(program, length, &written, &format, bytes.data());
        EXPECT_EQ(written, length);
        EXPECT_GT(written, 0);
        return bytes;
    }
    static bool load(GLuint program, GLenum format, const std::vector<char>& bytes) {
        glProgramBinary(program, format, bytes.data(), GLsizei(bytes.size()));
        GLint linked = -1;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        return linked == GL_TRUE;
    }
};

TEST_F(ProgramBinaries, DrawWhatTheProgramDrew) {
    const Target target(4, 4);
    const GLuint original = buildProgram(
        kVertex,
        "#version 300 es\nprecision highp float; uniform vec4 tint; uniform sampler2D image;\n"
        "out vec4 color; void main() { color = tint + texture(image, vec2(0)).aaaa * 0.0; }",
        {"position"});
    glUseProgram(original);
    glUniform4f(glGetUniformLocation(original, "tint"), 1, 0, 0, 1);
    GLenum format = 0;
    const std::vector<char> bytes = save(original, format);
    const GLuint program = glCreateProgram();
    ASSERT_TRUE(load(program, format, bytes)) << programLog(program);
    const GLint tint = glGetUniformLocation(program, "tint");
    GLfloat value[4] = {9, 9, 9, 9};
    glGetUniformfv(program, tint, value);
    EXPECT_EQ(value[0], 0) << "values are not kept";
    glUseProgram(program);
    glUniform4f(tint, 0, 1, 0, 1);
    drawFull();
    expectColor(target.read(), kGreen);
    EXPECT_GL_OK();
    glDeleteProgram(program);
    glDeleteProgram(original);
}

TEST_F(ProgramBinaries, DamagedOnesDoNotLink) {
    const GLuint original = buildProgram(kVertex, kFragment, {"position"});
    GLenum format = 0;
    const std::vector<char> bytes = save(original, format);
    const GLuint program = glCreateProgram();
    EXPECT_FAILS(GL_INVALID_ENUM, glProgramBinary(program, 0x1234, bytes.data(), 4));
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 glGetProgramBinary(program, 0, nullptr, &format, nullptr)); // Not linked.
    std::vector<char> small(bytes.size());
    GLsizei length = 0;
    EXPECT_FAILS(
        GL_INVALID_OPERATION,
        glGetProgramBinary(original, GLsizei(bytes.size()) - 1, &length, &format, small.data()));
    uint32_t random = 1;
    for (int i = 0; i < 200; ++i) {
        random = random * 1664525 + 1013904223;
        std::vector<char> damaged = bytes;
        if (i % 4 == 0) {
            damaged.resize(random % damaged.size());
        } else {
            damaged[random % damaged.size()] ^= char(1 << (random >> 29));
        }
        EXPECT_FALSE(load(program, format, damaged)) << i;
    }
    EXPECT_TRUE(load(program, format, bytes));
    EXPECT_GL_OK();
    glDeleteProgram(program);
    glDeleteProgram(original);
}

} // namespace
