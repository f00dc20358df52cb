// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/sync.h"

#include "gl/testing/version3_fixture.h"

namespace gl::testing {
namespace {

class SyncTest : public Version3Test {
protected:
    GLsync fence() { return context->fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0); }
};

TEST_F(SyncTest, FencesAreKnownUntilDeleted) {
    const GLsync sync = fence();
    ASSERT_TRUE(sync);
    EXPECT_TRUE(context->isSync(sync));
    EXPECT_EQ(context->clientWaitSync(sync, 0, 0), GLenum(GL_ALREADY_SIGNALED));
    context->deleteSync(sync);
    EXPECT_FALSE(context->isSync(sync));
    context->deleteSync(nullptr);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_NE(fence(), sync) << "handles are never used again";
}

TEST_F(SyncTest, AnyPointerMayBeAskedAbout) {
    int notASync = 0;
    const auto wild = reinterpret_cast<GLsync>(&notASync);
    EXPECT_FALSE(context->isSync(wild));
    EXPECT_EQ(context->clientWaitSync(wild, 0, 0), GLenum(GL_WAIT_FAILED));
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->waitSync(wild, 0, GL_TIMEOUT_IGNORED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->deleteSync(wild);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    GLint value = 0;
    context->getSynciv(wild, GL_SYNC_STATUS, 1, nullptr, &value);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
}

TEST_F(SyncTest, ArgumentsAreChecked) {
    EXPECT_FALSE(context->fenceSync(GL_SYNC_FENCE, 0));
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    EXPECT_FALSE(context->fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 1));
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    const GLsync sync = fence();
    EXPECT_EQ(context->clientWaitSync(sync, 2, 0), GLenum(GL_WAIT_FAILED));
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->waitSync(sync, 0, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->waitSync(sync, 1, GL_TIMEOUT_IGNORED);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    GLint values[2] = {-1, -1};
    GLsizei length = -1;
    context->getSynciv(sync, GL_SYNC_STATUS, -1, &length, values);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->getSynciv(sync, GL_BUFFER_SIZE, 1, &length, values);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    context->getSynciv(sync, GL_SYNC_CONDITION, 2, &length, values);
    EXPECT_EQ(length, 1);
    EXPECT_EQ(values[0], GLint(GL_SYNC_GPU_COMMANDS_COMPLETE));
    EXPECT_EQ(values[1], -1);
}

TEST_F(SyncTest, TheGroupSharesThem) {
    const GLsync sync = fence();
    const auto other = makeVersion(Api::ES, 3, 0, context.get());
    ASSERT_TRUE(other);
    EXPECT_TRUE(other->isSync(sync));
    other->deleteSync(sync);
    EXPECT_FALSE(context->isSync(sync));
}

} // namespace
} // namespace gl::testing
