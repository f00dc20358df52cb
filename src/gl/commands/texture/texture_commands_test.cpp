// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/testing/context_fixture.h"

namespace gl {
namespace {

using testing::ContextTest;
using testing::DesktopContextTest;

class TexImage : public ContextTest {
protected:
    GLenum errorOf(GLint internalformat,
                   GLenum format,
                   GLenum type,
                   GLint level = 0,
                   GLsizei width = 4,
                   GLsizei height = 4,
                   GLint border = 0) {
        gl->texImage2D(
            GL_TEXTURE_2D, level, internalformat, width, height, border, format, type, nullptr);
        return gl->getError();
    }
};

/// ES 2.0 table 3.4 and what is near it.
TEST_F(TexImage, FormatTable) {
    makeTexture(GL_TEXTURE_2D);
    struct Row {
        GLenum internalformat, format, type, error;
    };
    const Row rows[] = {
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_NO_ERROR},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, GL_NO_ERROR},
        {GL_RGB, GL_RGB, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_NO_ERROR},
        {GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_ALPHA, GL_ALPHA, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_BGRA_EXT, GL_BGRA_EXT, GL_UNSIGNED_BYTE, GL_NO_ERROR},
        {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_NO_ERROR},
        {GL_DEPTH_STENCIL, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, GL_NO_ERROR},
        {GL_RGBA, GL_RGBA, GL_FLOAT, GL_NO_ERROR},
        {GL_RGBA, GL_RGBA, GL_HALF_FLOAT_OES, GL_NO_ERROR},
        {GL_RGBA, GL_RGB, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION},
        {GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, GL_INVALID_OPERATION},
        {GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, GL_INVALID_OPERATION},
        {GL_ALPHA, GL_ALPHA, GL_UNSIGNED_SHORT_5_6_5, GL_INVALID_OPERATION},
        {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_VALUE},
        {0x1234, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_VALUE},
        {GL_RGBA, GL_BGR, GL_UNSIGNED_BYTE, GL_INVALID_ENUM},
        {GL_RGBA, GL_RGBA, GL_INT, GL_INVALID_ENUM},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(errorOf(GLint(row.internalformat), row.format, row.type), row.error)
            << std::hex << row.internalformat << " " << row.format << " " << row.type;
    }
}

TEST_F(TexImage, LevelSizeAndBorder) {
    makeTexture(GL_TEXTURE_2D);
    EXPECT_EQ(errorOf(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, -1), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 13), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 0, -1), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 0, 4097), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 0, 4, 4, 1), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 0, 0, 0), GLenum(GL_NO_ERROR));
}

