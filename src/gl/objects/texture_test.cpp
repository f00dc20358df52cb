// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/texture.h"

#include "gl/testing/fake_backend.h"

#include <gtest/gtest.h>

namespace gl {
namespace {

class TextureCompleteness : public ::testing::Test {
protected:
    Ref<Texture> make(TextureType type) {
        return new Texture(1, type, std::make_unique<testing::FakeTexture>(m_log));
    }
    static void define(Texture& texture, int level, int face, int width_px, int height_px) {
        texture.setImage({level, face},
                         {format::findInternalFormat(GL_RGBA8), {width_px, height_px, 1}});
    }
    SamplerParameters mipmapped;
    SamplerParameters plain{.minFilter = GL_LINEAR};

private:
    testing::FakeLog m_log;
};

TEST_F(TextureCompleteness, NothingDefined) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    EXPECT_FALSE(texture->complete(plain));
    EXPECT_EQ(texture->lastCompleteLevel(), -1);
}

TEST_F(TextureCompleteness, BaseLevelIsEnoughWithoutMipmaps) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    define(*texture, 0, 0, 5, 3);
    EXPECT_TRUE(texture->complete(plain));
    EXPECT_FALSE(texture->complete(mipmapped));
    EXPECT_EQ(texture->lastCompleteLevel(), 0);
}

TEST_F(TextureCompleteness, ChainOfOddSizesRoundsDown) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    define(*texture, 0, 0, 5, 3);
    define(*texture, 1, 0, 2, 1);
    EXPECT_FALSE(texture->complete(mipmapped));
    define(*texture, 2, 0, 1, 1);
    EXPECT_TRUE(texture->complete(mipmapped));
    EXPECT_EQ(texture->lastCompleteLevel(), 2);
}

TEST_F(TextureCompleteness, LevelOfWrongSizeBreaksTheChain) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    define(*texture, 0, 0, 4, 4);
    define(*texture, 1, 0, 3, 2);
    define(*texture, 2, 0, 1, 1);
    EXPECT_FALSE(texture->complete(mipmapped));
    EXPECT_EQ(texture->lastCompleteLevel(), 0);
}

TEST_F(TextureCompleteness, LevelOfAnotherFormatBreaksTheChain) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    define(*texture, 0, 0, 2, 2);
    texture->setImage({1, 0}, {format::findInternalFormat(GL_RGB565), {1, 1, 1}});
    EXPECT_FALSE(texture->complete(mipmapped));
}

TEST_F(TextureCompleteness, MaxLevelEndsTheChain) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    define(*texture, 1, 0, 4, 4);
    define(*texture, 2, 0, 2, 2);
    texture->setLevels(1, 2);
    EXPECT_TRUE(texture->complete(mipmapped));
    EXPECT_EQ(texture->lastCompleteLevel(), 2);
    texture->setLevels(2, 1);
    EXPECT_FALSE(texture->complete(plain));
}

TEST_F(TextureCompleteness, BaseLevelBeyondAllLevels) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    define(*texture, 0, 0, 4, 4);
    texture->setLevels(1 << 30, 1 << 30);
    EXPECT_FALSE(texture->complete(plain));
}

TEST_F(TextureCompleteness, CubeNeedsSixEqualSquareFaces) {
    const Ref<Texture> texture = make(TextureType::Cube);
    for (int face = 0; face < 5; ++face) {
        define(*texture, 0, face, 2, 2);
    }
    EXPECT_FALSE(texture->complete(plain));
    define(*texture, 0, 5, 4, 4);
    EXPECT_FALSE(texture->complete(plain));
    define(*texture, 0, 5, 2, 2);
    EXPECT_TRUE(texture->complete(plain));
    EXPECT_FALSE(texture->complete(mipmapped));
}

TEST_F(TextureCompleteness, NpotRestriction) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    define(*texture, 0, 0, 5, 3);
    texture->npotRestricted = true;
    EXPECT_FALSE(texture->complete(plain));
    plain.wrapS = plain.wrapT = GL_CLAMP_TO_EDGE;
    EXPECT_TRUE(texture->complete(plain));
}

TEST_F(TextureCompleteness, FloatsThatCannotBeFiltered) {
    const Ref<Texture> texture = make(TextureType::Tex2D);
    texture->setImage({0, 0}, {format::findInternalFormat(GL_RGBA, GL_FLOAT), {4, 4, 1}});
    texture->floatNearestOnly = true;
    EXPECT_FALSE(texture->complete(plain));
    plain.minFilter = plain.magFilter = GL_NEAREST;
    EXPECT_TRUE(texture->complete(plain));
}

} // namespace
} // namespace gl
