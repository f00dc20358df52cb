// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Where parts of the compatibility profile meet: pixels that go through fixed function's fragments
// or are fed back, and commands of fixed function and of pixels in display lists.

#include "gl_harness/legacy.h"

#include <array>
#include <vector>

namespace {

using namespace harness;

constexpr int kSize_px = 4;
constexpr GLenum kBitmapToken = 0x0704;
constexpr GLenum kDrawPixelToken = 0x0705;
constexpr GLenum k2D = 0x0600;

class FixedPixels : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        m_target = std::make_unique<Target>(kSize_px, kSize_px);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        gl.RasterPos2f(-1, -1);
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    /// All of the framebuffer, in one colour.
    void drawPixels(const std::array<uint8_t, 4>& color) const {
        std::vector<uint8_t> pixels;
        for (int i = 0; i < kSize_px * kSize_px; ++i) {
            pixels.insert(pixels.end(), color.begin(), color.end());
        }
        gl.DrawPixels(kSize_px, kSize_px, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    }
    void drawBitmap() const {
        const std::array<GLubyte, kSize_px> bits{0xf0, 0xf0, 0xf0, 0xf0};
        gl.Bitmap(kSize_px, kSize_px, 0, 0, 0, 0, bits.data());
    }
    void quad() const { gl.Rectf(-1, -1, 1, 1); }
    static void greenTexture() {
        GLuint texture = 0;
        const uint8_t green[] = {0, 255, 0, 255};
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
        glEnable(GL_TEXTURE_2D);
    }
    void expectAll(const Rgba& color) const { expectColor(m_target->read(), color, 1); }

    std::unique_ptr<Target> m_target;
};

TEST_F(FixedPixels, AreTextured) {
    greenTexture();
    drawPixels({255, 255, 255, 255});
    expectAll(kGreen);
    glClear(GL_COLOR_BUFFER_BIT);
    drawBitmap();
    expectAll(kGreen);
    glDisable(GL_TEXTURE_2D);
    drawPixels({255, 0, 0, 255});
    expectAll(kRed);
}

TEST_F(FixedPixels, OfBitmapsKeepTheirOrder) {
    const auto color = [&](float r, float g, float b) {
        gl.Color4f(r, g, b, 1);
        gl.RasterPos2f(-1, -1);
    };
    color(1, 0, 0);
    drawBitmap();
    gl.Color4f(0, 0, 1, 1); // Of what comes next: bitmaps have the raster position's.
    drawBitmap();
    expectAll(kRed);
    // Each with the raster position's values.
    const std::array<GLubyte, kSize_px> half{0xc0, 0xc0, 0xc0, 0xc0};
    color(1, 0, 0);
    gl.Bitmap(2, kSize_px, 0, 0, 2, 0, half.data());
    gl.Color4f(0, 1, 0, 1);
    gl.RasterPos2f(0, -1);
    gl.Bitmap(2, kSize_px, 0, 0, 2, 0, half.data());
    expectImage(m_target->read(), [](int x, int) { return x < 2 ? kRed : kGreen; });
    color(1, 0, 0);
    // Behind other bitmaps and primitives.
    drawBitmap();
    color(0, 1, 0);
    drawBitmap();
    expectAll(kGreen);
    gl.Color4f(0, 0, 1, 1);
    quad();
    drawBitmap();
    expectAll(kGreen);
    quad();
    expectAll(kBlue);
    drawBitmap();
    glClear(GL_COLOR_BUFFER_BIT);
    expectAll(kNothing);
    // With the state that was set when they came.
    drawBitmap();
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    color(1, 0, 0);
    drawBitmap();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glDisable(GL_BLEND);
    expectAll({255, 255, 0, 255});
}

TEST_F(FixedPixels, OfBitmapsInListsKeepTheirOrder) {
    const GLuint list = gl.GenLists(1);
    gl.NewList(list, GL_COMPILE);
    drawBitmap();
    gl.RasterPos2f(-1, -1);
    drawBitmap();
    gl.Begin(GL_QUADS);
    for (const auto& [x, y] : {std::pair(-1.f, -1.f), {0.f, -1.f}, {0.f, 1.f}, {-1.f, 1.f}}) {
        gl.Vertex2f(x, y);
    }
    gl.End();
    gl.EndList();
    gl.Color4f(1, 0, 0, 1);
    gl.RasterPos2f(-1, -1);
    gl.Color4f(0, 1, 0, 1);
    gl.CallList(list);
    expectImage(m_target->read(), [](int, int) { return kGreen; });
    gl.DeleteLists(list, 1);
}

TEST_F(FixedPixels, AreInFog) {
    const float blue[] = {0, 0, 1, 1};
    gl.Fogfv(GL_FOG_COLOR, blue);
    gl.Fogi(GL_FOG_MODE, GL_LINEAR);
    gl.Fogf(GL_FOG_START, -2);
    gl.Fogf(GL_FOG_END, -1); // All is behind it.
    glEnable(GL_FOG);
    drawPixels({255, 0, 0, 255});
    expectAll(kBlue);
}

TEST_F(FixedPixels, AreTestedByTheirAlpha) {
    glEnable(GL_ALPHA_TEST);
    gl.AlphaFunc(GL_GREATER, 0.5f);
    drawPixels({255, 0, 0, 100});
    expectAll({0, 0, 0, 0});
    drawPixels({255, 0, 0, 200});
    expectAll({255, 0, 0, 200});
    const GLuint program =
        buildProgram("void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }",
                     "void main() { gl_FragColor = gl_Color.bgra; }");
    glUseProgram(program);
    drawPixels({0, 255, 0, 100});
    expectAll({255, 0, 0, 200});
    drawPixels({0, 255, 0, 255});
    expectAll(kGreen);
    glUseProgram(0);
    glDeleteProgram(program);
}

TEST_F(FixedPixels, AreFrontFacing) {
    glEnable(GL_LIGHTING);
    gl.LightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glFrontFace(GL_CW);
    greenTexture();
    drawPixels({255, 255, 255, 255});
    expectAll(kGreen);
    glFrontFace(GL_CCW);
    drawPixels({255, 255, 255, 255});
    expectAll(kGreen);
}

TEST_F(FixedPixels, LeaveDrawsOfVerticesAsTheyAre) {
    greenTexture();
    gl.Color3f(1, 1, 1);
    quad();
    drawPixels({255, 255, 255, 255});
    glDisable(GL_TEXTURE_2D);
    gl.Color3f(1, 0, 0);
    quad();
    expectAll(kRed);
}

TEST_F(FixedPixels, AreFedBack) {
    std::array<float, 16> values{};
    gl.FeedbackBuffer(GLsizei(values.size()), k2D, values.data());
    gl.RenderMode(GL_FEEDBACK);
    drawPixels({255, 0, 0, 255});
    drawBitmap();
    EXPECT_EQ(6, gl.RenderMode(GL_RENDER));
    EXPECT_EQ(float(kDrawPixelToken), values[0]);
    EXPECT_EQ(0, values[1]);
    EXPECT_EQ(0, values[2]);
    EXPECT_EQ(float(kBitmapToken), values[3]);
    expectAll({0, 0, 0, 0});
}

TEST_F(FixedPixels, AreInLists) {
    gl.NewList(1, GL_COMPILE);
    {
        std::array<GLubyte, kSize_px> bits{0xf0, 0xf0, 0xf0, 0xf0};
        gl.Bitmap(kSize_px, kSize_px, 0, 0, 0, 0, bits.data());
        bits = {}; // The list has its own.
    }
    gl.EndList();
    gl.NewList(2, GL_COMPILE);
    drawPixels({0, 255, 0, 255});
    gl.EndList();
    expectAll({0, 0, 0, 0});
    gl.Color3f(0, 0, 1);
    gl.RasterPos2f(-1, -1);
    gl.CallList(1);
    expectAll(kBlue);
    gl.CallList(2);
    expectAll(kGreen);
    gl.DeleteLists(1, 2);
}

// A list keeps what pointers of materials, lights and environments are to.
TEST_F(FixedPixels, FixedFunctionIsInLists) {
    float emission[] = {0, 1, 0, 1};
    float none[] = {0, 0, 0, 1};
    gl.NewList(1, GL_COMPILE);
    gl.LightModelfv(GL_LIGHT_MODEL_AMBIENT, none);
    gl.Materialfv(GL_FRONT_AND_BACK, GL_EMISSION, emission);
    glEnable(GL_LIGHTING);
    gl.EndList();
    emission[0] = none[2] = 1;
    quad();
    expectAll(kWhite);
    gl.CallList(1);
    quad();
    expectAll(kGreen);
    gl.DeleteLists(1, 1);
}

// Between glBegin and glEnd a material is for the vertices behind it.
TEST_F(FixedPixels, MaterialsMayChangeInPrimitives) {
    const float none[] = {0, 0, 0, 1};
    gl.LightModelfv(GL_LIGHT_MODEL_AMBIENT, none);
    glEnable(GL_LIGHTING);
    const float red[] = {1, 0, 0, 1};
    const float green[] = {0, 1, 0, 1};
    gl.Begin(GL_QUADS);
    for (const float left : {-1.f, 0.f}) {
        gl.Materialfv(GL_FRONT_AND_BACK, GL_EMISSION, left < 0 ? red : green);
        gl.Vertex2f(left, -1);
        gl.Vertex2f(left + 1, -1);
        gl.Vertex2f(left + 1, 1);
        gl.Vertex2f(left, 1);
    }
    gl.End();
    const Image image = m_target->read();
    EXPECT_EQ(kRed, image.at(0, 1));
    EXPECT_EQ(kGreen, image.at(3, 1));
}

} // namespace
