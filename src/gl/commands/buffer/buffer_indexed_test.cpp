// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/buffer.h"

#include "gl/testing/context_fixture.h"

namespace gl::testing {
namespace {

class BufferIndexedTest : public Version3Test {
protected:
    FakeBuffer& fake(GLuint name) {
        return static_cast<FakeBuffer&>(gl->group().buffers.find(name)->backend());
    }
    GLint bound(GLenum name, GLuint index) {
        GLint value = -1;
        gl->getIntegeri_v(name, index, &value);
        return value;
    }
};

TEST_F(BufferIndexedTest, RangesBindAndDeletingUnbinds) {
    const GLuint name = buffer(GL_UNIFORM_BUFFER, 1024);
    gl->bindBuffer(GL_UNIFORM_BUFFER, 0);
    gl->bindBufferRange(GL_UNIFORM_BUFFER, 7, name, 256, 64);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_BINDING, 7), GLint(name));
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_START, 7), 256);
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_SIZE, 7), 64);
    EXPECT_EQ(integer(GL_UNIFORM_BUFFER_BINDING), GLint(name)) << "the general binding follows";
    gl->bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 1, name);
    EXPECT_EQ(bound(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1), GLint(name));
    gl->deleteBuffers(1, &name);
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_BINDING, 7), 0);
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_START, 7), 0);
    EXPECT_EQ(bound(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1), 0);
    EXPECT_EQ(integer(GL_UNIFORM_BUFFER_BINDING), 0);
}

TEST_F(BufferIndexedTest, RangesAreChecked) {
    const GLuint name = buffer(GL_UNIFORM_BUFFER, 1024);
    gl->bindBufferRange(GL_ARRAY_BUFFER, 0, name, 0, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    gl->bindBufferRange(GL_UNIFORM_BUFFER, kMaxUniformBufferBindings, name, 0, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->bindBufferRange(GL_UNIFORM_BUFFER, 0, name, 0, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->bindBufferRange(GL_UNIFORM_BUFFER, 0, name, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "offsets are aligned";
    gl->bindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name, 4, 6);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "sizes are multiples of four";
    gl->bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 4, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(bound(GL_UNIFORM_BUFFER_BINDING, 0), 0);
}

TEST_F(BufferIndexedTest, CoreContextsWantGeneratedNames) {
    useVersion(Api::Desktop, 3, 3);
    gl->bindBuffer(GL_ARRAY_BUFFER, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->bindBufferBase(GL_UNIFORM_BUFFER, 0, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    EXPECT_FALSE(gl->isBuffer(4711));
}

TEST_F(BufferIndexedTest, CopiesMayNotOverlap) {
    const GLuint name = buffer(GL_COPY_READ_BUFFER, 8);
    gl->bindBuffer(GL_COPY_WRITE_BUFFER, name);
    gl->bufferSubData(GL_COPY_READ_BUFFER, 0, 8, "abcdefgh");
    gl->copyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 3, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->copyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 5, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "past the end";
    gl->copyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(fake(name).bytes[4], std::byte('a'));
    gl->copyBufferSubData(GL_COPY_READ_BUFFER, GL_UNIFORM_BUFFER, 0, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(BufferIndexedTest, ImmutableStorageStays) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = buffer(GL_ARRAY_BUFFER, 4);
    gl->bufferStorage(GL_ARRAY_BUFFER, 0, nullptr, 0);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->bufferStorage(GL_ARRAY_BUFFER, 16, nullptr, GL_MAP_PERSISTENT_BIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE)) << "neither read nor written";
    gl->bufferStorage(GL_ARRAY_BUFFER, 16, nullptr, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    gl->bufferStorage(GL_ARRAY_BUFFER, 16, nullptr, GL_MAP_WRITE_BIT);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->bufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->bufferSubData(GL_ARRAY_BUFFER, 0, 1, "x");
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "not dynamic";
    EXPECT_FALSE(gl->mapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT));
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    void* at = gl->mapBufferRange(GL_ARRAY_BUFFER, 4, 4, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT);
    EXPECT_EQ(at, fake(name).bytes.data() + 4) << "in place";
    EXPECT_EQ(gl->group().mappedBuffers, 0u) << "draws may use it";
    EXPECT_TRUE(gl->unmapBuffer(GL_ARRAY_BUFFER));
}

TEST_F(BufferIndexedTest, MutableStorageIsNotMappedPersistently) {
    useVersion(Api::Desktop, 3, 3);
    buffer(GL_ARRAY_BUFFER, 4);
    EXPECT_FALSE(
        gl->mapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT));
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(BufferIndexedTest, InvalidationIsChecked) {
    useVersion(Api::Desktop, 3, 3);
    const GLuint name = buffer(GL_ARRAY_BUFFER, 8);
    gl->invalidateBufferData(99);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->invalidateBufferSubData(name, 4, 5);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->mapBufferRange(GL_ARRAY_BUFFER, 0, 4, GL_MAP_WRITE_BIT);
    gl->invalidateBufferData(name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->invalidateBufferSubData(name, 2, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->invalidateBufferSubData(name, 4, 4);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    gl->unmapBuffer(GL_ARRAY_BUFFER);
    gl->invalidateBufferData(name);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(fake(name).invalidations, 1);
}

} // namespace
} // namespace gl::testing
