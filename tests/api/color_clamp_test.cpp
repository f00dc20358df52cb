// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glClampColor (ARB_color_buffer_float; GL 4.6 compatibility profile
// sections 12.3.1, 15.2.3, 18.2.7 and 22.2) on a framebuffer of floats and on one of fixed-point
// numbers.

#include "gl_harness/legacy.h"

#include <array>
#include <string>
#include <string_view>

namespace {

using namespace harness;

constexpr GLenum kClampVertexColor = 0x891A;
constexpr GLenum kClampFragmentColor = 0x891B;
constexpr GLenum kClampReadColor = 0x891C;
constexpr GLenum kFixedOnly = 0x891D;
constexpr GLenum kRgbaFloatMode = 0x8820;
constexpr GLenum kSigned8 = 0x8F97; // GL_RGBA8_SNORM

using Color = std::array<GLfloat, 4>;

class ColorClamps : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        const auto* const extensions = reinterpret_cast<const char*>(glGetString(GL_EXTENSIONS));
        if (std::string_view(extensions).find("GL_ARB_color_buffer_float ") ==
            std::string_view::npos) {
            GTEST_SKIP() << "no GL_ARB_color_buffer_float";
        }
        glGenTextures(1, &m_texture);
        glGenFramebuffers(1, &m_framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
        useFormat(GL_RGBA32F);
        glViewport(0, 0, 2, 2);
        m_clamp(kClampReadColor, GL_FALSE);
    }
    void TearDown() override {
        glDeleteFramebuffers(1, &m_framebuffer);
        glDeleteTextures(1, &m_texture);
        LegacyTest::TearDown();
    }

    void useFormat(GLenum format) const {
        glBindTexture(GL_TEXTURE_2D, m_texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GLint(format), 2, 2, 0, GL_RGBA, GL_FLOAT, nullptr);
        glBindTexture(GL_TEXTURE_2D, 0);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_texture, 0);
        ASSERT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
    }
    void clamp(GLenum vertices, GLenum fragments) const {
        m_clamp(kClampVertexColor, vertices);
        m_clamp(kClampFragmentColor, fragments);
    }
    void quad(const Color& color) const {
        gl.Color4f(color[0], color[1], color[2], color[3]);
        gl.Rectf(-1, -1, 1, 1);
    }
    static Color read() {
        Color color{};
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, color.data());
        return color;
    }
    static void expectColor(const Color& expected) {
        const Color color = read();
        for (size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(expected[i], color[i], 0.01) << i;
        }
    }
    static void useProgram(const std::string& vertex, const std::string& fragment) {
        glUseProgram(buildProgram(vertex, fragment));
    }

    void (*m_clamp)(GLenum, GLenum) = load<void (*)(GLenum, GLenum)>("glClampColorARB");
    GLuint m_texture = 0;
    GLuint m_framebuffer = 0;
};

constexpr Color kWide{2, -1, 0.5, 1.5};
constexpr Color kClamped{1, 0, 0.5, 1};

TEST_F(ColorClamps, OfFixedFunction) {
    // The default: vertices' are clamped.
    quad(kWide);
    expectColor(kClamped);
    clamp(GL_FALSE, kFixedOnly);
    quad(kWide);
    expectColor(kWide);
    clamp(GL_FALSE, GL_TRUE);
    quad(kWide);
    expectColor(kClamped);
    clamp(kFixedOnly, GL_FALSE);
    quad(kWide);
    expectColor(kWide);
    clamp(kFixedOnly, kFixedOnly);
    useFormat(kSigned8);
    quad({-0.5, -1, 0.5, 1});
    expectColor({0, 0, 0.5, 1});
    clamp(GL_FALSE, GL_FALSE);
    quad({-0.5, -1, 0.5, 1});
    expectColor({-0.5, -1, 0.5, 1});
}

