// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What contexts without a profile do between vertex and fragment shaders: colours of two sides, the
// shading model, planes that clip.

#include "gl_harness/gl_test.h"

#include <EGL/egl.h>

namespace {

using namespace harness;

constexpr GLenum kVertexProgramTwoSide = 0x8643;
constexpr GLenum kFlat = 0x1D00;
constexpr GLenum kSmooth = 0x1D01;
constexpr GLenum kShadeModel = 0x0B54;
constexpr GLenum kClipPlane0 = 0x3000;

class FixedFunction : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        m_shadeModel = load<void (*)(GLenum)>("glShadeModel");
        m_clipPlane = load<void (*)(GLenum, const double*)>("glClipPlane");
        m_getClipPlane = load<void (*)(GLenum, double*)>("glGetClipPlane");
        m_matrixMode = load<void (*)(GLenum)>("glMatrixMode");
        m_loadIdentity = load<void (*)()>("glLoadIdentity");
        m_scale = load<void (*)(float, float, float)>("glScalef");
    }

    void (*m_shadeModel)(GLenum) = nullptr;
    void (*m_clipPlane)(GLenum, const double*) = nullptr;
    void (*m_getClipPlane)(GLenum, double*) = nullptr;
    void (*m_matrixMode)(GLenum) = nullptr;
    void (*m_loadIdentity)() = nullptr;
    void (*m_scale)(float, float, float) = nullptr;
};

/// Front faces are green, back faces red.
const char* const kTwoColors = "attribute vec4 position; void main() { gl_Position = position;"
                               " gl_FrontColor = vec4(0.0, 1.0, 0.0, 1.0);"
                               " gl_BackColor = vec4(1.0, 0.0, 0.0, 1.0); }";
const char* const kReadsColor = "void main() { gl_FragColor = gl_Color; }";

TEST_F(FixedFunction, BackFacesHaveColorsOfTheirOwn) {
    const Target target(4, 4);
    const GLuint program = buildProgram(kTwoColors, kReadsColor, {"position"});
    glUseProgram(program);
    glFrontFace(GL_CW);
    drawFull();
    expectColor(target.read(), kGreen);
    glEnable(kVertexProgramTwoSide);
    drawFull();
    expectColor(target.read(), kRed);
    glFrontFace(GL_CCW);
    drawFull();
    expectColor(target.read(), kGreen);
    glFrontFace(GL_CW);
    glDisable(kVertexProgramTwoSide);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(FixedFunction, TheShadingModelIsForColorsWithoutAQualifier) {
    GLint model = 0;
    glGetIntegerv(kShadeModel, &model);
    EXPECT_EQ(kSmooth, GLenum(model));
    // Its last corner, the upper right, is green.
    const char* const vertex = "attribute vec4 position; void main() { gl_Position = position;"
                               " gl_FrontColor = position.x > 0.0 && position.y > 0.0 ?"
                               " vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }";
    const float corners[] = {-1, -1, 3, -1, 1, 1};
    const Target target(4, 4);
    const GLuint program = buildProgram(vertex, kReadsColor, {"position"});
    glUseProgram(program);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    m_shadeModel(kFlat);
    glGetIntegerv(kShadeModel, &model);
    EXPECT_EQ(kFlat, GLenum(model));
    glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(kGreen, target.read().at(2, 0));
    m_shadeModel(kSmooth);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_NE(kGreen, target.read().at(2, 0));
    glDisableVertexAttribArray(0);
    m_shadeModel(GL_LINEAR);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
    glDeleteProgram(program);
}

TEST_F(FixedFunction, PlanesAreKeptInEyeCoordinates) {
    const double plane[] = {2, 0, 0, 1};
    double kept[4] = {};
    m_clipPlane(kClipPlane0 + 1, plane);
    m_matrixMode(0x1700); // GL_MODELVIEW
    m_scale(2, 1, 1);
    m_getClipPlane(kClipPlane0 + 1, kept);
    EXPECT_EQ(2, kept[0]);
    m_clipPlane(kClipPlane0 + 1, plane);
    m_getClipPlane(kClipPlane0 + 1, kept);
    EXPECT_EQ(1, kept[0]);
    EXPECT_EQ(1, kept[3]);
    m_loadIdentity();
    m_clipPlane(kClipPlane0 + 8, plane);
    EXPECT_EQ(GLenum(GL_INVALID_ENUM), glGetError());
}

TEST_F(FixedFunction, PlanesClipPositionsAndClipVertices) {
    const Target target(4, 4);
    for (const bool clipVertex : {false, true}) {
        SCOPED_TRACE(clipVertex ? "gl_ClipVertex" : "gl_Position");
        const GLuint program = buildProgram(
            std::string("attribute vec4 position; void main() { gl_Position = position;") +
                (clipVertex ? " gl_ClipVertex = position.yxzw; }" : " }"),
            "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }",
            {"position"});
        glUseProgram(program);
        const double right[] = {1, 0, 0, 0};
        m_clipPlane(kClipPlane0 + 2, right);
        const auto drawn = [&] {
            glClear(GL_COLOR_BUFFER_BIT);
            drawFull();
            return target.read();
        };
        glClearColor(0, 0, 0, 0);
        EXPECT_EQ(kGreen, drawn().at(0, 0));
        glEnable(kClipPlane0 + 2);
        const Image half = drawn();
        EXPECT_NE(kGreen, half.at(0, 0));
        EXPECT_EQ(kGreen, half.at(3, 3));
        EXPECT_EQ(!clipVertex, half.at(3, 0) == kGreen);
        EXPECT_EQ(clipVertex, half.at(0, 3) == kGreen);
        // Another plane needs no other pipeline.
        const double left[] = {-1, 0, 0, 0};
        m_clipPlane(kClipPlane0 + 2, left);
        EXPECT_EQ(kGreen, drawn().at(0, 0));
        EXPECT_NE(kGreen, drawn().at(3, 3));
        glDisable(kClipPlane0 + 2);
        EXPECT_EQ(kGreen, drawn().at(3, 3));
        glDeleteProgram(program);
    }
}

/// In clip coordinates depth is in -w … w, however the device has it.
TEST_F(FixedFunction, PlanesClipByDepth) {
    const Target target(4, 4);
    const GLuint program = buildProgram(
        kPositionVertex, "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }", {"position"});
    glUseProgram(program);
    const double behind[] = {0, 0, 1, 0.25};
    m_clipPlane(kClipPlane0, behind);
    glEnable(kClipPlane0);
    drawFull(-0.5f);
    EXPECT_NE(kGreen, target.read().at(1, 1));
    drawFull(-0.125f);
    EXPECT_EQ(kGreen, target.read().at(1, 1));
    glDeleteProgram(program);
}

} // namespace
