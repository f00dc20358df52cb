// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/buffer.h"

#include "base/bits.h"
#include "gl/commands/buffer/buffer_commands.h"
#include "gl/context/context.h"
#include "report/object_name.h"

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
        return context.atLeast(30, 10);
    default:
        return false;
    }
}

} // namespace

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

bool requireUnmappedIn(Context& context, const Buffer& buffer, GLintptr offset, GLsizeiptr size) {
    const Buffer::Map& map = buffer.map();
    if (buffer.mapped() && size_t(offset) < map.offset_B + map.size_B &&
        map.offset_B < size_t(offset) + size_t(size)) {
        context.setError(GL_INVALID_OPERATION, "buffer {} is mapped there", buffer.name());
        return false;
    }
    return true;
}

void storageChanged(Context& context, const Buffer& buffer) {
    const VertexArrayState& arrays = context.objects().vertexArray->state;
    base::forEachBit(arrays.enabledMask, [&](unsigned array) { // Others are when they are enabled.
        if (arrays.arrays[array].buffer == &buffer) {
            context.dirty().set(Dirty::VertexBuffers);
        }
    });
    const State& state = context.state();
    for (GLuint i = 0; i < context.objects().uniformBufferEnd; ++i) {
        if (state.uniformBuffers[i].buffer == &buffer) {
            context.dirty().set(Dirty::UniformBuffers);
            break;
        }
    }
    if (buffer.readAsTexels()) {
        context.dirty().set(Dirty::Textures);
    }
    context.noteSharedChange();
}

Ref<Buffer>* Context::bufferBinding(GLenum target) {
    const auto since = [this](int es, int desktop, Ref<Buffer>& binding) {
        return atLeast(es, desktop) ? &binding : nullptr;
    };
    switch (target) {
    case GL_ARRAY_BUFFER:
        return &m_objects.arrayBuffer;
    case GL_ELEMENT_ARRAY_BUFFER:
        return &m_objects.vertexArray->state.elementBuffer;
    case GL_PIXEL_PACK_BUFFER:
        return since(30, 10, m_objects.pixelPackBuffer);
    case GL_PIXEL_UNPACK_BUFFER:
        return since(30, 10, m_objects.pixelUnpackBuffer);
    case GL_COPY_READ_BUFFER:
        return since(30, 30, m_objects.copyReadBuffer);
    case GL_COPY_WRITE_BUFFER:
        return since(30, 30, m_objects.copyWriteBuffer);
    case GL_UNIFORM_BUFFER:
        return since(30, 30, m_objects.uniformBuffer);
    case GL_TRANSFORM_FEEDBACK_BUFFER:
        return since(30, 30, m_objects.feedbackBuffer);
    case GL_TEXTURE_BUFFER:
        return since(0, 30, m_objects.textureBuffer);
    case GL_DRAW_INDIRECT_BUFFER:
        return since(0, 30, m_objects.drawIndirectBuffer);
    default:
        return nullptr;
    }
}

Buffer* Context::bufferToBind(GLuint name) {
    if (Buffer* found = m_group->buffers.find(name)) {
        return found;
    }
    if (isCore() && !m_group->buffers.used(name)) {
        setError(GL_INVALID_OPERATION, "{} is not a name of glGenBuffers", name);
        return nullptr;
    }
    std::unique_ptr<BufferBackend> backend = m_backend->createBuffer();
    if (!backend) {
        outOfMemory();
        return nullptr;
    }
    Buffer* object = new Buffer(name, std::move(backend));
    m_group->buffers.insert(name, object);
    return object;
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
    Buffer* const object = buffer ? bufferToBind(buffer) : nullptr;
    if (buffer && !object) {
        return;
    }
    if (*binding == object) {
        return;
    }
    m_spareBuffers.assign(*binding, object);
    if (target == GL_ELEMENT_ARRAY_BUFFER && m_aliasedArrays) {
        recheck(kRecheckArrays);
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
        if (buffer->hasMapping()) {
            endMapping(*this, *buffer);
        }
        for (GLenum target : {GL_ARRAY_BUFFER,
                              GL_ELEMENT_ARRAY_BUFFER,
                              GL_PIXEL_PACK_BUFFER,
                              GL_PIXEL_UNPACK_BUFFER,
                              GL_COPY_READ_BUFFER,
                              GL_COPY_WRITE_BUFFER,
                              GL_UNIFORM_BUFFER,
                              GL_TRANSFORM_FEEDBACK_BUFFER,
                              GL_TEXTURE_BUFFER,
                              GL_DRAW_INDIRECT_BUFFER}) {
            if (Ref<Buffer>* binding = bufferBinding(target); binding && *binding == buffer) {
                bindBuffer(target, 0);
            }
        }
        unbindIndexed(*buffer);
        m_objects.vertexArray->forgetBuffer(*buffer);
        for (uint8_t array = 0; array < kArrayCount; ++array) {
            VertexAttrib& attrib = m_objects.vertexArray->state.arrays[array];
            if (attrib.buffer == buffer) {
                setArraySource(array, attrib.pointer, nullptr);
                attrib.orphaned = true;
            }
        }
    }
    m_spareBuffers.drop();
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
    if (buffer->immutable()) {
        return setError(
            GL_INVALID_OPERATION, "the storage of buffer {} is immutable", buffer->name());
    }
    if (buffer->hasMapping()) { // GL 2.1 section 2.9: new storage ends the mapping.
        endMapping(*this, *buffer);
    }
    if (!buffer->define(*m_backend, size_t(size), data, usage)) {
        return outOfMemory();
    }
    storageChanged(*this, *buffer);
}