TEST_F(ColorClamps, OfFogAndColorSum) {
    clamp(GL_FALSE, GL_FALSE);
    glEnable(0x8458); // GL_COLOR_SUM
    const auto secondary = load<void (*)(GLfloat, GLfloat, GLfloat)>("glSecondaryColor3f");
    secondary(1, 0, 0);
    quad({1, 0, 0, 1});
    expectColor({2, 0, 0, 1});
    glDisable(0x8458);
    const Color fog{0, 4, 0, 0};
    gl.Fogfv(GL_FOG_COLOR, fog.data());
    gl.Fogi(GL_FOG_MODE, GL_LINEAR);
    gl.Fogf(GL_FOG_START, -1);
    gl.Fogf(GL_FOG_END, 1);
    glEnable(GL_FOG);
    quad({0, 0, 2, 1});
    expectColor({0, 2, 1, 1});
    if (isLlvmpipe()) {
        return; // What comes to fog it clamps only where colours are summed.
    }
    clamp(GL_FALSE, GL_TRUE); // Compatibility 16.1: the sum is clamped, of one colour too.
    quad({0, 0, 2, 1});
    expectColor({0, 0.5, 0.5, 1});
}

TEST_F(ColorClamps, OfApplicationsShaders) {
    useProgram("void main() { gl_Position = ftransform(); gl_FrontColor = gl_Color; }",
               "void main() { gl_FragColor = gl_Color * 3.0; }");
    quad(kWide);
    expectColor({3, 0, 1.5, 3});
    clamp(GL_FALSE, kFixedOnly);
    quad(kWide);
    expectColor({6, -3, 1.5, 4.5});
    clamp(GL_FALSE, GL_TRUE);
    quad(kWide);
    expectColor({1, 0, 1, 1});
    clamp(GL_FALSE, GL_FALSE);
    quad(kWide);
    expectColor({6, -3, 1.5, 4.5});
}

// Section 17.3.2: what is compared is clamped where fragments' colours are.
TEST_F(ColorClamps, OfAlphaThatIsTested) {
    clamp(GL_FALSE, GL_FALSE);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    gl.AlphaFunc(GL_GREATER, 1.25f);
    glEnable(GL_ALPHA_TEST);
    quad({0, 0, 1, 1.125});
    expectColor({0, 0, 0, 0});
    quad({0, 0, 1, 1.5});
    expectColor({0, 0, 1, 1.5});
}

TEST_F(ColorClamps, OfPixels) {
    const Color pixels[] = {kWide, kWide, kWide, kWide};
    gl.RasterPos2f(-1, -1);
    m_clamp(kClampFragmentColor, GL_TRUE);
    gl.DrawPixels(2, 2, GL_RGBA, GL_FLOAT, pixels);
    expectColor(kClamped);
    m_clamp(kClampFragmentColor, GL_FALSE);
    gl.DrawPixels(2, 2, GL_RGBA, GL_FLOAT, pixels);
    expectColor(kWide);
    m_clamp(kClampReadColor, GL_TRUE);
    expectColor(kClamped);
    m_clamp(kClampReadColor, kFixedOnly);
    expectColor(kWide);
}

TEST_F(ColorClamps, OfQueries) {
    const auto query = [](GLenum name) {
        Color color{};
        glGetFloatv(name, color.data());
        return color;
    };
    glClearColor(kWide[0], kWide[1], kWide[2], kWide[3]);
    glBlendColor(kWide[0], kWide[1], kWide[2], kWide[3]);
    gl.Fogfv(GL_FOG_COLOR, kWide.data());
    for (const GLenum name : {GL_COLOR_CLEAR_VALUE, GL_BLEND_COLOR, GL_FOG_COLOR}) {
        m_clamp(kClampFragmentColor, GL_TRUE);
        EXPECT_EQ(kClamped, query(GLenum(name))) << name;
        m_clamp(kClampFragmentColor, GL_FALSE);
        EXPECT_EQ(kWide, query(GLenum(name))) << name;
    }
    GLint value = 0;
    glGetIntegerv(kClampFragmentColor, &value);
    EXPECT_EQ(GL_FALSE, value);
    glGetIntegerv(kClampVertexColor, &value);
    EXPECT_EQ(GL_TRUE, value);
    glGetIntegerv(kRgbaFloatMode, &value);
    EXPECT_EQ(GL_TRUE, value);
    gl.PushAttrib(GL_LIGHTING_BIT);
    clamp(GL_FALSE, GL_TRUE);
    gl.PopAttrib();
    glGetIntegerv(kClampVertexColor, &value);
    EXPECT_EQ(GL_TRUE, value);
    glGetIntegerv(kClampFragmentColor, &value);
    EXPECT_EQ(GL_TRUE, value);
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    m_clamp(GL_FOG, GL_TRUE);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
}

} // namespace
