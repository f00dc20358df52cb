// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glBegin … glEnd (GL 4.6 compatibility profile section 10.7): what primitives that are drawn
// together must not show.

#include "gl_harness/legacy.h"

#include <array>
#include <GLES3/gl3.h>

namespace {

using namespace harness;

constexpr int kSize_px = 16;

const char* const kColorVertex = "void main() { gl_Position = gl_ModelViewProjectionMatrix *"
                                 " gl_Vertex; gl_FrontColor = gl_Color; }";
const char* const kColorPixels = "void main() { gl_FragColor = gl_Color; }";

class ImmediateMode : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        m_target = std::make_unique<Target>(kSize_px, kSize_px);
        m_program = buildProgram(kColorVertex, kColorPixels);
        glUseProgram(m_program);
    }
    void TearDown() override {
        glDeleteProgram(m_program);
        m_target.reset();
        LegacyTest::TearDown();
    }

    /// Vertices of a rectangle in pixels, as a quad.
    void quad(float left, float bottom, float right, float top) const {
        vertex(left, bottom);
        vertex(right, bottom);
        vertex(right, top);
        vertex(left, top);
    }
    void vertex(float x, float y) const { gl.Vertex2f(x * 2 / kSize_px - 1, y * 2 / kSize_px - 1); }
    void drawQuad(float left, float bottom, float right, float top) const {
        gl.Begin(GL_QUADS);
        quad(left, bottom, right, top);
        gl.End();
    }
    Rgba pixel(int x, int y) const { return m_target->read().at(x, y); }

    std::unique_ptr<Target> m_target;
    GLuint m_program = 0;
};

TEST_F(ImmediateMode, PrimitivesOfAllModesFollowEachOther) {
    gl.Color3f(1, 0, 0);
    drawQuad(0, 0, 4, 4);
    gl.Color3f(0, 1, 0);
    gl.Begin(GL_TRIANGLE_STRIP);
    vertex(4, 0);
    vertex(8, 0);
    vertex(4, 4);
    vertex(8, 4);
    gl.End();
    gl.Color3f(0, 0, 1);
    gl.Begin(GL_TRIANGLE_FAN);
    vertex(8, 0);
    vertex(12, 0);
    vertex(12, 4);
    vertex(8, 4);
    gl.End();
    gl.Color3f(1, 1, 0);
    gl.Begin(GL_POLYGON);
    vertex(12, 0);
    vertex(16, 0);
    vertex(16, 4);
    vertex(12, 4);
    gl.End();
    gl.Color3f(1, 0, 1);
    gl.Begin(GL_QUAD_STRIP);
    vertex(0, 4);
    vertex(0, 8);
    vertex(4, 4);
    vertex(4, 8);
    gl.End();
    gl.Color3f(0, 1, 1);
    gl.Begin(GL_TRIANGLES);
    vertex(4, 4);
    vertex(8, 4);
    vertex(8, 8);
    vertex(4, 4);
    vertex(8, 8);
    vertex(4, 8);
    gl.End();
    gl.Color3f(1, 1, 1);
    gl.Begin(GL_POINTS);
    vertex(8.5f, 4.5f);
    gl.End();
    gl.Begin(GL_LINES);
    vertex(8, 6.5f);
    vertex(16, 6.5f);
    gl.End();
    gl.Color3f(1, 0, 0);
    gl.Begin(GL_LINE_LOOP);
    vertex(8.5f, 8.5f);
    vertex(15.5f, 8.5f);
    vertex(15.5f, 15.5f);
    vertex(8.5f, 15.5f);
    gl.End();
    const Image image = m_target->read();
    EXPECT_EQ(kRed, image.at(1, 1));
    EXPECT_EQ(kGreen, image.at(5, 1));
    EXPECT_EQ(kGreen, image.at(7, 3));
    EXPECT_EQ(kBlue, image.at(9, 3));
    EXPECT_EQ(kBlue, image.at(11, 1));
    EXPECT_EQ((Rgba{255, 255, 0, 255}), image.at(14, 2));
    EXPECT_EQ((Rgba{255, 0, 255, 255}), image.at(1, 7));
    EXPECT_EQ((Rgba{255, 0, 255, 255}), image.at(3, 4));
    EXPECT_EQ((Rgba{0, 255, 255, 255}), image.at(4, 7));
    EXPECT_EQ(kWhite, image.at(8, 4));
    EXPECT_EQ(kWhite, image.at(12, 6));
    EXPECT_EQ(kRed, image.at(12, 8));
    EXPECT_EQ(kRed, image.at(8, 12)) << "the line that closes the loop";
}

