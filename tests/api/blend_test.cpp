// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Blending against the equations of OpenGL ES 2.0.25 section 4.1.6, and the colour mask.

#include "gl_harness/blend.h"
#include "gl_harness/gl_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace {

using namespace harness;

using Vec4 = std::array<double, 4>;

constexpr auto kEquations = std::span(kBlendEquations).first<3>();

constexpr Vec4 kSource = {0.8, 0.4, 0.2, 0.6};
constexpr Vec4 kDestination = {0.2, 0.6, 1.0, 0.4};
constexpr Vec4 kConstant = {0.4, 0.2, 0.6, 0.8};

Rgba blendedColor(
    GLenum srcRgb, GLenum dstRgb, GLenum srcAlpha, GLenum dstAlpha, GLenum rgb, GLenum alpha) {
    const BlendColors colors = {kSource.data(), kDestination.data(), kConstant.data()};
    int out[4];
    for (size_t c = 0; c < 4; ++c) {
        const double value = blended(c < 3 ? rgb : alpha,
                                     kSource[c],
                                     blendFactor(c < 3 ? srcRgb : srcAlpha, c, colors),
                                     kDestination[c],
                                     blendFactor(c < 3 ? dstRgb : dstAlpha, c, colors));
        out[c] = int(std::lround(std::clamp(value, 0.0, 1.0) * 255));
    }
    return {out[0], out[1], out[2], out[3]};
}

class Blend : public GlTest {};

void drawBlended(const ColorProgram& program) {
    glClearColor(float(kDestination[0]),
                 float(kDestination[1]),
                 float(kDestination[2]),
                 float(kDestination[3]));
    glClear(GL_COLOR_BUFFER_BIT);
    program.use(float(kSource[0]), float(kSource[1]), float(kSource[2]), float(kSource[3]));
    drawFull();
}

TEST_F(Blend, AllFactorsAndEquations) {
    const Target target(2, 2);
    const ColorProgram program;
    glEnable(GL_BLEND);
    glBlendColor(
        float(kConstant[0]), float(kConstant[1]), float(kConstant[2]), float(kConstant[3]));
    for (const GLenum equation : kEquations) {
        glBlendEquation(equation);
        for (const GLenum src : kBlendFactors) {
            for (const GLenum dst : kBlendFactors) {
                if (dst == GL_SRC_ALPHA_SATURATE) {
                    continue; // a source factor only in ES 2.0
                }
                glBlendFunc(src, dst);
                drawBlended(program);
                const Rgba expected = blendedColor(src, dst, src, dst, equation, equation);
                const Rgba is = target.read().at(1, 1);
                EXPECT_TRUE(near(is, expected, 2))
                    << enumName(equation) << ' ' << enumName(src) << ' ' << enumName(dst) << ": is "
                    << is << ", should be " << expected;
            }
        }
    }
    EXPECT_GL_OK();
}

TEST_F(Blend, SeparateFactorsAndEquations) {
    const Target target(2, 2);
    const ColorProgram program;
    glEnable(GL_BLEND);
    glBlendColor(
        float(kConstant[0]), float(kConstant[1]), float(kConstant[2]), float(kConstant[3]));
    int which = 0;
    for (const GLenum rgb : kEquations) {
        for (const GLenum alpha : kEquations) {
            for (int i = 0; i < 14; ++i) {
                const GLenum src = kBlendFactors[i];
                const GLenum dst = kBlendFactors[(i * 5 + which) % 14];
                const GLenum srcAlpha = kBlendFactors[(i * 3 + 1) % 15];
                const GLenum dstAlpha = kBlendFactors[(i + 7 * which) % 14];
                glBlendEquationSeparate(rgb, alpha);
                glBlendFuncSeparate(src, dst, srcAlpha, dstAlpha);
                drawBlended(program);
                const Rgba expected = blendedColor(src, dst, srcAlpha, dstAlpha, rgb, alpha);
                const Rgba is = target.read().at(0, 0);
                EXPECT_TRUE(near(is, expected, 2))
                    << enumName(rgb) << ' ' << enumName(alpha) << ' ' << enumName(src) << ' '
                    << enumName(dst) << ' ' << enumName(srcAlpha) << ' ' << enumName(dstAlpha)
                    << ": is " << is << ", should be " << expected;
            }
            ++which;
        }
    }
}

