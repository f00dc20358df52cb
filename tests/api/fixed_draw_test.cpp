// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What fixed function draws, against its formulas (GL 4.6 compatibility profile, chapters 12 and
// 16): lighting, texture coordinates, texture environments, fog, the alpha test.

#include "gl_harness/legacy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace {

using namespace harness;

using Color = std::array<float, 4>;

Rgba rounded(const Color& color) {
    const auto byte = [](float c) { return int(std::lround(std::clamp(c, 0.f, 1.f) * 255)); };
    return {byte(color[0]), byte(color[1]), byte(color[2]), byte(color[3])};
}

class FixedDraw : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        m_target = std::make_unique<Target>(8, 8);
        glClearColor(0, 0, 0, 0);
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    /// A quad over everything, in eye coordinates at `z`, with the current attributes.
    void quad(float z = 0) const {
        gl.Begin(GL_QUADS);
        for (const auto& [x, y] : {std::pair(-1.f, -1.f), {1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}}) {
            gl.TexCoord2f(x / 2 + 0.5f, y / 2 + 0.5f);
            gl.Vertex3f(x, y, z);
        }
        gl.End();
    }
    void expectQuad(const Color& color, int tolerance = 1) const {
        glClear(GL_COLOR_BUFFER_BIT);
        quad();
        expectColor(m_target->read(), rounded(color), tolerance);
    }
    /// Binds a texture of one texel to a unit, and turns it on.
    static GLuint texel(int unit, GLint format, const Color& color) {
        GLuint texture = 0;
        glActiveTexture(GLenum(GL_TEXTURE0 + unit));
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, format, 1, 1, 0, GL_RGBA, GL_FLOAT, color.data());
        glEnable(GL_TEXTURE_2D);
        return texture;
    }

    std::unique_ptr<Target> m_target;
};

