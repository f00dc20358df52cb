// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glPixelTransfer and glPixelMap: what happens to pixels between an application and textures or
// framebuffers (GL 4.6 compatibility section 8.4.4.3).

#include "gl_harness/gl_test.h"

#include <array>

namespace {

using namespace harness;

constexpr GLenum kMapColor = 0x0D10;
constexpr GLenum kMapStencil = 0x0D11;
constexpr GLenum kIndexShift = 0x0D12;
constexpr GLenum kIndexOffset = 0x0D13;
constexpr GLenum kRedScale = 0x0D14;
constexpr GLenum kRedBias = 0x0D15;
constexpr GLenum kGreenBias = 0x0D19;
constexpr GLenum kAlphaScale = 0x0D1C;
constexpr GLenum kDepthScale = 0x0D1E;
constexpr GLenum kDepthBias = 0x0D1F;
constexpr GLenum kMapItoI = 0x0C70;
constexpr GLenum kMapStoS = 0x0C71;
constexpr GLenum kMapItoR = 0x0C72;
constexpr GLenum kMapItoA = 0x0C75;
constexpr GLenum kMapRtoR = 0x0C76;
constexpr GLenum kMapItoRSize = 0x0CB2;
constexpr GLenum kColorIndex = 0x1900;
constexpr GLenum kStencilIndex = 0x1901;
constexpr GLenum kBitmap = 0x1A00;
constexpr GLenum kUnpackSwapBytes = 0x0CF0;
constexpr GLenum kUnpackLsbFirst = 0x0CF1;
constexpr GLenum kDepthStencilFormat = 0x84F9;
constexpr GLenum kUnsignedInt248 = 0x84FA;

class PixelTransfer : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        require("glPixelTransferf", m_transferf);
        require("glPixelTransferi", m_transferi);
        require("glPixelMapfv", m_mapfv);
        require("glPixelMapuiv", m_mapuiv);
        require("glPixelMapusv", m_mapusv);
        require("glGetPixelMapfv", m_getMapfv);
        require("glGetPixelMapusv", m_getMapusv);
        require("glGetTexImage", m_getTexImage);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    }

    /// Of the bound texture's level 0.
    std::array<uint8_t, 4> texel() {
        std::array<uint8_t, 4> value{};
        m_getTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, value.data());
        return value;
    }

    void (*m_transferf)(GLenum, float) = nullptr;
    void (*m_transferi)(GLenum, GLint) = nullptr;
    void (*m_mapfv)(GLenum, GLsizei, const float*) = nullptr;
    void (*m_mapuiv)(GLenum, GLsizei, const GLuint*) = nullptr;
    void (*m_mapusv)(GLenum, GLsizei, const GLushort*) = nullptr;
    void (*m_getMapfv)(GLenum, float*) = nullptr;
    void (*m_getMapusv)(GLenum, GLushort*) = nullptr;
    void (*m_getTexImage)(GLenum, GLint, GLenum, GLenum, void*) = nullptr;
};

using Texel = std::array<uint8_t, 4>;

TEST_F(PixelTransfer, ParametersAreKept) {
    float value = -1;
    glGetFloatv(kRedScale, &value);
    EXPECT_EQ(1, value);
    glGetFloatv(kDepthBias, &value);
    EXPECT_EQ(0, value);
    m_transferf(kDepthBias, 0.25f);
    m_transferi(kIndexShift, -3);
    m_transferi(kMapStencil, 1);
    glGetFloatv(kDepthBias, &value);
    EXPECT_EQ(0.25f, value);
    GLint shift = 0;
    glGetIntegerv(kIndexShift, &shift);
    EXPECT_EQ(-3, shift);
    GLboolean mapped = GL_FALSE;
    glGetBooleanv(kMapStencil, &mapped);
    EXPECT_TRUE(mapped);
    m_transferf(GL_RGBA, 1);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
}

