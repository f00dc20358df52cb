// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OpenGL ES 2.0.25 section 2.5: errors. A failed command has no effect but the error.

#include "gl_harness/gl_test.h"

namespace {

using namespace harness;

class Errors : public GlTest {};

TEST_F(Errors, FirstErrorStaysUntilRead) {
    glEnable(0xdead);        // INVALID_ENUM
    glViewport(0, 0, -1, 1); // INVALID_VALUE, not recorded
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    EXPECT_GL_OK();
}

TEST_F(Errors, EnumsOfCapabilities) {
    EXPECT_FAILS(GL_INVALID_ENUM, glEnable(GL_TEXTURE_2D + 0x7000));
    EXPECT_FAILS(GL_INVALID_ENUM, glDisable(0));
    GLboolean enabled = GL_TRUE;
    EXPECT_FAILS(GL_INVALID_ENUM, enabled = glIsEnabled(0xffff));
    EXPECT_EQ(GL_FALSE, enabled);
}

TEST_F(Errors, EnumsOfFixedFunctionState) {
    EXPECT_FAILS(GL_INVALID_ENUM, glBlendFunc(GL_ONE, 0x9999));
    EXPECT_FAILS(GL_INVALID_ENUM, glBlendFuncSeparate(GL_ONE, GL_ONE, 0x9999, GL_ONE));
    EXPECT_FAILS(GL_INVALID_ENUM, glBlendEquation(0x8574));
    EXPECT_FAILS(GL_INVALID_ENUM, glBlendEquationSeparate(GL_FUNC_ADD, GL_ONE));
    EXPECT_FAILS(GL_INVALID_ENUM, glDepthFunc(GL_ONE));
    EXPECT_FAILS(GL_INVALID_ENUM, glStencilFunc(GL_ONE, 0, 1));
    EXPECT_FAILS(GL_INVALID_ENUM, glStencilFuncSeparate(GL_NONE, GL_ALWAYS, 0, 1));
    EXPECT_FAILS(GL_INVALID_ENUM, glStencilOp(GL_KEEP, GL_KEEP, GL_ALWAYS));
    EXPECT_FAILS(GL_INVALID_ENUM, glStencilOpSeparate(GL_LESS, GL_KEEP, GL_KEEP, GL_KEEP));
    EXPECT_FAILS(GL_INVALID_ENUM, glStencilMaskSeparate(GL_CW, 1));
    EXPECT_FAILS(GL_INVALID_ENUM, glCullFace(GL_CW));
    EXPECT_FAILS(GL_INVALID_ENUM, glFrontFace(GL_BACK));
    EXPECT_FAILS(GL_INVALID_ENUM, glHint(GL_DONT_CARE, GL_DONT_CARE));
    EXPECT_FAILS(GL_INVALID_ENUM, glHint(GL_GENERATE_MIPMAP_HINT, GL_LESS));
    EXPECT_FAILS(GL_INVALID_ENUM, glPixelStorei(GL_ALPHA, 1));
    EXPECT_EQ(GL_LESS, getInteger(GL_DEPTH_FUNC));
    EXPECT_EQ(GL_ONE, getInteger(GL_BLEND_SRC_RGB));
    EXPECT_EQ(GL_ALWAYS, getInteger(GL_STENCIL_FUNC));
    EXPECT_EQ(GL_BACK, getInteger(GL_CULL_FACE_MODE));
    EXPECT_EQ(GL_CCW, getInteger(GL_FRONT_FACE));
}

TEST_F(Errors, ValuesOfFixedFunctionState) {
    EXPECT_FAILS(GL_INVALID_VALUE, glViewport(1, 2, -3, 4));
    EXPECT_FAILS(GL_INVALID_VALUE, glScissor(1, 2, 3, -4));
    EXPECT_FAILS(GL_INVALID_VALUE, glLineWidth(0.0f));
    EXPECT_FAILS(GL_INVALID_VALUE, glLineWidth(-1.0f));
    EXPECT_FAILS(GL_INVALID_VALUE, glPixelStorei(GL_UNPACK_ALIGNMENT, 3));
    EXPECT_FAILS(GL_INVALID_VALUE, glPixelStorei(GL_PACK_ALIGNMENT, 16));
    EXPECT_FAILS(GL_INVALID_VALUE, glClear(0x1));
    EXPECT_EQ(4, getInteger(GL_UNPACK_ALIGNMENT));
    EXPECT_EQ(4, getInteger(GL_PACK_ALIGNMENT));
    float width = 0;
    glGetFloatv(GL_LINE_WIDTH, &width);
    EXPECT_EQ(1.0f, width);
}

TEST_F(Errors, Queries) {
    GLint value = 77;
    EXPECT_FAILS(GL_INVALID_ENUM, glGetIntegerv(0xdead, &value));
    EXPECT_EQ(77, value);
    GLfloat number = 7.0f;
    EXPECT_FAILS(GL_INVALID_ENUM, glGetFloatv(0xdead, &number));
    EXPECT_EQ(7.0f, number);
    GLboolean flag = 2;
    EXPECT_FAILS(GL_INVALID_ENUM, glGetBooleanv(0xdead, &flag));
    EXPECT_EQ(2, flag);
    const GLubyte* text = nullptr;
    EXPECT_FAILS(GL_INVALID_ENUM, text = glGetString(GL_TEXTURE_2D));
    EXPECT_EQ(nullptr, text);
    EXPECT_FAILS(GL_INVALID_ENUM, glGetBufferParameteriv(GL_TEXTURE_2D, GL_BUFFER_SIZE, &value));
    EXPECT_FAILS(GL_INVALID_ENUM, glGetTexParameteriv(GL_TEXTURE_2D, GL_RGBA, &value));
    EXPECT_FAILS(GL_INVALID_ENUM, glGetTexParameteriv(GL_RGBA, GL_TEXTURE_WRAP_S, &value));
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glGetRenderbufferParameteriv(GL_TEXTURE_2D, GL_RENDERBUFFER_WIDTH, &value));
    EXPECT_FAILS(GL_INVALID_VALUE, glGetVertexAttribiv(9999, GL_VERTEX_ATTRIB_ARRAY_SIZE, &value));
    EXPECT_FAILS(GL_INVALID_ENUM, glGetVertexAttribiv(0, GL_RGBA, &value));
}