TEST_F(FixedDraw, ColorsAreThoseOfVertices) {
    gl.Color4f(0.25f, 0.5f, 0.75f, 1);
    expectQuad({0.25f, 0.5f, 0.75f, 1});
    gl.MatrixMode(GL_PROJECTION);
    gl.Translatef(1, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    quad();
    const Image image = m_target->read();
    EXPECT_EQ(kNothing, image.at(1, 4));
    EXPECT_NE(kNothing, image.at(6, 4));
}

TEST_F(FixedDraw, CornersOfPolygonsAreSprites) {
    if (isLlvmpipe()) {
        GTEST_SKIP()
            << "llvmpipe replaces no coordinates of corners, which are drawn as points (14.6.4)";
    }
    constexpr GLenum kPointSprite = 0x8861;
    constexpr GLenum kCoordReplace = 0x8862;
    constexpr GLenum kPoint = 0x1B00;
    constexpr GLenum kFill = 0x1B02;
    GLuint texture = 0;
    const GLubyte texels[] = {255, 0, 0, 255, 0, 255, 0, 255};
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glEnable(GL_TEXTURE_2D);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(kPointSprite);
    gl.TexEnvi(kPointSprite, kCoordReplace, 1);
    gl.TexCoord2f(0.75f, 0); // Of what is no point: green.
    gl.PointSize(4);
    const auto triangle = [&] {
        glClear(GL_COLOR_BUFFER_BIT);
        gl.Begin(GL_TRIANGLES);
        gl.Vertex2f(-0.5f, 0);
        gl.Vertex2f(0.5f, 0);
        gl.Vertex2f(0.5f, 0);
        gl.End();
    };
    gl.PolygonMode(GL_FRONT_AND_BACK, kPoint);
    triangle();
    expectImage(m_target->read(), [](int x, int y) {
        return y < 2 || y >= 6 ? kNothing : x % 4 < 2 ? kRed : kGreen;
    });
    gl.PolygonMode(GL_FRONT_AND_BACK, kFill);
    gl.Rectf(-1, -1, 1, 1);
    expectColor(m_target->read(), kGreen);
    glDeleteTextures(1, &texture);
}

TEST_F(FixedDraw, StandsInForAllOfAProgramWithoutShaders) {
    const GLuint program = glCreateProgram();
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    EXPECT_EQ(GL_TRUE, linked);
    glUseProgram(program);
    gl.Color4f(0, 1, 0, 1);
    expectQuad({0, 1, 0, 1});
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    glUseProgram(0);
    glDeleteProgram(program);
}

TEST_F(FixedDraw, AllOfSeveralDrawsOrNone) {
    const auto draw =
        load<void (*)(GLenum, const GLint*, const GLsizei*, GLsizei)>("glMultiDrawArrays");
    const float corners[] = {-1, -1, 3, -1, -1, 3, -1, -1, 3, -1, -1, 3};
    gl.VertexPointer(2, GL_FLOAT, 0, corners);
    gl.EnableClientState(GL_VERTEX_ARRAY);
    const GLint first[] = {0, 3};
    const GLsizei counts[] = {3, -1};
    EXPECT_FAILS(GL_INVALID_VALUE, draw(GL_TRIANGLES, first, counts, 2));
    expectColor(m_target->read(), kBlack);
    gl.DisableClientState(GL_VERTEX_ARRAY);
}

/// GL 4.6 compatibility profile, section 8.1.
TEST_F(FixedDraw, UnitsWithoutCoordinatesHaveNoneToAskFor) {
    if (getInteger(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS) <= 8) {
        GTEST_SKIP() << "all units have coordinates";
    }
    GLfloat values[16] = {7};
    glActiveTexture(GL_TEXTURE0 + 8);
    constexpr GLenum kCurrentTextureCoords = 0x0B03;
    constexpr GLenum kTextureMatrix = 0x0BA8;
    EXPECT_FAILS(GL_INVALID_OPERATION, glGetFloatv(kCurrentTextureCoords, values));
    EXPECT_FAILS(GL_INVALID_OPERATION, glGetFloatv(kTextureMatrix, values));
    EXPECT_FAILS(GL_INVALID_OPERATION, glIsEnabled(GL_TEXTURE_GEN_S));
    EXPECT_FAILS(GL_INVALID_OPERATION, glEnable(GL_TEXTURE_GEN_Q));
    if (!isLlvmpipe()) { // Another error.
        EXPECT_FAILS(GL_INVALID_OPERATION, glGetFloatv(GL_TEXTURE_GEN_T, values));
    }
    EXPECT_EQ(7, values[0]);
    glActiveTexture(GL_TEXTURE0 + 7);
    glGetFloatv(GL_TEXTURE_GEN_T, values);
    EXPECT_EQ(0, values[0]);
    EXPECT_GL_OK();
}

TEST_F(FixedDraw, ColorIndicesAreKept) {
    constexpr GLenum kCurrentIndex = 0x0B01;
    constexpr GLenum kIndexClearValue = 0x0C20;
    constexpr GLenum kIndexWriteMask = 0x0C21;
    constexpr GLenum kIndexArrayType = 0x8085;
    EXPECT_EQ(1, getInteger(kCurrentIndex));
    EXPECT_EQ(0, getInteger(kIndexClearValue));
    EXPECT_EQ(-1, getInteger(kIndexWriteMask));
    EXPECT_EQ(GL_FLOAT, getInteger(kIndexArrayType));
    const auto index = load<void (*)(GLubyte)>("glIndexub");
    gl.PushAttrib(GL_ALL_ATTRIB_BITS);
    index(200);
    EXPECT_EQ(200, getInteger(kCurrentIndex));
    load<void (*)(GLfloat)>("glClearIndex")(3);
    load<void (*)(GLuint)>("glIndexMask")(5);
    EXPECT_EQ(3, getInteger(kIndexClearValue));
    EXPECT_EQ(5, getInteger(kIndexWriteMask));
    gl.PopAttrib();
    EXPECT_EQ(1, getInteger(kCurrentIndex));
    EXPECT_EQ(0, getInteger(kIndexClearValue));
    EXPECT_EQ(-1, getInteger(kIndexWriteMask));
    gl.Begin(GL_POINTS);
    index(4);
    load<void (*)(GLfloat)>("glClearIndex")(1);
    gl.End();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    EXPECT_EQ(4, getInteger(kCurrentIndex));
    const auto pointer = load<void (*)(GLenum, GLsizei, const void*)>("glIndexPointer");
    pointer(GL_UNSIGNED_BYTE, 2, nullptr);
    EXPECT_EQ(GL_UNSIGNED_BYTE, getInteger(kIndexArrayType));
    EXPECT_FAILS(GL_INVALID_ENUM, pointer(GL_UNSIGNED_SHORT, 2, nullptr));
}

TEST_F(FixedDraw, ATextureMayGetAnotherFormat) {
    const GLuint texture = texel(0, GL_RGB, {0.25f, 0.5f, 0.75f, 0.5f});
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    gl.Color4f(1, 1, 1, 1);
    expectQuad({0.25f, 0.5f, 0.75f, 1});
    const Color color{0.25f, 0.5f, 0.75f, 0.5f};
    for (const GLint format : {GL_RGBA, GL_RGB, GL_RGBA}) {
        glTexImage2D(GL_TEXTURE_2D, 0, format, 1, 1, 0, GL_RGBA, GL_FLOAT, color.data());
        quad(); // Nothing else looks at the texture before.
        expectColor(m_target->read(), rounded({0.25f, 0.5f, 0.75f, format == GL_RGB ? 1 : 0.5f}));
    }
    glDeleteTextures(1, &texture);
}

TEST_F(FixedDraw, ArraysAreDrawn) {
    const float corners[] = {-1, -1, 3, -1, -1, 3};
    const float colors[] = {0, 1, 0, 0, 1, 0, 0, 1, 0};
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.VertexPointer(2, GL_FLOAT, 0, corners);
    gl.EnableClientState(GL_COLOR_ARRAY);
    gl.ColorPointer(3, GL_FLOAT, 0, colors);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(m_target->read(), kGreen);
    gl.DisableClientState(GL_COLOR_ARRAY);
    gl.Color3f(1, 0, 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(m_target->read(), kRed);
}

TEST_F(FixedDraw, ArraysMayBeHalvesAndPacked) {
    constexpr GLushort kOne = 0x3C00, kMinusOne = 0xBC00, kThree = 0x4200; // Halves.
    const GLushort corners[] = {kMinusOne, kMinusOne, kThree, kMinusOne, kMinusOne, kThree};
    const GLuint greens[] = {1023u << 10, 1023u << 10, 1023u << 10};
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.VertexPointer(2, GL_HALF_FLOAT, 0, corners);
    gl.EnableClientState(GL_COLOR_ARRAY);
    gl.ColorPointer(4, GL_UNSIGNED_INT_2_10_10_10_REV, 0, greens);
    EXPECT_GL_OK();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(m_target->read(), {0, 255, 0, 0});
    const GLushort red[] = {kOne, 0, 0, kOne, 0, 0, kOne, 0, 0};
    gl.ColorPointer(3, GL_HALF_FLOAT, 0, red);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(m_target->read(), kRed);
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 gl.VertexPointer(3, GL_UNSIGNED_INT_2_10_10_10_REV, 0, greens));
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.ColorPointer(GL_BGRA, GL_HALF_FLOAT, 0, greens));
}

TEST_F(FixedDraw, ArraysHaveSwitches) { // GL_EXT_vertex_array.
    const float corners[] = {-1, -1, 3, -1, -1, 3};
    gl.VertexPointer(2, GL_FLOAT, 0, corners);
    gl.Color3f(0, 1, 0);
    glEnable(GL_VERTEX_ARRAY);
    EXPECT_TRUE(glIsEnabled(GL_VERTEX_ARRAY));
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(m_target->read(), kGreen);
    glDisable(GL_VERTEX_ARRAY);
    EXPECT_FALSE(glIsEnabled(GL_VERTEX_ARRAY));
    EXPECT_GL_OK();
}

// --- Lighting

