// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/buffer/buffer_commands.h"
#include "gl/context/context.h"
#include "gl/objects/buffer.h"

namespace gl {

namespace {

void mappingChanged(Context& context, const Buffer& buffer, bool mapped) {
    if (!(buffer.map().access & GL_MAP_PERSISTENT_BIT)) {
        context.group().mappedBuffers += mapped ? 1 : -1;
        context.recheck(kRecheckArrays);
        context.noteSharedChange();
    }
}

void* mapChecked(
    Context& context, Buffer& buffer, size_t offset_B, size_t size_B, GLbitfield access) {
    if (buffer.hasMapping()) {
        context.setError(GL_INVALID_OPERATION, "buffer {} is mapped", buffer.name());
        return nullptr;
    }
    constexpr GLbitfield kStorage =
        GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    if (access & kStorage & ~buffer.storageFlags()) {
        context.setError(GL_INVALID_OPERATION,
                         "access 0x{:X} to a buffer with the storage flags 0x{:X}",
                         access,
                         buffer.storageFlags());
        return nullptr;
    }
    if (!buffer.mapRange(context.backend(), offset_B, size_B, access)) {
        context.outOfMemory();
        return nullptr;
    }
    mappingChanged(context, buffer, true);
    storageChanged(context, buffer); // Invalidating may have replaced it.
    return buffer.map().pointer;
}

} // namespace

void endMapping(Context& context, Buffer& buffer) {
    mappingChanged(context, buffer, false);
    buffer.unmap(context.backend());
}

void* Context::mapBuffer(GLenum target, GLenum access) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return nullptr;
    }
    GLbitfield bits = 0;
    if (access == GL_WRITE_ONLY) {
        bits = GL_MAP_WRITE_BIT;
    } else if (access == GL_READ_ONLY && isDesktop()) {
        bits = GL_MAP_READ_BIT;
    } else if (access == GL_READ_WRITE && isDesktop()) {
        bits = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
    } else {
        setError(GL_INVALID_ENUM, "0x{:04X} is not a way to map a buffer", access);
        return nullptr;
    }
    if (buffer->size_B() == 0) {
        setError(GL_INVALID_OPERATION, "buffer {} has no storage to map", buffer->name());
        return nullptr;
    }
    return mapChecked(*this, *buffer, 0, buffer->size_B(), bits);
}

void* Context::mapBufferRange(GLenum target,
                              GLintptr offset,
                              GLsizeiptr length,
                              GLbitfield access) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer || !validRange(*this, *buffer, offset, length)) {
        return nullptr;
    }
    constexpr GLbitfield kAll = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT |
                                GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_FLUSH_EXPLICIT_BIT |
                                GL_MAP_UNSYNCHRONIZED_BIT | GL_MAP_PERSISTENT_BIT |
                                GL_MAP_COHERENT_BIT;
    constexpr GLbitfield kNotRead =
        GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT;
    if (access & ~kAll) {
        setError(GL_INVALID_VALUE, "access 0x{:X} has unknown bits", access);
        return nullptr;
    }
    if (length == 0 || !(access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)) ||
        ((access & GL_MAP_READ_BIT) && (access & kNotRead)) ||
        ((access & GL_MAP_FLUSH_EXPLICIT_BIT) && !(access & GL_MAP_WRITE_BIT))) {
        setError(GL_INVALID_OPERATION, "length {} and access 0x{:X}", length, access);
        return nullptr;
    }
    return mapChecked(*this, *buffer, size_t(offset), size_t(length), access);
}

void Context::flushMappedBufferRange(GLenum target, GLintptr offset, GLsizeiptr length) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return;
    }
    const Buffer::Map& map = buffer->map();
    if (!map.pointer || !(map.access & GL_MAP_FLUSH_EXPLICIT_BIT)) {
        return setError(
            GL_INVALID_OPERATION, "buffer {} is not mapped for explicit flushing", buffer->name());
    }
    if (offset < 0 || length < 0 || size_t(offset) > map.size_B ||
        size_t(length) > map.size_B - size_t(offset)) {
        return setError(GL_INVALID_VALUE, "the range is outside of the mapping");
    }
    if (length != 0) {
        buffer->flushRange(*m_backend, size_t(offset), size_t(length));
        storageChanged(*this, *buffer);
    }
}

GLboolean Context::unmapBuffer(GLenum target) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return GL_FALSE;
    }
    if (!buffer->hasMapping()) {
        setError(GL_INVALID_OPERATION, "buffer {} is not mapped", buffer->name());
        return GL_FALSE;
    }
    endMapping(*this, *buffer);
    storageChanged(*this, *buffer);
    return GL_TRUE;
}

} // namespace gl
