// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Errors of OpenGL 4.1, and what is none.

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

using namespace harness;

class CoreErrors : public CoreTest<41> {
protected:
    static void expectError(GLenum error) { EXPECT_EQ(error, glGetError()); }
};

TEST_F(CoreErrors, OnlyTheMappedRangeIsLocked) {
    const auto mapBufferRange = load<PFNGLMAPBUFFERRANGEPROC>("glMapBufferRange");
    const auto getBufferSubData = load<PFNGLGETBUFFERSUBDATAPROC>("glGetBufferSubData");
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const std::vector<uint8_t> before(64, 1);
    glBufferData(GL_ARRAY_BUFFER, 64, before.data(), GL_DYNAMIC_DRAW);
    auto* mapped = static_cast<uint8_t*>(mapBufferRange(GL_ARRAY_BUFFER, 16, 16, GL_MAP_WRITE_BIT));
    ASSERT_NE(nullptr, mapped);
    std::fill_n(mapped, 16, uint8_t(2));
    const std::vector<uint8_t> news(16, 3);
    glBufferSubData(GL_ARRAY_BUFFER, 32, 16, news.data());
    expectError(GL_NO_ERROR);
    glBufferSubData(GL_ARRAY_BUFFER, 31, 16, news.data());
    expectError(GL_INVALID_OPERATION);
    glBufferSubData(GL_ARRAY_BUFFER, 1, 16, news.data());
    expectError(GL_INVALID_OPERATION);
    std::vector<uint8_t> after(64);
    getBufferSubData(GL_ARRAY_BUFFER, 32, 16, after.data()); // Not so restricted to a range.
    expectError(GL_INVALID_OPERATION);
    load<PFNGLUNMAPBUFFERPROC>("glUnmapBuffer")(GL_ARRAY_BUFFER);
    getBufferSubData(GL_ARRAY_BUFFER, 0, 64, after.data());
    for (size_t i = 0; i < after.size(); ++i) {
        EXPECT_EQ(i < 16 || i >= 48 ? 1 : i < 32 ? 2 : 3, after[i]) << i;
    }
}

// GL 4.1 sections 3.9.3 and 4.3.1.
TEST_F(CoreErrors, IntegersAreNoFloats) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const float texel[4] = {};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32I, 1, 1, 0, GL_RGBA_INTEGER, GL_FLOAT, texel);
    expectError(GL_INVALID_ENUM);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32I, 1, 1, 0, GL_RGBA_INTEGER, GL_INT, texel);
    expectError(GL_NO_ERROR);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    float read[4] = {};
    glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_FLOAT, read);
    expectError(GL_INVALID_ENUM);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
}

// GL 4.1 core profile, section 2.19 and table 6.12: there are no quads.
TEST_F(CoreErrors, QuadsHaveNoProvokingVertex) {
    GLboolean follows = GL_FALSE;
    glGetBooleanv(GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION, &follows);
    expectError(GL_INVALID_ENUM);
}

TEST_F(CoreErrors, UniformIndicesOfProgramsThatDidNotLink) {
    const GLuint program = glCreateProgram();
    glLinkProgram(program);
    const char* const name = "color";
    GLuint index = 0;
    load<PFNGLGETUNIFORMINDICESPROC>("glGetUniformIndices")(program, 1, &name, &index);
    expectError(GL_NO_ERROR);
    EXPECT_EQ(GLuint(GL_INVALID_INDEX), index);
}

TEST_F(CoreErrors, PackedFloatsOfAnyNumberOfComponents) {
    const auto packed = load<PFNGLVERTEXATTRIBP2UIPROC>("glVertexAttribP2ui");
    const GLuint oneTwo = 0x3C0 | 0x400 << 11; // 1.0, 2.0
    packed(1, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, oneTwo);
    expectError(GL_NO_ERROR);
    float value[4] = {};
    glGetVertexAttribfv(1, GL_CURRENT_VERTEX_ATTRIB, value);
    EXPECT_EQ(1, value[0]);
    EXPECT_EQ(2, value[1]);
    EXPECT_EQ(0, value[2]);
    EXPECT_EQ(1, value[3]);
    // There are three.
    load<PFNGLVERTEXATTRIBP4UIPROC>("glVertexAttribP4ui")(
        1, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, oneTwo);
    expectError(GL_INVALID_ENUM);
}

