// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/buffer.h"

#include "gl/testing/context_fixture.h"

namespace gl::testing {
namespace {

class BufferTest : public CoreTest {
protected:
    GLuint bind(GLenum target, GLsizeiptr size_B, const void* data = nullptr) {
        GLuint name = 0;
        gl->genBuffers(1, &name);
        gl->bindBuffer(target, name);
        gl->bufferData(target, size_B, data, GL_STATIC_DRAW);
        return name;
    }
    std::vector<std::byte>& bytes(GLuint name) {
        return static_cast<FakeBuffer&>(gl->group().buffers.find(name)->backend()).bytes;
    }
};

TEST_F(BufferTest, NamesBecomeBuffersWhenBound) {
    GLuint name = 0;
    gl->genBuffers(1, &name);
    EXPECT_FALSE(gl->isBuffer(name));
    gl->bindBuffer(GL_ARRAY_BUFFER, name);
    EXPECT_TRUE(gl->isBuffer(name));
    gl->bindBuffer(GL_ARRAY_BUFFER, 4711); // Never generated: allowed in ES 2.0 and GL 2.1.
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_ARRAY_BUFFER_BINDING), 4711);
    gl->bindBuffer(GL_ARRAY_BUFFER, 0xFFFFFFFF);
    EXPECT_TRUE(gl->isBuffer(0xFFFFFFFF));
}

TEST_F(BufferTest, DeletingUnbindsAndFreesTheName) {
    const GLuint name = bind(GL_ELEMENT_ARRAY_BUFFER, 16);
    gl->bindBuffer(GL_ARRAY_BUFFER, name);
    gl->vertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    const GLuint names[] = {0, name, 999};
    gl->deleteBuffers(3, names);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_ARRAY_BUFFER_BINDING), 0);
    EXPECT_EQ(integer(GL_ELEMENT_ARRAY_BUFFER_BINDING), 0);
    GLint attached = -1;
    gl->getVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &attached);
    EXPECT_EQ(attached, 0);
    GLuint again = 0;
    gl->genBuffers(1, &again);
    EXPECT_EQ(again, name);
}

TEST_F(BufferTest, RangesAreChecked) {
    bind(GL_ARRAY_BUFFER, 16);
    const char data[32] = {};
    gl->bufferSubData(GL_ARRAY_BUFFER, 8, 9, data);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    gl->bufferSubData(GL_ARRAY_BUFFER, -1, 4, data);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    gl->bufferSubData(GL_ARRAY_BUFFER, INTPTR_MAX, INTPTR_MAX, data);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    gl->bufferData(GL_ARRAY_BUFFER, -1, nullptr, GL_STATIC_DRAW);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    gl->bufferData(GL_ARRAY_BUFFER, 1, nullptr, GL_DYNAMIC_COPY);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    gl->bindBuffer(GL_PIXEL_PACK_BUFFER, 1);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    gl->bindBuffer(GL_ARRAY_BUFFER, 0);
    gl->bufferSubData(GL_ARRAY_BUFFER, 0, 0, data);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(BufferTest, MappingWritesBackWhenUnmapped) {
    const char text[] = "0123456789";
    const GLuint name = bind(GL_ARRAY_BUFFER, 10, text);
    auto* at = static_cast<char*>(
        gl->mapBufferRange(GL_ARRAY_BUFFER, 4, 2, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT));
    ASSERT_TRUE(at);
    EXPECT_EQ(at[0], '4');
    at[0] = 'x';
    EXPECT_EQ(bytes(name)[4], std::byte('4'));
    gl->bufferSubData(GL_ARRAY_BUFFER, 3, 2, text);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION));
    gl->bufferSubData(GL_ARRAY_BUFFER, 6, 2, text);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    EXPECT_TRUE(gl->unmapBuffer(GL_ARRAY_BUFFER));
    EXPECT_EQ(bytes(name)[4], std::byte('x'));
    EXPECT_FALSE(gl->unmapBuffer(GL_ARRAY_BUFFER));
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(BufferTest, ExplicitFlushesWriteOnlyWhatTheyName) {
    const char text[] = "0123456789";
    const GLuint name = bind(GL_ARRAY_BUFFER, 10, text);
    auto* at = static_cast<char*>(
        gl->mapBufferRange(GL_ARRAY_BUFFER, 2, 8, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT));
    at[0] = 'a';
    at[1] = 'b';
    gl->flushMappedBufferRange(GL_ARRAY_BUFFER, 1, 1);
    gl->flushMappedBufferRange(GL_ARRAY_BUFFER, 1, 8);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    gl->unmapBuffer(GL_ARRAY_BUFFER);
    EXPECT_EQ(bytes(name)[2], std::byte('2'));
    EXPECT_EQ(bytes(name)[3], std::byte('b'));
}

TEST_F(BufferTest, NewStorageEndsTheMapping) {
    bind(GL_ARRAY_BUFFER, 10);
    gl->mapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
    gl->bufferData(GL_ARRAY_BUFFER, 4, nullptr, GL_STATIC_DRAW);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(gl->group().mappedBuffers, 0u);
}

} // namespace
} // namespace gl::testing
