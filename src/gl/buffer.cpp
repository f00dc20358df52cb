// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/buffer.h"

#include "gl/context.h"

#include <new>

namespace gl {

namespace {

bool validUsage(const Context& context, GLenum usage) {
    switch (usage) {
    case GL_STREAM_DRAW:
    case GL_STATIC_DRAW:
    case GL_DYNAMIC_DRAW:
        return true;
    case GL_STREAM_READ:
    case GL_STREAM_COPY:
    case GL_STATIC_READ:
    case GL_STATIC_COPY:
    case GL_DYNAMIC_READ:
    case GL_DYNAMIC_COPY:
        return context.attributes().api == Api::Desktop;
    default:
        return false;
    }
}

// The buffer bound to `target`, or null with the error set.
Buffer* requireBound(Context& context, GLenum target) {
    Ref<Buffer>* binding = context.bufferBinding(target);
    if (!binding) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a buffer target", target);
        return nullptr;
    }
    if (!*binding) {
        context.setError(GL_INVALID_OPERATION, "no buffer is bound to target 0x{:04X}", target);
        return nullptr;
    }
    return binding->get();
}

bool validRange(Context& context, const Buffer& buffer, GLintptr offset, GLsizeiptr size) {
    if (offset < 0 || size < 0 || size_t(offset) > buffer.size_B() ||
        size_t(size) > buffer.size_B() - size_t(offset)) {
        context.setError(GL_INVALID_VALUE,
                         "{} bytes from {} are not in the buffer's {}",
                         size,
                         offset,
                         buffer.size_B());
        return false;
    }
    return true;
}

bool requireUnmapped(Context& context, const Buffer& buffer) {
    if (buffer.mapped()) {
        context.setError(GL_INVALID_OPERATION, "buffer {} is mapped", buffer.name());
        return false;
    }
    return true;
}

// What is bound now may be drawn with: the buffer's storage is another one.
void storageChanged(Context& context, const Buffer& buffer) {
    const VertexArrayState& arrays = context.objects().vertexArray->state;
    if (arrays.elementBuffer == &buffer) {
        context.dirty().set(Dirty::IndexBuffer);
    }
    for (const VertexAttrib& attrib : arrays.arrays) {
        if (attrib.buffer == &buffer) {
            context.dirty().set(Dirty::VertexBuffers);
            break;
        }
    }
    context.noteSharedChange();
}

void mappingChanged(Context& context, bool mapped) {
    context.group().mappedBuffers += mapped ? 1 : -1;
    context.recheck(Context::kRecheckArrays);
    context.noteSharedChange();
}

void endMapping(Context& context, Buffer& buffer) {
    buffer.unmap(context.backend());
    mappingChanged(context, false);
}

} // namespace

bool Buffer::define(ContextBackend& context, size_t size_B, const void* data, GLenum usage) {
    if (!m_backend->define(context, size_B, data, usage)) {
        return false;
    }
    m_size_B = size_B;
    m_usage = usage;
    m_undefined = data == nullptr;
    return true;
}

void Buffer::update(ContextBackend& context, size_t offset_B, std::span<const std::byte> data) {
    m_backend->update(context, offset_B, data);
    m_undefined = false;
}

bool Buffer::mapRange(
    ContextBackend& context, size_t offset_B, size_t size_B, GLbitfield access, bool range) {
    try {
        m_mapMemory.resize(std::max<size_t>(size_B, 1));
    } catch (const std::bad_alloc&) {
        return false;
    }
    const bool invalidated = access & (GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    if (size_B != 0 && !m_undefined && !invalidated) {
        m_backend->read(context, offset_B, std::span(m_mapMemory.data(), size_B));
    }
    m_map = {m_mapMemory.data(), offset_B, size_B, access, range};
    return true;
}

void Buffer::flushRange(ContextBackend& context, size_t offset_B, size_t size_B) {
    update(context, m_map.offset_B + offset_B, std::span(m_map.pointer + offset_B, size_B));
}

void Buffer::unmap(ContextBackend& context) {
    const bool writes = m_map.access & GL_MAP_WRITE_BIT;
    if (writes && !(m_map.access & GL_MAP_FLUSH_EXPLICIT_BIT) && m_map.size_B != 0) {
        flushRange(context, 0, m_map.size_B);
    }
    m_map = {};
    m_mapMemory.clear();
    m_mapMemory.shrink_to_fit();
}

Ref<Buffer>* Context::bufferBinding(GLenum target) {
    switch (target) {
    case GL_ARRAY_BUFFER:
        return &m_objects.arrayBuffer;
    case GL_ELEMENT_ARRAY_BUFFER:
        return &m_objects.vertexArray->state.elementBuffer;
    case GL_PIXEL_PACK_BUFFER:
        return isDesktop() ? &m_objects.pixelPackBuffer : nullptr;
    case GL_PIXEL_UNPACK_BUFFER:
        return isDesktop() ? &m_objects.pixelUnpackBuffer : nullptr;
    default:
        return nullptr;
    }
}

void Context::genBuffers(GLsizei n, GLuint* buffers) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        buffers[i] = m_group->buffers.generate();
    }
}

GLboolean Context::isBuffer(GLuint buffer) {
    return m_group->buffers.find(buffer) != nullptr;
}

