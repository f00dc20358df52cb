// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OpenGL ES 3.0 sections 4.2.3, 4.3.2 and 4.3.3: clears, reads and blits of all kinds of buffers.

#include "gl_harness/gl_test.h"

#include <GLES3/gl3.h>

#include <algorithm>
#include <array>

namespace {

using namespace harness;

class Buffers : public GlTest {
protected:
    void SetUp() override {
        GlTest::SetUp();
        if (!HasFatalFailure() && isEs2()) {
            GTEST_SKIP() << "needs OpenGL ES 3.0";
        }
    }
    void TearDown() override {
        glDeleteFramebuffers(GLsizei(m_framebuffers.size()), m_framebuffers.data());
        glDeleteRenderbuffers(GLsizei(m_renderbuffers.size()), m_renderbuffers.data());
        GlTest::TearDown();
    }
    /// A framebuffer with one renderbuffer after the other; left bound.
    GLuint make(std::initializer_list<std::pair<GLenum, GLenum>> attachments,
                int size = 8,
                int samples = 0) {
        GLuint framebuffer = 0;
        glGenFramebuffers(1, &framebuffer);
        m_framebuffers.push_back(framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        for (const auto& [point, format] : attachments) {
            GLuint name = 0;
            glGenRenderbuffers(1, &name);
            m_renderbuffers.push_back(name);
            glBindRenderbuffer(GL_RENDERBUFFER, name);
            glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size, size);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name);
        }
        EXPECT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE),
                  enumName(glCheckFramebufferStatus(GL_FRAMEBUFFER)));
        glViewport(0, 0, size, size);
        return framebuffer;
    }
    GLuint makeColor(GLenum format, int size = 8, int samples = 0) {
        return make({{GL_COLOR_ATTACHMENT0, format}}, size, samples);
    }
    static void clear(GLuint framebuffer, float r, float g, float b, float a) {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
        const float color[] = {r, g, b, a};
        glClearBufferfv(GL_COLOR, 0, color);
    }
    /// Four quarters: red, green, blue, white from the bottom left.
    static void quarters(GLuint framebuffer, int size = 8) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glEnable(GL_SCISSOR_TEST);
        for (int i = 0; i < 4; ++i) {
            glScissor(i % 2 * size / 2, i / 2 * size / 2, size / 2, size / 2);
            clear(framebuffer, i == 0 || i == 3, i == 1 || i == 3, i >= 2, 1);
        }
        glDisable(GL_SCISSOR_TEST);
    }
    static Rgba quarter(bool right, bool top) {
        return top ? (right ? kWhite : kBlue) : (right ? kGreen : kRed);
    }
    static void blit(GLuint from,
                     GLuint to,
                     std::array<int, 4> src,
                     std::array<int, 4> dst,
                     GLbitfield mask = GL_COLOR_BUFFER_BIT,
                     GLenum filter = GL_NEAREST) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
        glBlitFramebuffer(
            src[0], src[1], src[2], src[3], dst[0], dst[1], dst[2], dst[3], mask, filter);
        glBindFramebuffer(GL_FRAMEBUFFER, to);
    }
    template <class T>
    static std::array<T, 4> readInteger(GLenum type, int x = 0, int y = 0) {
        std::array<T, 4> texel{};
        glReadPixels(x, y, 1, 1, GL_RGBA_INTEGER, type, texel.data());
        return texel;
    }

    std::vector<GLuint> m_framebuffers;
    std::vector<GLuint> m_renderbuffers;
};

// Clears

