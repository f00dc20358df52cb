// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Contents of buffers that change between draws: each draw sees what was there when it was called
// (OpenGL ES 3.0 section 2.9.2, OpenGL 4.6 section 6.2), whoever changed it and by which command.

#include "gl_harness/gl_test.h"

#include <GLES3/gl3.h>

#include <array>
#include <cstring>
#include <vector>

namespace {

using namespace harness;

constexpr int kWidth_px = 16;

constexpr char kVertex[] = R"(#version 300 es
in vec2 position;
void main() { gl_Position = vec4(position, 0.0, 1.0); })";
constexpr char kFragment[] = R"(#version 300 es
precision highp float;
layout(std140) uniform Paint { vec4 unused; vec4 tint; } paint;
out vec4 color;
void main() { color = paint.tint; })";

class ChangedBuffers : public GlTest {
protected:
    ContextRequest request() const override { return {.version = 30}; }

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        m_program = buildProgram(kVertex, kFragment, {"position"});
        glUseProgram(m_program);
        glGenBuffers(1, &m_block);
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, m_block);
        glGenBuffers(1, &m_corners);
        glBindBuffer(GL_ARRAY_BUFFER, m_corners);
        glEnableVertexAttribArray(0);
    }
    void TearDown() override {
        if (m_program) {
            glDeleteBuffers(1, &m_block);
            glDeleteBuffers(1, &m_corners);
            glDeleteProgram(m_program);
        }
        GlTest::TearDown();
    }

    /// The strip of two triangles that covers a column of pixels.
    static std::array<GLfloat, 8> column(int x) {
        const auto edge = [](int at) { return 2.0f * GLfloat(at) / kWidth_px - 1; };
        return {edge(x), -1, edge(x + 1), -1, edge(x), 1, edge(x + 1), 1};
    }
    static std::array<GLfloat, 4> tint(int x) {
        return {GLfloat(x * 16) / 255, GLfloat(255 - x * 8) / 255, 0, 1};
    }
    static void expectColumns(const Image& image) {
        expectImage(image,
                    [](int x, int) { return Rgba{uint8_t(x * 16), uint8_t(255 - x * 8), 0, 255}; });
    }
    static void drawStrip() { glDrawArrays(GL_TRIANGLE_STRIP, 0, 4); }

    GLuint m_program = 0;
    GLuint m_block = 0;
    GLuint m_corners = 0;
};

/// A block and an array, a part of each new before each draw; and the rest stays as it was.
TEST_F(ChangedBuffers, PartsBetweenDraws) {
    // What is copied whole where a part changes, and what is not.
    for (const GLsizeiptr size_B : {GLsizeiptr(256), GLsizeiptr(1) << 20}) {
        SCOPED_TRACE(size_B);
        const Target target(kWidth_px, 4);
        const std::vector<GLubyte> nothing(size_t(size_B), 7);
        glBufferData(GL_UNIFORM_BUFFER, size_B, nothing.data(), GL_DYNAMIC_DRAW);
        glBufferData(GL_ARRAY_BUFFER, size_B, nothing.data(), GL_DYNAMIC_DRAW);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, reinterpret_cast<void*>(32));
        for (int x = 0; x < kWidth_px; ++x) {
            glBufferSubData(GL_UNIFORM_BUFFER, 16, 16, tint(x).data());
            glBufferSubData(GL_ARRAY_BUFFER, 32, 32, column(x).data());
            drawStrip();
        }
        expectColumns(target.read());
        const auto* rest =
            static_cast<const GLubyte*>(glMapBufferRange(GL_ARRAY_BUFFER, 0, 128, GL_MAP_READ_BIT));
        ASSERT_TRUE(rest);
        EXPECT_EQ(0, std::memcmp(rest, nothing.data(), 32));
        EXPECT_EQ(0, std::memcmp(rest + 32, column(kWidth_px - 1).data(), 32));
        EXPECT_EQ(0, std::memcmp(rest + 64, nothing.data(), 64));
        glUnmapBuffer(GL_ARRAY_BUFFER);
        EXPECT_GL_OK();
    }
}

