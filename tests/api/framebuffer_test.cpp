// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OpenGL ES 2.0.25 sections 4.3 and 4.4: renderbuffers, completeness, read-back.

#include "gl_harness/gl_test.h"

#include <cmath>

namespace {

using namespace harness;

class Framebuffers : public GlTest {
protected:
    void SetUp() override {
        GlTest::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        glGenFramebuffers(1, &m_framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
    }
    void TearDown() override {
        glDeleteFramebuffers(1, &m_framebuffer);
        glDeleteRenderbuffers(GLsizei(m_renderbuffers.size()), m_renderbuffers.data());
        GlTest::TearDown();
    }
    GLuint attach(GLenum point, GLenum format, int width, int height) {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        m_renderbuffers.push_back(name);
        glBindRenderbuffer(GL_RENDERBUFFER, name);
        glRenderbufferStorage(GL_RENDERBUFFER, format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name);
        return name;
    }
    static std::string status() { return enumName(glCheckFramebufferStatus(GL_FRAMEBUFFER)); }

    GLuint m_framebuffer = 0;
    std::vector<GLuint> m_renderbuffers;
};

TEST_F(Framebuffers, RequiredRenderbufferFormats) {
    const struct {
        GLenum format;
        int r, g, b, a;
    } table[] = {{GL_RGBA4, 4, 4, 4, 4}, {GL_RGB5_A1, 5, 5, 5, 1}, {GL_RGB565, 5, 6, 5, 0}};
    for (const auto& row : table) {
        const GLuint name = attach(GL_COLOR_ATTACHMENT0, row.format, 8, 4);
        ASSERT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE), status()) << enumName(row.format);
        GLint value = 0;
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &value);
        EXPECT_EQ(8, value);
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &value);
        EXPECT_EQ(4, value);
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &value);
        EXPECT_EQ(GLint(row.format), value);
        // An implementation may store more than was asked for.
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_RED_SIZE, &value);
        EXPECT_GE(value, row.r);
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_GREEN_SIZE, &value);
        EXPECT_GE(value, row.g);
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_ALPHA_SIZE, &value);
        EXPECT_GE(value, row.a);
        glClearColor(1, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        expectColor(Image::read(0, 0, 8, 4), {255, 0, 255, 255});
        glGetFramebufferAttachmentParameteriv(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &value);
        EXPECT_EQ(GLint(name), value);
        glGetFramebufferAttachmentParameteriv(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &value);
        EXPECT_EQ(GL_RENDERBUFFER, value);
    }
    EXPECT_GL_OK();
}

// EXT_texture_format_BGRA8888: color-renderable since OpenGL ES 2.0, under its unsized name.
TEST_F(Framebuffers, BgraRenderbuffers) {
    if (!hasExtension("GL_EXT_texture_format_BGRA8888")) {
        GTEST_SKIP() << "GL_EXT_texture_format_BGRA8888 is missing";
    }
    if (isLlvmpipe()) {
        GTEST_SKIP() << "llvmpipe 22.3 has the extension as it was before version 1.3";
    }
    attach(GL_COLOR_ATTACHMENT0, GL_BGRA_EXT, 8, 4);
    ASSERT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE), status());
    for (const GLenum size : {GL_RENDERBUFFER_RED_SIZE,
                              GL_RENDERBUFFER_GREEN_SIZE,
                              GL_RENDERBUFFER_BLUE_SIZE,
                              GL_RENDERBUFFER_ALPHA_SIZE}) {
        GLint value = 0;
        glGetRenderbufferParameteriv(GL_RENDERBUFFER, size, &value);
        EXPECT_EQ(8, value) << enumName(size);
    }
    glClearColor(1, 0.2f, 0, 0.4f);
    glClear(GL_COLOR_BUFFER_BIT);
    expectColor(Image::read(0, 0, 8, 4), {255, 51, 0, 102});
    EXPECT_GL_OK();
}

TEST_F(Framebuffers, DepthAndStencilSizes) {
    attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 4, 4);
    GLint value = 0;
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_DEPTH_SIZE, &value);
    EXPECT_GE(value, 16);
    attach(GL_STENCIL_ATTACHMENT, GL_STENCIL_INDEX8, 4, 4);
    glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_STENCIL_SIZE, &value);
    EXPECT_GE(value, 8);
}

TEST_F(Framebuffers, Completeness) {
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT), status());
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA4, 8, 8);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE), status());
    attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 8, 8);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE), status());
    attach(GL_COLOR_ATTACHMENT0, GL_DEPTH_COMPONENT16, 8, 8);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT), status());
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA4, 0, 8);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT), status());
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA4, 8, 8);
    attach(GL_DEPTH_ATTACHMENT, GL_RGBA4, 8, 8);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT), status());
}

TEST_F(Framebuffers, DifferentSizes) {
    attach(GL_COLOR_ATTACHMENT0, GL_RGBA4, 8, 8);
    attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16, 4, 4);
    // ES 2.0 says INCOMPLETE_DIMENSIONS; ES 3.0 allows it.
    const std::string is = status();
    EXPECT_TRUE(is == enumName(GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS) ||
                (!isEs2() && is == enumName(GL_FRAMEBUFFER_COMPLETE)) ||
                isLlvmpipe()) // says complete in ES 2.0 too
        << is;
}

TEST_F(Framebuffers, TextureAttachments) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT), status()); // no image yet
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE), status());
    GLint value = -1;
    const auto query = [&](GLenum name) {
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, &value);
        return value;
    };
    EXPECT_EQ(GL_TEXTURE, query(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE));
    EXPECT_EQ(GLint(texture), query(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
    EXPECT_EQ(0, query(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL));
    EXPECT_EQ(0, query(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE));
    // Luminance and alpha are not colour-renderable in ES 2.0.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 4, 4, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_NE(enumName(GL_FRAMEBUFFER_COMPLETE), status());
    // Respecifying the image under the framebuffer is seen.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE), status());
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    expectColor(Image::read(0, 0, 16, 16), kGreen);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT), status());
    glDeleteTextures(1, &texture);
}

