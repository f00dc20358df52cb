// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Evaluators, selection and feedback (GL 4.6 compatibility profile sections 21.1 to 21.3).

#include "gl_harness/legacy.h"

#include <array>
#include <climits>
#include <vector>

namespace {

using namespace harness;

constexpr int kSize_px = 16;

/// What fixed function does without lights, in a program: drivers without the latter draw too.
class PlainProgramTest : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        m_target = std::make_unique<Target>(kSize_px, kSize_px);
        m_program = buildProgram("void main() { gl_Position = gl_ModelViewProjectionMatrix *"
                                 " gl_Vertex; gl_FrontColor = gl_Color; }",
                                 "void main() { gl_FragColor = gl_Color; }");
    }
    void TearDown() override {
        glDeleteProgram(m_program);
        m_target.reset();
        LegacyTest::TearDown();
    }

    std::unique_ptr<Target> m_target;
    GLuint m_program = 0;
};

class Evaluators : public PlainProgramTest {
protected:
    void SetUp() override {
        PlainProgramTest::SetUp();
        if (m_program != 0) {
            glUseProgram(m_program);
        }
    }
};

constexpr std::array<GLfloat, 6> kLine{-1, -1, 0, 1, 1, 0};
constexpr std::array<GLfloat, 8> kRedToBlue{1, 0, 0, 1, 0, 0, 1, 1};
/// The whole window: u to the right, v upwards.
constexpr std::array<GLfloat, 12> kPlane{-1, -1, 0, -1, 1, 0, 1, -1, 0, 1, 1, 0};

TEST_F(Evaluators, PointsOfACurve) {
    const std::array<GLfloat, 9> curve{-1, -1, 0, 0, 3, 0, 1, -1, 0};
    gl.Map1f(GL_MAP1_VERTEX_3, 0, 2, 3, 3, curve.data());
    glEnable(GL_MAP1_VERTEX_3);
    gl.Color3f(0, 1, 0);
    gl.Begin(GL_POINTS);
    gl.EvalCoord1f(1); // In the middle: (-1 + 2 · 3 - 1) / 4.
    gl.End();
    const Image image = m_target->read();
    int drawn = 0;
    for (int y = 0; y < kSize_px; ++y) {
        for (int x = 0; x < kSize_px; ++x) {
            drawn += image.at(x, y) == kGreen;
        }
    }
    EXPECT_LE(drawn, 1);
    gl.Begin(GL_POINTS);
    gl.EvalCoord1f(0.5f); // (-0.5, 0.5)
    gl.End();
    const Image next = m_target->read();
    EXPECT_TRUE(next.at(4, 12) == kGreen || next.at(3, 12) == kGreen || next.at(4, 11) == kGreen ||
                next.at(3, 11) == kGreen);
}

TEST_F(Evaluators, ColorsAreOfTheVertexAlone) {
    gl.Map1f(GL_MAP1_VERTEX_3, 0, 1, 3, 2, kLine.data());
    gl.Map1f(GL_MAP1_COLOR_4, 0, 1, 4, 2, kRedToBlue.data());
    glEnable(GL_MAP1_VERTEX_3);
    glEnable(GL_MAP1_COLOR_4);
    gl.Color4f(0, 1, 0, 1);
    gl.MapGrid1f(kSize_px * 2, 0, 1);
    gl.Begin(GL_POINTS);
    gl.EvalPoint1(1);
    gl.EvalPoint1(2 * kSize_px - 1);
    gl.Vertex2f(0.01f, -0.99f);
    gl.End();
    const Image image = m_target->read();
    EXPECT_TRUE(near({247, 0, 8, 255}, image.at(0, 0), 2)) << image.at(0, 0);
    EXPECT_TRUE(near({8, 0, 247, 255}, image.at(15, 15), 2)) << image.at(15, 15);
    EXPECT_EQ(kGreen, image.at(8, 0));
    std::array<GLfloat, 4> color{};
    glGetFloatv(GL_CURRENT_COLOR, color.data());
    EXPECT_EQ((std::array{0.0f, 1.0f, 0.0f, 1.0f}), color);
}