TEST_F(ImmediateMode, LaterPrimitivesAreInFront) {
    gl.Color3f(1, 0, 0);
    drawQuad(0, 0, 8, 8);
    gl.Begin(GL_POINTS);
    gl.Color3f(0, 0, 1);
    vertex(2.5f, 2.5f);
    gl.End();
    gl.Color3f(0, 1, 0);
    drawQuad(4, 4, 12, 12);
    gl.Begin(GL_TRIANGLES);
    gl.Color3f(1, 1, 1);
    vertex(5, 5);
    vertex(7, 5);
    vertex(5, 7);
    gl.End();
    const Image image = m_target->read();
    EXPECT_EQ(kBlue, image.at(2, 2));
    EXPECT_EQ(kRed, image.at(3, 3));
    EXPECT_EQ(kGreen, image.at(8, 8));
    EXPECT_EQ(kWhite, image.at(5, 5));
}

TEST_F(ImmediateMode, StateBetweenPrimitivesIsForThoseBehindIt) {
    gl.MatrixMode(GL_MODELVIEW);
    gl.Color3f(1, 0, 0);
    drawQuad(0, 0, 4, 4);
    gl.Translatef(1, 0, 0); // Eight pixels.
    gl.Color3f(0, 1, 0);
    drawQuad(0, 0, 4, 4);
    gl.LoadIdentity();
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 2, 16);
    gl.Color3f(0, 0, 1);
    drawQuad(0, 4, 4, 8);
    glDisable(GL_SCISSOR_TEST);
    const Image image = m_target->read();
    EXPECT_EQ(kRed, image.at(1, 1));
    EXPECT_EQ(kGreen, image.at(9, 1));
    EXPECT_EQ(kBlue, image.at(1, 5));
    EXPECT_EQ(kBlack, image.at(3, 5));
}

TEST_F(ImmediateMode, ValuesAreThoseOfTheVertexOrCurrent) {
    gl.Color3f(0, 1, 0);
    gl.Begin(GL_POINTS);
    vertex(0.5f, 0.5f); // Green, though no value was given with it.
    gl.Color3f(1, 0, 0);
    vertex(1.5f, 0.5f);
    gl.Color4f(0, 0, 1, 0.5f);
    vertex(2.5f, 0.5f);
    gl.Color3f(1, 1, 1); // Alpha is one again.
    vertex(3.5f, 0.5f);
    gl.End();
    const Image image = m_target->read();
    EXPECT_EQ(kGreen, image.at(0, 0));
    EXPECT_EQ(kRed, image.at(1, 0));
    EXPECT_TRUE(near(Rgba{0, 0, 255, 128}, image.at(2, 0), 1)) << image.at(2, 0);
    EXPECT_EQ(kWhite, image.at(3, 0));
}