TEST_F(Errors, Buffers) {
    EXPECT_FAILS(GL_INVALID_ENUM, glBindBuffer(GL_TEXTURE_2D, 1));
    EXPECT_FAILS(GL_INVALID_OPERATION, glBufferData(GL_ARRAY_BUFFER, 4, nullptr, GL_STATIC_DRAW));
    GLuint buffer = 0;
    EXPECT_FAILS(GL_INVALID_VALUE, glGenBuffers(-1, &buffer));
    EXPECT_FAILS(GL_INVALID_VALUE, glDeleteBuffers(-1, &buffer));
    glGenBuffers(1, &buffer);
    EXPECT_EQ(GL_FALSE, glIsBuffer(buffer)) << "a name is a buffer only once it was bound";
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    EXPECT_EQ(GL_TRUE, glIsBuffer(buffer));
    EXPECT_FAILS(GL_INVALID_ENUM, glBufferData(GL_ARRAY_BUFFER, 4, nullptr, GL_RGBA));
    EXPECT_FAILS(GL_INVALID_VALUE, glBufferData(GL_ARRAY_BUFFER, -4, nullptr, GL_STATIC_DRAW));
    glBufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STREAM_DRAW);
    const char data[32] = {};
    EXPECT_FAILS(GL_INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, 8, 9, data));
    EXPECT_FAILS(GL_INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, -1, 1, data));
    EXPECT_FAILS(GL_INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, 0, -1, data));
    if (!isLlvmpipe()) { // Adds offset and size with overflow and crashes.
        EXPECT_FAILS(GL_INVALID_VALUE, glBufferSubData(GL_ARRAY_BUFFER, PTRDIFF_MAX, 1, data));
    }
    glBufferSubData(GL_ARRAY_BUFFER, 16, 0, data);
    EXPECT_GL_OK();
    GLint value = 0;
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, &value);
    EXPECT_EQ(16, value);
    glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE, &value);
    EXPECT_EQ(GL_STREAM_DRAW, value);
    glDeleteBuffers(1, &buffer);
    const GLuint unknown[] = {0, 12345678};
    glDeleteBuffers(2, unknown);
    EXPECT_GL_OK() << "zero and unknown names are silently ignored";
}

