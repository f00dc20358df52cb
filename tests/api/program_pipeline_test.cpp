// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Separate programs, their uniforms, blocks and subroutines, drawn (OpenGL 4.1).

#include "gl_harness/gl_test.h"

#include <GLES3/gl32.h>

namespace {

using namespace harness;

constexpr char kVertex[] = R"(#version 410 core
layout(location = 0) in vec2 position;
layout(location = 0) out vec4 shade;
out gl_PerVertex { vec4 gl_Position; };
uniform vec4 tint;
void main() { gl_Position = vec4(position, 0, 1); shade = tint; })";
constexpr char kFragment[] = R"(#version 410 core
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 color;
uniform vec4 scale;
void main() { color = shade * scale; })";
constexpr char kOtherFragment[] = R"(#version 410 core
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 color;
void main() { color = shade.grba; })";

class ProgramPipelines : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl, .version = 41}; }
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
        glGenVertexArrays(1, &m_vertexArray);
        glBindVertexArray(m_vertexArray);
        glGenBuffers(1, &m_buffer);
        glBindBuffer(GL_ARRAY_BUFFER, m_buffer);
        glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
        glEnableVertexAttribArray(0);
        glGenProgramPipelines(1, &m_pipeline);
        glBindProgramPipeline(m_pipeline);
    }
    GLuint make(GLenum type, const char* source) {
        const GLuint program = glCreateShaderProgramv(type, 1, &source);
        GLint linked = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        EXPECT_TRUE(linked) << programLog(program);
        return program;
    }
    void draw() { glDrawArrays(GL_TRIANGLE_STRIP, 0, 4); }

    GLuint m_vertexArray = 0;
    GLuint m_buffer = 0;
    GLuint m_pipeline = 0;
};