TEST_F(ImmediateMode, CurrentValuesAreThoseThatWereGivenLast) {
    gl.Begin(GL_TRIANGLES);
    gl.Color3f(1, 0, 0);
    vertex(0, 0);
    gl.Normal3f(0, 1, 0);
    vertex(1, 0);
    vertex(0, 1);
    gl.TexCoord2f(0.25f, 0.5f);
    gl.Color4f(0.25f, 0.5f, 0.75f, 1);
    gl.End();
    std::array<GLfloat, 4> values{};
    glGetFloatv(GL_CURRENT_COLOR, values.data());
    EXPECT_EQ((std::array{0.25f, 0.5f, 0.75f, 1.0f}), values);
    glGetFloatv(GL_CURRENT_NORMAL, values.data());
    EXPECT_EQ(1.0f, values[1]);
    glGetFloatv(GL_CURRENT_TEXTURE_COORDS, values.data());
    EXPECT_EQ((std::array{0.25f, 0.5f, 0.0f, 1.0f}), values);
    gl.Begin(GL_POINTS); // Nor do they need vertices.
    gl.Color4f(1, 1, 0, 1);
    gl.End();
    glGetFloatv(GL_CURRENT_COLOR, values.data());
    EXPECT_EQ((std::array{1.0f, 1.0f, 0.0f, 1.0f}), values);
}

TEST_F(ImmediateMode, AValueThatComesLateIsNotForVerticesBefore) {
    gl.Color3f(1, 0, 0);
    for (int i = 0; i < 4; ++i) { // They wait together.
        drawQuad(float(i), 0, float(i) + 1, 1);
    }
    gl.Color3f(0, 1, 0);
    drawQuad(4, 0, 5, 1);
    const Image image = m_target->read();
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(kRed, image.at(i, 0)) << i;
    }
    EXPECT_EQ(kGreen, image.at(4, 0));
}

TEST_F(ImmediateMode, IncompletePrimitivesAreLeftOut) {
    gl.Color3f(1, 0, 0);
    gl.Begin(GL_TRIANGLES);
    vertex(0, 0);
    vertex(4, 0);
    vertex(0, 4);
    vertex(8, 8);
    vertex(12, 8);
    gl.End();
    gl.Color3f(0, 1, 0);
    gl.Begin(GL_TRIANGLES);
    vertex(4, 0);
    vertex(8, 0);
    vertex(4, 4);
    gl.End();
    const Image image = m_target->read();
    EXPECT_EQ(kRed, image.at(0, 0));
    EXPECT_EQ(kGreen, image.at(4, 0));
    EXPECT_EQ(kBlack, image.at(9, 8));
}

TEST_F(ImmediateMode, FlatColorsAreThoseOfTheProvokingVertex) {
    gl.ShadeModel(GL_FLAT);
    const auto strip = [this](GLenum mode, float bottom) {
        gl.Begin(mode);
        gl.Color3f(1, 1, 1);
        vertex(0, bottom);
        gl.Color3f(1, 1, 0);
        vertex(0, bottom + 4);
        gl.Color3f(1, 0, 0);
        vertex(8, bottom);
        gl.Color3f(0, 1, 0);
        vertex(8, bottom + 4);
        gl.End();
    };
    strip(GL_TRIANGLE_STRIP, 0); // Two draws that become one.
    strip(GL_TRIANGLE_STRIP, 4);
    strip(GL_QUAD_STRIP, 8);
    const Image image = m_target->read();
    for (const int bottom : {0, 4}) {
        EXPECT_EQ(kRed, image.at(0, bottom)) << bottom;
        EXPECT_EQ(kGreen, image.at(7, bottom + 3)) << bottom;
    }
    EXPECT_EQ(kGreen, image.at(0, 8));
    EXPECT_EQ(kGreen, image.at(7, 11));
}

TEST_F(ImmediateMode, PrimitivesMayBeLong) {
    // More than any piece of memory that a driver has at hand: one column of pixels after the
    // other, over and over.
    constexpr int kTimes = 40000;
    gl.Color3f(0, 1, 0);
    const auto x = [](int i) { return float(i % (kSize_px + 1)); };
    gl.Begin(GL_TRIANGLE_STRIP);
    for (int i = 0; i < kTimes; ++i) {
        vertex(x(i), 0);
        vertex(x(i), 3);
    }
    gl.End();
    gl.Begin(GL_TRIANGLES);
    for (int i = 0; i < kTimes; ++i) {
        vertex(x(i), 4);
        vertex(x(i + 1), 4);
        vertex(x(i + 1), 12);
    }
    gl.End();
    gl.Color3f(1, 0, 0);
    gl.Begin(GL_LINE_LOOP);
    vertex(0.5f, 12.5f);
    for (int i = 0; i < kTimes; ++i) {
        vertex(15.5f, i % 2 == 0 ? 13.5f : 14.5f);
    }
    vertex(0.5f, 15.5f);
    gl.End();
    const Image image = m_target->read();
    for (int column = 0; column < kSize_px; ++column) {
        EXPECT_EQ(kGreen, image.at(column, 1)) << column;
        EXPECT_EQ(kGreen, image.at(column, 4)) << column;
    }
    EXPECT_EQ(kRed, image.at(0, 14)) << "the line that closes the loop";
}