TEST_F(Errors, HugeBufferIsOutOfMemory) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(1) << 46, nullptr, GL_STATIC_DRAW);
    EXPECT_GL_ERROR(GL_OUT_OF_MEMORY);
    glBufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
    EXPECT_GL_OK() << "the context goes on working";
    glDeleteBuffers(1, &buffer);
}

TEST_F(Errors, Textures) {
    GLuint texture = 0;
    EXPECT_FAILS(GL_INVALID_VALUE, glGenTextures(-1, &texture));
    EXPECT_FAILS(GL_INVALID_ENUM, glBindTexture(GL_RGBA, 1));
    EXPECT_FAILS(GL_INVALID_ENUM, glActiveTexture(GL_TEXTURE0 - 1));
    EXPECT_FAILS(GL_INVALID_ENUM, glActiveTexture(GL_TEXTURE0 + 5000));
    glGenTextures(1, &texture);
    EXPECT_EQ(GL_FALSE, glIsTexture(texture));
    glBindTexture(GL_TEXTURE_2D, texture);
    EXPECT_EQ(GL_TRUE, glIsTexture(texture));
    EXPECT_FAILS(GL_INVALID_OPERATION, glBindTexture(GL_TEXTURE_CUBE_MAP, texture));
    EXPECT_EQ(GLint(texture), getInteger(GL_TEXTURE_BINDING_2D));
    EXPECT_EQ(0, getInteger(GL_TEXTURE_BINDING_CUBE_MAP));

    const auto image = [](GLint level,
                          GLint internal,
                          GLsizei w,
                          GLsizei h,
                          GLint border,
                          GLenum format,
                          GLenum type) {
        glTexImage2D(GL_TEXTURE_2D, level, internal, w, h, border, format, type, nullptr);
    };
    EXPECT_FAILS(GL_INVALID_VALUE, image(0, GL_RGBA, -1, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE));
    EXPECT_FAILS(GL_INVALID_VALUE, image(-1, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE));
    EXPECT_FAILS(GL_INVALID_VALUE, image(40, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE));
    EXPECT_FAILS(GL_INVALID_VALUE, image(0, GL_RGBA, 4, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE));
    EXPECT_FAILS(GL_INVALID_VALUE, image(0, GL_RGBA, 1 << 20, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE));
    EXPECT_FAILS(GL_INVALID_ENUM, image(0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_TEXTURE_2D));
    EXPECT_FAILS(GL_INVALID_ENUM, image(0, GL_RGBA, 4, 4, 0, GL_LESS, GL_UNSIGNED_BYTE));
    EXPECT_FAILS(GL_INVALID_OPERATION, image(0, GL_RGB, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE));
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 image(0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4));
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 image(0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5));
    glTexImage2D(GL_TEXTURE_2D, 0, 0x1234, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const GLenum error = glGetError(); // Table 2.2 says INVALID_VALUE, ES 3 INVALID_OPERATION.
    EXPECT_TRUE(error == GL_INVALID_VALUE || error == GL_INVALID_OPERATION) << enumName(error);

    image(0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE);
    EXPECT_GL_OK();
    const char data[256] = {};
    const auto sub = [&](GLint x, GLint y, GLsizei w, GLsizei h, GLenum format) {
        glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, w, h, format, GL_UNSIGNED_BYTE, data);
    };
    EXPECT_FAILS(GL_INVALID_VALUE, sub(1, 0, 8, 8, GL_RGBA));
    EXPECT_FAILS(GL_INVALID_VALUE, sub(0, -1, 1, 1, GL_RGBA));
    EXPECT_FAILS(GL_INVALID_VALUE, sub(0, 0, -1, 1, GL_RGBA));
    if (!isLlvmpipe()) { // As above.
        EXPECT_FAILS(GL_INVALID_VALUE, sub(INT32_MAX, 0, 2, 1, GL_RGBA));
    }
    if (isEs2()) {
        EXPECT_FAILS(GL_INVALID_OPERATION, sub(0, 0, 1, 1, GL_ALPHA));
    }
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 glTexSubImage2D(GL_TEXTURE_2D, 2, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, data));
    EXPECT_FAILS(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_ONE));
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR));
    EXPECT_FAILS(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, 0x2900));
    EXPECT_FAILS(GL_INVALID_ENUM, glTexParameteri(GL_RGBA, GL_TEXTURE_WRAP_S, GL_REPEAT));
    EXPECT_FAILS(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_2D, GL_RGBA, GL_REPEAT));
    EXPECT_FAILS(GL_INVALID_ENUM, glGenerateMipmap(GL_RGBA));
    GLint value = 0;
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &value);
    EXPECT_EQ(GL_NEAREST_MIPMAP_LINEAR, value);
    glDeleteTextures(1, &texture);
}