TEST_F(CoreErrors, ImagesThatAreNotThereHaveAFormat) {
    const auto formatOf = [&](GLenum target) {
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(target, texture);
        GLint format = 0;
        load<PFNGLGETTEXLEVELPARAMETERIVPROC>("glGetTexLevelParameteriv")(
            target, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
        expectError(GL_NO_ERROR);
        return format;
    };
    EXPECT_EQ(GL_RGBA, formatOf(GL_TEXTURE_2D));
    EXPECT_EQ(GL_RGBA, formatOf(GL_TEXTURE_3D));
    EXPECT_EQ(GL_R8, formatOf(GL_TEXTURE_BUFFER));
}

TEST_F(CoreErrors, ImagesThatAreNotThereStillWantAFormatThatFits) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    uint8_t byte = 7;
    const auto getTexImage = load<PFNGLGETTEXIMAGEPROC>("glGetTexImage");
    getTexImage(GL_TEXTURE_2D, 4, GL_RGB_INTEGER, GL_UNSIGNED_SHORT_4_4_4_4, &byte);
    expectError(GL_INVALID_OPERATION);
    getTexImage(GL_TEXTURE_2D, 4, GL_RGBA, GL_UNSIGNED_BYTE, &byte);
    expectError(GL_NO_ERROR);
    EXPECT_EQ(7, byte);
}

TEST_F(CoreErrors, RenderableFormats) {
    GLuint renderbuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    for (GLenum format :
         {GL_COMPRESSED_RGBA, GL_COMPRESSED_RED, GL_COMPRESSED_SRGB_ALPHA, GL_SRGB_ALPHA}) {
        glRenderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
        expectError(GL_INVALID_ENUM);
    }
    for (GLenum format :
         {GL_STENCIL_INDEX1, GL_STENCIL_INDEX4, GL_STENCIL_INDEX8, GL_STENCIL_INDEX16}) {
        glRenderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
        expectError(GL_NO_ERROR);
        GLint size = 0;
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &size);
        EXPECT_EQ(GLint(format), size);
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_STENCIL_SIZE, &size);
        EXPECT_GE(size, 1);
    }
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
    load<PFNGLTEXIMAGE2DMULTISAMPLEPROC>("glTexImage2DMultisample")(
        GL_TEXTURE_2D_MULTISAMPLE, 4, GL_COMPRESSED_RGBA, 4, 4, GL_TRUE);
    expectError(GL_INVALID_ENUM);
}

TEST_F(CoreErrors, PatchesNeedATessellationEvaluationShader) {
    const Target target(8, 8);
    glUseProgram(0);
    glDrawArrays(GL_PATCHES, 0, 3);
    expectError(GL_INVALID_OPERATION);
}

TEST_F(CoreErrors, DrawsNeedTheirObjectsEvenWithoutAProgram) {
    const Target target(8, 8);
    glUseProgram(0);
    if (!isLlvmpipe()) { // Draws (OpenGL 4.1 appendix E.2.2).
        const GLuint indices[3] = {};
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, indices);
        expectError(GL_INVALID_OPERATION);
    }
    load<PFNGLBINDVERTEXARRAYPROC>("glBindVertexArray")(0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectError(GL_INVALID_OPERATION);
}