TEST_F(Evaluators, MeshesCoverTheirPlane) {
    gl.Map2f(GL_MAP2_VERTEX_3, 0, 1, 6, 2, 0, 1, 3, 2, kPlane.data());
    glEnable(GL_MAP2_VERTEX_3);
    gl.MapGrid2f(4, 0, 1, 5, 0, 1);
    gl.Color3f(0, 1, 0);
    gl.EvalMesh2(GL_FILL, 0, 4, 0, 5);
    expectColor(m_target->read(), kGreen);
    const GLuint list = gl.GenLists(1);
    gl.NewList(list, GL_COMPILE);
    gl.EvalMesh2(GL_FILL, 0, 2, 0, 5); // The left half.
    gl.EndList();
    gl.Color3f(0, 0, 1);
    gl.CallList(list);
    const Image image = m_target->read();
    EXPECT_EQ(kBlue, image.at(3, 8));
    EXPECT_EQ(kGreen, image.at(12, 8));
}

TEST_F(Evaluators, MeshesOfNoVerticesAreNotGoneThrough) {
    gl.EvalMesh1(GL_LINE, INT_MIN, INT_MAX);
    gl.EvalMesh2(GL_FILL, INT_MIN, INT_MAX, INT_MIN, INT_MAX);
    EXPECT_GL_OK();
}

TEST_F(Evaluators, MeshesEndWithTheLargestNumber) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "llvmpipe never comes back";
    }
    gl.Map2f(GL_MAP2_VERTEX_3, 0, 1, 6, 2, 0, 1, 3, 2, kPlane.data());
    glEnable(GL_MAP2_VERTEX_3);
    gl.EvalMesh2(GL_LINE, INT_MAX - 1, INT_MAX, INT_MAX - 1, INT_MAX);
    gl.EvalMesh2(GL_FILL, INT_MAX - 1, INT_MAX, INT_MAX - 1, INT_MAX);
    EXPECT_GL_OK();
}

TEST_F(Evaluators, MapsAnswerWhatTheyAre) {
    gl.Map2f(GL_MAP2_VERTEX_3, 0, 1, 6, 2, 2, 3, 3, 2, kPlane.data());
    std::array<GLfloat, 12> points{};
    gl.GetMapfv(GL_MAP2_VERTEX_3, GL_COEFF, points.data());
    EXPECT_EQ(kPlane, points);
    std::array<GLint, 2> orders{};
    gl.GetMapiv(GL_MAP2_VERTEX_3, GL_ORDER, orders.data());
    EXPECT_EQ((std::array<GLint, 2>{2, 2}), orders);
    std::array<GLfloat, 4> domain{};
    gl.GetMapfv(GL_MAP2_VERTEX_3, GL_DOMAIN, domain.data());
    EXPECT_EQ((std::array{0.0f, 1.0f, 2.0f, 3.0f}), domain);
    EXPECT_GE(getInteger(GL_MAX_EVAL_ORDER), 8);
    EXPECT_FAILS(GL_INVALID_ENUM, gl.Map1f(GL_MAP2_VERTEX_3, 0, 1, 3, 2, kLine.data()));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.Map1f(GL_MAP1_VERTEX_3, 1, 1, 3, 2, kLine.data()));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.Map1f(GL_MAP1_VERTEX_3, 0, 1, 2, 2, kLine.data()));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.Map1f(GL_MAP1_VERTEX_3, 0, 1, 3, 0, kLine.data()));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.MapGrid1f(0, 0, 1));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.EvalMesh1(GL_FILL, 0, 1));
}

class Selection : public PlainProgramTest {
protected:
    void SetUp() override {
        PlainProgramTest::SetUp();
        if (m_program != 0) {
            glUseProgram(m_program);
        }
    }
    void triangle(float x, float y, float z) const {
        gl.Begin(GL_TRIANGLES);
        gl.Vertex3f(x, y, z);
        gl.Vertex3f(x + 0.5f, y, z);
        gl.Vertex3f(x, y + 0.5f, z);
        gl.End();
    }
};

