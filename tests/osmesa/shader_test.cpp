// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Drawing with shaders, in the versions of GLSL that programs without windows are written in.
#include "osmesa/osmesa_test.h"

#include <cmath>
#include <cstdint>

namespace osmesa_test {
namespace {

constexpr int kSize_px = 16;

class Shaders : public OSMesaTest {
protected:
    Picture picture{kSize_px, kSize_px};

    /// The middle quarter of the picture is red, the rest is green.
    void expectRedInTheMiddle() const {
        for (int y = 0; y < kSize_px; ++y) {
            for (int x = 0; x < kSize_px; ++x) {
                const bool middle = x >= 4 && x < 12 && y >= 4 && y < 12;
                ASSERT_EQ(picture.at(x, y), middle ? kRedPixel : kGreenPixel) << x << ", " << y;
            }
        }
    }
};

TEST_F(Shaders, OfGlsl120) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    const GLuint program = makeProgram("#version 120\n"
                                       "attribute vec2 position;\n"
                                       "void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                       "#version 120\n"
                                       "uniform vec4 color;\n"
                                       "void main() { gl_FragColor = color; }");
    ASSERT_NE(program, 0u);
    glUseProgram(program);
    glUniform4f(glGetUniformLocation(program, "color"), 1, 0, 0, 1);
    clear(kGreen);
    drawRectangle(-0.5f, -0.5f, 0.5f, 0.5f);
    glFinish();
    expectRedInTheMiddle();
}

TEST_F(Shaders, OfGlsl130) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    const GLuint program = makeProgram("#version 130\n"
                                       "in vec2 position;\n"
                                       "out vec4 color;\n"
                                       "void main() {\n"
                                       "    color = vec4(1.0, 0.0, 0.0, 1.0);\n"
                                       "    gl_Position = vec4(position, 0.0, 1.0);\n"
                                       "}",
                                       "#version 130\n"
                                       "in vec4 color;\n"
                                       "void main() { gl_FragColor = color; }");
    ASSERT_NE(program, 0u);
    glUseProgram(program);
    clear(kGreen);
    drawRectangle(-0.5f, -0.5f, 0.5f, 0.5f);
    glFinish();
    expectRedInTheMiddle();
}

TEST_F(Shaders, OfTheCoreProfile) {
    const Context context = Context::with({OSMESA_PROFILE,
                                           OSMESA_CORE_PROFILE,
                                           OSMESA_CONTEXT_MAJOR_VERSION,
                                           3,
                                           OSMESA_CONTEXT_MINOR_VERSION,
                                           3});
    ASSERT_TRUE(makeCurrent(context, picture));
    const GLuint program = makeProgram("#version 330 core\n"
                                       "layout(location = 0) in vec2 position;\n"
                                       "void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                       "#version 330 core\n"
                                       "layout(location = 0) out vec4 color;\n"
                                       "void main() {\n"
                                       "    ivec2 at = abs(ivec2(gl_FragCoord.xy) * 2 - 15);\n"
                                       "    color = max(at.x, at.y) < 8 ? vec4(1, 0, 0, 1)\n"
                                       "                                : vec4(0, 1, 0, 1);\n"
                                       "}");
    ASSERT_NE(program, 0u);
    glUseProgram(program);
    drawRectangle(-1, -1, 1, 1);
    glFinish();
    expectRedInTheMiddle();
}

TEST_F(Shaders, DrawWithDepthAndStencil) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    ASSERT_TRUE(makeCurrent(context, picture));
    const GLuint program = makeProgram("#version 120\n"
                                       "attribute vec2 position;\n"
                                       "uniform float depth;\n"
                                       "void main() { gl_Position = vec4(position, depth, 1.0); }",
                                       "#version 120\n"
                                       "uniform vec4 color;\n"
                                       "void main() { gl_FragColor = color; }");
    ASSERT_NE(program, 0u);
    glUseProgram(program);
    const auto draw = [&](float depth, const Color& color, float half) {
        glUniform1f(glGetUniformLocation(program, "depth"), depth);
        glUniform4fv(glGetUniformLocation(program, "color"), 1, color.data());
        drawRectangle(-half, -half, half, half);
    };
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 1, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    draw(0, kRed, 0.5f);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    draw(0.5f, kBlue, 0.5f); // Behind it.
    glStencilFunc(GL_NOTEQUAL, 1, 0xff);
    draw(-0.5f, kGreen, 1); // Before it, but not where the stencil is.
    glFinish();
    expectRedInTheMiddle();
}

TEST_F(Shaders, DrawToFloatsWhatTheyCompute) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    std::vector<float> memory(4 * kSize_px);
    ASSERT_TRUE(OSMesaMakeCurrent(context.handle(), memory.data(), GL_FLOAT, kSize_px, 1));
    const GLuint program = makeProgram("#version 120\n"
                                       "attribute vec2 position;\n"
                                       "void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                       "#version 120\n"
                                       "void main() {\n"
                                       "    float x = gl_FragCoord.x;\n"
                                       "    gl_FragColor = vec4(x, -x, x * 1024.0, x / 1024.0);\n"
                                       "}");
    ASSERT_NE(program, 0u);
    glUseProgram(program);
    drawRectangle(-1, -1, 1, 1);
    glFinish();
    for (int i = 0; i < kSize_px; ++i) {
        const float x = float(i) + 0.5f;
        const float* const pixel = &memory[size_t(i) * 4];
        EXPECT_EQ(pixel[0], x);
        EXPECT_EQ(pixel[1], -x);
        EXPECT_EQ(pixel[2], x * 1024);
        EXPECT_EQ(pixel[3], x / 1024);
    }
}

TEST_F(Shaders, DrawToShortsWithTheirPrecision) {
    const Context context = Context::ofFormat(OSMESA_RGBA);
    std::vector<uint16_t> memory(4 * kSize_px);
    ASSERT_TRUE(OSMesaMakeCurrent(context.handle(), memory.data(), GL_UNSIGNED_SHORT, kSize_px, 1));
    const GLuint program = makeProgram("#version 120\n"
                                       "attribute vec2 position;\n"
                                       "void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                       "#version 120\n"
                                       "void main() {\n"
                                       "    gl_FragColor = vec4(gl_FragCoord.x / 65535.0);\n"
                                       "}");
    ASSERT_NE(program, 0u);
    glUseProgram(program);
    drawRectangle(-1, -1, 1, 1);
    glFinish();
    for (int i = 0; i < kSize_px; ++i) {
        EXPECT_NEAR(memory[size_t(i) * 4], i + 0.5, 0.6) << i;
    }
}

} // namespace
} // namespace osmesa_test