TEST_F(CoreErrors, FacesStandForThemselves) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_CUBE_MAP, texture);
    const GLenum face = GL_TEXTURE_CUBE_MAP_NEGATIVE_Y;
    const std::vector<uint8_t> red = {255, 0, 0, 255};
    const std::vector<uint8_t> green = {0, 255, 0, 255};
    std::vector<uint8_t> read(4);
    const auto getTexImage = load<PFNGLGETTEXIMAGEPROC>("glGetTexImage");
    glTexImage2D(face, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, red.data());
    getTexImage(face, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    expectError(GL_NO_ERROR);
    EXPECT_EQ(red, read);
    glTexSubImage2D(face, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, green.data());
    getTexImage(face, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    expectError(GL_NO_ERROR);
    EXPECT_EQ(green, read);
    // Also beside a face of another size, which it does not go together with.
    const std::vector<uint8_t> other(16, 255);
    glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X,
                 0,
                 GL_RGBA8,
                 2,
                 2,
                 0,
                 GL_RGBA,
                 GL_UNSIGNED_BYTE,
                 other.data());
    glTexSubImage2D(face, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, red.data());
    getTexImage(face, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    expectError(GL_NO_ERROR);
    EXPECT_EQ(red, read);
    std::vector<uint8_t> four(16);
    getTexImage(GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, GL_UNSIGNED_BYTE, four.data());
    expectError(GL_NO_ERROR);
    EXPECT_EQ(other, four);
}

TEST_F(CoreErrors, EmptyBuffersAreNotMapped) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    EXPECT_EQ(nullptr, load<PFNGLMAPBUFFERPROC>("glMapBuffer")(GL_ARRAY_BUFFER, GL_WRITE_ONLY));
    const GLenum error = glGetError();
    if (!isLlvmpipe()) { // Says that memory is out where there never was storage.
        EXPECT_EQ(GLenum(GL_INVALID_OPERATION), error);
    }
}

TEST_F(CoreErrors, NothingToReadHasNoFormat) {
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    GLint format = 7;
    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
    expectError(GL_INVALID_OPERATION);
    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &format);
    expectError(GL_INVALID_OPERATION);
    GLuint depth = 0;
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, 4, 4);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, depth);
    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
    expectError(GL_INVALID_OPERATION);
    if (!isLlvmpipe()) { // Writes in spite of the error.
        EXPECT_EQ(7, format);
    }
}

TEST_F(CoreErrors, ImmutableTexturesAttachTheLevelsTheyHave) {
    const auto texStorage2D = load<PFNGLTEXSTORAGE2DPROC>("glTexStorage2D");
    GLuint texture = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    texStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 8, 8);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const auto attach = [&](GLint level) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level);
    };
    attach(1);
    expectError(GL_NO_ERROR);
    attach(2);
    expectError(GL_INVALID_VALUE);
    EXPECT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
}

TEST_F(CoreErrors, ReferencesToStencilsHaveTheirBits) {
    const Target target(8, 8, Depth::Packed);
    glStencilFunc(GL_ALWAYS, 300, 0xFF);
    GLint reference = 0;
    glGetIntegerv(GL_STENCIL_REF, &reference);
    EXPECT_EQ(255, reference);
    glStencilFuncSeparate(GL_BACK, GL_ALWAYS, -3, 0xFF);
    glGetIntegerv(GL_STENCIL_BACK_REF, &reference);
    EXPECT_EQ(0, reference);
    glLineWidth(1.5F); // Numbers are rounded.
    GLint width = 0;
    glGetIntegerv(GL_LINE_WIDTH, &width);
    EXPECT_EQ(2, width);
}