TEST_F(ChangedBuffers, WholeBetweenDraws) {
    const Target target(kWidth_px, 4);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    // More draws than storages are kept for in one batch.
    for (int round = 0; round < 200; ++round) {
        for (int x = 0; x < kWidth_px; ++x) {
            std::array<GLfloat, 8> block{};
            std::copy_n(tint(x).begin(), 4, block.begin() + 4);
            glBufferData(GL_UNIFORM_BUFFER, sizeof block, block.data(), GL_STREAM_DRAW);
            glBufferData(GL_ARRAY_BUFFER, 32, column(x).data(), GL_STREAM_DRAW);
            drawStrip();
        }
    }
    expectColumns(target.read());
    EXPECT_GL_OK();
}

/// What the device wrote is not known to the host, and counts all the same.
TEST_F(ChangedBuffers, PartsOfWhatTheDeviceWrote) {
    const Target target(kWidth_px, 4);
    GLuint source = 0;
    glGenBuffers(1, &source);
    glBindBuffer(GL_COPY_READ_BUFFER, source);
    const std::array<GLfloat, 8> block = {0, 0, 0, 0, 0, 0, 0, 1};
    glBufferData(GL_COPY_READ_BUFFER, sizeof block, block.data(), GL_STATIC_DRAW);
    glBufferData(GL_UNIFORM_BUFFER, 64, nullptr, GL_DYNAMIC_DRAW);
    glBufferData(GL_ARRAY_BUFFER, 32, nullptr, GL_DYNAMIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    for (int x = 0; x < kWidth_px; ++x) {
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_UNIFORM_BUFFER, 0, 0, sizeof block);
        glBufferSubData(GL_UNIFORM_BUFFER, 16, 8, tint(x).data()); // Red and green alone.
        glBufferSubData(GL_ARRAY_BUFFER, 0, 32, column(x).data());
        drawStrip();
    }
    expectColumns(target.read());
    glDeleteBuffers(1, &source);
    EXPECT_GL_OK();
}

TEST_F(ChangedBuffers, PartsAfterMaps) {
    const Target target(kWidth_px, 4);
    glBufferData(GL_UNIFORM_BUFFER, 64, nullptr, GL_DYNAMIC_DRAW);
    glBufferData(GL_ARRAY_BUFFER, 32, nullptr, GL_DYNAMIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    for (int x = 0; x < kWidth_px; ++x) {
        auto* mapped =
            static_cast<GLfloat*>(glMapBufferRange(GL_UNIFORM_BUFFER, 16, 16, GL_MAP_WRITE_BIT));
        ASSERT_TRUE(mapped);
        mapped[0] = 1;
        mapped[1] = tint(x)[1];
        mapped[2] = 0;
        mapped[3] = 1;
        glUnmapBuffer(GL_UNIFORM_BUFFER);
        glBufferSubData(GL_UNIFORM_BUFFER, 16, 4, tint(x).data()); // Red alone.
        glBufferSubData(GL_ARRAY_BUFFER, 0, 16, column(x).data());
        glBufferSubData(GL_ARRAY_BUFFER, 16, 16, column(x).data() + 4);
        drawStrip();
    }
    expectColumns(target.read());
    EXPECT_GL_OK();
}

TEST_F(ChangedBuffers, IndicesBetweenDraws) {
    const Target target(kWidth_px, 4);
    std::vector<GLfloat> corners;
    for (int x = 0; x < kWidth_px; ++x) {
        const auto more = column(x);
        corners.insert(corners.end(), more.begin(), more.end());
    }
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(corners.size() * 4), corners.data(), GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glBufferData(GL_UNIFORM_BUFFER, 64, nullptr, GL_DYNAMIC_DRAW);
    GLuint indices = 0;
    glGenBuffers(1, &indices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, 16, nullptr, GL_DYNAMIC_DRAW);
    for (int x = 0; x < kWidth_px; ++x) {
        const auto first = GLushort(4 * x);
        const GLushort strip[] = {
            first, GLushort(first + 1), GLushort(first + 2), GLushort(first + 3)};
        glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 4, sizeof strip, strip);
        glBufferSubData(GL_UNIFORM_BUFFER, 16, 16, tint(x).data());
        glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, reinterpret_cast<void*>(4));
    }
    expectColumns(target.read());
    glDeleteBuffers(1, &indices);
    EXPECT_GL_OK();
}

} // namespace