/// "WindowPos commands always generate a selection hit" (GL 2.1 section 5.2).
TEST_F(Selection, WindowPositionsAreHits) {
    std::array<GLuint, 8> buffer{};
    gl.SelectBuffer(8, buffer.data());
    gl.RenderMode(GL_SELECT);
    gl.InitNames();
    gl.PushName(7);
    harness::load<void (*)(GLfloat, GLfloat, GLfloat)>("glWindowPos3f")(-5, 100, 0.5f);
    EXPECT_EQ(1, gl.RenderMode(GL_RENDER));
    EXPECT_EQ(1u, buffer[0]);
    EXPECT_NEAR(0.5, double(buffer[1]) / 0xffffffff, 1e-6);
    EXPECT_EQ(buffer[1], buffer[2]);
    EXPECT_EQ(7u, buffer[3]);
}

TEST_F(Selection, HitsAreRecordedByName) {
    std::array<GLuint, 64> buffer{};
    gl.SelectBuffer(64, buffer.data());
    EXPECT_EQ(0, gl.RenderMode(GL_SELECT));
    gl.InitNames();
    gl.PushName(7);
    triangle(0, 0, 0);
    triangle(0, 0, 0.5f);
    gl.LoadName(8);
    triangle(2, 2, 0); // Outside.
    gl.LoadName(9);
    gl.PushName(10);
    triangle(-1, -1, -1);
    EXPECT_EQ(2, getInteger(GL_NAME_STACK_DEPTH));
    gl.PopName();
    ASSERT_EQ(2, gl.RenderMode(GL_RENDER));
    EXPECT_EQ(1u, buffer[0]);
    EXPECT_NEAR(0.5, buffer[1] / 4294967295.0, 1e-6);
    EXPECT_NEAR(0.75, buffer[2] / 4294967295.0, 1e-6);
    EXPECT_EQ(7u, buffer[3]);
    EXPECT_EQ(2u, buffer[4]);
    EXPECT_NEAR(0, buffer[5] / 4294967295.0, 1e-6);
    EXPECT_EQ(9u, buffer[7]);
    EXPECT_EQ(10u, buffer[8]);
    expectColor(m_target->read(), kBlack);
}

TEST_F(Selection, SeesListsArraysAndMatrices) {
    const GLuint list = gl.GenLists(1);
    gl.NewList(list, GL_COMPILE);
    triangle(0, 0, 0);
    triangle(0.25f, 0, 0);
    gl.EndList();
    std::array<GLuint, 64> buffer{};
    gl.SelectBuffer(64, buffer.data());
    gl.RenderMode(GL_SELECT);
    gl.PushName(1);
    gl.CallList(list);
    gl.MatrixMode(GL_MODELVIEW);
    gl.Translatef(3, 0, 0);
    gl.LoadName(2);
    gl.CallList(list);
    gl.LoadIdentity();
    const std::array<GLfloat, 6> positions{0, 0, 1, 0, 0, 1};
    gl.VertexPointer(2, GL_FLOAT, 0, positions.data());
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.LoadName(3);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ASSERT_EQ(2, gl.RenderMode(GL_RENDER));
    EXPECT_EQ(1u, buffer[3]);
    EXPECT_EQ(3u, buffer[7]);
}

TEST_F(Selection, CulledFacesAndFullBuffers) {
    std::array<GLuint, 3> buffer{};
    gl.SelectBuffer(3, buffer.data());
    gl.RenderMode(GL_SELECT);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    triangle(0, 0, 0);
    EXPECT_EQ(0, gl.RenderMode(GL_SELECT));
    glCullFace(GL_BACK);
    gl.PushName(1);
    triangle(0, 0, 0);
    EXPECT_EQ(-1, gl.RenderMode(GL_RENDER)) << "a record has four words";
}

TEST_F(Selection, Errors) {
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.RenderMode(GL_SELECT));
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.RenderMode(GL_FEEDBACK));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.RenderMode(GL_POINTS));
    gl.PopName(); // Not while nothing is selected.
    EXPECT_GL_OK();
    std::array<GLuint, 16> buffer{};
    EXPECT_FAILS(GL_INVALID_VALUE, gl.SelectBuffer(-1, buffer.data()));
    gl.SelectBuffer(16, buffer.data());
    gl.RenderMode(GL_SELECT);
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.SelectBuffer(16, buffer.data()));
    EXPECT_FAILS(GL_STACK_UNDERFLOW, gl.PopName());
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.LoadName(1));
    const GLint depth = getInteger(GL_MAX_NAME_STACK_DEPTH);
    for (GLint i = 0; i < depth; ++i) {
        gl.PushName(GLuint(i));
    }
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_STACK_OVERFLOW, gl.PushName(1));
    gl.RenderMode(GL_RENDER);
}

