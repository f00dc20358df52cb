// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL_DEPTH_TEXTURE_MODE in applications' shaders (OpenGL 4.6 compatibility profile section 8.23.1):
// what shadow1D() and its kin give is a vector, and the mode says which of its components are the
// comparison.

#include "gl_harness/legacy.h"

#include <array>
#include <string>

namespace {

using namespace harness;

constexpr int kSize_px = 8;
constexpr GLenum kDepthTextureMode = 0x884B;
constexpr GLenum kCompareMode = 0x884C;
constexpr GLenum kCompareFunction = 0x884D;
constexpr GLenum kCompareReference = 0x884E;
constexpr GLenum kModes[] = {GL_LUMINANCE, GL_INTENSITY, GL_ALPHA, GL_RED};

/// What a comparison that gives `r` becomes.
Rgba spread(GLenum mode, int r) {
    switch (mode) {
    case GL_INTENSITY:
        return {r, r, r, r};
    case GL_ALPHA:
        return {0, 0, 0, r};
    case GL_RED:
        return {r, 0, 0, 255};
    default:
        return {r, r, r, 255};
    }
}

class DepthTextureModes : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        m_target = std::make_unique<Target>(kSize_px, kSize_px);
        glClearColor(0.5f, 0.5f, 0.5f, 0.5f);
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    /// Nearer than one half on its left, farther on its right; compared with LEQUAL.
    void bindTexture(int unit, GLenum target = GL_TEXTURE_2D) const {
        constexpr std::array<float, 2> kDepths{0.25f, 0.75f};
        GLuint texture = 0;
        glActiveTexture(GLenum(GL_TEXTURE0 + unit));
        glGenTextures(1, &texture);
        glBindTexture(target, texture);
        if (target == GL_TEXTURE_1D) {
            gl.TexImage1D(
                target, 0, GL_DEPTH_COMPONENT, 2, 0, GL_DEPTH_COMPONENT, GL_FLOAT, kDepths.data());
        } else {
            glTexImage2D(target,
                         0,
                         GL_DEPTH_COMPONENT,
                         2,
                         1,
                         0,
                         GL_DEPTH_COMPONENT,
                         GL_FLOAT,
                         kDepths.data());
        }
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(target, kCompareMode, GLint(kCompareReference));
        glTexParameteri(target, kCompareFunction, GL_LEQUAL);
        glActiveTexture(GL_TEXTURE0);
    }
    static void setMode(GLenum mode, int unit = 0, GLenum target = GL_TEXTURE_2D) {
        glActiveTexture(GLenum(GL_TEXTURE0 + unit));
        glTexParameteri(target, kDepthTextureMode, GLint(mode));
        glActiveTexture(GL_TEXTURE0);
    }
    /// `at` goes from 0 to 1, its third component is the reference: one half.
    static GLuint useProgram(const std::string& declarations,
                             const std::string& color,
                             const std::string& version = "120") {
        const std::string directive = "#version " + version + "\n";
        const GLuint program =
            buildProgram(directive + "attribute vec4 position; varying vec3 at;\n"
                                     "void main() { gl_Position = position;"
                                     " at = vec3(position.xy * 0.5 + 0.5, 0.5); }",
                         directive + "varying vec3 at;\n" + declarations +
                             "\nvoid main() { gl_FragColor = " + color + "; }",
                         {"position"});
        glUseProgram(program);
        return program;
    }
    void drawAndExpect(const Rgba& nearer, const Rgba& farther) const {
        glClear(GL_COLOR_BUFFER_BIT);
        drawFull();
        expectImage(m_target->read(),
                    [&](int x, int) { return x < kSize_px / 2 ? nearer : farther; });
    }
    void expectEachMode(GLenum target = GL_TEXTURE_2D) const {
        for (const GLenum mode : kModes) {
            SCOPED_TRACE(enumName(mode));
            setMode(mode, 0, target);
            drawAndExpect(spread(mode, 0), spread(mode, 255));
        }
        setMode(GL_LUMINANCE, 0, target); // And back.
        drawAndExpect(spread(GL_LUMINANCE, 0), spread(GL_LUMINANCE, 255));
    }

