// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// How vertices are given by extensions that OpenGL has taken up otherwise or not at all:
// GL_NV_primitive_restart, GL_NV_half_float, GL_EXT_vertex_array.

#include "gl_harness/legacy.h"

#include <array>

namespace {

using namespace harness;

constexpr int kSize_px = 16;
constexpr GLenum kPrimitiveRestart = 0x8558;
constexpr GLenum kPrimitiveRestartIndex = 0x8559;

using Half = GLushort;
constexpr Half kHalfZero = 0;
constexpr Half kHalfOne = 0x3C00;
constexpr Half kHalfMinusOne = 0xBC00;

class VertexExtensions : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (!IsSkipped() && !HasFatalFailure()) {
            m_target = std::make_unique<Target>(kSize_px, kSize_px);
        }
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    void vertex(float x, float y) const { gl.Vertex2f(x * 2 / kSize_px - 1, y * 2 / kSize_px - 1); }
    Rgba pixel(int x, int y) const { return m_target->read().at(x, y); }
    /// As corners of a strip.
    void column(float left, float right) const {
        vertex(left, 0);
        vertex(left, kSize_px);
        vertex(right, 0);
        vertex(right, kSize_px);
    }
    void expectTwoColumns() const {
        EXPECT_EQ(kWhite, pixel(2, 8));
        EXPECT_EQ(kBlack, pixel(8, 8)) << "one strip";
        EXPECT_EQ(kWhite, pixel(13, 8));
        glClear(GL_COLOR_BUFFER_BIT);
    }

    std::unique_ptr<Target> m_target;
};

class PrimitiveRestart : public VertexExtensions {
protected:
    void SetUp() override {
        VertexExtensions::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        if (!hasExtension("GL_NV_primitive_restart")) {
            GTEST_SKIP() << "no GL_NV_primitive_restart";
        }
        require("glPrimitiveRestartNV", m_restart);
        require("glPrimitiveRestartIndexNV", m_restartIndex);
    }
    void strips() const {
        gl.Begin(GL_TRIANGLE_STRIP);
        column(0, 4);
        m_restart();
        column(12, 16);
        gl.End();
    }

    void (*m_restart)() = nullptr;
    void (*m_restartIndex)(GLuint) = nullptr;
};

/// glDrawArrays has no indices; those that outlines are drawn with are the driver's.
TEST_F(PrimitiveRestart, OutlinesOfArraysKnowNone) {
    const std::array<GLfloat, 8> corners{-0.9f, -0.9f, 0.9f, -0.9f, 0.9f, 0.9f, -0.9f, 0.9f};
    gl.EnableClientState(kPrimitiveRestart);
    m_restartIndex(0);
    gl.VertexPointer(2, GL_FLOAT, 0, corners.data());
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.PolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glDrawArrays(GL_QUADS, 0, 4);
    EXPECT_GL_OK();
    const Image image = m_target->read();
    EXPECT_EQ(kWhite, image.at(kSize_px / 2, 0)); // From the first vertex to the second,
    EXPECT_EQ(kWhite, image.at(0, kSize_px / 2)); // and from the last to the first.
    EXPECT_EQ(kBlack, image.at(kSize_px / 2, kSize_px / 2));
}

TEST_F(PrimitiveRestart, BetweenBeginAndEnd) {
    strips();
    expectTwoColumns();
    EXPECT_FAILS(GL_INVALID_OPERATION, m_restart());
    // Each loop is closed.
    gl.Begin(GL_LINE_LOOP);
    vertex(0.5f, 0.5f);
    vertex(4.5f, 0.5f);
    vertex(4.5f, 8.5f);
    vertex(0.5f, 8.5f);
    m_restart();
    vertex(8.5f, 0.5f);
    vertex(12.5f, 0.5f);
    vertex(12.5f, 8.5f);
    vertex(8.5f, 8.5f);
    gl.End();
    EXPECT_EQ(kWhite, pixel(0, 4));
    EXPECT_EQ(kWhite, pixel(8, 4));
    EXPECT_EQ(kBlack, pixel(6, 4));
}

