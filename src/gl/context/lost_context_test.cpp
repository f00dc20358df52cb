// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What is left of a context whose device is lost (KHR_robustness, OpenGL ES 3.2 section 2.3.2).

#include "gl/api/entry_points.h"
#include "gl/testing/context_fixture.h"

namespace gl::testing {
namespace {

class LostContextTest : public ContextFixture {
protected:
    void SetUp() override {
        device->offerEverything();
        use({.loses = true});
    }
    void TearDown() override {
        gl.reset();
        Context::setCurrent(nullptr);
    }

    struct Reset {
        bool loses; ///< And says so.
    };
    void use(const Reset& reset) {
        ContextAttributes attributes = attributesOf(Api::ES, 30);
        attributes.loseContextOnReset = reset.loses;
        makeCurrent(attributes);
    }
    void lose(ResetStatus status) {
        device->log.reset = status;
        gl->finish();
    }
    /// As applications call it: `gl` goes on where there is no context.
    template <class Function, class... Args>
    static auto call(const char* name, Args... args) {
        return reinterpret_cast<Function>(procAddress(name))(args...);
    }
    static GLenum error() { return call<GLenum (*)()>("glGetError"); }
    static GLenum status() { return call<GLenum (*)()>("glGetGraphicsResetStatus"); }
};

TEST_F(LostContextTest, SaysWhoseFaultItIs) {
    EXPECT_EQ(status(), GLenum(GL_NO_ERROR));
    lose(ResetStatus::Guilty);
    EXPECT_EQ(status(), GLenum(GL_GUILTY_CONTEXT_RESET));
    EXPECT_EQ(status(), GLenum(GL_NO_ERROR)) << "the reset is over";
    use({.loses = true});
    device->log.reset = ResetStatus::Innocent;
    EXPECT_EQ(status(), GLenum(GL_INNOCENT_CONTEXT_RESET)) << "found by asking";
    use({.loses = true});
    device->log.reset = ResetStatus::Unknown;
    EXPECT_EQ(status(), GLenum(GL_UNKNOWN_CONTEXT_RESET));
}

TEST_F(LostContextTest, CallsDoNothingAndSaySo) {
    lose(ResetStatus::Guilty);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    GLint value = 77;
    call<void (*)(GLenum, GLint*)>("glGetIntegerv", GLenum(GL_MAX_TEXTURE_SIZE), &value);
    EXPECT_EQ(value, 77);
    EXPECT_EQ(error(), GLenum(GL_CONTEXT_LOST));
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR)) << "until the next call";
    const int clears = device->log.clears;
    call<void (*)(GLbitfield)>("glClear", GLbitfield(GL_COLOR_BUFFER_BIT));
    EXPECT_EQ(device->log.clears, clears);
    EXPECT_EQ(call<GLuint (*)()>("glCreateProgram"), 0u);
    EXPECT_EQ(error(), GLenum(GL_CONTEXT_LOST));
    EXPECT_NE(call<const GLubyte* (*)(GLenum)>("glGetString", GLenum(GL_VERSION)), nullptr);
}

TEST_F(LostContextTest, StaysLostWhenItIsMadeCurrentAgain) {
    lose(ResetStatus::Innocent);
    Context::setCurrent(nullptr);
    Context::setCurrent(gl.get());
    EXPECT_EQ(Context::current(), nullptr);
    EXPECT_EQ(status(), GLenum(GL_INNOCENT_CONTEXT_RESET));
}

TEST_F(LostContextTest, WhoPollsHearsThatItIsDone) {
    GLuint query = 0;
    gl->genQueries(1, &query);
    const GLsync sync = gl->fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    lose(ResetStatus::Guilty);
    GLint value = 0;
    call<void (*)(GLsync, GLenum, GLsizei, GLsizei*, GLint*)>("glGetSynciv",
                                                              sync,
                                                              GLenum(GL_SYNC_STATUS),
                                                              GLsizei(1),
                                                              static_cast<GLsizei*>(nullptr),
                                                              &value);
    EXPECT_EQ(value, GL_SIGNALED);
    EXPECT_EQ(error(), GLenum(GL_CONTEXT_LOST));
    GLuint available = 0;
    call<void (*)(GLuint, GLenum, GLuint*)>(
        "glGetQueryObjectuiv", query, GLenum(GL_QUERY_RESULT_AVAILABLE), &available);
    EXPECT_EQ(available, 1u);
    EXPECT_EQ(error(), GLenum(GL_CONTEXT_LOST));
    GLuint result = 77;
    call<void (*)(GLuint, GLenum, GLuint*)>(
        "glGetQueryObjectuiv", query, GLenum(GL_QUERY_RESULT), &result);
    EXPECT_EQ(result, 77u);
    EXPECT_EQ(call<GLenum (*)(GLsync, GLbitfield, GLuint64)>(
                  "glClientWaitSync", sync, GLbitfield(0), GLuint64(UINT64_MAX)),
              GLenum(GL_WAIT_FAILED));
}

TEST_F(LostContextTest, WithoutNotificationNothingIsSaid) {
    use({.loses = false});
    lose(ResetStatus::Guilty);
    EXPECT_EQ(status(), GLenum(GL_NO_ERROR));
    const int clears = device->log.clears;
    call<void (*)(GLbitfield)>("glClear", GLbitfield(GL_COLOR_BUFFER_BIT));
    EXPECT_EQ(device->log.clears, clears);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
}

TEST_F(LostContextTest, WhatCannotBeHadOfALostDeviceIsNoLackOfMemory) {
    device->log.reset = ResetStatus::Innocent;
    gl->setError(GL_OUT_OF_MEMORY, "there is no memory");
    EXPECT_EQ(error(), GLenum(GL_CONTEXT_LOST));
}

} // namespace
} // namespace gl::testing
