// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glDrawPixels, glCopyPixels and glBitmap: where their fragments lie, what they are made of, and
// that they go through all that fragments go through (GL 4.6 compatibility chapter 18).

#include "gl_harness/gl_test.h"

#include <array>
#include <vector>

namespace {

using namespace harness;

constexpr GLenum kColorIndex = 0x1900;
constexpr GLenum kStencilIndex = 0x1901;
constexpr GLenum kDepthStencilFormat = 0x84F9;
constexpr GLenum kUnsignedInt248 = 0x84FA;
constexpr GLenum kBitmapType = 0x1A00;
constexpr GLenum kBgra = 0x80E1;
constexpr GLenum kCopyColor = 0x1800;
constexpr GLenum kCopyDepth = 0x1801;
constexpr GLenum kCopyStencil = 0x1802;
constexpr GLenum kRasterPosition = 0x0B07;
constexpr GLenum kRedScale = 0x0D14;
constexpr GLenum kPixelUnpackBuffer = 0x88EC;
constexpr GLenum kSamplesPassed = 0x8914;
constexpr GLenum kQueryResult = 0x8866;

constexpr Rgba kYellow{255, 255, 0, 255};

std::array<uint8_t, 4> bytes(const Rgba& c) {
    return {uint8_t(c.r), uint8_t(c.g), uint8_t(c.b), uint8_t(c.a)};
}

class PixelTest : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        require("glDrawPixels", m_drawPixels);
        require("glCopyPixels", m_copyPixels);
        require("glBitmap", m_bitmap);
        require("glPixelZoom", m_pixelZoom);
        require("glPixelTransferf", m_pixelTransferf);
        require("glWindowPos2f", m_windowPos2f);
        require("glWindowPos3f", m_windowPos3f);
        require("glRasterPos3f", m_rasterPos3f);
        require("glColor4f", m_color4f);
        require("glSecondaryColor3f", m_secondaryColor3f);
        require("glTexCoord2f", m_texCoord2f);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    }

    /// Pixels of given colours, from left to right and up.
    void draw(int width, int height, const std::vector<Rgba>& colors) {
        std::vector<uint8_t> data;
        for (const Rgba& color : colors) {
            const auto four = bytes(color);
            data.insert(data.end(), four.begin(), four.end());
        }
        m_drawPixels(width, height, GL_RGBA, GL_UNSIGNED_BYTE, data.data());
    }

    void (*m_drawPixels)(GLsizei, GLsizei, GLenum, GLenum, const void*) = nullptr;
    void (*m_copyPixels)(GLint, GLint, GLsizei, GLsizei, GLenum) = nullptr;
    void (*m_bitmap)(GLsizei, GLsizei, float, float, float, float, const GLubyte*) = nullptr;
    void (*m_pixelZoom)(float, float) = nullptr;
    void (*m_pixelTransferf)(GLenum, float) = nullptr;
    void (*m_windowPos2f)(float, float) = nullptr;
    void (*m_windowPos3f)(float, float, float) = nullptr;
    void (*m_rasterPos3f)(float, float, float) = nullptr;
    void (*m_color4f)(float, float, float, float) = nullptr;
    void (*m_secondaryColor3f)(float, float, float) = nullptr;
    void (*m_texCoord2f)(float, float) = nullptr;
};

using DrawPixels = PixelTest;
using CopyPixels = PixelTest;
using Bitmap = PixelTest;

const std::vector<Rgba> kFour{kRed, kGreen, kBlue, kWhite};

Rgba fourAt(int x, int y) {
    return kFour[size_t(y * 2 + x)];
}

TEST_F(DrawPixels, LieAtTheRasterPosition) {
    const Target target(6, 6);
    m_windowPos2f(2, 3);
    draw(2, 2, kFour);
    expectImage(target.read(), [](int x, int y) {
        return x >= 2 && x < 4 && y >= 3 && y < 5 ? fourAt(x - 2, y - 3) : kBlack;
    });
}