TEST_F(ImmediateMode, CommandsInBetweenAreErrors) {
    gl.Begin(GL_TRIANGLES);
    gl.Color3f(0, 1, 0);
    vertex(0, 0);
    glEnable(GL_BLEND);
    gl.PushMatrix();
    gl.Begin(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 1);
    vertex(16, 0);
    vertex(0, 16);
    gl.End();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    EXPECT_FALSE(glIsEnabled(GL_BLEND));
    EXPECT_EQ(1, getInteger(GL_MODELVIEW_STACK_DEPTH));
    EXPECT_EQ(kGreen, pixel(1, 1)) << "the primitive is none the worse";
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.End());
    EXPECT_FAILS(GL_INVALID_ENUM, gl.Begin(0x7777));
}

TEST_F(ImmediateMode, ElementsOfArraysAreGiven) {
    const GLfloat positions[] = {-1, -1, 3, -1, -1, 3};
    const GLubyte colors[] = {0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255};
    gl.VertexPointer(2, GL_FLOAT, 0, positions);
    gl.ColorPointer(4, GL_UNSIGNED_BYTE, 0, colors);
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.EnableClientState(GL_COLOR_ARRAY);
    gl.Color3f(1, 0, 0);
    gl.Begin(GL_TRIANGLES);
    for (int i = 0; i < 3; ++i) {
        gl.ArrayElement(i);
    }
    gl.End();
    expectColor(m_target->read(), kGreen);
}

