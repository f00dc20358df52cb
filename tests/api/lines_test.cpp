// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Stipples of lines and polygons, and smooth lines (GL 4.6 compatibility chapter 14).

#include "gl_harness/gl_test.h"

#include <array>
#include <vector>

namespace {

using namespace harness;

constexpr GLenum kLineStipple = 0x0B24;
constexpr GLenum kLineStipplePattern = 0x0B25;
constexpr GLenum kLineStippleRepeat = 0x0B26;
constexpr GLenum kLineSmooth = 0x0B20;
constexpr GLenum kUnpackLsbFirst = 0x0CF1;
constexpr GLenum kPackLsbFirst = 0x0D01;
constexpr int kWidth_px = 32;

class Lines : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }

    void SetUp() override {
        GlTest::SetUp();
        require("glLineStipple", m_lineStipple);
        require("glPolygonStipple", m_polygonStipple);
        require("glGetPolygonStipple", m_getPolygonStipple);
    }

    /// Corners in window coordinates.
    static void draw(GLenum mode, const std::vector<float>& corners) {
        std::vector<float> device;
        for (size_t i = 0; i < corners.size(); i += 2) {
            device.push_back(corners[i] / kWidth_px * 2 - 1);
            device.push_back(corners[i + 1] / 4 * 2 - 1);
        }
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, device.data());
        glEnableVertexAttribArray(0);
        glDrawArrays(mode, 0, GLsizei(corners.size() / 2));
        glDisableVertexAttribArray(0);
    }

    void (*m_lineStipple)(GLint, GLushort) = nullptr;
    void (*m_polygonStipple)(const GLubyte*) = nullptr;
    void (*m_getPolygonStipple)(GLubyte*) = nullptr;
};

TEST_F(Lines, StippleIsKept) {
    GLint value = 0;
    glGetIntegerv(kLineStipplePattern, &value);
    EXPECT_EQ(0xFFFF, value);
    m_lineStipple(300, 0x1234);
    glGetIntegerv(kLineStipplePattern, &value);
    EXPECT_EQ(0x1234, value);
    glGetIntegerv(kLineStippleRepeat, &value);
    EXPECT_EQ(256, value);
    m_lineStipple(-1, 1);
    glGetIntegerv(kLineStippleRepeat, &value);
    EXPECT_EQ(1, value);
}

