// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels given to images of compressed formats (EXT_texture_compression_s3tc,
// ARB_texture_compression_rgtc; GL 4.6 sections 8.5 and 8.6).

#include "gl_harness/legacy.h"

#include <array>
#include <vector>

namespace {

using namespace harness;

constexpr GLenum kDxt1 = 0x83F0;
constexpr GLenum kDxt5 = 0x83F3;
constexpr GLenum kRgtc1 = 0x8DBB; // GL_COMPRESSED_RED_RGTC1
constexpr GLenum kIsCompressed = 0x86A1;
constexpr GLenum kCompressedSize = 0x86A0;

class EncodedTexture : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (!hasExtension("GL_EXT_texture_compression_s3tc")) {
            GTEST_SKIP() << "no GL_EXT_texture_compression_s3tc";
        }
        glGenTextures(1, &m_texture);
        glBindTexture(GL_TEXTURE_2D, m_texture);
    }
    void TearDown() override {
        glDeleteTextures(1, &m_texture);
        LegacyTest::TearDown();
    }

    static std::vector<uint8_t> even(int count, const std::array<uint8_t, 4>& color) {
        std::vector<uint8_t> texels;
        for (int i = 0; i < count; ++i) {
            texels.insert(texels.end(), color.begin(), color.end());
        }
        return texels;
    }
    GLint level(GLint level, GLenum name) const {
        GLint value = -1;
        m_getLevel(GL_TEXTURE_2D, level, name, &value);
        return value;
    }
    std::vector<uint8_t> read(GLint level, size_t texels) const {
        std::vector<uint8_t> result(texels * 4);
        m_getImage(GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, result.data());
        return result;
    }

    void (*m_getLevel)(GLenum, GLint, GLenum, GLint*) =
        load<void (*)(GLenum, GLint, GLenum, GLint*)>("glGetTexLevelParameteriv");
    void (*m_getImage)(GLenum, GLint, GLenum, GLenum, void*) =
        load<void (*)(GLenum, GLint, GLenum, GLenum, void*)>("glGetTexImage");
    GLuint m_texture = 0;
};

TEST_F(EncodedTexture, IsCompressed) {
    for (const auto& [format, size_B] : {std::pair(kDxt1, 32), {kDxt5, 64}, {kRgtc1, 32}}) {
        const auto texels = even(64, {255, 0, 0, 255});
        glTexImage2D(
            GL_TEXTURE_2D, 0, GLint(format), 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        EXPECT_EQ(GL_TRUE, level(0, kIsCompressed));
        EXPECT_EQ(size_B, level(0, kCompressedSize));
        EXPECT_EQ(texels, read(0, 64));
    }
}

TEST_F(EncodedTexture, ChangesByWholeBlocks) {
    const auto red = even(64, {255, 0, 0, 255});
    const auto green = even(16, {0, 255, 0, 255});
    glTexImage2D(GL_TEXTURE_2D, 0, GLint(kDxt5), 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, red.data());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, green.data());
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    const auto image = read(0, 64);
    EXPECT_EQ(255, image[0]);
    EXPECT_EQ(255, image[4 * (4 * 8 + 4) + 1]);
    EXPECT_EQ(0, image[4 * (4 * 8 + 4)]);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 2, 4, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, green.data());
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 3, 4, GL_RGBA, GL_UNSIGNED_BYTE, green.data());
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
}

TEST_F(EncodedTexture, TakesCopies) {
    const Target target(8, 8);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const auto red = even(64, {255, 0, 0, 255});
    glBindTexture(GL_TEXTURE_2D, m_texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GLint(kDxt1), 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, red.data());
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 8);
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    const auto image = read(0, 64);
    EXPECT_EQ(255, image[2]);
    EXPECT_EQ(255, image[4 * 4]);
}

TEST_F(EncodedTexture, HasLevels) {
    std::vector<uint8_t> texels = even(32, {255, 255, 255, 255});
    const auto black = even(32, {0, 0, 0, 255});
    texels.insert(texels.end(), black.begin(), black.end());
    glTexImage2D(GL_TEXTURE_2D, 0, GLint(kDxt5), 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    EXPECT_EQ(GL_TRUE, level(3, kIsCompressed));
    EXPECT_EQ(16, level(1, kCompressedSize));
    const auto half = read(1, 16);
    EXPECT_EQ(255, half[0]);
    EXPECT_EQ(0, half[4 * 15]);
    EXPECT_NEAR(128, read(3, 1)[0], 6);
}

} // namespace