TEST_F(Errors, CubeMapFacesAreSquare) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_CUBE_MAP, texture);
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X,
                              0,
                              GL_RGBA,
                              4,
                              8,
                              0,
                              GL_RGBA,
                              GL_UNSIGNED_BYTE,
                              nullptr));
    EXPECT_FAILS(
        GL_INVALID_ENUM,
        glTexImage2D(GL_TEXTURE_CUBE_MAP, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr));
    EXPECT_FAILS(GL_INVALID_OPERATION, glGenerateMipmap(GL_TEXTURE_CUBE_MAP));
    glDeleteTextures(1, &texture);
}

TEST_F(Errors, Framebuffers) {
    GLuint framebuffer = 0;
    EXPECT_FAILS(GL_INVALID_ENUM, glBindFramebuffer(GL_TEXTURE_2D, 0));
    EXPECT_FAILS(GL_INVALID_ENUM, glCheckFramebufferStatus(GL_TEXTURE_2D));
    glGenFramebuffers(1, &framebuffer);
    EXPECT_EQ(GL_FALSE, glIsFramebuffer(framebuffer));
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    EXPECT_EQ(GL_TRUE, glIsFramebuffer(framebuffer));
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const auto attach = [&](GLenum point, GLenum target, GLuint name, GLint level) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, point, target, name, level);
    };
    EXPECT_FAILS(GL_INVALID_ENUM, attach(GL_TEXTURE0, GL_TEXTURE_2D, texture, 0));
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 attach(GL_COLOR_ATTACHMENT0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, texture, 0));
    EXPECT_FAILS(GL_INVALID_OPERATION, attach(GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 987654, 0));
    EXPECT_FAILS(GL_INVALID_VALUE, attach(GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 40));
    EXPECT_FAILS(
        GL_INVALID_OPERATION,
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 987654));
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0));
    // Nothing is attached.
    EXPECT_EQ(GLenum(GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT),
              glCheckFramebufferStatus(GL_FRAMEBUFFER));
    char pixel[4] = {};
    EXPECT_FAILS(GL_INVALID_FRAMEBUFFER_OPERATION, glClear(GL_COLOR_BUFFER_BIT));
    EXPECT_FAILS(GL_INVALID_FRAMEBUFFER_OPERATION,
                 glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel));
    const ColorProgram program;
    program.use(1, 1, 1);
    EXPECT_FAILS(GL_INVALID_FRAMEBUFFER_OPERATION, glDrawArrays(GL_TRIANGLES, 0, 3));
    GLint value = 0;
    glGetFramebufferAttachmentParameteriv(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &value);
    EXPECT_EQ(GL_NONE, value);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    EXPECT_FAILS(GL_INVALID_OPERATION, attach(GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0));
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
}

TEST_F(Errors, Renderbuffers) {
    EXPECT_FAILS(GL_INVALID_OPERATION, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4, 4));
    GLuint renderbuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    EXPECT_FAILS(GL_INVALID_ENUM, glRenderbufferStorage(GL_TEXTURE_2D, GL_RGBA4, 4, 4));
    EXPECT_FAILS(GL_INVALID_ENUM, glRenderbufferStorage(GL_RENDERBUFFER, GL_LESS, 4, 4));
    EXPECT_FAILS(GL_INVALID_VALUE, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, -4, 4));
    EXPECT_FAILS(GL_INVALID_VALUE, glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 1 << 20, 4));
    glDeleteRenderbuffers(1, &renderbuffer);
}