TEST_F(DrawPixels, ReachOutOfTheFramebuffer) {
    const Target target(3, 3);
    m_windowPos2f(-1, -1);
    draw(2, 2, kFour);
    m_windowPos2f(2, 2);
    draw(2, 2, kFour);
    expectImage(target.read(), [](int x, int y) {
        return x == 0 && y == 0 ? kWhite : x == 2 && y == 2 ? kRed : kBlack;
    });
}

TEST_F(DrawPixels, WhoseCentresAreInside) {
    const Target target(4, 1);
    m_windowPos2f(1.25f, 0.25f); // The first covers 1.25 to 2.25.
    draw(2, 1, {kRed, kGreen});
    const Image image = target.read();
    EXPECT_EQ(kBlack, image.at(0, 0));
    EXPECT_EQ(kRed, image.at(1, 0));
    EXPECT_EQ(kGreen, image.at(2, 0));
    EXPECT_EQ(kBlack, image.at(3, 0));
}

TEST_F(DrawPixels, AreZoomed) {
    const Target target(8, 8);
    m_pixelZoom(2, 3);
    m_windowPos2f(1, 1);
    draw(2, 2, kFour);
    expectImage(target.read(), [](int x, int y) {
        return x >= 1 && x < 5 && y >= 1 && y < 7 ? fourAt((x - 1) / 2, (y - 1) / 3) : kBlack;
    });
}

TEST_F(DrawPixels, AreMirrored) {
    const Target target(4, 4);
    m_pixelZoom(-1, -2);
    m_windowPos2f(3, 4);
    draw(2, 2, kFour);
    expectImage(target.read(),
                [](int x, int y) { return x >= 1 && x < 3 ? fourAt(2 - x, 1 - y / 2) : kBlack; });
}

TEST_F(DrawPixels, AreMadeSmaller) {
    const Target target(4, 4);
    m_pixelZoom(0.5f, 0.5f);
    m_windowPos2f(1, 1);
    std::vector<Rgba> colors(16, kRed);
    colors[2 * 4 + 2] = kGreen; // The centre of window pixel 2, 2 lies in pixel 3, 3.
    colors[3 * 4 + 3] = kBlue;
    draw(4, 4, colors);
    expectImage(target.read(), [](int x, int y) {
        return x < 1 || y < 1 || x > 2 || y > 2 ? kBlack : x == 2 && y == 2 ? kBlue : kRed;
    });
}

TEST_F(DrawPixels, OfManyFormats) {
    const Target target(1, 1);
    m_windowPos2f(0, 0);
    const auto expectDrawn = [&](GLenum format, GLenum type, const void* data, const Rgba& color) {
        SCOPED_TRACE(enumName(format) + " " + enumName(type));
        for (const float zoom : {1.0f, 1.5f}) { // Written straight, and drawn.
            m_pixelZoom(zoom, zoom);
            glClearColor(0, 0, 0, 0);
            glClear(GL_COLOR_BUFFER_BIT);
            m_drawPixels(1, 1, format, type, data);
            const Image image = target.read();
            EXPECT_TRUE(near(color, image.at(0, 0), 1)) << image.at(0, 0);
        }
    };
    const uint8_t four[] = {10, 20, 30, 40};
    expectDrawn(GL_RGBA, GL_UNSIGNED_BYTE, four, {10, 20, 30, 40});
    expectDrawn(kBgra, GL_UNSIGNED_BYTE, four, {30, 20, 10, 40});
    expectDrawn(GL_RGB, GL_UNSIGNED_BYTE, four, {10, 20, 30, 255});
    expectDrawn(GL_LUMINANCE, GL_UNSIGNED_BYTE, four, {10, 10, 10, 255});
    expectDrawn(GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, four, {10, 10, 10, 20});
    expectDrawn(GL_ALPHA, GL_UNSIGNED_BYTE, four, {0, 0, 0, 10});
    const GLushort packed = 0xF81F;
    expectDrawn(GL_RGB, GL_UNSIGNED_SHORT_5_6_5, &packed, {255, 0, 255, 255});
    const GLushort wide[] = {0x1919, 0x3333, 0x4C4C, 0xFFFF};
    expectDrawn(GL_RGBA, GL_UNSIGNED_SHORT, wide, {25, 51, 76, 255});
    const float floats[] = {0.2f, 2, -1, 0.4f};
    expectDrawn(GL_RGBA, GL_FLOAT, floats, {51, 255, 0, 102});
    const int8_t negative[] = {127, 0, -128, 127};
    expectDrawn(GL_RGBA, GL_BYTE, negative, {255, 0, 0, 255});
}