TEST_F(CoreErrors, ViewsOfVolumesNameOneLayer) {
    const auto textureView = load<PFNGLTEXTUREVIEWPROC>("glTextureView");
    if (!textureView) {
        GTEST_SKIP() << "ARB_texture_view is missing";
    }
    GLuint names[3]{};
    glGenTextures(3, names);
    glBindTexture(GL_TEXTURE_3D, names[0]);
    load<PFNGLTEXSTORAGE3DPROC>("glTexStorage3D")(GL_TEXTURE_3D, 2, GL_RGBA8, 8, 8, 8);
    textureView(names[1], GL_TEXTURE_3D, names[0], GL_RGBA8, 0, 2, 0, 6); // GL 4.3 section 8.18.
    expectError(GL_INVALID_VALUE);
    EXPECT_EQ(GL_FALSE, glIsTexture(names[1]));
    textureView(names[1], GL_TEXTURE_3D, names[0], GL_RGBA8, 1, 9, 0, 1);
    expectError(GL_NO_ERROR);
    // A view has the immutable levels of what it is a view of, and fewer levels.
    glBindTexture(GL_TEXTURE_3D, names[1]);
    GLint levels = 0;
    glGetTexParameteriv(GL_TEXTURE_3D, GL_TEXTURE_IMMUTABLE_LEVELS, &levels);
    EXPECT_EQ(2, levels);
    glGetTexParameteriv(GL_TEXTURE_3D, GL_TEXTURE_VIEW_NUM_LEVELS, &levels);
    EXPECT_EQ(1, levels);
    // Arrays take what is left.
    glBindTexture(GL_TEXTURE_2D_ARRAY, names[2]);
    load<PFNGLTEXSTORAGE3DPROC>("glTexStorage3D")(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 8, 8, 4);
    GLuint view = 0;
    glGenTextures(1, &view);
    textureView(view, GL_TEXTURE_2D_ARRAY, names[2], GL_RGBA8, 0, 1, 1, 9);
    expectError(GL_NO_ERROR);
    glDeleteTextures(1, &view);
    glDeleteTextures(3, names);
}

/// GL 4.3 section 10.3.1: the stride and the pointer of an array are those that
/// glVertexAttribPointer was given, also where bindings say otherwise.
TEST_F(CoreErrors, BindingsLeaveTheStridesOfPointers) {
    const auto bindVertexBuffer = load<PFNGLBINDVERTEXBUFFERPROC>("glBindVertexBuffer");
    const auto bindingDivisor = load<PFNGLVERTEXBINDINGDIVISORPROC>("glVertexBindingDivisor");
    if (!bindVertexBuffer || !bindingDivisor) {
        GTEST_SKIP() << "ARB_vertex_attrib_binding is missing";
    }
    const auto expectArray = [](GLint stride, uintptr_t pointer) {
        GLint was = -1;
        void* given = nullptr;
        glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &was);
        glGetVertexAttribPointerv(1, GL_VERTEX_ATTRIB_ARRAY_POINTER, &given);
        EXPECT_EQ(stride, was);
        EXPECT_EQ(pointer, reinterpret_cast<uintptr_t>(given));
    };
    bindingDivisor(1, 7);
    expectArray(0, 0);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    bindVertexBuffer(1, buffer, 32, 24);
    expectArray(0, 0);
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 0, reinterpret_cast<const void*>(8));
    expectArray(0, 8);
    GLint stride = 0;
    load<PFNGLGETINTEGERI_VPROC>("glGetIntegeri_v")(GL_VERTEX_BINDING_STRIDE, 1, &stride);
    EXPECT_EQ(8, stride);
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 12, reinterpret_cast<const void*>(4));
    bindVertexBuffer(1, 0, 0, 40);
    expectArray(12, 4);
    expectError(GL_NO_ERROR);
    glDeleteBuffers(1, &buffer);
}

class Es3Errors : public GlTest {
protected:
    ContextRequest request() const override { return {.version = 30}; }
};

TEST_F(Es3Errors, StateByDrawBuffer) {
    if (!hasExtension("GL_EXT_draw_buffers_indexed")) {
        GTEST_SKIP();
    }
    GLboolean mask[4] = {};
    load<PFNGLGETBOOLEANI_VPROC>("glGetBooleani_v")(GL_COLOR_WRITEMASK, 2, mask);
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    EXPECT_TRUE(mask[0] && mask[1] && mask[2] && mask[3]);
    GLint equation = 0;
    load<PFNGLGETINTEGERI_VPROC>("glGetIntegeri_v")(GL_BLEND_EQUATION_RGB, 1, &equation);
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    EXPECT_EQ(GL_FUNC_ADD, equation);
}

} // namespace