TEST_F(Errors, ShadersAndPrograms) {
    EXPECT_FAILS(GL_INVALID_ENUM, glCreateShader(GL_TEXTURE_2D));
    const GLuint shader = glCreateShader(GL_VERTEX_SHADER);
    const GLuint program = glCreateProgram();
    GLint value = 0;
    EXPECT_FAILS(GL_INVALID_VALUE, glCompileShader(424242));
    EXPECT_FAILS(GL_INVALID_OPERATION, glCompileShader(program));
    EXPECT_FAILS(GL_INVALID_VALUE, glLinkProgram(424242));
    EXPECT_FAILS(GL_INVALID_OPERATION, glLinkProgram(shader));
    EXPECT_FAILS(GL_INVALID_VALUE, glUseProgram(424242));
    EXPECT_FAILS(GL_INVALID_OPERATION, glUseProgram(shader));
    EXPECT_FAILS(GL_INVALID_OPERATION, glUseProgram(program)); // not linked
    EXPECT_FAILS(GL_INVALID_VALUE, glAttachShader(424242, shader));
    EXPECT_FAILS(GL_INVALID_OPERATION, glAttachShader(shader, shader));
    EXPECT_FAILS(GL_INVALID_OPERATION, glDetachShader(program, shader));
    glAttachShader(program, shader);
    EXPECT_FAILS(GL_INVALID_OPERATION, glAttachShader(program, shader));
    const GLuint second = glCreateShader(GL_VERTEX_SHADER);
    EXPECT_FAILS(GL_INVALID_OPERATION, glAttachShader(program, second)); // one per stage in ES
    EXPECT_FAILS(GL_INVALID_ENUM, glGetShaderiv(shader, GL_LINK_STATUS, &value));
    EXPECT_FAILS(GL_INVALID_ENUM, glGetProgramiv(program, GL_COMPILE_STATUS, &value));
    EXPECT_FAILS(GL_INVALID_VALUE, glGetShaderiv(424242, GL_SHADER_TYPE, &value));
    EXPECT_FAILS(GL_INVALID_VALUE, glBindAttribLocation(program, 9999, "a"));
    EXPECT_FAILS(GL_INVALID_OPERATION, glBindAttribLocation(program, 0, "gl_a"));
    EXPECT_FAILS(GL_INVALID_OPERATION, glGetAttribLocation(program, "a"));
    EXPECT_FAILS(GL_INVALID_OPERATION, glGetUniformLocation(program, "a"));
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glGetActiveUniform(program, 0, 0, nullptr, nullptr, nullptr, nullptr));
    EXPECT_FAILS(GL_INVALID_VALUE, glShaderSource(shader, -1, nullptr, nullptr));
    EXPECT_FAILS(GL_INVALID_VALUE, glDeleteShader(424242));
    EXPECT_FAILS(GL_INVALID_OPERATION, glDeleteShader(program));
    EXPECT_FAILS(GL_INVALID_OPERATION, glDeleteProgram(shader));
    glDeleteShader(0);
    glDeleteProgram(0);
    EXPECT_GL_OK();
    EXPECT_EQ(GL_TRUE, glIsShader(shader));
    EXPECT_EQ(GL_FALSE, glIsShader(program));
    EXPECT_EQ(GL_TRUE, glIsProgram(program));
    glDeleteShader(second);
    glDeleteShader(shader);
    glDeleteProgram(program);
}