TEST_F(PrimitiveRestart, InLists) {
    const GLuint list = gl.GenLists(2);
    gl.NewList(list, GL_COMPILE);
    strips();
    gl.EndList();
    gl.CallList(list);
    expectTwoColumns();
    gl.NewList(list + 1, GL_COMPILE);
    m_restart();
    gl.EndList();
    EXPECT_GL_OK();
    gl.Begin(GL_TRIANGLE_STRIP);
    column(0, 4);
    gl.CallList(list + 1);
    column(12, 16);
    gl.End();
    expectTwoColumns();
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.CallList(list + 1));
}

TEST_F(PrimitiveRestart, ByIndex) {
    EXPECT_EQ(0, getInteger(kPrimitiveRestart));
    EXPECT_FAILS(GL_INVALID_ENUM, glEnable(kPrimitiveRestart)); // It is a client's state.
    gl.EnableClientState(kPrimitiveRestart);
    EXPECT_EQ(1, getInteger(kPrimitiveRestart));
    EXPECT_TRUE(glIsEnabled(kPrimitiveRestart));
    m_restartIndex(99);
    EXPECT_EQ(99, getInteger(kPrimitiveRestartIndex));
    const std::array<GLfloat, 16> corners{
        -1, -1, -1, 1, -0.5f, -1, -0.5f, 1, 0.5f, -1, 0.5f, 1, 1, -1, 1, 1};
    const std::array<GLuint, 9> indices{0, 1, 2, 3, 99, 4, 5, 6, 7};
    gl.VertexPointer(2, GL_FLOAT, 0, corners.data());
    gl.EnableClientState(GL_VERTEX_ARRAY);
    glDrawElements(GL_TRIANGLE_STRIP, GLsizei(indices.size()), GL_UNSIGNED_INT, indices.data());
    expectTwoColumns();
    gl.Begin(GL_TRIANGLE_STRIP);
    for (const GLuint index : indices) {
        gl.ArrayElement(GLint(index));
    }
    gl.End();
    expectTwoColumns();
    const GLuint list = gl.GenLists(1);
    gl.NewList(list, GL_COMPILE);
    gl.Begin(GL_TRIANGLE_STRIP);
    for (const GLuint index : indices) {
        gl.ArrayElement(GLint(index));
    }
    gl.End();
    gl.EndList();
    gl.DisableClientState(kPrimitiveRestart);
    EXPECT_FALSE(glIsEnabled(kPrimitiveRestart));
    gl.CallList(list);
    expectTwoColumns();
}

/// Vertices without indices, and those of lists, are not numbered for the application.
TEST_F(PrimitiveRestart, IsNotAmongOtherVertices) {
    const GLuint list = gl.GenLists(1);
    gl.NewList(list, GL_COMPILE);
    strips();
    gl.EndList();
    gl.EnableClientState(kPrimitiveRestart);
    for (const GLuint index : {0u, 1u, 2u}) {
        m_restartIndex(index);
        gl.CallList(list);
        expectTwoColumns();
        strips();
        expectTwoColumns();
        gl.Rectf(-1, -1, 1, 1);
        expectColor(m_target->read(), kWhite);
        glClear(GL_COLOR_BUFFER_BIT);
        const std::array<GLfloat, 8> corners{-1, -1, 1, -1, 1, 1, -1, 1};
        gl.VertexPointer(2, GL_FLOAT, 0, corners.data());
        gl.EnableClientState(GL_VERTEX_ARRAY);
        glDrawArrays(GL_QUADS, 0, 4);
        expectColor(m_target->read(), kWhite);
        glClear(GL_COLOR_BUFFER_BIT);
        gl.DisableClientState(GL_VERTEX_ARRAY);
    }
}

class HalfFloats : public VertexExtensions {
protected:
    void SetUp() override {
        VertexExtensions::SetUp();
        if (!IsSkipped() && !HasFatalFailure() && !hasExtension("GL_NV_half_float")) {
            GTEST_SKIP() << "no GL_NV_half_float";
        }
    }
    /// The value that is current; components behind those that were given have their defaults.
    void expectCurrent(GLenum name, const std::array<GLfloat, 4>& expected, size_t count) const {
        std::array<GLdouble, 4> current{};
        gl.GetDoublev(name, current.data());
        for (size_t i = 0; i < count; ++i) {
            EXPECT_EQ(expected[i], GLfloat(current[i])) << enumName(name) << " " << i;
        }
    }
};