TEST_F(Selection, FeedbackTellsOfPrimitives) {
    std::array<GLfloat, 128> buffer{};
    gl.FeedbackBuffer(128, GL_3D_COLOR, buffer.data());
    gl.RenderMode(GL_FEEDBACK);
    gl.PassThrough(42);
    gl.Color4f(1, 0, 0.5f, 1);
    gl.Begin(GL_POINTS);
    gl.Vertex3f(0, 0, 0);
    gl.Vertex3f(5, 0, 0);
    gl.End();
    gl.Begin(GL_LINE_STRIP);
    gl.Vertex3f(-1, -1, 0);
    gl.Vertex3f(1, 1, 0);
    gl.Vertex3f(1, -1, 0);
    gl.End();
    gl.Begin(GL_QUADS);
    gl.Vertex3f(-1, -1, 0);
    gl.Vertex3f(1, -1, 0);
    gl.Vertex3f(1, 1, 0);
    gl.Vertex3f(-1, 1, 0);
    gl.End();
    constexpr int kVertex = 7;
    // llvmpipe tells of two triangles.
    const int polygons = isLlvmpipe() ? 2 * (2 + 3 * kVertex) : 2 + 4 * kVertex;
    ASSERT_EQ(2 + (1 + kVertex) + 2 * (1 + 2 * kVertex) + polygons, gl.RenderMode(GL_RENDER));
    const GLfloat* at = buffer.data();
    EXPECT_EQ(GLfloat(GL_PASS_THROUGH_TOKEN), at[0]);
    EXPECT_EQ(42.0f, at[1]);
    at += 2;
    EXPECT_EQ(GLfloat(GL_POINT_TOKEN), at[0]);
    EXPECT_EQ(8.0f, at[1]);
    EXPECT_EQ(8.0f, at[2]);
    EXPECT_EQ(0.5f, at[3]);
    EXPECT_NEAR(1, at[4], 1e-5);
    EXPECT_NEAR(0.5, at[6], 1e-2);
    at += 1 + kVertex;
    if (!isLlvmpipe()) { // It has no such tokens.
        EXPECT_EQ(GLfloat(GL_LINE_RESET_TOKEN), at[0]);
    }
    EXPECT_EQ(0.0f, at[1]);
    EXPECT_EQ(16.0f, at[1 + kVertex]);
    at += 1 + 2 * kVertex;
    EXPECT_EQ(GLfloat(GL_LINE_TOKEN), at[0]);
    at += 1 + 2 * kVertex;
    EXPECT_EQ(GLfloat(GL_POLYGON_TOKEN), at[0]);
    EXPECT_EQ(isLlvmpipe() ? 3.0f : 4.0f, at[1]);
}

TEST_F(Selection, FeedbackClips) {
    std::array<GLfloat, 64> buffer{};
    gl.FeedbackBuffer(64, GL_2D, buffer.data());
    gl.RenderMode(GL_FEEDBACK);
    gl.Begin(GL_LINES);
    gl.Vertex2f(-3, 0);
    gl.Vertex2f(3, 0);
    gl.End();
    gl.Begin(GL_TRIANGLES); // A corner of it is cut off.
    gl.Vertex2f(0, 0);
    gl.Vertex2f(2, 0);
    gl.Vertex2f(0, 1);
    gl.End();
    ASSERT_EQ(5 + (isLlvmpipe() ? 2 * (2 + 6) : 2 + 8), gl.RenderMode(GL_RENDER));
    EXPECT_EQ(0.0f, buffer[1]);
    EXPECT_EQ(16.0f, buffer[3]);
    EXPECT_EQ(GLfloat(GL_POLYGON_TOKEN), buffer[5]);
    EXPECT_EQ(isLlvmpipe() ? 3.0f : 4.0f, buffer[6]);
}

} // namespace
