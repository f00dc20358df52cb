// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Lifetimes: OpenGL ES 2.0.25 appendix C and sections 2.10.1, 3.7.13, 4.4.

#include "gl_harness/gl_test.h"

#include <algorithm>

namespace {

using namespace harness;

class Objects : public GlTest {};

TEST_F(Objects, DeletedTextureStaysAttachedToAnUnboundFramebuffer) {
    const Target keep(4, 4);
    GLuint texture = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    keep.bind();
    glDeleteTextures(1, &texture);
    EXPECT_EQ(GL_FALSE, glIsTexture(texture));
    EXPECT_EQ(0, getInteger(GL_TEXTURE_BINDING_2D));
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ASSERT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
    expectColor(Image::read(0, 0, 4, 4), kGreen);
    glDeleteFramebuffers(1, &framebuffer);
}

TEST_F(Objects, DeletingDetachesFromTheBoundFramebuffer) {
    GLuint texture = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glDeleteTextures(1, &texture);
    EXPECT_EQ(GLenum(GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT),
              glCheckFramebufferStatus(GL_FRAMEBUFFER));
    glDeleteFramebuffers(1, &framebuffer);
    EXPECT_EQ(0, getInteger(GL_FRAMEBUFFER_BINDING));
}

TEST_F(Objects, ProgramInUseLivesOn) {
    const Target target(4, 4);
    const GLuint program = buildProgram(kPositionVertex, kColorFragment, {"position"});
    glUseProgram(program);
    const GLint color = glGetUniformLocation(program, "color");
    glDeleteProgram(program);
    EXPECT_EQ(GL_TRUE, glIsProgram(program));
    GLint flagged = 0;
    glGetProgramiv(program, GL_DELETE_STATUS, &flagged);
    EXPECT_EQ(GL_TRUE, flagged);
    glUniform4f(color, 0, 0, 1, 1);
    drawFull();
    expectColor(target.read(), kBlue);
    glUseProgram(0);
    EXPECT_EQ(GL_FALSE, glIsProgram(program));
}

TEST_F(Objects, AttachedShaderLivesOn) {
    const GLuint program = glCreateProgram();
    const GLuint shader = compileShader(GL_VERTEX_SHADER, kPositionVertex);
    glAttachShader(program, shader);
    glDeleteShader(shader);
    EXPECT_EQ(GL_TRUE, glIsShader(shader));
    GLint value = 0;
    glGetShaderiv(shader, GL_DELETE_STATUS, &value);
    EXPECT_EQ(GL_TRUE, value);
    GLuint names[4] = {};
    GLsizei count = 0;
    glGetAttachedShaders(program, 4, &count, names);
    EXPECT_EQ(1, count);
    EXPECT_EQ(shader, names[0]);
    glDetachShader(program, shader);
    EXPECT_EQ(GL_FALSE, glIsShader(shader));
    glDeleteProgram(program);
}

TEST_F(Objects, FailedRelinkKeepsTheRunningProgram) {
    const Target target(4, 4);
    const GLuint program = glCreateProgram();
    const GLuint vertex = compileShader(GL_VERTEX_SHADER, kPositionVertex);
    const GLuint fragment =
        compileShader(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }");
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glBindAttribLocation(program, 0, "position");
    glLinkProgram(program);
    glUseProgram(program);
    const char* bad = "void main() { gl_FragColor = missing; }";
    glShaderSource(fragment, 1, &bad, nullptr);
    glCompileShader(fragment);
    glLinkProgram(program);
    GLint good = 1;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    EXPECT_EQ(GL_FALSE, good);
    drawFull();
    expectColor(target.read(), kGreen);
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_INVALID_OPERATION, glUseProgram(program));
    glUseProgram(0);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    glDeleteProgram(program);
}

TEST_F(Objects, DeletedBufferLeavesBindingsOfItsContext) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const float data[16] = {};
    glBufferData(GL_ARRAY_BUFFER, sizeof(data), data, GL_STATIC_DRAW);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    glDeleteBuffers(1, &buffer);
    EXPECT_EQ(0, getInteger(GL_ARRAY_BUFFER_BINDING));
    GLint binding = 99;
    glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &binding);
    EXPECT_EQ(0, binding);
}

TEST_F(Objects, DrawFromDeletedBufferDoesNotCrash) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(1, 0, 0);
    GLuint buffers[2] = {};
    glGenBuffers(2, buffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    const float corners[] = {-1, -1, 3, -1, -1, 3};
    glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    const GLubyte indices[] = {0, 1, 2};
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, nullptr);
    // Deleting while the device may still read must not change what was drawn.
    glDeleteBuffers(2, buffers);
    glDisableVertexAttribArray(0);
    expectColor(target.read(), kRed);
}

TEST_F(Objects, TextureDataCopiedAtTheCall) {
    const Target target(4, 4);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    glUseProgram(program);
    std::vector<uint8_t> texels(16 * 4, 255);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    std::fill(texels.begin(), texels.end(), uint8_t(0));
    drawFull();
    expectColor(target.read(), kWhite);
    // And a draw uses the texels of its own time, not later ones.
    drawFull();
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    expectColor(target.read(), kWhite);
    drawFull();
    expectColor(target.read(), kNothing);
    glDeleteTextures(1, &texture);
    glDeleteProgram(program);
}

TEST_F(Objects, BufferDataOfItsOwnTime) {
    const Target target(8, 4);
    const ColorProgram program;
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const float left[] = {-1, -1, 0, -1, -1, 1, 0, 1};
    const float right[] = {0, -1, 1, -1, 0, 1, 1, 1};
    glBufferData(GL_ARRAY_BUFFER, sizeof(left), left, GL_DYNAMIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    program.use(1, 0, 0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(right), right);
    program.use(0, 1, 0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    expectImage(target.read(), [](int x, int) { return x < 4 ? kRed : kGreen; });
    glDisableVertexAttribArray(0);
    glDeleteBuffers(1, &buffer);
}

TEST_F(Objects, NamesThatWereNeverGenerated) {
    // ES 2.0 makes an object of any name at its first binding.
    glBindTexture(GL_TEXTURE_2D, 4711);
    glBindBuffer(GL_ARRAY_BUFFER, 4711);
    EXPECT_GL_OK();
    EXPECT_EQ(GL_TRUE, glIsTexture(4711));
    EXPECT_EQ(GL_TRUE, glIsBuffer(4711));
    const GLuint name = 4711;
    glDeleteTextures(1, &name);
    glDeleteBuffers(1, &name);
}

TEST_F(Objects, ManyObjects) {
    std::vector<GLuint> names(5000);
    glGenTextures(GLsizei(names.size()), names.data());
    for (const GLuint name : names) {
        glBindTexture(GL_TEXTURE_2D, name);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_ALPHA, 1, 1, 0, GL_ALPHA, GL_UNSIGNED_BYTE, nullptr);
    }
    EXPECT_GL_OK();
    glDeleteTextures(GLsizei(names.size()), names.data());
    EXPECT_EQ(GL_FALSE, glIsTexture(names[17]));
}

} // namespace