TEST_F(HalfFloats, AreConventionalAttributes) {
    void (*color)(Half, Half, Half) = nullptr;
    void (*colors)(const Half*) = nullptr;
    void (*normal)(Half, Half, Half) = nullptr;
    void (*texCoord)(const Half*) = nullptr;
    void (*fogCoord)(Half) = nullptr;
    require("glColor3hNV", color);
    require("glColor4hvNV", colors);
    require("glNormal3hNV", normal);
    require("glTexCoord2hvNV", texCoord);
    require("glFogCoordhNV", fogCoord);
    color(kHalfOne, 0x3800, 0xC100); // Not clamped: 1, 0.5, -2.5.
    expectCurrent(GL_CURRENT_COLOR, {1, 0.5f, -2.5f, 1}, 4);
    const std::array<Half, 4> four{0x3400, 0x0001, 0x7BFF, kHalfZero};
    colors(four.data());
    expectCurrent(GL_CURRENT_COLOR, {0.25f, 0x1p-24f, 65504, 0}, 4);
    normal(kHalfMinusOne, kHalfZero, kHalfOne);
    expectCurrent(GL_CURRENT_NORMAL, {-1, 0, 1}, 3);
    texCoord(four.data());
    expectCurrent(GL_CURRENT_TEXTURE_COORDS, {0.25f, 0x1p-24f, 0, 1}, 4);
    fogCoord(0xC000);
    expectCurrent(0x8453, {-2}, 1);
}

TEST_F(HalfFloats, AreVertices) {
    void (*vertex2)(const Half*) = nullptr;
    void (*color4)(Half, Half, Half, Half) = nullptr;
    require("glVertex2hvNV", vertex2);
    require("glColor4hNV", color4);
    const std::array<std::array<Half, 2>, 4> corners{{{kHalfMinusOne, kHalfMinusOne},
                                                      {kHalfOne, kHalfMinusOne},
                                                      {kHalfOne, kHalfOne},
                                                      {kHalfMinusOne, kHalfOne}}};
    const auto quad = [&] {
        gl.Begin(GL_QUADS);
        color4(kHalfZero, kHalfOne, kHalfZero, kHalfOne);
        for (const auto& corner : corners) {
            vertex2(corner.data());
        }
        gl.End();
    };
    quad();
    expectColor(m_target->read(), kGreen);
    glClear(GL_COLOR_BUFFER_BIT);
    const GLuint list = gl.GenLists(1);
    gl.NewList(list, GL_COMPILE);
    quad();
    gl.EndList();
    gl.CallList(list);
    expectColor(m_target->read(), kGreen);
}

TEST_F(HalfFloats, AreSeveralAttributesAtOnce) {
    void (*attribs)(GLuint, GLsizei, const Half*) = nullptr;
    require("glVertexAttribs2hvNV", attribs);
    if (isLlvmpipe()) {
        GTEST_SKIP() << "it sets nothing by this command, and takes a negative count for none";
    }
    const std::array<Half, 4> values{kHalfOne, kHalfMinusOne, 0x4000, 0x4200};
    attribs(3, 2, values.data());
    std::array<GLfloat, 4> value{};
    glGetVertexAttribfv(3, GL_CURRENT_VERTEX_ATTRIB, value.data());
    EXPECT_EQ((std::array<GLfloat, 4>{1, -1, 0, 1}), value);
    glGetVertexAttribfv(4, GL_CURRENT_VERTEX_ATTRIB, value.data());
    EXPECT_EQ((std::array<GLfloat, 4>{2, 3, 0, 1}), value);
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_INVALID_VALUE, attribs(3, -1, values.data()));
}

class CountedArrays : public VertexExtensions {};