class FixedLighting : public FixedDraw {
protected:
    void SetUp() override {
        FixedDraw::SetUp();
        glEnable(GL_LIGHTING);
        gl.Normal3f(0, 0, 1);
        gl.LightModelfv(GL_LIGHT_MODEL_AMBIENT, kNone);
        gl.Materialfv(GL_FRONT_AND_BACK, GL_AMBIENT, kNone);
        gl.Materialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, kNone);
    }
    static constexpr float kNone[] = {0, 0, 0, 1};
    static constexpr float kOne[] = {1, 1, 1, 1};
};

TEST_F(FixedLighting, TheSceneIsEmissionAndAmbientLight) {
    const float emission[] = {0.1f, 0, 0, 1};
    const float ambient[] = {0.5f, 0.5f, 0, 1};
    const float scene[] = {0.5f, 1, 1, 1};
    const float diffuse[] = {0, 0, 0, 0.5f};
    gl.Materialfv(GL_FRONT, GL_EMISSION, emission);
    gl.Materialfv(GL_FRONT, GL_AMBIENT, ambient);
    gl.Materialfv(GL_FRONT, GL_DIFFUSE, diffuse);
    gl.LightModelfv(GL_LIGHT_MODEL_AMBIENT, scene);
    expectQuad({0.35f, 0.5f, 0, 0.5f});
}

TEST_F(FixedLighting, LightsAddUp) {
    const float diffuse[] = {0.5f, 0.5f, 0.5f, 1};
    const float red[] = {1, 0, 0, 1};
    const float green[] = {0, 1, 0, 1};
    const float slanted[] = {0, 3, 4, 0};
    gl.Materialfv(GL_FRONT, GL_DIFFUSE, diffuse);
    glEnable(GL_LIGHT0);
    gl.Lightfv(GL_LIGHT0, GL_DIFFUSE, red);
    expectQuad({0.5f, 0, 0, 1});
    glEnable(GL_LIGHT3);
    gl.Lightfv(GL_LIGHT3, GL_DIFFUSE, green);
    gl.Lightfv(GL_LIGHT3, GL_POSITION, slanted);
    expectQuad({0.5f, 0.4f, 0, 1});
    glDisable(GL_LIGHT0);
    expectQuad({0, 0.4f, 0, 1});
}

TEST_F(FixedLighting, PositionsAreOfTheMatrixOfTheCall) {
    const float there[] = {0, 0, 1, 1};
    gl.Materialfv(GL_FRONT, GL_AMBIENT, kOne);
    glEnable(GL_LIGHT0);
    gl.MatrixMode(GL_MODELVIEW);
    gl.PushMatrix();
    gl.Translatef(0, 0, 2);
    gl.Lightfv(GL_LIGHT0, GL_POSITION, there);
    gl.PopMatrix();
    Color position{};
    gl.GetLightfv(GL_LIGHT0, GL_POSITION, position.data());
    EXPECT_EQ((Color{0, 0, 3, 1}), position);
}

TEST_F(FixedLighting, DistanceAndConeWeaken) {
    // Far away, so that all of the quad is as far and in the cone's middle.
    const float place[] = {0, 0, 1000, 1};
    const float towards[] = {0, 0, -1};
    const float aside[] = {0, 1, 0};
    gl.Materialfv(GL_FRONT, GL_DIFFUSE, kOne);
    glEnable(GL_LIGHT0);
    gl.Lightfv(GL_LIGHT0, GL_POSITION, place);
    gl.Lightf(GL_LIGHT0, GL_CONSTANT_ATTENUATION, 1);
    gl.Lightf(GL_LIGHT0, GL_LINEAR_ATTENUATION, 0.001f);
    expectQuad({0.5f, 0.5f, 0.5f, 1});
    gl.Lightf(GL_LIGHT0, GL_QUADRATIC_ATTENUATION, 2e-6f);
    expectQuad({0.25f, 0.25f, 0.25f, 1});
    gl.Lightfv(GL_LIGHT0, GL_SPOT_DIRECTION, towards);
    gl.Lightf(GL_LIGHT0, GL_SPOT_CUTOFF, 10);
    expectQuad({0.25f, 0.25f, 0.25f, 1});
    gl.Lightfv(GL_LIGHT0, GL_SPOT_DIRECTION, aside);
    expectQuad({0, 0, 0, 1});
}

TEST_F(FixedLighting, HighlightsMayBeAColorOfTheirOwn) {
    const float half[] = {0.5f, 0.5f, 0.5f, 1};
    gl.Materialfv(GL_FRONT, GL_SPECULAR, half);
    gl.Materialf(GL_FRONT, GL_SHININESS, 10);
    glEnable(GL_LIGHT0);
    expectQuad({0.5f, 0.5f, 0.5f, 1});
    // A black texture leaves nothing of it, but of one that is added afterwards.
    const GLuint texture = texel(0, GL_RGB, {0, 0, 0, 1});
    expectQuad({0, 0, 0, 1});
    gl.LightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
    expectQuad({0.5f, 0.5f, 0.5f, 1});
    glDeleteTextures(1, &texture);
}

TEST_F(FixedLighting, BackFacesHaveMaterialsOfTheirOwn) {
    const float red[] = {1, 0, 0, 1};
    const float green[] = {0, 1, 0, 1};
    gl.Materialfv(GL_FRONT, GL_EMISSION, red);
    gl.Materialfv(GL_BACK, GL_EMISSION, green);
    gl.LightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    expectQuad({1, 0, 0, 1});
    glFrontFace(GL_CW);
    expectQuad({0, 1, 0, 1});
    gl.LightModeli(GL_LIGHT_MODEL_TWO_SIDE, 0);
    expectQuad({1, 0, 0, 1});
    // Normals of back faces point the other way.
    gl.LightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    gl.Materialfv(GL_FRONT_AND_BACK, GL_EMISSION, kNone);
    gl.Materialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, kOne);
    glEnable(GL_LIGHT0);
    expectQuad({0, 0, 0, 1});
    gl.Normal3f(0, 0, -1);
    expectQuad({1, 1, 1, 1});
}