TEST_F(Buffers, EachKindOfNumbersIsCleared) {
    make({{GL_COLOR_ATTACHMENT0, GL_RGBA8},
          {GL_COLOR_ATTACHMENT1, GL_R32UI},
          {GL_COLOR_ATTACHMENT2, GL_RGBA16I},
          {GL_COLOR_ATTACHMENT3, GL_RGB10_A2UI}});
    const GLenum buffers[] = {
        GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3};
    glDrawBuffers(4, buffers);
    const float red[] = {1, 0, 0, 1};
    const GLuint large[] = {0xfedcba98u, 1, 2, 3};
    const GLint negative[] = {-32768, -2, 32767, 5};
    const GLuint packed[] = {1023, 512, 1, 3};
    glClearBufferfv(GL_COLOR, 0, red);
    glClearBufferuiv(GL_COLOR, 1, large);
    glClearBufferiv(GL_COLOR, 2, negative);
    glClearBufferuiv(GL_COLOR, 3, packed);
    EXPECT_GL_OK();
    expectColor(Image::read(0, 0, 8, 8), kRed);
    glReadBuffer(GL_COLOR_ATTACHMENT1);
    EXPECT_EQ((std::array<GLuint, 4>{0xfedcba98u, 0, 0, 1}), readInteger<GLuint>(GL_UNSIGNED_INT));
    glReadBuffer(GL_COLOR_ATTACHMENT2);
    EXPECT_EQ((std::array<GLint, 4>{-32768, -2, 32767, 5}), readInteger<GLint>(GL_INT, 7, 7));
    glReadBuffer(GL_COLOR_ATTACHMENT3);
    EXPECT_EQ((std::array<GLuint, 4>{1023, 512, 1, 3}), readInteger<GLuint>(GL_UNSIGNED_INT));
    EXPECT_GL_OK();
}

TEST_F(Buffers, MasksAndScissorLimitClearsOfIntegers) {
    makeColor(GL_RGBA8UI);
    const GLuint first[] = {1, 2, 3, 4};
    const GLuint second[] = {11, 12, 13, 14};
    glClearBufferuiv(GL_COLOR, 0, first);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glEnable(GL_SCISSOR_TEST);
    glScissor(4, 0, 4, 8);
    glClearBufferuiv(GL_COLOR, 0, second);
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    EXPECT_EQ((std::array<GLuint, 4>{1, 2, 3, 4}), readInteger<GLuint>(GL_UNSIGNED_INT, 3, 3));
    EXPECT_EQ((std::array<GLuint, 4>{11, 2, 13, 4}), readInteger<GLuint>(GL_UNSIGNED_INT, 4, 3));
    EXPECT_GL_OK();
}

TEST_F(Buffers, ClearBufferErrors) {
    makeColor(GL_RGBA8);
    const float values[4] = {};
    const GLint integers[4] = {};
    EXPECT_FAILS(GL_INVALID_ENUM, glClearBufferfv(GL_STENCIL, 0, values));
    EXPECT_FAILS(GL_INVALID_ENUM, glClearBufferiv(GL_DEPTH, 0, integers));
    EXPECT_FAILS(GL_INVALID_ENUM, glClearBufferfi(GL_DEPTH, 0, 1, 0));
    EXPECT_FAILS(GL_INVALID_VALUE, glClearBufferfv(GL_DEPTH, 1, values));
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glClearBufferfv(GL_COLOR, getInteger(GL_MAX_DRAW_BUFFERS), values));
    EXPECT_FAILS(GL_NO_ERROR, glClearBufferfi(GL_DEPTH_STENCIL, 0, 1, 0)); // nothing there
}

// Encoding

TEST_F(Buffers, SrgbIsEncodedByClearsAndBlits) {
    const GLuint encoded = makeColor(GL_SRGB8_ALPHA8);
    const GLuint linear = makeColor(GL_RGBA8);
    clear(encoded, 0.5f, 0, 1, 0.5f);
    glBindFramebuffer(GL_FRAMEBUFFER, encoded);
    expectColor(Image::read(0, 0, 8, 8), {188, 0, 255, 128});
    blit(encoded, linear, {0, 0, 8, 8}, {0, 0, 8, 8});
    expectColor(Image::read(0, 0, 8, 8), {128, 0, 255, 128}, 2);
    blit(linear, encoded, {0, 0, 8, 8}, {8, 0, 0, 8});
    expectColor(Image::read(0, 0, 8, 8), {188, 0, 255, 128}, 2);
    EXPECT_GL_OK();
}

// Blits

