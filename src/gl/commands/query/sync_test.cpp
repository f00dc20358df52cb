// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/sync.h"

#include "gl/testing/context_fixture.h"

namespace gl::testing {
namespace {

class SyncTest : public Version3Test {
protected:
    GLsync fence() { return gl->fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0); }
};

TEST_F(SyncTest, FencesAreKnownUntilDeleted) {
    const GLsync sync = fence();
    ASSERT_TRUE(sync);
    EXPECT_TRUE(gl->isSync(sync));
    EXPECT_EQ(gl->clientWaitSync(sync, 0, 0), GLenum(GL_ALREADY_SIGNALED));
    gl->deleteSync(sync);
    EXPECT_FALSE(gl->isSync(sync));
    gl->deleteSync(nullptr);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_NE(fence(), sync) << "handles are never used again";
}

TEST_F(SyncTest, AnyPointerMayBeAskedAbout) {
    int notASync = 0;
    const auto wild = reinterpret_cast<GLsync>(&notASync);
    EXPECT_FALSE(gl->isSync(wild));
    EXPECT_EQ(gl->clientWaitSync(wild, 0, 0), GLenum(GL_WAIT_FAILED));
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->waitSync(wild, 0, GL_TIMEOUT_IGNORED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->deleteSync(wild);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    GLint value = 0;
    gl->getSynciv(wild, GL_SYNC_STATUS, 1, nullptr, &value);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
}

TEST_F(SyncTest, ArgumentsAreChecked) {
    EXPECT_FALSE(gl->fenceSync(GL_SYNC_FENCE, 0));
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    EXPECT_FALSE(gl->fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 1));
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    const GLsync sync = fence();
    EXPECT_EQ(gl->clientWaitSync(sync, 2, 0), GLenum(GL_WAIT_FAILED));
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->waitSync(sync, 0, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->waitSync(sync, 1, GL_TIMEOUT_IGNORED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    GLint values[2] = {-1, -1};
    GLsizei length = -1;
    gl->getSynciv(sync, GL_SYNC_STATUS, -1, &length, values);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->getSynciv(sync, GL_BUFFER_SIZE, 1, &length, values);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    gl->getSynciv(sync, GL_SYNC_CONDITION, 2, &length, values);
    EXPECT_EQ(length, 1);
    EXPECT_EQ(values[0], GLint(GL_SYNC_GPU_COMMANDS_COMPLETE));
    EXPECT_EQ(values[1], -1);
}

TEST_F(SyncTest, TheGroupSharesThem) {
    const GLsync sync = fence();
    const auto other = makeVersion(Api::ES, 3, 0, gl.get());
    ASSERT_TRUE(other);
    EXPECT_TRUE(other->isSync(sync));
    other->deleteSync(sync);
    EXPECT_FALSE(gl->isSync(sync));
}

} // namespace
} // namespace gl::testing