TEST_F(DrawPixels, GoThroughTheirTransfer) {
    const Target target(2, 1);
    m_windowPos2f(0, 0);
    m_pixelTransferf(kRedScale, 0.5f);
    draw(2, 1, {{200, 10, 0, 255}, kRed});
    m_pixelTransferf(kRedScale, 1);
    const Image image = target.read();
    EXPECT_EQ((Rgba{100, 10, 0, 255}), image.at(0, 0));
    EXPECT_TRUE(near({128, 0, 0, 255}, image.at(1, 0), 1));
}

TEST_F(DrawPixels, ComeFromBuffers) {
    const Target target(1, 1);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(kPixelUnpackBuffer, buffer);
    const uint8_t data[] = {0, 0, 0, 0, 255, 0, 0, 255};
    glBufferData(kPixelUnpackBuffer, sizeof data, data, GL_STATIC_DRAW);
    m_windowPos2f(0, 0);
    m_drawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, reinterpret_cast<const void*>(4));
    expectColor(target.read(), kRed);
    m_drawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, reinterpret_cast<const void*>(5));
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    glBindBuffer(kPixelUnpackBuffer, 0);
    glDeleteBuffers(1, &buffer);
}

TEST_F(DrawPixels, FollowRowLengthsAndSkips) {
    const Target target(2, 2);
    m_windowPos2f(0, 0);
    std::vector<uint8_t> data(5 * 4 * 4);
    for (int y = 0; y < 2; ++y) {
        for (int x = 0; x < 2; ++x) {
            const auto four = bytes(fourAt(x, y));
            std::copy(four.begin(), four.end(), data.begin() + ((y + 1) * 5 + x + 2) * 4);
        }
    }
    glPixelStorei(0x0CF2, 5); // GL_UNPACK_ROW_LENGTH
    glPixelStorei(0x0CF3, 1); // GL_UNPACK_SKIP_ROWS
    glPixelStorei(0x0CF4, 2); // GL_UNPACK_SKIP_PIXELS
    for (const float zoom : {1.0f, 1.001f}) {
        m_pixelZoom(zoom, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        m_drawPixels(2, 2, GL_RGBA, GL_UNSIGNED_BYTE, data.data());
        expectImage(target.read(), fourAt);
    }
}

TEST_F(DrawPixels, AreFragments) {
    const Target target(2, 2, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    const auto drawAll = [&](const Rgba& color) {
        draw(2, 2, std::vector<Rgba>(4, color));
        return target.read();
    };
    m_windowPos3f(0, 0, 0.5f);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    drawAll(kRed);
    expectColor(drawAll(kGreen), kYellow);
    glDisable(GL_BLEND);

    glEnable(GL_SCISSOR_TEST);
    glScissor(1, 0, 1, 2);
    Image image = drawAll(kBlue);
    EXPECT_EQ(kYellow, image.at(0, 0));
    EXPECT_EQ(kBlue, image.at(1, 1));
    glDisable(GL_SCISSOR_TEST);

    glColorMask(GL_FALSE, GL_TRUE, GL_TRUE, GL_TRUE);
    image = drawAll(kBlack);
    EXPECT_EQ(kRed, image.at(0, 0));
    EXPECT_EQ(kBlack, image.at(1, 1));
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);

    glClearDepthf(0.25f);
    glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    expectColor(drawAll(kWhite), kBlack);
    m_windowPos3f(0, 0, 0.125f);
    expectColor(drawAll(kWhite), kWhite);
    m_windowPos3f(0, 0, 0.2f); // The depth of those before was written.
    expectColor(drawAll(kRed), kWhite);
    glDisable(GL_DEPTH_TEST);

    glClearStencil(1);
    glClear(GL_STENCIL_BUFFER_BIT);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 2, 0xff);
    expectColor(drawAll(kRed), kWhite);
    glStencilFunc(GL_EQUAL, 1, 0xff);
    expectColor(drawAll(kRed), kRed);
    glDisable(GL_STENCIL_TEST);
}