TEST_F(TexImage, TargetsOfOpenGlEs) {
    gl->texImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texImage2D(GL_TEXTURE_CUBE_MAP, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texImage2D(
        GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(TexImage, UnpackStateReachesTheBackEnd) {
    makeTexture(GL_TEXTURE_2D);
    const std::vector<uint8_t> pixels(64);
    gl->pixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl->pixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 7);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGB, 3, 2, 0, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(device->log.lastLayout.alignment_B, 1);
    EXPECT_EQ(device->log.lastLayout.rowLength_px, 7);
    EXPECT_EQ(device->log.lastLayout.format, GLenum(GL_RGB));
}

TEST_F(TexImage, PixelStoreErrors) {
    gl->pixelStorei(GL_UNPACK_ALIGNMENT, 3);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->pixelStorei(GL_PACK_ROW_LENGTH, 3);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->pixelStorei(GL_UNPACK_ROW_LENGTH_EXT, -1);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(TexImage, OutOfMemory) {
    makeTexture(GL_TEXTURE_2D);
    device->log.outOfMemory = true;
    EXPECT_EQ(errorOf(GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE), GLenum(GL_OUT_OF_MEMORY));
}

class TexSubImage : public ContextTest {
protected:
    void SetUp() override {
        ContextTest::SetUp();
        makeTexture(GL_TEXTURE_2D);
        gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGB, 8, 8, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    }
    GLenum errorOf(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type) {
        gl->texSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, format, type, m_pixels.data());
        return gl->getError();
    }

private:
    std::vector<uint8_t> m_pixels = std::vector<uint8_t>(1024);
};

TEST_F(TexSubImage, Errors) {
    constexpr GLenum kByte = GL_UNSIGNED_BYTE;
    EXPECT_EQ(errorOf(0, 0, 8, 8, GL_RGB, kByte), GLenum(GL_NO_ERROR));
    EXPECT_EQ(errorOf(1, 0, 8, 8, GL_RGB, kByte), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(-1, 0, 2, 2, GL_RGB, kByte), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(0x7fffffff, 0, 8, 8, GL_RGB, kByte), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(0, 0, -1, 2, GL_RGB, kByte), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(errorOf(0, 0, 2, 2, GL_RGBA, kByte), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(errorOf(0, 0, 2, 2, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(errorOf(0, 0, 2, 2, GL_RGB, GL_BITMAP), GLenum(GL_INVALID_ENUM));
    EXPECT_EQ(device->log.updates, 1);
}

TEST_F(TexSubImage, LevelThatIsNotDefined) {
    uint8_t pixel[4] = {};
    gl->texSubImage2D(GL_TEXTURE_2D, 3, 0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE, pixel);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

using TextureObjects = ContextTest;

TEST_F(TextureObjects, NamesBecomeTexturesWhenBound) {
    GLuint name = 0;
    gl->genTextures(1, &name);
    EXPECT_FALSE(gl->isTexture(name));
    gl->bindTexture(GL_TEXTURE_2D, name);
    EXPECT_TRUE(gl->isTexture(name));
    gl->bindTexture(GL_TEXTURE_CUBE_MAP, name);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->deleteTextures(1, &name);
    EXPECT_FALSE(gl->isTexture(name));
    EXPECT_EQ(gl->activeUnit().bound[0]->name(), 0u);
}

TEST_F(TextureObjects, ParameterErrors) {
    makeTexture(GL_TEXTURE_2D);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_REPEAT);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->texParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, 0.5f);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
    GLint wrap = 0;
    gl->getTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, &wrap);
    EXPECT_EQ(wrap, GL_MIRRORED_REPEAT);
}

TEST_F(TextureObjects, GenerateMipmapDefinesTheChain) {
    makeTexture(GL_TEXTURE_2D);
    gl->generateMipmap(GL_TEXTURE_2D);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 9, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl->generateMipmap(GL_TEXTURE_2D);
    EXPECT_EQ(device->log.lastMipmapLevel, 3);
    EXPECT_TRUE(gl->activeUnit().bound[0]->complete({}));
}

TEST_F(TextureObjects, CubeMipmapsNeedACompleteCube) {
    makeTexture(GL_TEXTURE_CUBE_MAP);
    for (GLenum face = 0; face < 6; ++face) {
        gl->generateMipmap(GL_TEXTURE_CUBE_MAP);
        EXPECT_GL_ERROR(GL_INVALID_OPERATION);
        gl->texImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face,
                       0,
                       GL_RGB,
                       8,
                       8,
                       0,
                       GL_RGB,
                       GL_UNSIGNED_BYTE,
                       nullptr);
    }
    gl->generateMipmap(GL_TEXTURE_CUBE_MAP);
    EXPECT_EQ(device->log.mipmaps, 1);
}

TEST_F(TextureObjects, CompressedImages) {
    makeTexture(GL_TEXTURE_2D);
    const std::vector<uint8_t> blocks(64);
    constexpr GLenum kDxt1 = GL_COMPRESSED_RGB_S3TC_DXT1_EXT;
    gl->compressedTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, 32, blocks.data());
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->compressedTexImage2D(GL_TEXTURE_2D, 0, kDxt1, 8, 8, 0, 31, blocks.data());
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->compressedTexImage2D(GL_TEXTURE_2D, 0, kDxt1, 8, 8, 0, 32, blocks.data());
    EXPECT_NO_GL_ERROR();
    gl->compressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 4, 4, kDxt1, 8, blocks.data());
    EXPECT_NO_GL_ERROR();
    gl->compressedTexSubImage2D(GL_TEXTURE_2D, 0, 2, 0, 4, 4, kDxt1, 8, blocks.data());
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    // EXT_texture_compression_s3tc: texels are encoded, block by block.
    gl->texSubImage2D(GL_TEXTURE_2D, 0, 4, 0, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, blocks.data());
    EXPECT_NO_GL_ERROR();
    gl->texSubImage2D(GL_TEXTURE_2D, 0, 2, 0, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, blocks.data());
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->generateMipmap(GL_TEXTURE_2D);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(TextureObjects, CopyIsClippedToTheFramebuffer) {
    makeTexture(GL_TEXTURE_2D);
    gl->copyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, -2, -3, 8, 8, 0);
    EXPECT_EQ(device->log.lastOffset.x, 2);
    EXPECT_EQ(device->log.lastOffset.y, 3);
    EXPECT_EQ(device->log.lastArea, (Rect{0, 0, 6, 5}));
    gl->copyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 60, 40, 8, 8);
    EXPECT_EQ(device->log.lastArea, (Rect{60, 40, 4, 8}));
    gl->copyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 100, 0, 8, 8);
    EXPECT_EQ(device->log.copies, 2);
}