TEST_F(FixedLighting, MaterialsFollowTheColor) {
    glEnable(GL_LIGHT0);
    gl.Color4f(0.2f, 0.4f, 0.6f, 0.8f);
    gl.ColorMaterial(GL_FRONT, GL_DIFFUSE);
    glEnable(GL_COLOR_MATERIAL);
    if (!isLlvmpipe()) { // It sees colours that come after the switch.
        expectQuad({0.2f, 0.4f, 0.6f, 0.8f});
    }
    gl.Color4f(0.5f, 0, 0, 1);
    expectQuad({0.5f, 0, 0, 1});
    Color kept{};
    gl.GetMaterialfv(GL_FRONT, GL_DIFFUSE, kept.data());
    EXPECT_EQ((Color{0.5f, 0, 0, 1}), kept);
    glDisable(GL_COLOR_MATERIAL);
    gl.Color4f(0, 1, 0, 1);
    expectQuad({0.5f, 0, 0, 1});
}

TEST_F(FixedLighting, NormalsAreScaledAsToldTo) {
    gl.Materialfv(GL_FRONT, GL_DIFFUSE, kOne);
    glEnable(GL_LIGHT0);
    gl.Normal3f(0, 0, 0.25f);
    expectQuad({0.25f, 0.25f, 0.25f, 1});
    glEnable(GL_NORMALIZE);
    expectQuad({1, 1, 1, 1});
    glDisable(GL_NORMALIZE);
    gl.MatrixMode(GL_MODELVIEW);
    gl.Scalef(2, 2, 2);
    expectQuad({0.125f, 0.125f, 0.125f, 1});
    glEnable(GL_RESCALE_NORMAL);
    expectQuad({0.25f, 0.25f, 0.25f, 1});
}

/// Vertex by vertex: raster positions and points of feedback, beside a point that is drawn.
class FixedVertices : public FixedLighting {
protected:
    static constexpr GLenum kRasterColor = 0x0B04;
    static constexpr GLenum kRasterSecondaryColor = 0x845F;
    static constexpr GLenum kRasterTextureCoords = 0x0B06;

    void SetUp() override {
        FixedLighting::SetUp();
        const float ambient[] = {0.1f, 0.2f, 0.1f, 1};
        const float diffuse[] = {0.3f, 0.4f, 0.5f, 0.75f};
        const float specular[] = {0.2f, 0.1f, 0.2f, 1};
        const float light[] = {0.9f, 0.8f, 0.7f, 1};
        gl.Materialfv(GL_FRONT, GL_AMBIENT, ambient);
        gl.Materialfv(GL_FRONT, GL_DIFFUSE, diffuse);
        gl.Materialfv(GL_FRONT, GL_SPECULAR, specular);
        gl.Materialf(GL_FRONT, GL_SHININESS, 3);
        gl.LightModelfv(GL_LIGHT_MODEL_AMBIENT, kOne);
        for (const GLenum source : {GL_LIGHT0, GL_LIGHT5}) {
            glEnable(source);
            gl.Lightfv(source, GL_AMBIENT, ambient);
            gl.Lightfv(source, GL_DIFFUSE, light);
            gl.Lightfv(source, GL_SPECULAR, light);
        }
        gl.Normal3f(0.36f, 0.48f, 0.8f);
        gl.Color4f(0.6f, 0.1f, 0.3f, 0.5f);
        gl.PointSize(8);
    }

    static Color get(GLenum name) {
        Color value{};
        glGetFloatv(name, value.data());
        return value;
    }

    void expectLit(const char* what) const {
        SCOPED_TRACE(what);
        glClear(GL_COLOR_BUFFER_BIT);
        gl.Begin(GL_POINTS);
        gl.Vertex2f(0.25f, -0.125f);
        gl.End();
        const Rgba drawn = m_target->read().at(5, 3);
        gl.RasterPos2f(0.25f, -0.125f);
        Color sum = get(kRasterColor);
        std::array<GLfloat, 16> told{};
        gl.FeedbackBuffer(GLsizei(told.size()), GL_3D_COLOR, told.data());
        gl.RenderMode(GL_FEEDBACK);
        gl.Begin(GL_POINTS);
        gl.Vertex2f(0.25f, -0.125f);
        gl.End();
        EXPECT_EQ(8, gl.RenderMode(GL_RENDER));
        for (size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(sum[i], told[4 + i], 1e-5) << "of feedback, component " << i;
        }
        const Color secondary = get(kRasterSecondaryColor);
        for (size_t i = 0; i < 3; ++i) {
            sum[i] += secondary[i];
        }
        const Rgba raster = rounded(sum);
        EXPECT_NEAR(drawn.r, raster.r, 1);
        EXPECT_NEAR(drawn.g, raster.g, 1);
        EXPECT_NEAR(drawn.b, raster.b, 1);
        EXPECT_NEAR(drawn.a, raster.a, 1);
        EXPECT_GL_OK();
    }
};

TEST_F(FixedVertices, AreLitWhereNothingIsDrawn) {
    expectLit("directions");
    const float aside[] = {3, 0, 4, 0};
    gl.Lightfv(GL_LIGHT5, GL_POSITION, aside);
    expectLit("another direction");
    const float near[] = {0.5f, 1, 2, 1};
    gl.Lightfv(GL_LIGHT5, GL_POSITION, near);
    gl.Lightf(GL_LIGHT5, GL_LINEAR_ATTENUATION, 0.25f);
    gl.Lightf(GL_LIGHT5, GL_QUADRATIC_ATTENUATION, 0.125f);
    expectLit("a position");
    const float down[] = {0, -1, -2};
    gl.Lightfv(GL_LIGHT5, GL_SPOT_DIRECTION, down);
    gl.Lightf(GL_LIGHT5, GL_SPOT_CUTOFF, 45);
    gl.Lightf(GL_LIGHT5, GL_SPOT_EXPONENT, 5);
    expectLit("a spot");
    gl.Lightf(GL_LIGHT5, GL_SPOT_CUTOFF, 1);
    expectLit("a narrow one");
    if (isLlvmpipe()) {
        return; // Its raster positions know no near viewer, and no normal of another length.
    }
    gl.LightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1);
    gl.MatrixMode(GL_PROJECTION);
    gl.Translatef(0, 0, 2);
    gl.MatrixMode(GL_MODELVIEW);
    gl.Translatef(0, 0, -2);
    expectLit("the viewer near");
    gl.LightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
    expectLit("highlights apart");
    gl.Scalef(0.5f, 0.5f, 0.5f);
    expectLit("longer normals");
    glEnable(GL_RESCALE_NORMAL);
    expectLit("rescaled");
    glEnable(GL_NORMALIZE);
    gl.Normal3f(1, 2, 5);
    expectLit("normalized");
    gl.ColorMaterial(GL_FRONT, GL_AMBIENT_AND_DIFFUSE);
    glEnable(GL_COLOR_MATERIAL);
    gl.Color4f(0.6f, 0.1f, 0.3f, 0.5f);
    expectLit("materials that follow");
    glDisable(GL_LIGHTING);
    expectLit("no lighting");
}