TEST_F(DrawPixels, StateIsAsItWasAfterwards) {
    const Target target(4, 4);
    const ColorProgram program;
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    glFrontFace(GL_CW);
    glViewport(0, 0, 2, 4);
    m_windowPos2f(0, 0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    draw(2, 2, kFour);
    glDisable(GL_BLEND);
    program.use(0, 0, 1);
    drawFull();
    expectImage(target.read(), [](int x, int) { return x < 2 ? kBlue : kBlack; });
    draw(4, 4, std::vector<Rgba>(16, kRed)); // Of the program: its colour.
    expectColor(target.read(), kBlue);
}

TEST_F(DrawPixels, FeedTheFragmentShaderInUse) {
    const Target target(2, 2);
    const GLuint program = buildProgram(
        "varying vec2 own; void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color;"
        " gl_FrontSecondaryColor = vec4(0.0); gl_TexCoord[1] = vec4(0.0); own = vec2(1.0); }",
        "uniform vec4 scale; varying vec2 own; void main() { gl_FragColor ="
        " (gl_Color + gl_SecondaryColor + vec4(gl_TexCoord[0].xy, 0.0, 0.0)) * scale"
        " + vec4(own * 0.0001, 0.0, 0.0); }");
    glUseProgram(program);
    glUniform4f(glGetUniformLocation(program, "scale"), 1, 1, 0.5f, 1);
    m_secondaryColor3f(0, 0, 0.4f);
    m_texCoord2f(0, 0.2f);
    m_windowPos2f(0, 0);
    const int secondary = isLlvmpipe() ? 0 : 51; // It has none. 0.4 · 0.5
    for (const float zoom : {1.0f, 2.0f}) {
        m_pixelZoom(zoom, 1);
        draw(2, 1, {{0, 0, 0, 255}, {255, 0, 51, 255}});
        const Image image = target.read();
        EXPECT_TRUE(near({0, 51, secondary, 255}, image.at(0, 0), 1)) << image.at(0, 0);
        const Rgba second =
            zoom == 1 ? Rgba{255, 51, 26 + secondary, 255} : Rgba{0, 51, secondary, 255};
        EXPECT_TRUE(near(second, image.at(1, 0), 1)) << image.at(1, 0);
        EXPECT_EQ(kBlack, image.at(0, 1));
    }
    glUseProgram(0);
    glDeleteProgram(program);
}

TEST_F(DrawPixels, ShadersReadTexturesBesides) {
    const Target target(1, 1);
    const GLuint program =
        buildProgram("void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }",
                     "uniform sampler2D image; void main() { gl_FragColor ="
                     " gl_Color * texture2D(image, vec2(0.5)); }");
    glUseProgram(program);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const uint8_t half[] = {255, 51, 255, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, half);
    glUniform1i(glGetUniformLocation(program, "image"), 3);
    m_windowPos2f(0, 0);
    draw(1, 1, {{255, 255, 0, 255}});
    expectColor(target.read(), {255, 51, 0, 255});
    glUseProgram(0);
    glDeleteProgram(program);
    glDeleteTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0);
}

TEST_F(DrawPixels, WithoutAValidPositionAreNone) {
    const Target target(2, 2);
    m_rasterPos3f(2, 0, 0);
    draw(1, 1, {kRed});
    const uint8_t bits = 0x80;
    m_bitmap(1, 1, 0, 0, 1, 0, &bits);
    expectColor(target.read(), kBlack);
}

