// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Objects that come and go by the thousand while the context lives on: what Glissade holds must not
// grow with them. GLISSADE_STRESS=n makes everything n times as many.

#include "gl_harness/gl_test.h"

#include "growth.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace harness;

int times(int count) {
    const char* factor = std::getenv("GLISSADE_STRESS");
    return count * (factor ? std::max(1, std::atoi(factor)) : 1);
}

/// What comes and goes leaves behind what the batches hold that the device has not passed yet, 16
/// at most, and pieces of rings, pools and blocks of memory.
constexpr growth::Limits steady(int objectsPerBatch) {
    return {.objects = 24 + 16 * objectsPerBatch, .heap_B = 512 << 10, .device_B = 40 << 20};
}

class Lifetime : public GlTest {};

void linkDrawDelete(int number) {
    // Every program is another one, down to its constants.
    const std::string fragment = "precision mediump float; uniform vec4 color;"
                                 "void main() { gl_FragColor = color * " +
                                 std::to_string(number) + ".5; }";
    const GLuint program = buildProgram(kPositionVertex, fragment, {"position"});
    glUseProgram(program);
    drawFull();
    glDeleteProgram(program);
}

TEST_F(Lifetime, ProgramsUsedOnce) {
    const Target target(4, 4);
    const int count = times(300);
    for (int i = 0; i < count / 4; ++i) {
        linkDrawDelete(i);
    }
    glFinish();
    const auto before = growth::holdings();
    for (int i = 0; i < count; ++i) {
        linkDrawDelete(100000 + i);
        if (i % 20 == 0) {
            glFlush();
        }
    }
    glFinish();
    growth::expectBelow(steady(20), before);
    glUseProgram(0);
    EXPECT_GL_OK();
}

TEST_F(Lifetime, ProgramsOfOneBatch) {
    const Target target(4, 4);
    const ColorProgram stays;
    for (int i = 0; i < 60; ++i) {
        linkDrawDelete(i);
        stays.use(0, 1, 0);
        drawFull();
    }
    expectColor(target.read(), kGreen);
    stays.use(0, 0, 1);
    drawFull();
    expectColor(target.read(), kBlue);
}

TEST_F(Lifetime, TexturesMixedWithDraws) {
    const Target target(4, 4);
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    glUseProgram(program);
    const std::vector<uint8_t> texels(16 * 16 * 4, 255);
    const auto use = [&](int count) {
        for (int i = 0; i < count; ++i) {
            GLuint texture = 0;
            glGenTextures(1, &texture);
            glBindTexture(GL_TEXTURE_2D, texture);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexImage2D(
                GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
            if (i % 2) {
                drawFull();
            }
            if (i % 100 == 0) {
                glFlush();
            }
            glDeleteTextures(1, &texture);
        }
        glFinish();
    };
    const int count = times(4000);
    use(count / 2);
    const auto before = growth::holdings();
    use(count);
    growth::expectBelow(steady(100), before);
    glDeleteProgram(program);
    EXPECT_GL_OK();
}

// An atlas of icons, a map's tiles: all are there at once, each is small, and then all go.
TEST_F(Lifetime, ManySmallTexturesAtOnce) {
    constexpr int64_t kMost_B = 3 << 10; // of ours, for each
    const Target target(4, 4);
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    glUseProgram(program);
    const std::vector<uint8_t> texels(8 * 8 * 4, 255);
    std::vector<GLuint> textures(size_t(times(4000)));
    const auto make = [&] {
        glGenTextures(GLsizei(textures.size()), textures.data());
        for (const GLuint texture : textures) {
            glBindTexture(GL_TEXTURE_2D, texture);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexImage2D(
                GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
            drawFull();
        }
        glFinish();
    };
    const auto drop = [&] { glDeleteTextures(GLsizei(textures.size()), textures.data()); };
    make();
    drop();
    const auto before = growth::holdings();
    make();
    if (const auto during = growth::holdings()) {
        EXPECT_LE((during->heap_B - before->heap_B) / int64_t(textures.size()), kMost_B);
    }
    drop();
    growth::expectBelow({.objects = 24, .heap_B = 512 << 10, .device_B = 40 << 20}, before);
    glDeleteProgram(program);
    EXPECT_GL_OK();
}

TEST_F(Lifetime, BuffersMixedWithDraws) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(1, 1, 1);
    const std::vector<float> vertices(4096, 0.5f);
    glEnableVertexAttribArray(0);
    const auto use = [&](int count) {
        for (int i = 0; i < count; ++i) {
            GLuint buffer = 0;
            glGenBuffers(1, &buffer);
            glBindBuffer(GL_ARRAY_BUFFER, buffer);
            glBufferData(
                GL_ARRAY_BUFFER, GLsizeiptr(vertices.size() * 4), vertices.data(), GL_STATIC_DRAW);
            glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
            glDrawArrays(GL_TRIANGLES, 0, 3);
            glDeleteBuffers(1, &buffer);
            if (i % 100 == 0) {
                glFlush();
            }
        }
        glFinish();
    };
    const int count = times(2000);
    use(count);
    const auto before = growth::holdings();
    use(count);
    growth::expectBelow(steady(100), before);
    glDisableVertexAttribArray(0);
    EXPECT_GL_OK();
}

TEST_F(Lifetime, FramebuffersMixedWithDraws) {
    const ColorProgram program;
    program.use(1, 1, 1);
    const auto use = [&](int count) {
        for (int i = 0; i < count; ++i) {
            const Target target(16, 16, Depth::Depth16);
            drawFull();
        }
        glFinish();
    };
    const int count = times(500);
    use(count);
    const auto before = growth::holdings();
    use(count);
    growth::expectBelow(steady(0), before);
    EXPECT_GL_OK();
}

void contextsDrawing(int count) {
    for (int i = 0; i < count; ++i) {
        const Context context;
        ASSERT_TRUE(context.valid() && context.makeCurrent());
        const Target target(8, 8);
        const ColorProgram program;
        program.use(0, 1, 0);
        drawFull();
        if (i % 10 == 0) {
            expectColor(target.read(), kGreen);
        }
    }
}

TEST(Contexts, ComeAndGo) {
    const int count = times(60);
    contextsDrawing(count / 2);
    const auto before = growth::holdings();
    contextsDrawing(count);
    growth::expectBelow(steady(0), before);
}

TEST(Contexts, ManyAtOnce) {
    const int count = times(60);
    std::vector<std::unique_ptr<Context>> contexts;
    for (int i = 0; i < count; ++i) {
        contexts.push_back(std::make_unique<Context>());
        ASSERT_TRUE(contexts.back()->valid() && contexts.back()->makeCurrent()) << i;
        const Target target(4, 4);
    }
    for (const auto& context : contexts) {
        ASSERT_TRUE(context->makeCurrent());
        EXPECT_GL_OK();
    }
    Context::release();
}

} // namespace