    std::unique_ptr<Target> m_target;
};

TEST_F(DepthTextureModes, ShapeVectors) {
    bindTexture(0);
    useProgram("uniform sampler2DShadow t;", "shadow2D(t, at)");
    expectEachMode();
    useProgram("uniform sampler2DShadow t;", "shadow2DProj(t, vec4(at * 2.0, 2.0))");
    expectEachMode();
}

TEST_F(DepthTextureModes, OfOneDimension) {
    bindTexture(0, GL_TEXTURE_1D);
    useProgram("uniform sampler1DShadow t;", "shadow1D(t, at)");
    expectEachMode(GL_TEXTURE_1D);
}

TEST_F(DepthTextureModes, ShapeSingleComponents) {
    bindTexture(0);
    useProgram("uniform sampler2DShadow t;",
               "vec4(shadow2D(t, at).r, 0.0, 0.0, shadow2D(t, at).a)");
    for (const GLenum mode : kModes) {
        SCOPED_TRACE(enumName(mode));
        setMode(mode);
        const Rgba nearer = spread(mode, 0);
        const Rgba farther = spread(mode, 255);
        drawAndExpect({nearer.r, 0, 0, nearer.a}, {farther.r, 0, 0, farther.a});
    }
}

TEST_F(DepthTextureModes, ShapeWhatIsCalculatedWith) {
    bindTexture(0);
    useProgram("uniform sampler2DShadow t;",
               "(shadow2D(t, at) * 0.5 + vec4(0.2)) * vec4(1.0, 1.0, 0.0, 1.0)");
    setMode(GL_ALPHA);
    drawAndExpect({51, 51, 0, 51}, {51, 51, 0, 179});
    setMode(GL_RED);
    drawAndExpect({51, 51, 0, 179}, {179, 51, 0, 179});
}

TEST_F(DepthTextureModes, AreEachTexturesOwn) {
    bindTexture(0);
    bindTexture(1);
    setMode(GL_ALPHA, 0);
    setMode(GL_RED, 1);
    const GLuint program = useProgram("uniform sampler2DShadow a, b;",
                                      "max(shadow2D(a, at) * 0.4, shadow2D(b, at) * 0.2)");
    glUniform1i(glGetUniformLocation(program, "b"), 1);
    drawAndExpect({0, 0, 0, 51}, {51, 0, 0, 102});
    // Elements of an array, and samplers that functions take.
    const GLuint others = useProgram("uniform sampler2DShadow t[2];\n"
                                     "vec4 look(sampler2DShadow s) { return shadow2D(s, at); }",
                                     "max(look(t[0]) * 0.4, look(t[1]) * 0.2)");
    const std::array<GLint, 2> units{0, 1};
    glUniform1iv(glGetUniformLocation(others, "t"), 2, units.data());
    drawAndExpect({0, 0, 0, 51}, {51, 0, 0, 102});
}

TEST_F(DepthTextureModes, StayWithTheirTexture) {
    bindTexture(0);
    setMode(GL_INTENSITY);
    GLint first = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &first);
    bindTexture(0);
    useProgram("uniform sampler2DShadow t;", "shadow2D(t, at)");
    drawAndExpect(spread(GL_LUMINANCE, 0), spread(GL_LUMINANCE, 255));
    glBindTexture(GL_TEXTURE_2D, GLuint(first));
    drawAndExpect(spread(GL_INTENSITY, 0), spread(GL_INTENSITY, 255));
}

/// GLSL 1.30's functions give a number, which is the comparison.
TEST_F(DepthTextureModes, LeaveNumbersAlone) {
    if (std::string(reinterpret_cast<const char*>(glGetString(GL_VERSION))).at(0) < '3') {
        GTEST_SKIP() << "no GLSL 1.30";
    }
    bindTexture(0);
    useProgram("uniform sampler2DShadow t;", "vec4(texture(t, at))", "130");
    for (const GLenum mode : kModes) {
        SCOPED_TRACE(enumName(mode));
        setMode(mode);
        drawAndExpect({0, 0, 0, 0}, {255, 255, 255, 255});
    }
}

} // namespace