TEST_F(DrawPixels, AreCounted) {
    void (*genQueries)(GLsizei, GLuint*) = nullptr;
    void (*deleteQueries)(GLsizei, const GLuint*) = nullptr;
    void (*beginQuery)(GLenum, GLuint) = nullptr;
    void (*endQuery)(GLenum) = nullptr;
    void (*getQuery)(GLuint, GLenum, GLuint*) = nullptr;
    require("glGenQueries", genQueries);
    require("glDeleteQueries", deleteQueries);
    require("glBeginQuery", beginQuery);
    require("glEndQuery", endQuery);
    require("glGetQueryObjectuiv", getQuery);
    const Target target(4, 4);
    m_windowPos2f(1, 1);
    GLuint query = 0;
    genQueries(1, &query);
    beginQuery(kSamplesPassed, query);
    draw(2, 2, kFour);
    endQuery(kSamplesPassed);
    GLuint count = 0;
    getQuery(query, kQueryResult, &count);
    EXPECT_EQ(4u, count);
    deleteQueries(1, &query);
}

TEST_F(DrawPixels, OfDepthWriteDepth) {
    const Target target(2, 1, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    m_color4f(0, 1, 0, 1);
    m_windowPos2f(0, 0);
    const auto expectDepths = [](float first, float second) {
        float depths[2] = {};
        glReadPixels(0, 0, 2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
        EXPECT_NEAR(first, depths[0], 1e-5);
        EXPECT_NEAR(second, depths[1], 1e-5);
    };
    const float depths[] = {0.25f, 0.75f};
    m_drawPixels(2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    expectDepths(0.25f, 0.75f);
    expectColor(target.read(), kGreen); // Of the raster position.
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    const GLushort shorts[] = {0xFFFF, 0x4000};
    m_drawPixels(2, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, shorts);
    expectDepths(1, 0.25f);
    glDepthFunc(GL_LESS);
    const float others[] = {0.5f, 0.5f};
    m_drawPixels(2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, others);
    expectDepths(0.5f, 0.25f);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

TEST_F(DrawPixels, OfStencilWriteStencil) {
    const Target target(3, 2, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    const auto stencils = [] {
        std::vector<uint8_t> values(6);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, 3, 2, kStencilIndex, GL_UNSIGNED_BYTE, values.data());
        return values;
    };
    glClearStencil(0x81);
    glClear(GL_STENCIL_BUFFER_BIT);
    m_windowPos2f(1, 0);
    const uint8_t indices[] = {1, 2};
    m_drawPixels(2, 1, kStencilIndex, GL_UNSIGNED_BYTE, indices);
    EXPECT_EQ((std::vector<uint8_t>{0x81, 1, 2, 0x81, 0x81, 0x81}), stencils());
    glStencilMask(0x0F);
    m_pixelZoom(1, 2);
    const uint8_t ones[] = {0xFF};
    m_drawPixels(1, 1, kStencilIndex, GL_UNSIGNED_BYTE, ones);
    EXPECT_EQ((std::vector<uint8_t>{0x81, 0x0F, 2, 0x81, 0x8F, 0x81}), stencils());
    glStencilMask(0xFF);
    m_pixelZoom(1, 1);
    if (isLlvmpipe()) {
        return; // It never comes back.
    }
    const uint8_t bits = 0xA0;
    m_windowPos2f(0, 1);
    m_drawPixels(3, 1, kStencilIndex, kBitmapType, &bits);
    EXPECT_EQ((std::vector<uint8_t>{0x81, 0x0F, 2, 1, 0, 1}), stencils());
}

TEST_F(DrawPixels, OfBothWriteBoth) {
    const Target target(1, 1, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    m_windowPos2f(0, 0);
    const GLuint both = 0x80000000u | 77;
    m_drawPixels(1, 1, kDepthStencilFormat, kUnsignedInt248, &both);
    float depth = 0;
    uint8_t stencil = 0;
    glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    glReadPixels(0, 0, 1, 1, kStencilIndex, GL_UNSIGNED_BYTE, &stencil);
    EXPECT_NEAR(0.5f, depth, 1e-5);
    EXPECT_EQ(77, stencil);
}

// Section 18.1: past all tests, to every sample of a pixel.
TEST_F(DrawPixels, OfStencilReachAllSamples) {
    const auto renderbufferStorage = load<void (*)(GLenum, GLsizei, GLenum, GLsizei, GLsizei)>(
        "glRenderbufferStorageMultisample");
    const auto blitFramebuffer =
        load<void (*)(GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLint, GLbitfield, GLenum)>(
            "glBlitFramebuffer");
    constexpr GLenum kPacked = 0x88F0; // GL_DEPTH24_STENCIL8
    const Target single(3, 2, Depth::Packed);
    GLuint framebuffer = 0;
    GLuint renderbuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    renderbufferStorage(GL_RENDERBUFFER, 4, kPacked, 3, 2);
    for (const GLenum attachment : {GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT}) {
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, renderbuffer);
    }
    const auto drawBuffer = load<void (*)(GLenum)>("glDrawBuffer");
    drawBuffer(GL_NONE);
    load<void (*)(GLenum)>("glReadBuffer")(GL_NONE);
    if (!single.complete() || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        GTEST_SKIP() << "no such framebuffer";
    }
    glClearDepthf(1);
    glClearStencil(0x81);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_NEVER, 0, 0xff);
    m_windowPos2f(1, 0);
    const uint8_t indices[] = {1, 2};
    m_drawPixels(2, 1, kStencilIndex, GL_UNSIGNED_BYTE, indices);
    glStencilMask(0x0F);
    m_windowPos2f(0, 1);
    const GLuint both[] = {0x800000FF, 0x40000002};
    m_drawPixels(2, 1, kDepthStencilFormat, kUnsignedInt248, both);
    glStencilMask(0xFF);
    glBindFramebuffer(0x8CA9, single.framebuffer()); // GL_DRAW_FRAMEBUFFER
    blitFramebuffer(
        0, 0, 3, 2, 0, 0, 3, 2, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, GL_NEAREST);
    single.bind();
    std::vector<uint8_t> stencils(6);
    std::vector<float> depths(6);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, 3, 2, kStencilIndex, GL_UNSIGNED_BYTE, stencils.data());
    glReadPixels(0, 0, 3, 2, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
    EXPECT_EQ((std::vector<uint8_t>{0x81, 1, 2, 0x8F, 0x82, 0x81}), stencils);
    const float expected[] = {1, 1, 1, 0.5f, 0.25f, 1};
    for (size_t i = 0; i < depths.size(); ++i) {
        EXPECT_NEAR(expected[i], depths[i], 1e-5) << i;
    }
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &renderbuffer);
}

TEST_F(DrawPixels, AreChecked) {
    const Target target(1, 1);
    const uint8_t data[16] = {};
    m_windowPos2f(0, 0);
    const auto expectError = [&](GLenum error, GLsizei width, GLenum format, GLenum type) {
        SCOPED_TRACE(enumName(format) + " " + enumName(type));
        m_drawPixels(width, 1, format, type, data);
        EXPECT_EQ(enumName(error), enumName(glGetError()));
    };
    expectError(GL_INVALID_VALUE, -1, GL_RGBA, GL_UNSIGNED_BYTE);
    expectError(GL_INVALID_ENUM, 1, GL_TEXTURE_2D, GL_UNSIGNED_BYTE);
    expectError(GL_INVALID_ENUM, 1, GL_RGBA, GL_TEXTURE_2D);
    expectError(GL_INVALID_ENUM, 1, GL_RGBA, kBitmapType);
    expectError(GL_INVALID_OPERATION, 1, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5);
    expectError(GL_INVALID_OPERATION, 1, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV_EXT);
    expectError(GL_NO_ERROR, 1, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV_EXT);
    expectError(GL_INVALID_OPERATION, 1, kStencilIndex, GL_UNSIGNED_BYTE); // There is none.
    expectError(GL_INVALID_OPERATION, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_BYTE);
    expectError(GL_NO_ERROR, 1, kColorIndex, GL_UNSIGNED_BYTE);
    m_copyPixels(0, 0, 1, 1, GL_RGBA);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
    m_copyPixels(0, 0, -1, 1, kCopyColor);
    EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
    m_copyPixels(0, 0, 1, 1, kCopyDepth);
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    m_bitmap(-1, 1, 0, 0, 0, 0, data);
    EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
}

TEST_F(CopyPixels, MovesColors) {
    const Target target(6, 6);
    m_windowPos2f(0, 0);
    draw(2, 2, kFour);
    m_windowPos2f(3, 2);
    m_copyPixels(0, 0, 2, 2, kCopyColor);
    m_pixelZoom(-1, 2);
    m_windowPos2f(2, 2);
    m_copyPixels(0, 0, 2, 2, kCopyColor);
    expectImage(target.read(), [](int x, int y) {
        return x < 2 && y < 2                       ? fourAt(x, y)
               : x >= 3 && x < 5 && y >= 2 && y < 4 ? fourAt(x - 3, y - 2)
               : x < 2 && y >= 2                    ? fourAt(1 - x, (y - 2) / 2)
                                                    : kBlack;
    });
}

TEST_F(CopyPixels, MayOverlap) {
    const Target target(4, 1);
    m_windowPos2f(0, 0);
    draw(4, 1, kFour);
    m_windowPos2f(1, 0);
    m_copyPixels(0, 0, 3, 1, kCopyColor);
    const Image image = target.read();
    EXPECT_EQ(kRed, image.at(1, 0));
    EXPECT_EQ(kGreen, image.at(2, 0));
    EXPECT_EQ(kBlue, image.at(3, 0));
}

TEST_F(CopyPixels, AreFragments) {
    const Target target(2, 1);
    m_windowPos2f(0, 0);
    draw(2, 1, {kRed, kGreen});
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    m_windowPos2f(1, 0);
    m_copyPixels(0, 0, 1, 1, kCopyColor);
    glDisable(GL_BLEND);
    EXPECT_EQ(kYellow, target.read().at(1, 0));
}

TEST_F(CopyPixels, MovesDepthAndStencil) {
    const Target target(2, 1, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    glClearDepthf(0.25f);
    glClearStencil(9);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 1, 1);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    m_windowPos2f(1, 0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    m_copyPixels(0, 0, 1, 1, kCopyDepth);
    m_copyPixels(0, 0, 1, 1, kCopyStencil);
    float depth = 0;
    uint8_t stencil = 0;
    glReadPixels(1, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    glReadPixels(1, 0, 1, 1, kStencilIndex, GL_UNSIGNED_BYTE, &stencil);
    EXPECT_NEAR(0.25f, depth, 1e-5);
    EXPECT_EQ(9, stencil);
}

// 10110 above 01000, from below.
const uint8_t kBits[] = {0x40, 0xB0};

bool isSet(int x, int y) {
    return x >= 0 && x < 5 && y >= 0 && y < 2 && (kBits[y] & 0x80 >> x);
}

TEST_F(Bitmap, DrawsTheBitsThatAreSet) {
    const Target target(8, 4);
    m_color4f(0, 1, 0, 1);
    m_windowPos2f(2, 1);
    m_color4f(1, 0, 0, 1); // Too late.
    m_bitmap(5, 2, 0, 0, 0, 0, kBits);
    expectImage(target.read(), [](int x, int y) { return isSet(x - 2, y - 1) ? kGreen : kBlack; });
}

TEST_F(Bitmap, MovesTheRasterPosition) {
    const Target target(8, 4);
    m_windowPos2f(1, 1);
    m_bitmap(0, 0, 0, 0, 1.5f, 1.25f, nullptr);
    std::array<float, 4> position{};
    glGetFloatv(kRasterPosition, position.data());
    EXPECT_EQ((std::array<float, 4>{2.5f, 2.25f, 0, 1}), position);
    m_bitmap(5, 2, 1.75f, 0.5f, 3, 0, kBits); // At 0.75, 1.75: down to whole pixels.
    glGetFloatv(kRasterPosition, position.data());
    EXPECT_EQ(5.5f, position[0]);
    expectImage(target.read(), [](int x, int y) { return isSet(x, y - 1) ? kWhite : kBlack; });
}

TEST_F(Bitmap, ReachesOutOfTheFramebuffer) {
    const Target target(3, 2);
    m_windowPos2f(-1, 1);
    m_bitmap(5, 2, 0, 0, 0, 0, kBits);
    expectImage(target.read(), [](int x, int y) { return isSet(x + 1, y - 1) ? kWhite : kBlack; });
}

TEST_F(Bitmap, IsNotZoomed) {
    const Target target(5, 2);
    m_pixelZoom(3, 3);
    m_windowPos2f(0, 0);
    m_bitmap(5, 2, 0, 0, 0, 0, kBits);
    expectImage(target.read(), [](int x, int y) { return isSet(x, y) ? kWhite : kBlack; });
}

TEST_F(Bitmap, FollowsPixelStorage) {
    const Target target(5, 2);
    glPixelStorei(0x0CF1, 1); // GL_UNPACK_LSB_FIRST
    glPixelStorei(0x0CF4, 3); // GL_UNPACK_SKIP_PIXELS
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    const uint8_t bits[] = {0x02 << 3, 0xFF, 0x0D << 3, 0xFF};
    m_windowPos2f(0, 0);
    m_bitmap(5, 2, 0, 0, 0, 0, bits);
    expectImage(target.read(), [](int x, int y) { return isSet(x, y) ? kWhite : kBlack; });
}

TEST_F(Bitmap, IsMadeOfFragments) {
    const Target target(5, 2, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    const GLuint program =
        buildProgram("void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }",
                     "void main() { gl_FragColor = gl_Color.grba; }");
    glUseProgram(program);
    glClearDepthf(0.5f);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 5, 1);
    glClear(GL_DEPTH_BUFFER_BIT);
    glScissor(0, 1, 5, 1);
    glClearDepthf(0.25f);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    m_color4f(1, 0, 0, 1);
    m_windowPos3f(0, 0, 0.375f);
    m_bitmap(5, 2, 0, 0, 0, 0, kBits);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(0);
    glDeleteProgram(program);
    expectImage(target.read(),
                [](int x, int y) { return y == 0 && isSet(x, y) ? kGreen : kBlack; });
}

/// Wider than a word, and more of them than are drawn together; then in a framebuffer of another
/// size.
TEST_F(Bitmap, MayBeManyAndWide) {
    constexpr int kWidth_px = 150;
    constexpr int kHeight_px = 200;
    std::vector<uint8_t> bits(size_t((kWidth_px + 7) / 8), 0xAA); // Every other pixel.
    for (const int height_px : {kHeight_px, 3}) {
        const Target target(kWidth_px, height_px);
        m_color4f(0, 1, 0, 1);
        m_windowPos2f(0, 0);
        for (int y = 0; y < kHeight_px; ++y) {
            m_bitmap(kWidth_px, 1, 0, 0, 0, 1, bits.data());
        }
        expectImage(target.read(), [](int x, int) { return x % 2 == 0 ? kGreen : kBlack; });
    }
}

TEST_F(CopyPixels, GoToAnyPlaceOfTheirImage) {
    for (const bool apart : {true, false}) {
        const Target target(8, 8);
        m_windowPos2f(0, 0);
        for (int i = 0; i < 4; ++i) {
            m_windowPos2f(float(i % 2 * 2), float(i / 2 * 2));
            draw(2, 2, kFour);
        }
        const int to = apart ? 4 : 1;
        m_windowPos2f(float(to), float(to));
        m_copyPixels(0, 0, 4, 4, kCopyColor);
        expectImage(target.read(), [&](int x, int y) {
            const auto inside = [](int v, int from) { return v >= from && v < from + 4; };
            if (inside(x, to) && inside(y, to)) {
                return fourAt((x - to) % 2, (y - to) % 2);
            }
            return inside(x, 0) && inside(y, 0) ? fourAt(x % 2, y % 2) : kBlack;
        });
    }
}

} // namespace
