// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The current raster position (GL 4.6 compatibility section 14.7): where it comes to lie, when it
// is valid, and what goes with it.

#include "gl_harness/gl_test.h"

#include <array>

namespace {

using namespace harness;

constexpr GLenum kModelView = 0x1700;
constexpr GLenum kProjection = 0x1701;
constexpr GLenum kTexture = 0x1702;
constexpr GLenum kRasterColor = 0x0B04;
constexpr GLenum kRasterTextureCoords = 0x0B06;
constexpr GLenum kRasterPosition = 0x0B07;
constexpr GLenum kRasterPositionValid = 0x0B08;
constexpr GLenum kRasterDistance = 0x0B09;
constexpr GLenum kClipPlane0 = 0x3000;

using Vec4 = std::array<float, 4>;

Vec4 getVec4(GLenum name) {
    Vec4 value{};
    glGetFloatv(name, value.data());
    return value;
}

bool isValid() {
    GLboolean valid = GL_FALSE;
    glGetBooleanv(kRasterPositionValid, &valid);
    return valid != GL_FALSE;
}

float distance() {
    float value = -1;
    glGetFloatv(kRasterDistance, &value);
    return value;
}

class RasterPosition : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        require("glRasterPos2i", m_rasterPos2i);
        require("glRasterPos3f", m_rasterPos3f);
        require("glRasterPos4dv", m_rasterPos4dv);
        require("glWindowPos3f", m_windowPos3f);
        require("glWindowPos2iARB", m_windowPos2i);
        require("glMatrixMode", m_matrixMode);
        require("glTranslatef", m_translate);
        require("glScalef", m_scale);
        require("glColor4f", m_color);
        require("glTexCoord2f", m_texCoord);
        require("glClipPlane", m_clipPlane);
        require("glDepthRange", m_depthRange);
        glViewport(10, 20, 100, 200);
    }

    void (*m_rasterPos2i)(int, int) = nullptr;
    void (*m_rasterPos3f)(float, float, float) = nullptr;
    void (*m_rasterPos4dv)(const double*) = nullptr;
    void (*m_windowPos3f)(float, float, float) = nullptr;
    void (*m_windowPos2i)(int, int) = nullptr;
    void (*m_matrixMode)(GLenum) = nullptr;
    void (*m_translate)(float, float, float) = nullptr;
    void (*m_scale)(float, float, float) = nullptr;
    void (*m_color)(float, float, float, float) = nullptr;
    void (*m_texCoord)(float, float) = nullptr;
    void (*m_clipPlane)(GLenum, const double*) = nullptr;
    void (*m_depthRange)(double, double) = nullptr;
};

TEST_F(RasterPosition, IsAtTheOriginAtFirst) {
    EXPECT_TRUE(isValid());
    EXPECT_EQ((Vec4{0, 0, 0, 1}), getVec4(kRasterPosition));
    EXPECT_EQ((Vec4{1, 1, 1, 1}), getVec4(kRasterColor));
    EXPECT_EQ((Vec4{0, 0, 0, 1}), getVec4(kRasterTextureCoords));
    EXPECT_EQ(0, distance());
}

TEST_F(RasterPosition, IsTransformedAsVerticesAre) {
    m_matrixMode(kProjection);
    m_scale(0.5f, 0.5f, 1);
    m_matrixMode(kModelView);
    m_translate(1, 0, 0);
    m_depthRange(0, 0.5);
    m_rasterPos3f(0, 1, 0);
    EXPECT_TRUE(isValid());
    EXPECT_EQ((Vec4{10 + 75, 20 + 150, 0.25f, 1}), getVec4(kRasterPosition));
    const double divided[] = {-2, 0, 1, 2};
    m_rasterPos4dv(divided); // In eye coordinates 0, 0, 1, 2.
    EXPECT_EQ((Vec4{10 + 50, 20 + 100, 0.375f, 2}), getVec4(kRasterPosition));
}

TEST_F(RasterPosition, OutsideOfTheViewVolumeIsNotValid) {
    m_rasterPos2i(0, 0);
    EXPECT_TRUE(isValid());
    m_rasterPos2i(2, 0);
    EXPECT_FALSE(isValid());
    m_rasterPos3f(0, 0, -1.5f);
    EXPECT_FALSE(isValid());
    m_windowPos2i(-5, 4);
    EXPECT_TRUE(isValid());
    EXPECT_EQ((Vec4{-5, 4, 0, 1}), getVec4(kRasterPosition));
}

TEST_F(RasterPosition, IsClippedByPlanes) {
    const double plane[] = {1, 0, 0, 0};
    m_clipPlane(kClipPlane0 + 2, plane);
    m_rasterPos3f(-0.5f, 0, 0);
    EXPECT_TRUE(isValid());
    glEnable(kClipPlane0 + 2);
    m_rasterPos3f(-0.5f, 0, 0);
    EXPECT_FALSE(isValid());
    m_rasterPos3f(0.5f, 0, 0);
    EXPECT_TRUE(isValid());
    glDisable(kClipPlane0 + 2);
}

TEST_F(RasterPosition, TakesCurrentValuesAlong) {
    m_matrixMode(kTexture);
    m_translate(1, 2, 0);
    m_color(0.25f, 1, 0.5f, 0.75f);
    m_texCoord(3, 4);
    m_rasterPos3f(0, 0, 0);
    m_color(0, 0, 0, 0);
    EXPECT_EQ((Vec4{0.25f, 1, 0.5f, 0.75f}), getVec4(kRasterColor));
    EXPECT_EQ((Vec4{4, 6, 0, 1}), getVec4(kRasterTextureCoords));
    m_windowPos3f(1, 2, 3); // Transforms nothing.
    EXPECT_EQ((Vec4{0, 0, 0, 0}), getVec4(kRasterColor));
    EXPECT_EQ((Vec4{3, 4, 0, 1}), getVec4(kRasterTextureCoords));
}

TEST_F(RasterPosition, WindowPositionsPlaceDepthInTheDepthRange) {
    m_depthRange(0.5, 0.75);
    m_windowPos3f(1.5f, 2.5f, 0.5f);
    EXPECT_EQ((Vec4{1.5f, 2.5f, 0.625f, 1}), getVec4(kRasterPosition));
    m_windowPos3f(1, 2, 7);
    EXPECT_EQ((Vec4{1, 2, 0.75f, 1}), getVec4(kRasterPosition));
}

TEST_F(RasterPosition, IsAsFarAsItsDistanceFromTheEye) {
    m_matrixMode(kProjection);
    m_scale(1, 1, 0.125f);
    m_matrixMode(kModelView);
    m_rasterPos3f(0, 0, -4);
    EXPECT_EQ(4, distance());
    m_windowPos2i(0, 0);
    EXPECT_EQ(0, distance());
}

} // namespace