TEST_F(PixelTransfer, MapsAreKept) {
    GLint size = 0;
    glGetIntegerv(kMapItoRSize, &size);
    EXPECT_EQ(1, size);
    const float components[] = {0.5f, 2, -1, 1};
    m_mapfv(kMapItoR, 4, components);
    glGetIntegerv(kMapItoRSize, &size);
    EXPECT_EQ(4, size);
    float kept[4] = {};
    m_getMapfv(kMapItoR, kept);
    EXPECT_EQ(0.5f, kept[0]);
    EXPECT_EQ(1, kept[1]);
    EXPECT_EQ(0, kept[2]);
    GLushort shorts[4] = {};
    m_getMapusv(kMapItoR, shorts);
    EXPECT_EQ(0xFFFF, shorts[1]);
    const GLuint indices[] = {7, 9};
    m_mapuiv(kMapStoS, 2, indices);
    m_getMapfv(kMapStoS, kept);
    EXPECT_EQ(9, kept[1]);
    const GLushort full[] = {0xFFFF};
    m_mapusv(kMapRtoR, 1, full);
    m_getMapfv(kMapRtoR, kept);
    EXPECT_EQ(1, kept[0]);
}

TEST_F(PixelTransfer, MapsThatIndicesSelectFromHavePowersOfTwo) {
    const float values[3] = {};
    if (!isLlvmpipe()) { // It takes any number.
        m_mapfv(kMapItoI, 3, values);
        EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
    }
    m_mapfv(kMapItoA, 3, values);
    EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
    m_mapfv(kMapRtoR, 3, values);
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    m_mapfv(kMapRtoR, 0, values);
    EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
    m_mapfv(kMapItoI - 1, 1, values);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
}

TEST_F(PixelTransfer, ScalesAndBiasesTextures) {
    m_transferf(kRedScale, 0.5f);
    m_transferf(kGreenBias, 0.2f);
    m_transferf(kAlphaScale, 2);
    const uint8_t pixel[] = {200, 51, 30, 100};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    m_transferf(kRedScale, 1);
    m_transferf(kGreenBias, 0);
    m_transferf(kAlphaScale, 1);
    EXPECT_EQ((Texel{100, 102, 30, 200}), texel());
    m_transferf(kRedBias, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    m_transferf(kRedBias, 0);
    EXPECT_EQ((Texel{255, 51, 30, 100}), texel());
}

TEST_F(PixelTransfer, MapsColorsAfterTheyAreScaled) {
    const float inverted[] = {1, 0};
    m_mapfv(kMapRtoR, 2, inverted);
    m_transferi(kMapColor, 1);
    m_transferf(kRedScale, 0.5f);
    const uint8_t pixel[] = {200, 51, 30, 100};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    m_transferi(kMapColor, 0);
    m_transferf(kRedScale, 1);
    EXPECT_EQ((Texel{255, 0, 0, 0}), texel()); // The other maps hold one zero.
}

TEST_F(PixelTransfer, ColorIndicesSelectColors) {
    const float red[] = {0, 1, 0, 0};
    const float alpha[] = {0, 0, 1, 0.2f};
    m_mapfv(kMapItoR, 4, red);
    m_mapfv(kMapItoA, 4, alpha);
    m_transferi(kIndexOffset, 1);
    const uint8_t indices[] = {0, 1, 6};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 3, 1, 0, kColorIndex, GL_UNSIGNED_BYTE, indices);
    uint8_t texels[12] = {};
    m_getTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    const uint8_t expected[] = {255, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 51};
    for (size_t i = 0; i < 12; ++i) {
        EXPECT_EQ(expected[i], texels[i]) << i;
    }
}

TEST_F(PixelTransfer, BitmapsSelectColors) {
    const float map[] = {0.2f, 1};
    m_mapfv(kMapItoR, 2, map);
    glPixelStorei(kUnpackLsbFirst, 1);
    const uint8_t bits = 0x01;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, kColorIndex, kBitmap, &bits);
    EXPECT_EQ(255, texel()[0]);
    glPixelStorei(kUnpackLsbFirst, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, kColorIndex, kBitmap, &bits);
    EXPECT_EQ(51, texel()[0]);
}