TEST_F(FixedVertices, HaveCoordinatesThatAreGenerated) {
    const float object[] = {1, 2, 0, 3};
    const float eye[] = {0, 0, 2, 1};
    gl.Normal3f(0.6f, 0, 0.8f);
    gl.MatrixMode(GL_PROJECTION);
    gl.Translatef(0, 0, 1);
    gl.TexCoord2f(7, 9);
    const auto generate = [this](GLenum coordinate, GLenum on, GLint mode) {
        gl.TexGeni(coordinate, GL_TEXTURE_GEN_MODE, mode);
        glEnable(on);
    };
    gl.MatrixMode(GL_MODELVIEW);
    gl.TexGenfv(GL_S, GL_OBJECT_PLANE, object);
    gl.TexGenfv(GL_Q, GL_EYE_PLANE, eye);
    generate(GL_S, GL_TEXTURE_GEN_S, GL_OBJECT_LINEAR);
    generate(GL_Q, GL_TEXTURE_GEN_Q, GL_EYE_LINEAR);
    gl.Translatef(0, 0, -1);
    const auto expectCoordinates = [this](const Color& expected) {
        gl.RasterPos2f(0, 0);
        const Color raster = get(kRasterTextureCoords);
        for (size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(expected[i], raster[i], 1e-5) << i;
        }
    };
    expectCoordinates({3, 9, 0, -1});
    glDisable(GL_TEXTURE_GEN_Q);
    generate(GL_S, GL_TEXTURE_GEN_S, GL_SPHERE_MAP);
    generate(GL_T, GL_TEXTURE_GEN_T, GL_SPHERE_MAP);
    expectCoordinates({0.8f, 0.5f, 0, 1});
    generate(GL_S, GL_TEXTURE_GEN_S, GL_REFLECTION_MAP);
    generate(GL_T, GL_TEXTURE_GEN_T, GL_REFLECTION_MAP);
    generate(GL_R, GL_TEXTURE_GEN_R, GL_REFLECTION_MAP);
    expectCoordinates({0.96f, 0, 0.28f, 1});
    generate(GL_S, GL_TEXTURE_GEN_S, GL_NORMAL_MAP);
    generate(GL_T, GL_TEXTURE_GEN_T, GL_NORMAL_MAP);
    generate(GL_R, GL_TEXTURE_GEN_R, GL_NORMAL_MAP);
    expectCoordinates({0.6f, 0, 0.8f, 1});
    gl.MatrixMode(GL_TEXTURE);
    gl.Scalef(5, 5, 5);
    expectCoordinates({3, 0, 4, 1});
}

// --- Texture environments

struct Base {
    const char* name;
    GLint format;
    bool hasColor, hasAlpha;
};
constexpr Base kBases[] = {{"alpha", GL_ALPHA, false, true},
                           {"luminance", GL_LUMINANCE, true, false},
                           {"luminance and alpha", GL_LUMINANCE_ALPHA, true, true},
                           {"intensity", GL_INTENSITY, true, true},
                           {"RGB", GL_RGB, true, false},
                           {"RGBA", GL_RGBA, true, true}};

/// What the texel of a base format is, of an image of this colour.
Color texelOf(GLint format, const Color& image) {
    const float r = image[0];
    switch (format) {
    case GL_ALPHA:
        return {0, 0, 0, image[3]};
    case GL_LUMINANCE:
        return {r, r, r, 1};
    case GL_LUMINANCE_ALPHA:
        return {r, r, r, image[3]};
    case GL_INTENSITY:
        return {r, r, r, r};
    case GL_RGB:
        return {image[0], image[1], image[2], 1};
    default:
        return image;
    }
}

/// Tables 16.2 and 16.3.
Color environment(
    GLenum mode, const Base& base, const Color& f, const Color& s, const Color& constant) {
    Color v = f;
    const bool intensity = base.format == GL_INTENSITY;
    for (size_t i = 0; i < 3 && base.hasColor; ++i) {
        switch (mode) {
        case GL_REPLACE:
            v[i] = s[i];
            break;
        case GL_MODULATE:
            v[i] = f[i] * s[i];
            break;
        case GL_BLEND:
            v[i] = f[i] * (1 - s[i]) + constant[i] * s[i];
            break;
        case GL_ADD:
            v[i] = f[i] + s[i];
            break;
        default:
            v[i] = base.format == GL_RGBA ? f[i] * (1 - s[3]) + s[i] * s[3] : s[i];
            break;
        }
    }
    if (!base.hasAlpha || mode == GL_DECAL) {
        return v;
    }
    v[3] = mode == GL_REPLACE              ? s[3]
           : mode == GL_BLEND && intensity ? f[3] * (1 - s[3]) + constant[3] * s[3]
           : mode == GL_ADD && intensity   ? f[3] + s[3]
                                           : f[3] * s[3];
    return v;
}