TEST_F(Errors, UniformCallsNeedProgramAndType) {
    EXPECT_FAILS(GL_INVALID_OPERATION, glUniform1f(0, 1.0f)); // no program
    glUniform1f(-1, 1.0f);
    const GLenum error = glGetError(); // The specification lets either rule come first.
    EXPECT_TRUE(error == GL_INVALID_OPERATION || error == GL_NO_ERROR) << enumName(error);
    const ColorProgram program;
    program.use(0, 0, 0);
    const GLint color = glGetUniformLocation(program.program(), "color");
    const float values[8] = {};
    EXPECT_FAILS(GL_INVALID_OPERATION, glUniform1f(color, 1.0f));
    EXPECT_FAILS(GL_INVALID_OPERATION, glUniform4i(color, 1, 1, 1, 1));
    EXPECT_FAILS(GL_INVALID_OPERATION, glUniform4fv(color, 2, values)); // not an array
    EXPECT_FAILS(GL_INVALID_VALUE, glUniform4fv(color, -1, values));
    EXPECT_FAILS(GL_INVALID_OPERATION, glUniform4f(color + 100, 0, 0, 0, 0));
    glUniform1i(-1, 1);
    EXPECT_GL_OK() << "location -1 is silently ignored";
}

TEST_F(Errors, VertexArrays) {
    const float data[4] = {};
    EXPECT_FAILS(GL_INVALID_VALUE, glVertexAttribPointer(9999, 4, GL_FLOAT, 0, 0, data));
    EXPECT_FAILS(GL_INVALID_VALUE, glVertexAttribPointer(0, 5, GL_FLOAT, 0, 0, data));
    EXPECT_FAILS(GL_INVALID_VALUE, glVertexAttribPointer(0, 0, GL_FLOAT, 0, 0, data));
    EXPECT_FAILS(GL_INVALID_ENUM, glVertexAttribPointer(0, 4, GL_RGBA, 0, 0, data));
    EXPECT_FAILS(GL_INVALID_VALUE, glVertexAttribPointer(0, 4, GL_FLOAT, 0, -1, data));
    EXPECT_FAILS(GL_INVALID_VALUE, glEnableVertexAttribArray(9999));
    EXPECT_FAILS(GL_INVALID_VALUE, glDisableVertexAttribArray(9999));
    EXPECT_FAILS(GL_INVALID_VALUE, glVertexAttrib4fv(9999, data));
}

TEST_F(Errors, Draws) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(1, 1, 1);
    const GLushort indices[3] = {};
    EXPECT_FAILS(GL_INVALID_ENUM, glDrawArrays(0x20, 0, 3));
    EXPECT_FAILS(GL_INVALID_VALUE, glDrawArrays(GL_TRIANGLES, 0, -3));
    EXPECT_FAILS(GL_INVALID_ENUM, glDrawElements(0x20, 3, GL_UNSIGNED_SHORT, indices));
    EXPECT_FAILS(GL_INVALID_ENUM, glDrawElements(GL_TRIANGLES, 3, GL_FLOAT, indices));
    EXPECT_FAILS(GL_INVALID_ENUM, glDrawElements(GL_TRIANGLES, 3, GL_SHORT, indices));
    EXPECT_FAILS(GL_INVALID_VALUE, glDrawElements(GL_TRIANGLES, -3, GL_UNSIGNED_SHORT, indices));
    glDrawArrays(GL_TRIANGLES, 0, 0);
    glDrawElements(GL_TRIANGLES, 0, GL_UNSIGNED_SHORT, indices);
    EXPECT_GL_OK() << "a draw of nothing is fine";
}

TEST_F(Errors, NegativeFirstVertex) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(1, 1, 1);
    glDrawArrays(GL_TRIANGLES, -1, 3);
    const GLenum error = glGetError(); // Undefined, with INVALID_VALUE recommended.
    EXPECT_TRUE(error == GL_INVALID_VALUE || error == GL_NO_ERROR) << enumName(error);
}

TEST_F(Errors, ReadPixels) {
    const Target target(4, 4);
    char data[64];
    EXPECT_FAILS(GL_INVALID_VALUE, glReadPixels(0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, data));
    // Section 4.3.1 has both rules: unknown enums, and pairs that are not offered.
    for (const auto& [format, type] :
         {std::pair<GLenum, GLenum>{GL_LESS, GL_UNSIGNED_BYTE}, {GL_RGBA, GL_LESS}}) {
        glReadPixels(0, 0, 1, 1, format, type, data);
        const GLenum error = glGetError();
        EXPECT_TRUE(error == GL_INVALID_ENUM || error == GL_INVALID_OPERATION) << enumName(error);
    }
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, data));
}

} // namespace