TEST_F(PixelTransfer, BitmapsAreOfIndices) {
    const uint8_t bits = 0;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, kBitmap, &bits);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
}

TEST_F(PixelTransfer, FramebuffersAreReadThroughIt) {
    const Target target(1, 1);
    glClearColor(0.2f, 0.4f, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    m_transferf(kRedScale, 2);
    uint8_t pixel[4] = {};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(102, pixel[0]);
    EXPECT_EQ(102, pixel[1]);
    glReadPixels(0, 0, 1, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(204, pixel[0]);
    m_transferf(kRedScale, 1);
}

TEST_F(PixelTransfer, FramebuffersAreCopiedThroughIt) {
    const Target target(2, 2);
    glClearColor(0.2f, 0.4f, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    m_transferf(kGreenBias, 0.4f);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 1, 1, 0);
    m_transferf(kGreenBias, 0);
    EXPECT_EQ((Texel{51, 204, 0, 255}), texel());
    m_transferf(kRedScale, 3);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, 1, 1);
    m_transferf(kRedScale, 1);
    EXPECT_EQ((Texel{153, 102, 0, 255}), texel());
    glDeleteTextures(1, &texture);
}

TEST_F(PixelTransfer, TexturesAreReadWithoutIt) {
    const uint8_t pixel[] = {10, 20, 30, 40};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    m_transferf(kRedScale, 3);
    EXPECT_EQ((Texel{10, 20, 30, 40}), texel());
    m_transferf(kRedScale, 1);
}

TEST_F(PixelTransfer, DepthAndStencilHaveTransfersOfTheirOwn) {
    const Target target(2, 2, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    glClearDepthf(0.25f);
    glClearStencil(3);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    const GLuint map[] = {0, 0, 0, 0, 0, 0, 0, 77};
    m_mapuiv(kMapStoS, 8, map);
    m_transferf(kRedScale, 0); // Not of depth.
    m_transferf(kDepthScale, 2);
    m_transferf(kDepthBias, 0.125f);
    m_transferi(kIndexShift, 1);
    m_transferi(kIndexOffset, 1);
    float depth = 0;
    glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    EXPECT_NEAR(0.625f, depth, 1e-6);
    uint8_t stencil = 0;
    glReadPixels(0, 0, 1, 1, kStencilIndex, GL_UNSIGNED_BYTE, &stencil);
    EXPECT_EQ(7, stencil);
    m_transferi(kMapStencil, 1);
    glReadPixels(0, 0, 1, 1, kStencilIndex, GL_UNSIGNED_BYTE, &stencil);
    EXPECT_EQ(77, stencil);
    GLuint both = 0;
    glReadPixels(0, 0, 1, 1, kDepthStencilFormat, kUnsignedInt248, &both);
    EXPECT_EQ(77u, both & 0xff);
    EXPECT_NEAR(0.625, double(both >> 8) / 0xffffff, 1e-6);
    m_transferf(kRedScale, 1);
}

TEST_F(PixelTransfer, StencilsAreReadAsBits) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "llvmpipe never comes back";
    }
    const Target target(3, 1, Depth::Packed);
    if (!target.complete()) {
        GTEST_SKIP() << "no packed depth and stencil";
    }
    glClearStencil(1);
    glEnable(GL_SCISSOR_TEST);
    glScissor(1, 0, 1, 1);
    glClear(GL_STENCIL_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    uint8_t bits = 0xFF;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, 3, 1, kStencilIndex, kBitmap, &bits);
    EXPECT_EQ(0x40, bits & 0xE0);
}

TEST_F(PixelTransfer, BytesAreSwappedBefore) {
    glPixelStorei(kUnpackSwapBytes, 1);
    m_transferf(kRedScale, 0.5f);
    const GLushort pixel[] = {0xFFFE, 0x3333, 0, 0xFFFF};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_SHORT, pixel);
    m_transferf(kRedScale, 1);
    glPixelStorei(kUnpackSwapBytes, 0);
    EXPECT_EQ((Texel{127, 51, 0, 255}), texel()); // 0xFEFF / 2
}

} // namespace