TEST_F(ProgramPipelines, MixProgramsAtRunTime) {
    const Target target(4, 4);
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint fragment = make(GL_FRAGMENT_SHADER, kFragment);
    const GLuint other = make(GL_FRAGMENT_SHADER, kOtherFragment);
    glUseProgramStages(m_pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(m_pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    glProgramUniform4f(vertex, glGetUniformLocation(vertex, "tint"), 0, 2, 0, 1);
    glActiveShaderProgram(m_pipeline, fragment);
    glUniform4f(glGetUniformLocation(fragment, "scale"), 1, 0.5f, 1, 1);
    draw();
    expectColor(target.read(), kGreen);
    glProgramUniform4f(vertex, glGetUniformLocation(vertex, "tint"), 1, 0, 0, 1);
    draw();
    expectColor(target.read(), kRed);
    glUseProgramStages(m_pipeline, GL_FRAGMENT_SHADER_BIT, other);
    draw();
    expectColor(target.read(), kGreen);
    for (const GLuint program : {vertex, fragment, other}) {
        glDeleteProgram(program);
    }
    draw();
    expectColor(target.read(), kGreen);
    EXPECT_TRUE(glIsProgram(vertex)) << "the pipeline keeps it";
    glDeleteProgramPipelines(1, &m_pipeline);
    EXPECT_FALSE(glIsProgram(vertex));
}

TEST_F(ProgramPipelines, AProgramOverridesThem) {
    const Target target(4, 4);
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint fragment = make(GL_FRAGMENT_SHADER, kOtherFragment);
    glUseProgramStages(m_pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(m_pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    glProgramUniform4f(vertex, glGetUniformLocation(vertex, "tint"), 1, 0, 0, 1);
    const GLuint whole = buildProgram(
        "#version 410 core\nlayout(location = 0) in vec2 position;\n"
        "void main() { gl_Position = vec4(position, 0, 1); }",
        "#version 410 core\nout vec4 color; void main() { color = vec4(1, 0, 0, 1); }");
    glUseProgram(whole);
    draw();
    expectColor(target.read(), kRed);
    glUseProgram(0);
    draw();
    expectColor(target.read(), kGreen);
    glDeleteProgram(whole);
}

TEST_F(ProgramPipelines, WhatCannotRunIsAnError) {
    const Target target(4, 4);
    EXPECT_FAILS(GL_INVALID_OPERATION, draw()); // Empty.
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    glUseProgramStages(m_pipeline, GL_VERTEX_SHADER_BIT, vertex);
    const char* twoSamplers = R"(#version 410 core
layout(location = 0) in vec4 shade;
layout(location = 0) out vec4 color;
uniform sampler2D flat_; uniform samplerCube cube;
void main() { color = shade + texture(flat_, vec2(0)) + texture(cube, vec3(1)); })";
    const GLuint fragment = make(GL_FRAGMENT_SHADER, twoSamplers);
    glUseProgramStages(m_pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    if (isLlvmpipe()) {
        return; // Draws, and its compiler crashes.
    }
    EXPECT_FAILS(GL_INVALID_OPERATION, draw());
    glProgramUniform1i(fragment, glGetUniformLocation(fragment, "cube"), 5);
    draw();
    EXPECT_GL_OK();
}

/// The vertex program does not know that it is not the last before rasterisation.
TEST_F(ProgramPipelines, DepthIsConvertedOnce) {
    const Target target(4, 4);
    const GLuint vertex = make(GL_VERTEX_SHADER, R"(#version 410 core
layout(location = 0) in vec2 position;
out gl_PerVertex { vec4 gl_Position; };
void main() { gl_Position = vec4(position, -0.5, 1); })");
    const GLuint geometry = make(GL_GEOMETRY_SHADER, R"(#version 410 core
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
in gl_PerVertex { vec4 gl_Position; } gl_in[];
out gl_PerVertex { vec4 gl_Position; };
layout(location = 0) out float depth;
void main() {
    for (int i = 0; i < 3; ++i) {
        gl_Position = gl_in[i].gl_Position;
        depth = gl_in[i].gl_Position.z;
        EmitVertex();
    }
})");
    const GLuint fragment = make(GL_FRAGMENT_SHADER, R"(#version 410 core
layout(location = 0) in float depth;
layout(location = 0) out vec4 color;
void main() { color = vec4(gl_FragCoord.z, -depth, 0, 1); })");
    glUseProgramStages(m_pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(m_pipeline, GL_GEOMETRY_SHADER_BIT, geometry);
    glUseProgramStages(m_pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    draw();
    EXPECT_GL_OK();
    expectColor(target.read(), {64, 128, 0, 255});
}

TEST_F(ProgramPipelines, InputsThatNobodyWritesLeaveTheOthersAlone) {
    const Target target(4, 4);
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint fragment = make(GL_FRAGMENT_SHADER, R"(#version 410 core
layout(location = 0) in vec4 shade;
layout(location = 1) in vec4 nobodys;
layout(location = 2) flat in ivec2 integers[2];
layout(location = 0) out vec4 color;
void main() {
    color = shade + vec4(0, 0, any(isnan(nobodys)) || integers[1].x == 7 ? 0.001 : 0.0, 0);
})");
    glUseProgramStages(m_pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(m_pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    glProgramUniform4f(vertex, glGetUniformLocation(vertex, "tint"), 0, 1, 0, 1);
    draw();
    EXPECT_GL_OK();
    expectColor(target.read(), kGreen);
}

TEST_F(ProgramPipelines, SubroutinesAreTheContexts) {
    using Choose = void (*)(GLenum, GLsizei, const GLuint*);
    using Index = GLuint (*)(GLuint, GLenum, const char*);
    const auto choose = load<Choose>("glUniformSubroutinesuiv");
    const auto indexOf = load<Index>("glGetSubroutineIndex");
    const Target target(4, 4);
    const GLuint program =
        buildProgram("#version 410 core\nlayout(location = 0) in vec2 position;\n"
                     "void main() { gl_Position = vec4(position, 0, 1); }",
                     "#version 410 core\nout vec4 color;\n"
                     "subroutine vec4 Paint();\n"
                     "subroutine(Paint) vec4 red() { return vec4(1, 0, 0, 1); }\n"
                     "subroutine(Paint) vec4 green() { return vec4(0, 1, 0, 1); }\n"
                     "subroutine uniform Paint paint;\n"
                     "void main() { color = paint(); }");
    const GLuint red = indexOf(program, GL_FRAGMENT_SHADER, "red");
    const GLuint green = indexOf(program, GL_FRAGMENT_SHADER, "green");
    glUseProgram(program);
    choose(GL_FRAGMENT_SHADER, 1, &green);
    draw();
    expectColor(target.read(), kGreen);
    choose(GL_FRAGMENT_SHADER, 1, &red);
    draw();
    expectColor(target.read(), kRed);
    glDeleteProgram(program);
}

/// What is undefined for the shader must not be an error below: the layer listens.
TEST_F(ProgramPipelines, ProgramsComeBackToTexturesOfTheOtherSign) {
    const Target target(4, 4);
    const std::string vertex = "#version 410 core\nlayout(location = 0) in vec2 position;\n"
                               "void main() { gl_Position = vec4(position, 0, 1); }";
    const GLuint reads =
        buildProgram(vertex,
                     "#version 410 core\nuniform isampler2D t; out vec4 color;\n"
                     "void main() { color = vec4(0, texture(t, vec2(0)).r, 0, 1); }");
    const GLuint plain = buildProgram(
        vertex, "#version 410 core\nout vec4 color; void main() { color = vec4(1, 0, 0, 1); }");
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const GLubyte one = 1;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8UI, 1, 1, 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &one);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    for (const GLuint program : {reads, plain, reads}) {
        glUseProgram(program);
        draw();
    }
    expectColor(target.read(), kGreen);
    glUseProgram(0);
    glDeleteTextures(1, &texture);
}

} // namespace
