// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Children of a process that draws: they end when they want to, get errors from what they
// inherited, and draw with what they make themselves.

#include "child.h"
#include "picture.h"

#include "gl_harness/context.h"

#include <EGL/egl.h>
#include <GLES2/gl2.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <latch>
#include <thread>
#include <utility>

namespace process {
namespace {

class Fork : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_picture.openDisplay());
        ASSERT_TRUE(m_picture.makeCurrent());
        ASSERT_TRUE(m_picture.link(salt()));
        ASSERT_TRUE(m_picture.draw(40));
    }
    /// The parent goes on.
    void TearDown() override {
        EXPECT_TRUE(m_picture.draw(50));
        EXPECT_TRUE(m_picture.link(salt()));
        EXPECT_TRUE(m_picture.draw(60));
    }
    /// Another text each time: something is compiled.
    static int salt() {
        static int count = 0;
        return ++count;
    }
    /// How a child ends that has drawn itself, or whose parent makes and ends threads meanwhile.
    /// lavapipe's own exit handler joins threads of its parent's then, or waits for a lock that one
    /// of them had, and hangs or crashes, whoever calls it.
    static Leave besideThreads() {
        const auto* const renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
        return std::strstr(renderer, "llvmpipe") ? Leave::AtOnce : Leave::Exit;
    }
    int drawInChild() {
        Picture own;
        CHILD_EXPECT(own.openDisplay());
        CHILD_EXPECT(own.makeCurrent());
        CHILD_EXPECT(own.link(1000 + salt()));
        CHILD_EXPECT(own.draw(70));
        CHILD_EXPECT(own.swap());
        return 0;
    }

    Picture m_picture;
};

/// Another thread of the parent's, which works on a picture of its own until this is destroyed.
/// When it is made, the thread has left EGL's library, whose lock a child would find taken for
/// ever.
class BusyThread {
public:
    /// `work` gets the picture, and the number of calls before.
    explicit BusyThread(std::function<void(Picture&, int)> work)
        : m_thread([this, work = std::move(work)](const std::stop_token& stop) {
              Picture own;
              EXPECT_TRUE(own.openDisplay());
              EXPECT_TRUE(own.makeCurrent());
              m_outsideOfEgl.count_down();
              for (int i = 0; !stop.stop_requested(); ++i) {
                  work(own, i);
              }
          }) {
        m_outsideOfEgl.wait();
    }

private:
    std::latch m_outsideOfEgl{1};
    std::jthread m_thread;
};

TEST_F(Fork, ChildExits) {
    EXPECT_EQ(inChild([] { return 0; }), kPassed);
    EXPECT_EQ(inChild([] { return 0; }, Leave::AtOnce), kPassed);
}

TEST_F(Fork, ChildExitsWithWorkUnderWay) {
    glClear(GL_COLOR_BUFFER_BIT); // Recorded, not submitted.
    EXPECT_EQ(inChild([] { return 0; }), kPassed);
    glFlush();
    EXPECT_EQ(inChild([] { return 0; }), kPassed);
}

TEST_F(Fork, InheritedContextDoesNothing) {
    EXPECT_EQ(inChild([] {
                  uint8_t pixel[4] = {1, 2, 3, 4};
                  glClearColor(1, 1, 1, 1);
                  glClear(GL_COLOR_BUFFER_BIT);
                  glDrawArrays(GL_TRIANGLES, 0, 3);
                  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
                  CHILD_EXPECT(pixel[0] == 1 && pixel[3] == 4);
                  CHILD_EXPECT(glCreateShader(GL_VERTEX_SHADER) == 0);
                  glFlush();
                  glFinish();
                  return 0;
              }),
              kPassed);
}

TEST_F(Fork, InheritedObjectsAreRefused) {
    EXPECT_EQ(inChild([this] {
                  const EGLDisplay display = m_picture.display();
                  const auto refused = [](EGLBoolean result) {
                      return !result && eglGetError() != EGL_SUCCESS;
                  };
                  CHILD_EXPECT(refused(eglSwapBuffers(display, m_picture.surface())));
                  CHILD_EXPECT(refused(eglMakeCurrent(
                      display, m_picture.surface(), m_picture.surface(), m_picture.context())));
                  CHILD_EXPECT(refused(eglDestroySurface(display, m_picture.surface())));
                  CHILD_EXPECT(refused(eglDestroyContext(display, m_picture.context())));
                  CHILD_EXPECT(refused(eglTerminate(display)));
                  eglReleaseThread();
                  return 0;
              }),
              kPassed);
}

TEST_F(Fork, ChildDrawsOnItsOwn) {
    EXPECT_EQ(inChild([this] { return drawInChild(); }, besideThreads()), kPassed);
}

TEST_F(Fork, ChildDrawsOnItsOwnAndTerminates) {
    const auto child = [] {
        Picture own;
        CHILD_EXPECT(own.openDisplay());
        CHILD_EXPECT(own.makeCurrent());
        CHILD_EXPECT(own.link(2000 + salt()));
        CHILD_EXPECT(own.draw(80));
        CHILD_EXPECT(own.terminate());
        return 0;
    };
    EXPECT_EQ(inChild(child, besideThreads()), kPassed);
}

TEST_F(Fork, GrandchildDrawsOnItsOwn) {
    const Leave leave = besideThreads();
    const auto child = [&] {
        CHILD_EXPECT(drawInChild() == 0);
        CHILD_EXPECT(inChild([&] { return drawInChild(); }, leave) == kPassed);
        return 0;
    };
    EXPECT_EQ(inChild(child, leave), kPassed);
}

/// Locks are held and work is under way in the parent's threads when it forks.
TEST_F(Fork, ChildExitsWhileThreadsOfTheParentLinkAndDraw) {
    const BusyThread busy([](Picture& own, int i) {
        EXPECT_TRUE(own.link(3000 + i));
        EXPECT_TRUE(own.draw(uint8_t(i)));
    });
    const Leave leave = besideThreads();
    for (int i = 0; i < 50; ++i) {
        const auto child = [this] {
            glFinish();
            eglTerminate(m_picture.display());
            return 0;
        };
        EXPECT_EQ(inChild(child, leave), kPassed);
    }
}

/// What a child compiles itself, its parent's threads have perhaps left locked.
TEST_F(Fork, ChildOfAProcessThatCompilesIsAnswered) {
    const BusyThread busy([](Picture& own, int i) { EXPECT_TRUE(own.link(5000 + i)); });
    for (int i = 0; i < 20; ++i) {
        const auto child = [i] {
            Picture own;
            CHILD_EXPECT(own.openDisplay());
            CHILD_EXPECT(own.makeCurrent());
            // Neither succeeds where its parent did not stop compiling in time.
            if (own.link(6000 + i)) {
                CHILD_EXPECT(own.draw(90) || !own.wrong());
            }
            return 0;
        };
        EXPECT_EQ(inChild(child, Leave::AtOnce), kPassed);
    }
}

} // namespace
} // namespace process
