// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Priorities and residency of textures (GL 2.1 section 3.8.12).

#include "gl_harness/gl_test.h"

namespace {

using namespace harness;

constexpr GLenum kTexturePriority = 0x8066;

class TextureResidency : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        require("glPrioritizeTextures", m_prioritize);
        require("glAreTexturesResident", m_areResident);
        glGenTextures(2, m_textures);
        glBindTexture(GL_TEXTURE_2D, m_textures[0]);
    }
    void TearDown() override {
        glDeleteTextures(2, m_textures);
        GlTest::TearDown();
    }

    void (*m_prioritize)(GLsizei, const GLuint*, const float*) = nullptr;
    GLboolean (*m_areResident)(GLsizei, const GLuint*, GLboolean*) = nullptr;
    GLuint m_textures[2] = {};
};

TEST_F(TextureResidency, PrioritiesAreClamped) {
    const float priorities[] = {0.25f, 0.5f}; // The second has no texture yet.
    m_prioritize(2, m_textures, priorities);
    float kept = -1;
    glGetTexParameterfv(GL_TEXTURE_2D, kTexturePriority, &kept);
    EXPECT_EQ(0.25f, kept);
    const float large = 7;
    m_prioritize(1, m_textures, &large);
    glGetTexParameterfv(GL_TEXTURE_2D, kTexturePriority, &kept);
    EXPECT_EQ(1, kept);
    m_prioritize(-1, m_textures, priorities);
    EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
}

TEST_F(TextureResidency, TexturesAreResident) {
    GLboolean residences[2] = {};
    EXPECT_TRUE(m_areResident(1, m_textures, residences));
    const GLuint names[] = {m_textures[0], 4321};
    EXPECT_FALSE(m_areResident(2, names, residences));
    EXPECT_EQ(GLenum(GL_INVALID_VALUE), glGetError());
}

} // namespace