TEST_F(Lines, AreStippled) {
    if (isOverSwiftShader()) {
        GTEST_SKIP() << "the device has no stippled lines";
    }
    const Target target(kWidth_px, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    m_lineStipple(2, 0x0F05);
    const auto isOn = [](int pixel) { return (0x0F05 >> (pixel / 2 % 16) & 1) != 0; };
    glEnable(kLineStipple);
    draw(GL_LINES, {0.5f, 1.5f, 31.5f, 1.5f});
    glDisable(kLineStipple);
    Image image = target.read();
    for (int x = 1; x < kWidth_px - 1; ++x) { // The ends are what rules of ends say.
        EXPECT_EQ(isOn(x) ? kGreen : kBlack, image.at(x, 1)) << x;
    }
    draw(GL_LINES, {0.5f, 1.5f, 31.5f, 1.5f});
    image = target.read();
    for (int x = 1; x < kWidth_px - 1; ++x) {
        EXPECT_EQ(kGreen, image.at(x, 1)) << x;
    }
}

TEST_F(Lines, OfAStripGoOn) {
    if (isOverSwiftShader()) {
        GTEST_SKIP() << "the device has no stippled lines";
    }
    const Target target(kWidth_px, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    m_lineStipple(1, 0x00FF);
    glEnable(kLineStipple);
    draw(GL_LINE_STRIP, {0.5f, 1.5f, 4.5f, 1.5f, 28.5f, 1.5f});
    draw(GL_LINES, {0.5f, 2.5f, 4.5f, 2.5f, 4.5f, 2.5f, 28.5f, 2.5f});
    glDisable(kLineStipple);
    const Image image = target.read();
    for (int x = 1; x < 28; ++x) {
        EXPECT_EQ(x / 8 % 2 == 0 ? kGreen : kBlack, image.at(x, 1)) << x;
        EXPECT_EQ((x < 4 ? x : x - 4) / 8 % 2 == 0 ? kGreen : kBlack, image.at(x, 2)) << x;
    }
}

TEST_F(Lines, TrianglesAreNotStippledAsLines) {
    const Target target(kWidth_px, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    m_lineStipple(1, 0);
    glEnable(kLineStipple);
    drawFull();
    glDisable(kLineStipple);
    expectColor(target.read(), kGreen);
}

TEST_F(Lines, AreSmooth) {
    if (isOverSwiftShader()) {
        GTEST_SKIP() << "the device has no smooth lines";
    }
    const Target target(kWidth_px, 4);
    const ColorProgram program;
    program.use(1, 1, 1);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(kLineSmooth);
    draw(GL_LINES, {1, 1, 31, 3});
    glDisable(kLineSmooth);
    glDisable(GL_BLEND);
    const Image image = target.read();
    int between = 0;
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < kWidth_px; ++x) {
            const int value = image.at(x, y).r;
            between += value > 20 && value < 235;
        }
    }
    EXPECT_GT(between, 20);
}

TEST_F(Lines, PatternsOfPolygonsAreKept) {
    std::array<GLubyte, 128> pattern{};
    m_getPolygonStipple(pattern.data());
    for (const GLubyte byte : pattern) {
        EXPECT_EQ(0xFF, byte);
    }
    for (size_t i = 0; i < pattern.size(); ++i) {
        pattern[i] = GLubyte(i * 7);
    }
    m_polygonStipple(pattern.data());
    std::array<GLubyte, 128> kept{};
    m_getPolygonStipple(kept.data());
    EXPECT_EQ(pattern, kept);
    glPixelStorei(kUnpackLsbFirst, 1);
    m_polygonStipple(pattern.data());
    m_getPolygonStipple(kept.data());
    EXPECT_EQ(0xE0, kept[1]); // 0x07 the other way round.
    glPixelStorei(kPackLsbFirst, 1);
    m_getPolygonStipple(kept.data());
    EXPECT_EQ(pattern, kept);
}

class StippledPolygons : public Lines {
protected:
    void SetUp() override {
        Lines::SetUp();
        for (size_t i = 0; i < m_pattern.size(); ++i) {
            m_pattern[i] = GLubyte(i * 37 + 11);
        }
        m_polygonStipple(m_pattern.data());
        glEnable(kPolygonStipple);
    }
    /// A row's bytes from the left, bits from the highest; rows from the bottom up.
    bool isOn(int x, int y) const {
        return (m_pattern[size_t(y % 32 * 4 + x % 32 / 8)] >> (7 - x % 8) & 1) != 0;
    }

    static constexpr GLenum kPolygonStipple = 0x0B42;
    std::array<GLubyte, 128> m_pattern{};
};

TEST_F(StippledPolygons, OfAShader) {
    const Target target(40, 36);
    const ColorProgram program;
    program.use(0, 1, 0);
    drawFull();
    expectImage(target.read(), [&](int x, int y) { return isOn(x, y) ? kGreen : kBlack; });
    program.use(1, 0, 0);
    m_polygonStipple(std::vector<GLubyte>(128, 0xff).data());
    drawFull();
    expectColor(target.read(), kRed);
}

TEST_F(StippledPolygons, OfFixedFunction) {
    void (*color)(float, float, float) = nullptr;
    void (*rectangle)(float, float, float, float) = nullptr;
    require("glColor3f", color);
    require("glRectf", rectangle);
    const Target target(40, 36);
    color(0, 1, 0);
    rectangle(-1, -1, 1, 1);
    expectImage(target.read(), [&](int x, int y) { return isOn(x, y) ? kGreen : kBlack; });
    glDisable(kPolygonStipple);
    rectangle(-1, -1, 1, 1);
    expectColor(target.read(), kGreen);
}

TEST_F(StippledPolygons, LeaveOtherPrimitivesAlone) {
    if (isLlvmpipe()) {
        GTEST_SKIP()
            << "llvmpipe forgets the stipple of filled polygons after it drew one as lines";
    }
    void (*polygonMode)(GLenum, GLenum) = nullptr;
    require("glPolygonMode", polygonMode);
    const Target target(kWidth_px, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    m_polygonStipple(std::vector<GLubyte>(128, 0).data());
    draw(GL_LINES, {-1, 0.5f, 33, 0.5f});
    std::vector<float> points;
    for (int x = 0; x < kWidth_px; ++x) {
        points.insert(points.end(), {float(x) + 0.5f, 1.5f});
    }
    draw(GL_POINTS, points);
    constexpr GLenum kLine = 0x1B01;
    polygonMode(GL_FRONT_AND_BACK, kLine);
    draw(GL_TRIANGLES, {-2, 2.5f, 34, 2.5f, 16, 40});
    polygonMode(GL_FRONT_AND_BACK, 0x1B02); // GL_FILL
    draw(GL_TRIANGLES, {-2, 3, 34, 3, 16, 40});
    expectImage(target.read(), [](int, int y) { return y < 3 ? kGreen : kBlack; });
}

} // namespace