TEST_F(TextureObjects, ParametersThatAreSoAlreadyChangeNothing) {
    makeTexture(GL_TEXTURE_2D);
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->dirty().clearAll();
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    EXPECT_FALSE(gl->dirty().any());
    gl->texParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    EXPECT_TRUE(gl->dirty().test(Dirty::Textures));
}

TEST_F(TextureObjects, CopyNeedsTheComponents) {
    makeTexture(GL_TEXTURE_2D);
    surface.color = format::findInternalFormat(GL_RGB8);
    gl->copyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 8, 8, 0);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->copyTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 0, 0, 8, 8, 0);
    EXPECT_NO_GL_ERROR();
    gl->copyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

using DesktopTextures = DesktopContextTest;

TEST_F(DesktopTextures, AnyColourFormatIntoAnyOther) {
    makeTexture(GL_TEXTURE_2D);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_INTENSITY8, 4, 4, 0, GL_BGR, GL_FLOAT, nullptr);
    EXPECT_NO_GL_ERROR();
    gl->texImage2D(GL_TEXTURE_2D, 0, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_REV, nullptr);
    EXPECT_NO_GL_ERROR();
    gl->texImage2D(
        GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(DesktopTextures, BorderIsReadOver) {
    makeTexture(GL_TEXTURE_2D);
    const std::vector<uint8_t> pixels(4 * 6 * 6);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 6, 6, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(device->log.lastExtent, (format::Extent{4, 4, 1}));
    EXPECT_EQ(device->log.lastLayout.rowLength_px, 6);
    EXPECT_EQ(device->log.lastLayout.skipPixels, 1);
    EXPECT_EQ(device->log.lastLayout.skipRows, 1);
}

TEST_F(DesktopTextures, ProxiesAnswerInsteadOfFailing) {
    GLint width = -1;
    gl->texImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl->getTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 64);
    // Errors change nothing.
    gl->texImage2D(
        GL_PROXY_TEXTURE_2D, 0, GL_RGBA, 32, 32, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->getTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 64);
    gl->texImage2D(
        GL_PROXY_TEXTURE_2D, 0, GL_RGBA, 1 << 20, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_NO_GL_ERROR();
    gl->getTexLevelParameteriv(GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 0);
}

TEST_F(DesktopTextures, GenerateMipmapParameter) {
    makeTexture(GL_TEXTURE_2D);
    gl->texParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
    gl->texImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(device->log.mipmaps, 1);
}

} // namespace
} // namespace gl