TEST_F(Blend, OffMeansOff) {
    const Target target(2, 2);
    const ColorProgram program;
    glBlendFunc(GL_ZERO, GL_ZERO);
    drawBlended(program);
    expectColor(target.read(), {204, 102, 51, 153});
}

TEST_F(Blend, ColorMaskOnDraws) {
    for (int mask = 0; mask < 16; ++mask) {
        const Target target(2, 2);
        const ColorProgram program;
        glColorMask((mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0, (mask & 8) != 0);
        program.use(1, 1, 1, 0.0f);
        drawFull();
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        SCOPED_TRACE(mask);
        expectColor(
            target.read(),
            {mask & 1 ? 255 : 0, mask & 2 ? 255 : 0, mask & 4 ? 255 : 0, mask & 8 ? 0 : 255});
    }
}

TEST_F(Blend, ColorMaskOnClears) {
    for (int mask = 0; mask < 16; ++mask) {
        const Target target(2, 2);
        glColorMask((mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0, (mask & 8) != 0);
        glClearColor(1, 1, 1, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        SCOPED_TRACE(mask);
        expectColor(
            target.read(),
            {mask & 1 ? 255 : 0, mask & 2 ? 255 : 0, mask & 4 ? 255 : 0, mask & 8 ? 0 : 255});
    }
}

/// A format without alpha reads destination alpha as one.
TEST_F(Blend, DestinationAlphaOfOpaqueFormats) {
    GLuint texture = 0;
    GLuint framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
        glViewport(0, 0, 4, 4);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        expectColor(Image::read(0, 0, 4, 4), kBlack);
        const ColorProgram program;
        glEnable(GL_BLEND);
        glBlendFunc(GL_DST_ALPHA, GL_ZERO);
        program.use(0, 1, 0, 0);
        drawFull();
        expectColor(Image::read(0, 0, 4, 4), kGreen);
    }
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
}

/// EXT_blend_func_extended: factors that a second output gives.
TEST_F(Blend, SecondSource) {
    constexpr GLenum kSource1Color = 0x88F9;
    constexpr GLenum kOneMinusSource1Alpha = 0x88FB;
    if (!hasExtension("GL_EXT_blend_func_extended")) {
        GTEST_SKIP() << "no GL_EXT_blend_func_extended";
    }
    GLint most = 0;
    glGetIntegerv(0x88FC, &most); // GL_MAX_DUAL_SOURCE_DRAW_BUFFERS_EXT
    EXPECT_GE(most, 1);
    const Target target(2, 2);
    glClearColor(0, 1, 0, 1);
    glEnable(GL_BLEND);
    glBlendFunc(kSource1Color, kOneMinusSource1Alpha);
    const std::string head = "#extension GL_EXT_blend_func_extended : require\n"
                             "precision mediump float;\n";
    for (const auto& [first, second] : {std::pair("gl_FragColor", "gl_SecondaryFragColorEXT"),
                                        {"gl_FragData[0]", "gl_SecondaryFragDataEXT[0]"}}) {
        glClear(GL_COLOR_BUFFER_BIT);
        const GLuint program = buildProgram(kPositionVertex,
                                            head + "void main() { " + first + " = vec4(1.0); " +
                                                second + " = vec4(0.5, 0.0, 0.25, 0.75); }",
                                            {"position"});
        glUseProgram(program);
        drawFull();
        expectColor(target.read(), {128, 64, 64, 255}, 1);
        glDeleteProgram(program);
    }
    std::string log;
    glDeleteShader(compileShader(
        GL_FRAGMENT_SHADER,
        head + "void main() { gl_FragColor = gl_SecondaryFragDataEXT[0] = vec4(1.0); }",
        &log));
    EXPECT_NE("", log);
}

} // namespace