TEST_F(Buffers, BlitsScaleAndMirror) {
    const GLuint from = makeColor(GL_RGBA8);
    const GLuint to = makeColor(GL_RGBA8, 16);
    quarters(from);
    blit(from, to, {0, 0, 8, 8}, {0, 0, 16, 16});
    expectImage(Image::read(0, 0, 16, 16), [](int x, int y) { return quarter(x >= 8, y >= 8); });
    blit(from, to, {8, 0, 0, 8}, {0, 16, 16, 0});
    expectImage(Image::read(0, 0, 16, 16), [](int x, int y) { return quarter(x < 8, y < 8); });
    EXPECT_GL_OK();
}

/// Pixels whose source is outside of the read framebuffer stay, and cutting does not shift others.
TEST_F(Buffers, BlitsAreCutExactly) {
    const GLuint from = makeColor(GL_RGBA8);
    const GLuint to = makeColor(GL_RGBA8, 32);
    quarters(from);
    clear(to, 0, 0, 0, 1);
    // Three pixels to a texel; texels -4 … 12 lie on pixels -9 … 39.
    glEnable(GL_SCISSOR_TEST);
    glScissor(4, 4, 23, 23);
    blit(from, to, {-4, -4, 12, 12}, {-9, -9, 39, 39});
    glDisable(GL_SCISSOR_TEST);
    expectImage(Image::read(0, 0, 32, 32), [](int x, int y) {
        const bool inside = x >= 4 && y >= 4 && x < 27 && y < 27;
        return inside ? quarter(x >= 15, y >= 15) : kBlack;
    });
    EXPECT_GL_OK();
}

TEST_F(Buffers, LinearBlitsMix) {
    const GLuint from = makeColor(GL_RGBA8, 2);
    const GLuint to = makeColor(GL_RGBA8, 4);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 1, 2);
    clear(from, 0, 0, 0, 1);
    glScissor(1, 0, 1, 2);
    clear(from, 1, 1, 1, 1);
    glDisable(GL_SCISSOR_TEST);
    blit(from, to, {0, 0, 2, 2}, {0, 0, 4, 4}, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    expectImage(
        Image::read(0, 0, 4, 4),
        [](int x, int) {
            const int value = x == 0 ? 0 : x == 1 ? 64 : x == 2 ? 191 : 255;
            return Rgba{value, value, value, 255};
        },
        2);
    EXPECT_GL_OK();
}

/// The alpha that RGB buffers do not have is one, whatever comes in.
TEST_F(Buffers, AbsentAlphaSurvivesBlits) {
    const GLuint from = makeColor(GL_RGBA8);
    const GLuint to = makeColor(GL_RGB8);
    clear(from, 0, 1, 0, 0);
    blit(from, to, {0, 0, 8, 8}, {0, 0, 8, 8});
    expectColor(Image::read(0, 0, 8, 8), kGreen);
    // Blending sees it as well.
    const ColorProgram program;
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE_MINUS_DST_ALPHA, GL_DST_ALPHA);
    program.use(1, 0, 0);
    drawFull();
    glDisable(GL_BLEND);
    expectColor(Image::read(0, 0, 8, 8), kGreen);
    EXPECT_GL_OK();
}

TEST_F(Buffers, IntegersAreBlitted) {
    const GLuint from = makeColor(GL_RGBA32I);
    const GLuint to = makeColor(GL_RG8I, 16);
    const GLint value[] = {-100, 100, 7, 8};
    glBindFramebuffer(GL_FRAMEBUFFER, from);
    glClearBufferiv(GL_COLOR, 0, value);
    blit(from, to, {0, 0, 8, 8}, {0, 0, 16, 16});
    EXPECT_EQ((std::array<GLint, 4>{-100, 100, 0, 1}), readInteger<GLint>(GL_INT, 15, 15));
    EXPECT_GL_OK();
}

