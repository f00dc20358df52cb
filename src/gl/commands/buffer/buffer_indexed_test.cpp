// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/buffer.h"

#include "gl/testing/version3_fixture.h"

namespace gl::testing {
namespace {

class BufferIndexedTest : public Version3Test {
protected:
    FakeBuffer& fake(GLuint name) {
        return static_cast<FakeBuffer&>(context->group().buffers.find(name)->backend());
    }
    GLint bound(GLenum name, GLuint index) {
        GLint value = -1;
        context->getIntegeri_v(name, index, &value);
        return value;
    }
};

TEST_F(BufferIndexedTest, RangesBindAndDeletingUnbinds) {
    const GLuint name = buffer(GL_UNIFORM_BUFFER, 1024);
    context->bindBuffer(GL_UNIFORM_BUFFER, 0);
    context->bindBufferRange(GL_UNIFORM_BUFFER, 7, name, 256, 64);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_BINDING, 7), GLint(name));
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_START, 7), 256);
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_SIZE, 7), 64);
    EXPECT_EQ(integer(GL_UNIFORM_BUFFER_BINDING), GLint(name)) << "the general binding follows";
    context->bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 1, name);
    EXPECT_EQ(bound(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1), GLint(name));
    context->deleteBuffers(1, &name);
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_BINDING, 7), 0);
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_START, 7), 0);
    EXPECT_EQ(bound(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1), 0);
    EXPECT_EQ(integer(GL_UNIFORM_BUFFER_BINDING), 0);
}

TEST_F(BufferIndexedTest, RangesAreChecked) {
    const GLuint name = buffer(GL_UNIFORM_BUFFER, 1024);
    context->bindBufferRange(GL_ARRAY_BUFFER, 0, name, 0, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    context->bindBufferRange(GL_UNIFORM_BUFFER, kMaxUniformBufferBindings, name, 0, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->bindBufferRange(GL_UNIFORM_BUFFER, 0, name, 0, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->bindBufferRange(GL_UNIFORM_BUFFER, 0, name, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "offsets are aligned";
    context->bindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name, 4, 6);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "sizes are multiples of four";
    context->bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 4, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_BINDING, 0), 0);
}

TEST_F(BufferIndexedTest, CoreContextsWantGeneratedNames) {
    useVersion(Api::Desktop, 3, 3);
    context->bindBuffer(GL_ARRAY_BUFFER, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->bindBufferBase(GL_UNIFORM_BUFFER, 0, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    EXPECT_FALSE(context->isBuffer(4711));
}

TEST_F(BufferIndexedTest, CopiesMayNotOverlap) {
    const GLuint name = buffer(GL_COPY_READ_BUFFER, 8);
    context->bindBuffer(GL_COPY_WRITE_BUFFER, name);
    context->bufferSubData(GL_COPY_READ_BUFFER, 0, 8, "abcdefgh");
    context->copyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 3, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->copyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 5, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "past the end";
    context->copyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(fake(name).bytes[4], std::byte('a'));
    context->copyBufferSubData(GL_COPY_READ_BUFFER, GL_UNIFORM_BUFFER, 0, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(BufferIndexedTest, ImmutableStorageStays) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = buffer(GL_ARRAY_BUFFER, 4);
    context->bufferStorage(GL_ARRAY_BUFFER, 0, nullptr, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->bufferStorage(GL_ARRAY_BUFFER, 16, nullptr, GL_MAP_PERSISTENT_BIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "neither read nor written";
    context->bufferStorage(GL_ARRAY_BUFFER, 16, nullptr, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    context->bufferStorage(GL_ARRAY_BUFFER, 16, nullptr, GL_MAP_WRITE_BIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->bufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->bufferSubData(GL_ARRAY_BUFFER, 0, 1, "x");
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "not dynamic";
    EXPECT_FALSE(context->mapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT));
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    void* at =
        context->mapBufferRange(GL_ARRAY_BUFFER, 4, 4, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
    EXPECT_EQ(at, fake(name).bytes.data() + 4) << "in place";
    EXPECT_EQ(context->group().mappedBuffers, 0u) << "draws may use it";
    EXPECT_TRUE(context->unmapBuffer(GL_ARRAY_BUFFER));
}

TEST_F(BufferIndexedTest, MutableStorageIsNotMappedPersistently) {
    useVersion(Api::Desktop, 3, 3);
    buffer(GL_ARRAY_BUFFER, 4);
    EXPECT_FALSE(
        context->mapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT));
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(BufferIndexedTest, InvalidationIsChecked) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = buffer(GL_ARRAY_BUFFER, 8);
    context->invalidateBufferData(99);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->invalidateBufferSubData(name, 4, 5);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->mapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT);
    context->invalidateBufferData(name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->invalidateBufferSubData(name, 2, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->invalidateBufferSubData(name, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    context->unmapBuffer(GL_ARRAY_BUFFER);
    context->invalidateBufferData(name);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(fake(name).invalidations, 1);
}

} // namespace
} // namespace gl::testing