TEST_F(CountedArrays, Draw) {
    if (!hasExtension("GL_EXT_vertex_array")) {
        GTEST_SKIP() << "no GL_EXT_vertex_array";
    }
    void (*vertexPointer)(GLint, GLenum, GLsizei, GLsizei, const void*) = nullptr;
    void (*colorPointer)(GLint, GLenum, GLsizei, GLsizei, const void*) = nullptr;
    void (*edgeFlagPointer)(GLsizei, GLsizei, const GLboolean*) = nullptr;
    void (*drawArrays)(GLenum, GLint, GLsizei) = nullptr;
    void (*getPointer)(GLenum, void**) = nullptr;
    require("glVertexPointerEXT", vertexPointer);
    require("glColorPointerEXT", colorPointer);
    require("glEdgeFlagPointerEXT", edgeFlagPointer);
    require("glDrawArraysEXT", drawArrays);
    require("glGetPointervEXT", getPointer);
    const std::array<GLfloat, 8> corners{-1, -1, 1, -1, 1, 1, -1, 1};
    const std::array<GLubyte, 12> colors{0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255};
    const std::array<GLboolean, 4> flags{};
    vertexPointer(2, GL_FLOAT, 0, 4, corners.data());
    colorPointer(3, GL_UNSIGNED_BYTE, 0, 4, colors.data());
    edgeFlagPointer(0, 4, flags.data());
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.EnableClientState(GL_COLOR_ARRAY);
    drawArrays(GL_QUADS, 0, 4);
    expectColor(m_target->read(), kBlue);
    void* pointer = nullptr;
    getPointer(GL_EDGE_FLAG_ARRAY_POINTER, &pointer);
    EXPECT_EQ(flags.data(), pointer);
    if (!isLlvmpipe()) { // It takes a negative count for none.
        EXPECT_FAILS(GL_INVALID_VALUE, vertexPointer(2, GL_FLOAT, 0, -1, corners.data()));
    }
}

/// GL 4.6 section 5.1.2: deleting a buffer resets bindings to it, and nothing else of the arrays.
TEST_F(CountedArrays, KeepWhereTheyLayInDeletedBuffers) {
    const std::array<GLfloat, 8> corners{-1, -1, 1, -1, 1, 1, -1, 1};
    void (*getPointer)(GLenum, void**) = nullptr;
    require("glGetPointerv", getPointer);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
    const auto* const place = reinterpret_cast<const void*>(uintptr_t(8));
    gl.VertexPointer(2, GL_FLOAT, 0, place);
    gl.EnableClientState(GL_VERTEX_ARRAY);
    glDeleteBuffers(1, &buffer);
    GLint bound = -1;
    glGetIntegerv(GL_VERTEX_ARRAY_BUFFER_BINDING, &bound);
    EXPECT_EQ(0, bound);
    void* pointer = nullptr;
    getPointer(GL_VERTEX_ARRAY_POINTER, &pointer);
    EXPECT_EQ(place, pointer);
    if (!isLlvmpipe()) { // It reads at that address.
        gl.Color3f(0, 1, 0);
        glDrawArrays(GL_QUADS, 0, 4);
        gl.Begin(GL_QUADS);
        for (int i = 0; i < 4; ++i) {
            gl.ArrayElement(i);
        }
        gl.End();
        expectColor(m_target->read(), kBlack);
    }
    gl.VertexPointer(2, GL_FLOAT, 0, corners.data());
    gl.Color3f(0, 0, 1);
    glDrawArrays(GL_QUADS, 0, 4);
    expectColor(m_target->read(), kBlue);
}