void Context::bindBuffer(GLenum target, GLuint buffer) {
    Ref<Buffer>* binding = bufferBinding(target);
    if (!binding) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a buffer target", target);
    }
    Buffer* object = nullptr;
    if (buffer != 0) {
        object = m_group->buffers.find(buffer);
        if (!object) {
            std::unique_ptr<BufferBackend> backend = m_backend->createBuffer();
            if (!backend) {
                return outOfMemory();
            }
            object = new Buffer(buffer, std::move(backend));
            m_group->buffers.insert(buffer, object);
        }
    }
    if (*binding == object) {
        return;
    }
    *binding = object;
    if (target == GL_ELEMENT_ARRAY_BUFFER) {
        m_dirty.set(Dirty::IndexBuffer);
        if (m_aliasedArrays) {
            recheck(kRecheckArrays);
        }
    }
}

void Context::deleteBuffers(GLsizei n, const GLuint* buffers) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "n is {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        Ref<Buffer> buffer = m_group->buffers.remove(buffers[i]);
        if (!buffer) {
            continue;
        }
        if (buffer->mapped()) {
            endMapping(*this, *buffer);
        }
        for (GLenum target : {GL_ARRAY_BUFFER,
                              GL_ELEMENT_ARRAY_BUFFER,
                              GL_PIXEL_PACK_BUFFER,
                              GL_PIXEL_UNPACK_BUFFER}) {
            if (Ref<Buffer>* binding = bufferBinding(target); binding && *binding == buffer) {
                bindBuffer(target, 0);
            }
        }
        VertexArrayState& arrays = m_objects.vertexArray->state;
        for (uint8_t array = 0; array < kArrayCount; ++array) {
            if (arrays.arrays[array].buffer == buffer) {
                VertexAttrib attrib = arrays.arrays[array];
                attrib.pointer = nullptr;
                setArray(array, attrib, nullptr);
            }
        }
    }
}

void Context::bufferData(GLenum target, GLsizeiptr size, const void* data, GLenum usage) {
    if (size < 0) {
        return setError(GL_INVALID_VALUE, "size is {}", size);
    }
    if (!validUsage(*this, usage)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a buffer usage", usage);
    }
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return;
    }
    if (buffer->mapped()) { // GL 2.1 section 2.9: new storage ends the mapping.
        endMapping(*this, *buffer);
    }
    if (!buffer->define(*m_backend, size_t(size), data, usage)) {
        return outOfMemory();
    }
    storageChanged(*this, *buffer);
}

void Context::bufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void* data) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer || !validRange(*this, *buffer, offset, size) || !requireUnmapped(*this, *buffer)) {
        return;
    }
    if (size == 0 || !data) {
        return;
    }
    buffer->update(
        *m_backend, size_t(offset), std::span(static_cast<const std::byte*>(data), size_t(size)));
    storageChanged(*this, *buffer);
}

void Context::getBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void* data) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer || !validRange(*this, *buffer, offset, size) || !requireUnmapped(*this, *buffer) ||
        size == 0 || !data) {
        return;
    }
    buffer->backend().read(
        *m_backend, size_t(offset), std::span(static_cast<std::byte*>(data), size_t(size)));
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
    if (!requireUnmapped(*this, *buffer)) {
        return nullptr;
    }
    if (!buffer->mapRange(*m_backend, 0, buffer->size_B(), bits, false)) {
        outOfMemory();
        return nullptr;
    }
    mappingChanged(*this, true);
    return buffer->map().pointer;
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
                                GL_MAP_UNSYNCHRONIZED_BIT;
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
    if (!requireUnmapped(*this, *buffer)) {
        return nullptr;
    }
    if (!buffer->mapRange(*m_backend, size_t(offset), size_t(length), access, true)) {
        outOfMemory();
        return nullptr;
    }
    mappingChanged(*this, true);
    return buffer->map().pointer;
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
    if (!buffer->mapped()) {
        setError(GL_INVALID_OPERATION, "buffer {} is not mapped", buffer->name());
        return GL_FALSE;
    }
    endMapping(*this, *buffer);
    storageChanged(*this, *buffer);
    return GL_TRUE;
}

void Context::getBufferParameteriv(GLenum target, GLenum pname, GLint* params) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return;
    }
    const Buffer::Map& map = buffer->map();
    switch (pname) {
    case GL_BUFFER_SIZE:
        *params = GLint(std::min<size_t>(buffer->size_B(), INT32_MAX));
        return;
    case GL_BUFFER_USAGE:
        *params = GLint(buffer->usage());
        return;
    case GL_BUFFER_MAPPED:
        *params = buffer->mapped();
        return;
    case GL_BUFFER_ACCESS: {
        const GLbitfield both = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
        const GLbitfield access = map.access & both;
        *params = GLint(access == GL_MAP_READ_BIT       ? GL_READ_ONLY
                        : access == both || access == 0 ? (isES() ? GL_WRITE_ONLY : GL_READ_WRITE)
                                                        : GL_WRITE_ONLY);
        return;
    }
    case GL_BUFFER_ACCESS_FLAGS:
        *params = GLint(map.access);
        return;
    case GL_BUFFER_MAP_OFFSET:
        *params = GLint(map.offset_B);
        return;
    case GL_BUFFER_MAP_LENGTH:
        *params = GLint(map.size_B);
        return;
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a buffer parameter", pname);
    }
}

void Context::getBufferPointerv(GLenum target, GLenum pname, void** params) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return;
    }
    if (pname != GL_BUFFER_MAP_POINTER) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a buffer pointer", pname);
    }
    *params = buffer->map().pointer;
}

} // namespace gl