void Context::bufferStorage(GLenum target, GLsizeiptr size, const void* data, GLbitfield flags) {
    constexpr GLbitfield kAll = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT |
                                GL_MAP_COHERENT_BIT | GL_DYNAMIC_STORAGE_BIT |
                                GL_CLIENT_STORAGE_BIT;
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return;
    }
    const bool mappable = flags & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT);
    if (size <= 0 || (flags & ~kAll) || ((flags & GL_MAP_PERSISTENT_BIT) && !mappable) ||
        ((flags & GL_MAP_COHERENT_BIT) && !(flags & GL_MAP_PERSISTENT_BIT))) {
        return setError(GL_INVALID_VALUE, "size {} and flags 0x{:X}", size, flags);
    }
    if (buffer->immutable()) {
        return setError(
            GL_INVALID_OPERATION, "the storage of buffer {} is immutable", buffer->name());
    }
    if (buffer->hasMapping()) {
        endMapping(*this, *buffer);
    }
    if (!buffer->defineStorage(*m_backend, size_t(size), data, flags)) {
        return outOfMemory();
    }
    storageChanged(*this, *buffer);
}

void Context::bufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void* data) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer || !validRange(*this, *buffer, offset, size) ||
        !requireUnmappedIn(*this, *buffer, offset, size)) {
        return;
    }
    if (!(buffer->storageFlags() & GL_DYNAMIC_STORAGE_BIT)) {
        return setError(GL_INVALID_OPERATION,
                        "the storage of buffer {} was made without GL_DYNAMIC_STORAGE_BIT",
                        buffer->name());
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
    const report::Subject subject("buffer", buffer->name(), buffer->label());
    buffer->backend().read(
        *m_backend, size_t(offset), std::span(static_cast<std::byte*>(data), size_t(size)));
}

void Context::getBufferParameteri64v(GLenum target, GLenum pname, GLint64* params) {
    Buffer* buffer = requireBound(*this, target);
    if (!buffer) {
        return;
    }
    const Buffer::Map& map = buffer->map();
    switch (pname) {
    case GL_BUFFER_SIZE:
        *params = GLint64(buffer->size_B());
        return;
    case GL_BUFFER_USAGE:
        *params = GLint64(buffer->usage());
        return;
    case GL_BUFFER_MAPPED:
        *params = buffer->hasMapping();
        return;
    case GL_BUFFER_ACCESS: {
        const GLbitfield both = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
        const GLbitfield access = map.access & both;
        *params = GLint64(access == GL_MAP_READ_BIT       ? GL_READ_ONLY
                          : access == both || access == 0 ? (isES() ? GL_WRITE_ONLY : GL_READ_WRITE)
                                                          : GL_WRITE_ONLY);
        return;
    }
    case GL_BUFFER_ACCESS_FLAGS:
        *params = GLint64(map.access);
        return;
    case GL_BUFFER_MAP_OFFSET:
        *params = GLint64(map.offset_B);
        return;
    case GL_BUFFER_MAP_LENGTH:
        *params = GLint64(map.size_B);
        return;
    case GL_BUFFER_IMMUTABLE_STORAGE:
        *params = buffer->immutable();
        return;
    case GL_BUFFER_STORAGE_FLAGS:
        *params = GLint64(buffer->storageFlags());
        return;
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a buffer parameter", pname);
    }
}

void Context::getBufferParameteriv(GLenum target, GLenum pname, GLint* params) {
    GLint64 value = *params;
    getBufferParameteri64v(target, pname, &value);
    *params = GLint(std::min<GLint64>(value, INT32_MAX));
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