/// GL 4.6 compatibility profile section 10.3.9, which is about all commands of arrays.
TEST_F(CountedArrays, OfVertexArrayObjectsLieInBuffers) {
    const std::array<GLfloat, 8> corners{-1, -1, 1, -1, 1, 1, -1, 1};
    void (*edgeFlagPointer)(GLsizei, const void*) = nullptr;
    void (*indexPointer)(GLenum, GLsizei, const void*) = nullptr;
    require("glEdgeFlagPointer", edgeFlagPointer);
    require("glIndexPointer", indexPointer);
    void (*interleavedArrays)(GLenum, GLsizei, const void*) = nullptr;
    require("glInterleavedArrays", interleavedArrays);
    void (*genVertexArrays)(GLsizei, GLuint*) = nullptr;
    void (*bindVertexArray)(GLuint) = nullptr;
    void (*deleteVertexArrays)(GLsizei, const GLuint*) = nullptr;
    require("glGenVertexArrays", genVertexArrays);
    require("glBindVertexArray", bindVertexArray);
    require("glDeleteVertexArrays", deleteVertexArrays);
    GLuint array = 0;
    genVertexArrays(1, &array);
    bindVertexArray(array);
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.VertexPointer(2, GL_FLOAT, 0, corners.data()));
    EXPECT_FAILS(GL_INVALID_OPERATION, edgeFlagPointer(0, corners.data()));
    EXPECT_FAILS(GL_INVALID_OPERATION, indexPointer(GL_FLOAT, 0, corners.data()));
    EXPECT_FAILS(GL_INVALID_OPERATION, interleavedArrays(GL_V2F, 0, corners.data()));
    EXPECT_TRUE(isLlvmpipe() || !glIsEnabled(GL_VERTEX_ARRAY)); // It enables before it refuses.
    gl.VertexPointer(2, GL_FLOAT, 0, nullptr);
    EXPECT_GL_OK();
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners.data(), GL_STATIC_DRAW);
    gl.VertexPointer(2, GL_FLOAT, 0, reinterpret_cast<const void*>(8));
    EXPECT_GL_OK();
    bindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    gl.VertexPointer(2, GL_FLOAT, 0, corners.data());
    EXPECT_GL_OK();
    deleteVertexArrays(1, &array);
    glDeleteBuffers(1, &buffer);
}

TEST_F(CountedArrays, TellTheirCount) {
    if (!hasExtension("GL_EXT_vertex_array") || isLlvmpipe()) { // It tells 0.
        GTEST_SKIP() << "no counts are kept";
    }
    void (*texCoordPointer)(GLint, GLenum, GLsizei, GLsizei, const void*) = nullptr;
    void (*normalPointer)(GLenum, GLsizei, GLsizei, const void*) = nullptr;
    require("glTexCoordPointerEXT", texCoordPointer);
    require("glNormalPointerEXT", normalPointer);
    const std::array<GLfloat, 12> numbers{};
    const auto count = [](GLenum name) {
        GLint told = -1;
        glGetIntegerv(name, &told);
        return told;
    };
    for (const GLenum name : {GL_VERTEX_ARRAY_COUNT_EXT,
                              GL_NORMAL_ARRAY_COUNT_EXT,
                              GL_COLOR_ARRAY_COUNT_EXT,
                              GL_INDEX_ARRAY_COUNT_EXT,
                              GL_TEXTURE_COORD_ARRAY_COUNT_EXT,
                              GL_EDGE_FLAG_ARRAY_COUNT_EXT}) {
        EXPECT_EQ(0, count(name)) << name;
    }
    normalPointer(GL_FLOAT, 0, 3, numbers.data());
    gl.ClientActiveTexture(GL_TEXTURE1);
    texCoordPointer(2, GL_FLOAT, 0, 5, numbers.data());
    EXPECT_EQ(3, count(GL_NORMAL_ARRAY_COUNT_EXT));
    EXPECT_EQ(5, count(GL_TEXTURE_COORD_ARRAY_COUNT_EXT));
    EXPECT_FAILS(GL_INVALID_ENUM, normalPointer(GL_RGBA, 0, 7, numbers.data()));
    EXPECT_EQ(3, count(GL_NORMAL_ARRAY_COUNT_EXT));
    gl.ClientActiveTexture(GL_TEXTURE0);
    EXPECT_EQ(0, count(GL_TEXTURE_COORD_ARRAY_COUNT_EXT));
    gl.PushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
    normalPointer(GL_FLOAT, 0, 1, numbers.data());
    gl.PopClientAttrib();
    EXPECT_EQ(3, count(GL_NORMAL_ARRAY_COUNT_EXT));
    EXPECT_GL_OK();
}

} // namespace
