// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/api/entry_points.h"

#include "gl/testing/context_fixture.h"

#include <atomic>
#include <thread>

namespace gl::testing {
namespace {

TEST(EntryPoints, AreFoundByName) {
    EXPECT_NE(procAddress("glDrawArrays"), nullptr);
    EXPECT_EQ(procAddress("glDrawArraysInstancedANGLE"), procAddress("glDrawArraysInstanced"));
    EXPECT_EQ(procAddress("glNewObjectBufferATI"), nullptr);
    EXPECT_EQ(procAddress(""), nullptr);
    EXPECT_EQ(procAddress("zzz"), nullptr);
}

TEST(EntryPoints, DoNothingWithoutContext) {
    Context::setCurrent(nullptr);
    reinterpret_cast<void (*)(GLbitfield)>(procAddress("glClear"))(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(reinterpret_cast<GLenum (*)()>(procAddress("glGetError"))(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(reinterpret_cast<const GLubyte* (*)(GLenum)>(procAddress("glGetString"))(GL_VERSION),
              nullptr);
}

using SharedEntryPoints = CoreTest;

TEST_F(SharedEntryPoints, ThreadsMakeAndDestroyObjectsAtOnce) {
    const auto genBuffers =
        reinterpret_cast<void (*)(GLsizei, GLuint*)>(procAddress("glGenBuffers"));
    const auto bindBuffer = reinterpret_cast<void (*)(GLenum, GLuint)>(procAddress("glBindBuffer"));
    const auto bufferData = reinterpret_cast<void (*)(GLenum, GLsizeiptr, const void*, GLenum)>(
        procAddress("glBufferData"));
    const auto deleteBuffers =
        reinterpret_cast<void (*)(GLsizei, const GLuint*)>(procAddress("glDeleteBuffers"));
    std::atomic<bool> stop = false;
    const auto work = [&] {
        GLuint names[8];
        genBuffers(8, names);
        for (GLuint name : names) {
            bindBuffer(GL_ARRAY_BUFFER, name);
            bufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
        }
        deleteBuffers(8, names);
    };
    // The first context works alone, without the lock, while others come and go.
    std::thread first([&, own = gl.get()] {
        Context::setCurrent(own);
        while (!stop) {
            work();
        }
        Context::setCurrent(nullptr);
    });
    Context::setCurrent(nullptr);
    for (int round = 0; round < 30; ++round) {
        auto second = make(Api::ES, false, gl.get());
        Context::setCurrent(second.get());
        for (int i = 0; i < 20; ++i) {
            work();
        }
        Context::setCurrent(nullptr);
    }
    stop = true;
    first.join();
    Context::setCurrent(gl.get());
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
}

} // namespace
} // namespace gl::testing