TEST_F(Buffers, DepthAndStencilAreBlitted) {
    const auto formats = {
        std::pair<GLenum, GLenum>(GL_COLOR_ATTACHMENT0, GL_RGBA8),
        std::pair<GLenum, GLenum>(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8)};
    for (const int samples : {0, 4}) {
        const GLuint from = make(formats, 8, samples);
        glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.25f, 0xa5);
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, 4, 8);
        glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.75f, 0x5a);
        glDisable(GL_SCISSOR_TEST);
        const int size = samples ? 8 : 16; // Multisampled buffers are not scaled.
        const GLuint to = make(formats, size);
        glClearBufferfi(GL_DEPTH_STENCIL, 0, 0, 0);
        blit(from,
             to,
             {0, 0, 8, 8},
             {0, 0, size, size},
             GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        clear(to, 0, 0, 0, 1);
        const ColorProgram program;
        program.use(0, 1, 0);
        // Passes where the depth is more than one half, and where the stencil is the value.
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LESS);
        drawFull(0);
        expectImage(Image::read(0, 0, size, size),
                    [&](int x, int) { return x < size / 2 ? kGreen : kBlack; });
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_STENCIL_TEST);
        glStencilFunc(GL_EQUAL, 0xa5, 0xff);
        program.use(0, 0, 1);
        drawFull();
        glDisable(GL_STENCIL_TEST);
        expectImage(Image::read(0, 0, size, size),
                    [&](int x, int) { return x < size / 2 ? kGreen : kBlue; });
    }
    EXPECT_GL_OK();
}

TEST_F(Buffers, MultisampledColorIsResolved) {
    const GLuint from = makeColor(GL_RGBA8, 8, 4);
    const GLuint to = makeColor(GL_RGBA8);
    glBindFramebuffer(GL_FRAMEBUFFER, from);
    clear(from, 0, 0, 0, 1);
    const ColorProgram program;
    program.use(1, 1, 1);
    drawRect(-1, -1, 0.125f, 1); // Half of column 4.
    blit(from, to, {0, 0, 8, 8}, {0, 0, 8, 8});
    expectImage(
        Image::read(0, 0, 8, 8),
        [](int x, int) { return x < 4   ? kWhite
                                : x > 4 ? kBlack
                                        : Rgba{128, 128, 128, 255}; },
        2);
    EXPECT_GL_OK();
}

TEST_F(Buffers, BlitErrors) {
    const GLuint color = makeColor(GL_RGBA8);
    const GLuint integers = makeColor(GL_RGBA8UI);
    const GLuint signedIntegers = makeColor(GL_RGBA8I);
    const GLuint multisampled = makeColor(GL_RGBA8, 8, 4);
    const std::array<int, 4> all{0, 0, 8, 8};
    const std::array<int, 4> half{0, 0, 4, 4};
    EXPECT_FAILS(GL_INVALID_OPERATION, blit(color, integers, all, all));
    EXPECT_FAILS(GL_INVALID_OPERATION, blit(integers, color, all, all));
    EXPECT_FAILS(GL_INVALID_OPERATION, blit(integers, signedIntegers, all, all));
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 blit(integers, integers, all, all, GL_COLOR_BUFFER_BIT, GL_LINEAR));
    EXPECT_FAILS(GL_INVALID_OPERATION, blit(color, color, all, half));
    EXPECT_FAILS(GL_INVALID_OPERATION, blit(multisampled, color, all, half));
    EXPECT_FAILS(GL_INVALID_OPERATION, blit(color, multisampled, all, all));
    EXPECT_FAILS(GL_INVALID_VALUE, blit(color, integers, all, all, 1));
    EXPECT_FAILS(GL_NO_ERROR, blit(color, integers, all, all, GL_DEPTH_BUFFER_BIT));
}

// Reads

TEST_F(Buffers, FloatsAreReadAsTheyAre) {
    if (!hasExtension("GL_EXT_color_buffer_float")) {
        GTEST_SKIP() << "needs GL_EXT_color_buffer_float";
    }
    const GLuint from = makeColor(GL_RGBA32F);
    clear(from, -2.5f, 1e6f, 0.125f, 7);
    glBindFramebuffer(GL_FRAMEBUFFER, from);
    float texel[4] = {};
    glReadPixels(3, 3, 1, 1, GL_RGBA, GL_FLOAT, texel);
    EXPECT_EQ(-2.5f, texel[0]);
    EXPECT_EQ(1e6f, texel[1]);
    EXPECT_EQ(0.125f, texel[2]);
    EXPECT_EQ(7.0f, texel[3]);
    EXPECT_GL_OK();
}