TEST_F(ImmediateMode, ArraysComeBackForOrdinaryDraws) {
    const GLfloat positions[] = {-1, -1, 0, -1, -1, 0};
    gl.VertexPointer(2, GL_FLOAT, 0, positions);
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.Color3f(1, 0, 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.Color3f(0, 1, 0);
    drawQuad(8, 8, 16, 16);
    gl.Color3f(0, 0, 1);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    const Image image = m_target->read();
    EXPECT_EQ(kBlue, image.at(1, 1));
    EXPECT_EQ(kGreen, image.at(12, 12));
}

TEST_F(ImmediateMode, RectanglesAreDrawn) {
    gl.Color3f(0, 1, 0);
    gl.Rectf(-1, -1, 0, 0);
    gl.Color3f(0, 0, 1);
    gl.Rectf(0, 0, 1, 1);
    const Image image = m_target->read();
    EXPECT_EQ(kGreen, image.at(3, 3));
    EXPECT_EQ(kBlue, image.at(12, 12));
    EXPECT_EQ(kBlack, image.at(3, 12));
}

TEST_F(ImmediateMode, OutlinesOfQuadsHaveNoDiagonals) {
    gl.PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    gl.Color3f(0, 1, 0);
    drawQuad(0.5f, 0.5f, 15.5f, 15.5f);
    const Image image = m_target->read();
    EXPECT_EQ(kGreen, image.at(8, 0));
    EXPECT_EQ(kGreen, image.at(0, 8));
    for (int i = 2; i < 14; ++i) {
        EXPECT_EQ(kBlack, image.at(i, i)) << i;
        EXPECT_EQ(kBlack, image.at(i, 15 - i)) << i;
    }
}

/// GL 4.6 compatibility profile section 14.6.1: which faces are drawn, before the mode of those.
TEST_F(ImmediateMode, OutlinesOfCulledQuadsHaveNoDiagonals) {
    glUseProgram(0);
    glEnable(GL_CULL_FACE);
    gl.PolygonMode(GL_FRONT, GL_LINE); // The back's stays GL_FILL, and is not seen.
    gl.Color3f(0, 1, 0);
    drawQuad(0.5f, 0.5f, 15.5f, 15.5f);
    const Image image = m_target->read();
    EXPECT_EQ(kGreen, image.at(8, 0));
    EXPECT_EQ(kGreen, image.at(0, 8));
    for (int i = 2; i < 14; ++i) {
        EXPECT_EQ(kBlack, image.at(i, i)) << i;
        EXPECT_EQ(kBlack, image.at(i, 15 - i)) << i;
    }
    glClear(GL_COLOR_BUFFER_BIT);
    drawQuad(15.5f, 0.5f, 0.5f, 15.5f); // Faces away.
    expectColor(m_target->read(), kBlack);
    glFrontFace(GL_CW);
    drawQuad(15.5f, 0.5f, 0.5f, 15.5f);
    const Image turned = m_target->read();
    EXPECT_EQ(kGreen, turned.at(8, 0));
    EXPECT_EQ(kBlack, turned.at(8, 8));
}

TEST_F(ImmediateMode, FacesHaveModesOfTheirOwn) {
    glUseProgram(0);
    gl.PolygonMode(GL_FRONT, GL_LINE);
    gl.Color3f(0, 1, 0);
    gl.Begin(GL_QUADS);
    quad(0.5f, 0.5f, 7.5f, 7.5f);
    quad(16, 8, 8, 16);
    gl.End();
    const auto expectBoth = [&](const Image& image, const char* what) {
        EXPECT_EQ(kGreen, image.at(4, 0)) << what;
        for (int i = 2; i < 6; ++i) {
            EXPECT_EQ(kBlack, image.at(i, i)) << what << i;
            EXPECT_EQ(kBlack, image.at(i, 7 - i)) << what << i;
            EXPECT_EQ(kGreen, image.at(8 + i, 8 + i)) << what << i;
        }
    };
    expectBoth(m_target->read(), "outlined in front, filled behind: ");
    glClear(GL_COLOR_BUFFER_BIT);
    gl.PolygonMode(GL_FRONT, GL_FILL);
    gl.PolygonMode(GL_BACK, GL_LINE);
    gl.Begin(GL_QUADS);
    quad(7.5f, 0.5f, 0.5f, 7.5f);
    quad(8, 8, 16, 16);
    gl.End();
    expectBoth(m_target->read(), "filled in front, outlined behind: ");
    glClear(GL_COLOR_BUFFER_BIT);
    gl.PolygonMode(GL_FRONT, GL_POINT);
    gl.Begin(GL_QUADS);
    quad(0.5f, 0.5f, 7.5f, 7.5f);
    quad(15.5f, 8.5f, 8.5f, 15.5f);
    gl.End();
    const Image image = m_target->read();
    EXPECT_EQ(kGreen, image.at(0, 0));
    EXPECT_EQ(kBlack, image.at(4, 0));
    EXPECT_EQ(kGreen, image.at(12, 8));
    EXPECT_EQ(kBlack, image.at(12, 12));
    EXPECT_FALSE(glIsEnabled(GL_CULL_FACE));
}

/// A floor that goes on behind the eye.
TEST_F(ImmediateMode, OutlinesFaceAsWhatIsSeenOfThem) {
    glUseProgram(0);
    glEnable(GL_CULL_FACE);
    gl.PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    gl.MatrixMode(GL_PROJECTION);
    const GLfloat perspective[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -2, 0};
    gl.LoadMatrixf(perspective); // A near plane at 1, no far one.
    gl.Color3f(0, 1, 0);
    const float corners[][3] = {{-1, -1, 10}, {1, -1, 10}, {1, -1, -10}, {-1, -1, -10}};
    gl.Begin(GL_LINES);
    for (const int i : {3, 0}) {
        gl.Vertex3f(corners[i][0], corners[i][1], corners[i][2]);
    }
    gl.End();
    if (pixel(3, 3) != kGreen) {
        GTEST_SKIP() << "the device loses lines that go behind the eye"; // SwiftShader
    }
    glClear(GL_COLOR_BUFFER_BIT);
    gl.Begin(GL_QUADS);
    for (const auto& c : corners) {
        gl.Vertex3f(c[0], c[1], c[2]);
    }
    gl.End();
    EXPECT_EQ(kGreen, pixel(3, 3)); // The left edge goes from the corner to the middle.
    EXPECT_EQ(kBlack, pixel(8, 3));
    glClear(GL_COLOR_BUFFER_BIT);
    glCullFace(GL_FRONT);
    gl.Begin(GL_QUADS);
    for (const auto& c : corners) {
        gl.Vertex3f(c[0], c[1], c[2]);
    }
    gl.End();
    expectColor(m_target->read(), kBlack);
}

TEST_F(ImmediateMode, OutlinesAreNeitherCapturedNorCounted) {
    if (!hasExtension("GL_EXT_transform_feedback")) {
        GTEST_SKIP() << "no transform feedback";
    }
    const GLuint program = glCreateProgram();
    for (const auto& [stage, text] :
         {std::pair(GL_VERTEX_SHADER, "void main() { gl_Position = ftransform(); }"),
          {GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }"}}) {
        const GLuint shader = glCreateShader(stage);
        glShaderSource(shader, 1, &text, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    const char* const captured = "gl_Position";
    glTransformFeedbackVaryings(program, 1, &captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glUseProgram(program);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, nullptr, GL_STREAM_READ);
    const GLenum kinds[] = {GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN};
    GLuint queries[2] = {};
    glGenQueries(2, queries);
    gl.PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glBeginTransformFeedback(GL_TRIANGLES);
    for (int i = 0; i < 2; ++i) {
        glBeginQuery(kinds[i], queries[i]);
    }
    drawQuad(0.5f, 0.5f, 15.5f, 15.5f);
    drawQuad(0.5f, 0.5f, 15.5f, 15.5f);
    for (const GLenum kind : kinds) {
        glEndQuery(kind);
    }
    glEndTransformFeedback();
    for (const GLuint query : queries) {
        GLuint count = 0;
        glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
        EXPECT_EQ(count, 4u);
    }
    const Image image = m_target->read();
    EXPECT_EQ(kGreen, image.at(8, 0));
    EXPECT_EQ(kBlack, image.at(8, 8));
    glUseProgram(0);
    glDeleteProgram(program);
    glDeleteQueries(2, queries);
    glDeleteBuffers(1, &buffer);
}

TEST_F(ImmediateMode, EdgesThatAreFlaggedOffAreNotDrawn) {
    gl.PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    gl.Color3f(0, 1, 0);
    gl.Begin(GL_TRIANGLES);
    gl.EdgeFlag(GL_FALSE);
    vertex(0.5f, 0.5f); // The edge at the bottom.
    gl.EdgeFlag(GL_TRUE);
    vertex(15.5f, 0.5f);
    vertex(0.5f, 15.5f);
    gl.End();
    const Image image = m_target->read();
    EXPECT_EQ(kBlack, image.at(8, 0));
    EXPECT_EQ(kGreen, image.at(0, 8));
    EXPECT_EQ(kGreen, image.at(7, 8));
}

TEST_F(ImmediateMode, TwoContextsCollectForThemselves) {
    gl.Color3f(0, 1, 0);
    drawQuad(0, 0, 16, 16);
    {
        const Context other({.api = Api::Gl, .share = m_context->handle()});
        ASSERT_TRUE(other.valid());
        ASSERT_TRUE(other.makeCurrent());
        gl.Begin(GL_POINTS);
        gl.Vertex2f(0, 0);
        gl.End();
        Context::release();
        ASSERT_TRUE(m_context->makeCurrent());
    }
    expectColor(m_target->read(), kGreen);
}

} // namespace