TEST_F(FixedDraw, EnvironmentsOfAllBaseFormats) {
    const Color image{0.8f, 0.4f, 0.2f, 0.6f};
    const Color fragment{0.5f, 0.3f, 0.9f, 0.7f};
    const Color constant{0.1f, 0.9f, 0.5f, 0.25f};
    gl.Color4f(fragment[0], fragment[1], fragment[2], fragment[3]);
    gl.TexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant.data());
    for (const Base& base : kBases) {
        const GLuint texture = texel(0, base.format, image);
        for (const GLenum mode : {GL_REPLACE, GL_MODULATE, GL_BLEND, GL_ADD, GL_DECAL}) {
            const bool undefined =
                mode == GL_DECAL && base.format != GL_RGB && base.format != GL_RGBA;
            if (undefined) {
                continue;
            }
            SCOPED_TRACE(std::string(base.name) + ", mode " + enumName(mode));
            gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GLint(mode));
            expectQuad(environment(mode, base, fragment, texelOf(base.format, image), constant), 2);
        }
        glDeleteTextures(1, &texture);
    }
}

TEST_F(FixedDraw, UnitsFollowOneAnother) {
    gl.Color4f(1, 1, 1, 1);
    GLuint textures[3] = {};
    for (int i = 0; i < 3; ++i) {
        textures[i] = texel(i, GL_RGBA, {0.5f, i == 1 ? 0.5f : 1, 1, 1});
    }
    expectQuad({0.125f, 0.5f, 1, 1});
    glActiveTexture(GL_TEXTURE1);
    glDisable(GL_TEXTURE_2D);
    expectQuad({0.25f, 1, 1, 1});
    glDeleteTextures(3, textures);
}

TEST_F(FixedDraw, IncompleteTexturesTurnTheirUnitOff) {
    gl.Color4f(0, 1, 0, 1);
    const GLuint texture = texel(0, GL_RGBA, {1, 0, 0, 1});
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    expectQuad({1, 0, 0, 1});
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    expectQuad({0, 1, 0, 1});
    glDeleteTextures(1, &texture);
}

struct Operation {
    GLenum function;
    float (*of)(float a, float b, float c);
};
constexpr Operation kOperations[] = {
    {GL_REPLACE, [](float a, float, float) { return a; }},
    {GL_MODULATE, [](float a, float b, float) { return a * b; }},
    {GL_ADD, [](float a, float b, float) { return a + b; }},
    {GL_ADD_SIGNED, [](float a, float b, float) { return a + b - 0.5f; }},
    {GL_INTERPOLATE, [](float a, float b, float c) { return a * c + b * (1 - c); }},
    {GL_SUBTRACT, [](float a, float b, float) { return a - b; }}};

TEST_F(FixedDraw, CombinersComputeWhatTheyAreToldTo) {
    const Color s{0.75f, 0.5f, 0.25f, 0.5f};
    const Color f{0.25f, 0.5f, 0.375f, 0.25f};
    const Color k{0.5f, 0.125f, 0.5f, 0.75f};
    const GLuint texture = texel(0, GL_RGBA, s);
    gl.Color4f(f[0], f[1], f[2], f[3]);
    gl.TexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, k.data());
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    for (const Operation& operation : kOperations) {
        for (const int scale : {1, 2, 4}) {
            SCOPED_TRACE(enumName(operation.function) + " times " + std::to_string(scale));
            gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GLint(operation.function));
            gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GLint(operation.function));
            gl.TexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE, scale);
            Color expected{};
            for (size_t i = 0; i < 3; ++i) { // Initial sources: texture, previous, constant alpha.
                expected[i] = operation.of(s[i], f[i], k[3]) * float(scale);
            }
            expected[3] = operation.of(s[3], f[3], k[3]);
            expectQuad(expected, 2);
        }
    }
    gl.TexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE, 1);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_DOT3_RGBA);
    float dot = 0;
    for (size_t i = 0; i < 3; ++i) {
        dot += 4 * (s[i] - 0.5f) * (f[i] - 0.5f);
    }
    expectQuad({dot, dot, dot, dot}, 2);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE, 4);        // EXT_texture_env_dot3 has no scale.
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, 0x8741); // GL_DOT3_RGBA_EXT
    expectQuad({dot, dot, dot, dot}, 2);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, 0x8740); // GL_DOT3_RGB_EXT
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
    expectQuad({dot, dot, dot, s[3]}, 2);
    glDeleteTextures(1, &texture);
}

TEST_F(FixedDraw, OperandsAndSourcesOfOtherUnits) {
    const GLuint textures[] = {texel(0, GL_RGBA, {0.25f, 0.5f, 0.75f, 0.5f}),
                               texel(1, GL_RGBA, {1, 0, 0, 0.25f})};
    glActiveTexture(GL_TEXTURE0);
    gl.Color4f(0.5f, 0.5f, 0.5f, 0.75f);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_REPLACE);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_SRC0_RGB, GL_TEXTURE0 + 1);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_RGB, GL_ONE_MINUS_SRC_COLOR);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_SRC0_ALPHA, GL_PRIMARY_COLOR);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glActiveTexture(GL_TEXTURE1);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_SRC0_RGB, GL_PREVIOUS);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_SRC1_RGB, GL_TEXTURE0);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_OPERAND1_RGB, GL_SRC_ALPHA);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_REPLACE);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_SRC0_ALPHA, GL_PREVIOUS);
    expectQuad({0, 0.5f, 0.5f, 0.25f}, 2);
    glDeleteTextures(2, textures);
}

TEST_F(FixedDraw, WhatIsNoEnvironmentIsRefused) {
    EXPECT_FAILS(GL_INVALID_ENUM, gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_LINEAR));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.TexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_DOT3_RGB));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.TexEnvi(GL_TEXTURE_ENV, GL_OPERAND0_ALPHA, GL_SRC_COLOR));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.TexEnvi(GL_TEXTURE_ENV, GL_SRC0_RGB, GL_ALPHA));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.TexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE, 3));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.TexGeni(GL_Q, GL_TEXTURE_GEN_MODE, GL_REFLECTION_MAP));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.TexGeni(GL_R, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.Lightf(GL_LIGHT0, GL_SPOT_CUTOFF, 91));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.Lightf(GL_LIGHT0, GL_SPOT_EXPONENT, 129));
    if (!isLlvmpipe()) { // It takes one number for four.
        EXPECT_FAILS(GL_INVALID_ENUM, gl.Lightf(GL_LIGHT0, GL_AMBIENT, 1));
    }
    EXPECT_FAILS(GL_INVALID_VALUE, gl.Materialf(GL_FRONT, GL_SHININESS, 129));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.ColorMaterial(GL_FRONT, GL_SHININESS));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.AlphaFunc(GL_ADD, 0));
}