TEST_F(Buffers, ReadErrors) {
    uint32_t texels[4] = {};
    makeColor(GL_RGBA8UI);
    EXPECT_FAILS(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels));
    EXPECT_FAILS(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_INT, texels));
    EXPECT_FAILS(GL_NO_ERROR, glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels));
    makeColor(GL_RGBA8);
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels));
    makeColor(GL_RGBA8, 8, 4);
    EXPECT_FAILS(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels));
    if (isLlvmpipe()) {
        return; // crashes at the rest
    }
    makeColor(GL_RGBA8);
    glReadBuffer(GL_NONE);
    EXPECT_FAILS(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels));
}

// Queries and invalidation

TEST_F(Buffers, SampleCountsOfFormats) {
    GLint number = 0;
    glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, &number);
    ASSERT_GE(number, 1);
    std::vector<GLint> counts(size_t(number) + 1, -1);
    glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, number + 1, counts.data());
    EXPECT_GE(counts[0], 4);
    EXPECT_TRUE(std::is_sorted(counts.rbegin() + 1, counts.rend()));
    EXPECT_EQ(-1, counts.back());
    GLint value = 0;
    EXPECT_FAILS(GL_INVALID_ENUM,
                 glGetInternalformativ(GL_TEXTURE_2D, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1, &value));
    EXPECT_FAILS(
        GL_INVALID_ENUM,
        glGetInternalformativ(GL_RENDERBUFFER, GL_LUMINANCE, GL_NUM_SAMPLE_COUNTS, 1, &value));
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, -1, &value));
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
    makeColor(GL_RGBA8, 8, counts[0]);
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 glRenderbufferStorageMultisample(GL_RENDERBUFFER, counts[0] + 1, GL_RGBA8, 4, 4));
}

TEST_F(Buffers, AttachmentQueries) {
    make({{GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8},
          {GL_COLOR_ATTACHMENT1, GL_R16I},
          {GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH32F_STENCIL8}});
    const auto query = [](GLenum attachment, GLenum pname) {
        GLint value = -1;
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, pname, &value);
        return value;
    };
    EXPECT_EQ(GL_SRGB, query(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING));
    EXPECT_EQ(GL_UNSIGNED_NORMALIZED,
              query(GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE));
    EXPECT_EQ(GL_INT, query(GL_COLOR_ATTACHMENT1, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE));
    EXPECT_EQ(16, query(GL_COLOR_ATTACHMENT1, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE));
    EXPECT_EQ(0, query(GL_COLOR_ATTACHMENT1, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE));
    EXPECT_EQ(GL_FLOAT, query(GL_DEPTH_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE));
    EXPECT_EQ(GL_RENDERBUFFER,
              query(GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE));
    EXPECT_EQ(0, query(GL_COLOR_ATTACHMENT2, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 query(GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE));
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 query(GL_COLOR_ATTACHMENT2, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE));
}

TEST_F(Buffers, InvalidationKeepsTheRest) {
    const GLuint framebuffer =
        make({{GL_COLOR_ATTACHMENT0, GL_RGBA8}, {GL_COLOR_ATTACHMENT1, GL_RGBA8}});
    clear(framebuffer, 0, 1, 0, 1);
    const GLenum second[] = {GL_COLOR_ATTACHMENT1};
    const GLenum wrong[] = {GL_COLOR};
    EXPECT_FAILS(GL_NO_ERROR, glInvalidateFramebuffer(GL_FRAMEBUFFER, 1, second));
    EXPECT_FAILS(GL_INVALID_ENUM, glInvalidateFramebuffer(GL_FRAMEBUFFER, 1, wrong));
    EXPECT_FAILS(GL_INVALID_VALUE, glInvalidateFramebuffer(GL_FRAMEBUFFER, -1, second));
    EXPECT_FAILS(GL_INVALID_ENUM, glInvalidateFramebuffer(GL_TEXTURE_2D, 1, second));
    EXPECT_FAILS(GL_INVALID_VALUE,
                 glInvalidateSubFramebuffer(GL_FRAMEBUFFER, 1, second, 0, 0, -1, 4));
    expectColor(Image::read(0, 0, 8, 8), kGreen);
}

} // namespace