TEST_F(Framebuffers, SixteenBitTextures) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    const struct {
        GLenum format;
        GLenum type;
        bool alpha;
    } table[] = {{GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, true},
                 {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, true},
                 {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, false}};
    for (const auto& row : table) {
        glTexImage2D(GL_TEXTURE_2D, 0, GLint(row.format), 4, 4, 0, row.format, row.type, nullptr);
        ASSERT_EQ(enumName(GL_FRAMEBUFFER_COMPLETE), status()) << enumName(row.type);
        glClearColor(1, 0, 1, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        expectColor(Image::read(0, 0, 4, 4), {255, 0, 255, row.alpha ? 0 : 255});
    }
    glDeleteTextures(1, &texture);
}

TEST_F(Framebuffers, ReadBackOfTheImplementationFormat) {
    const Target target(4, 4);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const GLint format = getInteger(GL_IMPLEMENTATION_COLOR_READ_FORMAT);
    const GLint type = getInteger(GL_IMPLEMENTATION_COLOR_READ_TYPE);
    std::vector<uint8_t> bytes(4 * 4 * 16, 0xcd);
    glReadPixels(0, 0, 4, 4, GLenum(format), GLenum(type), bytes.data());
    EXPECT_GL_OK() << enumName(GLenum(format)) << ' ' << enumName(GLenum(type));
    target.bind();
}

TEST_F(Framebuffers, PackAlignment) {
    const Target target(3, 2);
    glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
    glClear(GL_COLOR_BUFFER_BIT);
    for (const int alignment : {1, 2, 4, 8}) {
        glPixelStorei(GL_PACK_ALIGNMENT, alignment);
        const size_t pitch_B = size_t((12 + alignment - 1) / alignment * alignment);
        std::vector<uint8_t> bytes(pitch_B + 12 + 16, 0xcd);
        glReadPixels(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
        for (int y = 0; y < 2; ++y) {
            for (int x = 0; x < 3; ++x) {
                const uint8_t* p = &bytes[size_t(y) * pitch_B + size_t(x) * 4];
                EXPECT_TRUE(near({p[0], p[1], p[2], p[3]}, {51, 102, 153, 204}, 1)) << alignment;
            }
        }
        for (size_t i = 12; i < pitch_B; ++i) {
            EXPECT_EQ(0xcd, bytes[i]) << "padding is not written";
        }
        for (size_t i = pitch_B + 12; i < bytes.size(); ++i) {
            EXPECT_EQ(0xcd, bytes[i]) << "nor what comes after";
        }
    }
}

TEST_F(Framebuffers, ReadingOutsideLeavesMemoryAlone) {
    const Target target(4, 4);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    Image image(8, 8);
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) {
            image.set(x, y, {1, 2, 3, 4});
        }
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(-2, -2, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, image.bytes());
    EXPECT_GL_OK();
    for (int y = 2; y < 6; ++y) {
        for (int x = 2; x < 6; ++x) {
            EXPECT_EQ(kGreen, image.at(x, y)); // values outside are undefined
        }
    }
    glReadPixels(1000, 1000, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, image.bytes());
    glReadPixels(0, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_OK();
}

TEST_F(Framebuffers, DefaultFramebufferOfASurfacelessContext) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    EXPECT_EQ(enumName(GL_FRAMEBUFFER_UNDEFINED_OES), status());
    EXPECT_FAILS(GL_INVALID_FRAMEBUFFER_OPERATION, glClear(GL_COLOR_BUFFER_BIT));
}

TEST_F(Framebuffers, SwitchingKeepsContents) {
    const Target a(8, 8, Depth::Depth16);
    const Target b(16, 16, Depth::Depth16);
    const ColorProgram program;
    glEnable(GL_DEPTH_TEST);
    a.bind();
    program.use(1, 0, 0);
    drawFull(0.0f);
    b.bind();
    program.use(0, 0, 1);
    drawFull(-0.5f);
    a.bind();
    program.use(0, 1, 0);
    drawFull(0.5f); // behind
    drawRect(-1, -1, 0, 1, -0.5f);
    expectImage(a.read(), [](int x, int) { return x < 4 ? kGreen : kRed; });
    expectColor(b.read(), kBlue);
}

TEST_F(Framebuffers, SharedDepthBuffer) {
    const Target a(8, 8);
    const Target b(8, 8);
    GLuint depth = 0;
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 8, 8);
    for (const Target* target : {&a, &b}) {
        target->bind();
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    }
    a.bind();
    glClearDepthf(1.0f);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawRect(-1, -1, 0, 1, -0.5f);
    b.bind();
    program.use(0, 1, 0);
    drawFull(0.0f);
    expectImage(b.read(), [](int x, int) { return x < 4 ? kBlack : kGreen; });
    glDeleteRenderbuffers(1, &depth);
}

TEST_F(Framebuffers, ClearsBetweenDraws) {
    const Target target(8, 8);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawFull();
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 4, 8);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    program.use(0, 1, 0);
    drawRect(-1, 0, 1, 1);
    expectImage(target.read(), [](int x, int y) { return y >= 4 ? kGreen : x < 4 ? kBlue : kRed; });
}

TEST_F(Framebuffers, ClearColorIsClamped) {
    const Target target(2, 2);
    glClearColor(2.0f, -1.0f, 0.5f, 9.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    expectColor(target.read(), {255, 0, 128, 255});
}

} // namespace