// --- Texture coordinates

class FixedCoordinates : public FixedDraw {
protected:
    void SetUp() override {
        FixedDraw::SetUp();
        glGenTextures(1, &m_texture);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        const uint8_t texels[] = {
            255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        glEnable(GL_TEXTURE_2D);
        gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    }
    void TearDown() override {
        glDeleteTextures(1, &m_texture);
        FixedDraw::TearDown();
    }
    /// The quarters of the picture: lower left, lower right, upper left, upper right.
    void expectQuarters(const std::array<Rgba, 4>& quarters) const {
        glClear(GL_COLOR_BUFFER_BIT);
        quad();
        expectImage(m_target->read(),
                    [&](int x, int y) { return quarters[size_t(x >= 4) + 2 * size_t(y >= 4)]; });
    }
    void generate(GLenum coordinate, GLenum mode, GLenum name, const Color& plane) const {
        gl.TexGeni(coordinate, GL_TEXTURE_GEN_MODE, GLint(mode));
        gl.TexGenfv(coordinate, name, plane.data());
        glEnable(GL_TEXTURE_GEN_S + (coordinate - GL_S));
    }

    GLuint m_texture = 0;
};

TEST_F(FixedCoordinates, AreGivenAndTimesAMatrix) {
    expectQuarters({kRed, kGreen, kBlue, kWhite});
    gl.MatrixMode(GL_TEXTURE);
    gl.Translatef(0.5f, 0, 0);
    expectQuarters({kGreen, kRed, kWhite, kBlue});
    gl.LoadIdentity();
    expectQuarters({kRed, kGreen, kBlue, kWhite});
}

TEST_F(FixedCoordinates, ComeOfPlanes) {
    generate(GL_S, GL_OBJECT_LINEAR, GL_OBJECT_PLANE, {0, 0.5f, 0, 0.5f}); // y
    generate(GL_T, GL_OBJECT_LINEAR, GL_OBJECT_PLANE, {0.5f, 0, 0, 0.5f}); // x
    expectQuarters({kRed, kBlue, kGreen, kWhite});
    // Eye planes stay where they were when the model moves.
    gl.MatrixMode(GL_MODELVIEW);
    generate(GL_S, GL_EYE_LINEAR, GL_EYE_PLANE, {0.5f, 0, 0, 0.5f});
    generate(GL_T, GL_EYE_LINEAR, GL_EYE_PLANE, {0, 0.5f, 0, 0.5f});
    gl.Rotatef(90, 0, 0, 1);
    expectQuarters({kRed, kGreen, kBlue, kWhite});
}

TEST_F(FixedCoordinates, ComeOfReflections) {
    // Seen from far along z, a normal to the right shows what is far out in a sphere map.
    for (const GLenum coordinate : {GL_S, GL_T}) {
        gl.TexGeni(coordinate, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
        glEnable(GL_TEXTURE_GEN_S + (coordinate - GL_S));
    }
    gl.MatrixMode(GL_PROJECTION);
    gl.Scalef(1, 1, 0);
    gl.MatrixMode(GL_MODELVIEW);
    gl.LoadIdentity();
    gl.Translatef(0, 0, -1000);
    gl.Normal3f(0.6f, -0.6f, 0.529f);
    expectQuarters({kGreen, kGreen, kGreen, kGreen});
    gl.Normal3f(-0.6f, 0.6f, 0.529f);
    expectQuarters({kBlue, kBlue, kBlue, kBlue});
}

// --- Fog and the alpha test

TEST_F(FixedDraw, FogByDistance) {
    const float red[] = {1, 0, 0, 0};
    gl.Color4f(0, 1, 0, 0.5f);
    gl.Fogfv(GL_FOG_COLOR, red);
    glEnable(GL_FOG);
    const auto expectFog = [&](float factor) {
        glClear(GL_COLOR_BUFFER_BIT);
        quad(-0.5f);
        expectColor(m_target->read(), rounded({1 - factor, factor, 0, 0.5f}), 2);
    };
    gl.Fogi(GL_FOG_MODE, GL_LINEAR);
    gl.Fogf(GL_FOG_START, 0.25f);
    expectFog(0.5f / 0.75f);
    gl.Fogi(GL_FOG_MODE, GL_EXP);
    gl.Fogf(GL_FOG_DENSITY, 2);
    expectFog(std::exp(-1.0f));
    gl.Fogi(GL_FOG_MODE, GL_EXP2);
    gl.Fogf(GL_FOG_DENSITY, 1);
    expectFog(std::exp(-0.25f));
    glDisable(GL_FOG);
    expectFog(1);
}

TEST_F(FixedDraw, TheAlphaTestOfAllFunctions) {
    struct Function {
        GLenum name;
        bool less, equal, greater;
    };
    const Function functions[] = {{GL_NEVER, false, false, false},
                                  {GL_LESS, true, false, false},
                                  {GL_EQUAL, false, true, false},
                                  {GL_LEQUAL, true, true, false},
                                  {GL_GREATER, false, false, true},
                                  {GL_NOTEQUAL, true, false, true},
                                  {GL_GEQUAL, false, true, true},
                                  {GL_ALWAYS, true, true, true}};
    glEnable(GL_ALPHA_TEST);
    for (const Function& function : functions) {
        SCOPED_TRACE(enumName(function.name));
        gl.AlphaFunc(function.name, 0.5f);
        const std::pair<float, bool> alphas[] = {
            {0.25f, function.less}, {0.5f, function.equal}, {0.75f, function.greater}};
        for (const auto& [alpha, passes] : alphas) {
            gl.Color4f(1, 1, 1, alpha);
            expectQuad(passes ? Color{1, 1, 1, alpha} : Color{0, 0, 0, 0});
        }
    }
}

// --- With shaders

TEST_F(FixedDraw, BehindAVertexShader) {
    const GLuint program = glCreateProgram();
    const GLuint shader = compileShader(
        GL_VERTEX_SHADER,
        "void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(0.0, 1.0, 0.0, 1.0);"
        " gl_TexCoord[0] = vec4(0.5); }");
    glAttachShader(program, shader);
    glLinkProgram(program);
    glUseProgram(program);
    gl.Color4f(1, 0, 0, 1);
    expectQuad({0, 1, 0, 1});
    const GLuint texture = texel(0, GL_RGBA, {1, 0.5f, 1, 1});
    expectQuad({0, 0.5f, 0, 1});
    glDeleteTextures(1, &texture);
    glDeleteShader(shader);
    glDeleteProgram(program);
}

TEST_F(FixedDraw, InFrontOfAFragmentShader) {
    const GLuint program = glCreateProgram();
    const GLuint shader = compileShader(
        GL_FRAGMENT_SHADER,
        "void main() { gl_FragColor = vec4(gl_Color.r, gl_TexCoord[1].s, gl_FogFragCoord, 1.0); }");
    glAttachShader(program, shader);
    glLinkProgram(program);
    glUseProgram(program);
    gl.Color4f(0.25f, 1, 1, 1);
    glActiveTexture(GL_TEXTURE1);
    const Color half{0, 0, 0, 0.5f};
    gl.TexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
    gl.TexGenfv(GL_S, GL_OBJECT_PLANE, half.data());
    glEnable(GL_TEXTURE_GEN_S);
    glClear(GL_COLOR_BUFFER_BIT);
    quad(0.75f);
    expectColor(m_target->read(), rounded({0.25f, 0.5f, 0.75f, 1}));
    glDeleteShader(shader);
    glDeleteProgram(program);
}

TEST_F(FixedDraw, TheAlphaTestIsOfShadersToo) {
    const GLuint program =
        buildProgram("void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }",
                     "uniform float red; void main() { if (red > 0.5) {"
                     " gl_FragColor = vec4(red, 0.0, 0.0, gl_Color.a); return; }"
                     " gl_FragColor = gl_Color; }");
    glUseProgram(program);
    glEnable(GL_ALPHA_TEST);
    for (const float red : {0.f, 1.f}) {
        glUniform1f(glGetUniformLocation(program, "red"), red);
        gl.Color4f(0, 1, 0, 0.25f);
        gl.AlphaFunc(GL_GREATER, 0.5f);
        expectQuad({0, 0, 0, 0});
        gl.AlphaFunc(GL_LESS, 0.5f);
        expectQuad({red, 1 - red, 0, 0.25f});
        gl.AlphaFunc(GL_EQUAL, 0.25f);
        expectQuad({red, 1 - red, 0, 0.25f});
    }
    glDisable(GL_ALPHA_TEST);
    gl.AlphaFunc(GL_NEVER, 0);
    expectQuad({1, 0, 0, 0.25f});
    glDeleteProgram(program);
}

TEST_F(FixedDraw, TheProfileIsThatOfCompatibility) {
    const int version = 10 * getInteger(GL_MAJOR_VERSION) + getInteger(GL_MINOR_VERSION);
    if (version < 32) {
        GTEST_SKIP() << "profiles are of OpenGL 3.2";
    }
    EXPECT_EQ(GL_CONTEXT_COMPATIBILITY_PROFILE_BIT, getInteger(GL_CONTEXT_PROFILE_MASK));
    const GLuint program = buildProgram(
        "#version 150 compatibility\nvoid main() { gl_Position = ftransform(); }",
        "#version 150 compatibility\nvoid main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }");
    glUseProgram(program);
    expectQuad({0, 1, 0, 1});
    glDeleteProgram(program);
}

TEST_F(FixedDraw, ShadersReadLightsAndPlanes) {
    const float diffuse[] = {0.25f, 0, 0, 1};
    const float ambient[] = {0, 0.5f, 0, 1};
    const float plane[] = {0, 0, 0.75f, 0};
    const GLuint program =
        buildProgram("void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4("
                     "gl_LightSource[2].diffuse.r, gl_BackMaterial.ambient.g,"
                     " gl_ObjectPlaneR[1].z, gl_FrontLightProduct[2].diffuse.r * 4.0); }",
                     "void main() { gl_FragColor = gl_Color; }");
    glUseProgram(program);
    gl.Lightfv(GL_LIGHT2, GL_DIFFUSE, diffuse);
    gl.Materialfv(GL_BACK, GL_AMBIENT, ambient);
    glActiveTexture(GL_TEXTURE1);
    gl.TexGenfv(GL_R, GL_OBJECT_PLANE, plane);
    expectQuad({0.25f, 0.5f, 0.75f, 0.8f});
    glDeleteProgram(program);
}

TEST_F(FixedDraw, PlanesClip) {
    const double right[] = {1, 0, 0, 0};
    gl.Color4f(0, 1, 0, 1);
    gl.ClipPlane(GL_CLIP_PLANE2, right);
    glEnable(GL_CLIP_PLANE2);
    glClear(GL_COLOR_BUFFER_BIT);
    quad();
    expectImage(m_target->read(), [](int x, int) { return x < 4 ? kNothing : kGreen; });
    glDisable(GL_CLIP_PLANE2);
    expectQuad({0, 1, 0, 1});
}

TEST_F(FixedDraw, FlatColorsAreTheLastVertexs) {
    gl.ShadeModel(GL_FLAT);
    glClear(GL_COLOR_BUFFER_BIT);
    gl.Begin(GL_TRIANGLES);
    gl.Color3f(1, 0, 0);
    gl.Vertex2f(-1, -1);
    gl.Vertex2f(3, -1);
    gl.Color3f(0, 1, 0);
    gl.Vertex2f(-1, 3);
    gl.End();
    expectColor(m_target->read(), kGreen);
}

} // namespace
