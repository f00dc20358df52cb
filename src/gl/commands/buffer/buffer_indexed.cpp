// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Indexed bindings, copies between buffers, invalidation.
#include "gl/commands/buffer/buffer_commands.h"
#include "gl/context/context.h"
#include "gl/objects/buffer.h"

namespace gl {

namespace {

/// The indexed bindings of `target`; empty with the error set.
std::span<BufferBinding> indexedBindings(Context& context, GLenum target) {
    if (target == GL_UNIFORM_BUFFER && context.atLeast(30, 30)) {
        return context.state().uniformBuffers;
    }
    if (target == GL_TRANSFORM_FEEDBACK_BUFFER && context.atLeast(30, 30)) {
        if (context.boundFeedback().state.active) {
            context.setError(GL_INVALID_OPERATION, "transform feedback is active");
            return {};
        }
        return context.boundFeedback().state.buffers;
    }
    context.setError(GL_INVALID_ENUM, "0x{:04X} has no indexed buffer bindings", target);
    return {};
}

bool validBindingRange(Context& context, GLenum target, GLintptr offset, GLsizeiptr size) {
    if (size <= 0 || offset < 0) {
        context.setError(GL_INVALID_VALUE, "{} bytes from {}", size, offset);
        return false;
    }
    const GLintptr alignment =
        target == GL_UNIFORM_BUFFER ? context.caps().uniformBufferAlignment_B : 4;
    const GLintptr remainders = alignment - 1; // They are powers of two.
    if ((offset & remainders) != 0 ||
        (target == GL_TRANSFORM_FEEDBACK_BUFFER && (size & remainders) != 0)) {
        context.setError(GL_INVALID_VALUE,
                         "{} bytes from {}, which are not aligned to {}",
                         size,
                         offset,
                         alignment);
        return false;
    }
    return true;
}

/// A buffer by name that is not bound (glInvalidateBuffer*): null with the error set.
Buffer* requireBuffer(Context& context, GLuint name) {
    Buffer* buffer = context.group().buffers.find(name);
    if (!buffer) {
        context.setError(GL_INVALID_VALUE, "there is no buffer {}", name);
    }
    return buffer;
}

} // namespace

void Context::setIndexedBuffer(
    GLenum target, GLuint index, GLuint buffer, size_t offset_B, size_t size_B) {
    const std::span<BufferBinding> bindings = indexedBindings(*this, target);
    if (bindings.empty()) {
        return;
    }
    if (index >= bindings.size()) {
        return setError(GL_INVALID_VALUE, "index {} of {} bindings", index, bindings.size());
    }
    Buffer* const object = buffer ? bufferToBind(buffer) : nullptr;
    if (buffer && !object) {
        return;
    }
    m_spareBuffers.assign(*bufferBinding(target), object);
    BufferBinding& binding = bindings[index];
    if (binding.buffer == object && binding.offset_B == offset_B && binding.size_B == size_B) {
        return;
    }
    m_spareBuffers.assign(binding.buffer, object);
    binding.offset_B = object ? offset_B : 0;
    binding.size_B = object ? size_B : 0;
    if (target == GL_UNIFORM_BUFFER) {
        m_objects.uniformBufferEnd = std::max(m_objects.uniformBufferEnd, index + 1);
        m_dirty.setBlock(index);
    } else {
        m_dirty.set(Dirty::Feedback);
    }
}

void Context::unbindIndexed(const Buffer& buffer) {
    for (GLuint i = 0; i < m_objects.uniformBufferEnd; ++i) {
        if (m_state.uniformBuffers[i].buffer == &buffer) {
            m_state.uniformBuffers[i] = {};
            m_dirty.set(Dirty::UniformBuffers);
        }
    }
    if (m_objects.feedback && !m_objects.feedback->state.active) {
        for (BufferBinding& binding : m_objects.feedback->state.buffers) {
            if (binding.buffer == &buffer) {
                binding = {};
                m_dirty.set(Dirty::Feedback);
            }
        }
    }
}

void Context::bindBufferBase(GLenum target, GLuint index, GLuint buffer) {
    setIndexedBuffer(target, index, buffer, 0, 0);
}

void Context::bindBufferRange(
    GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size) {
    if (target != GL_UNIFORM_BUFFER && target != GL_TRANSFORM_FEEDBACK_BUFFER) {
        return setError(GL_INVALID_ENUM, "0x{:04X} has no indexed buffer bindings", target);
    }
    if (buffer != 0 && !validBindingRange(*this, target, offset, size)) {
        return;
    }
    setIndexedBuffer(target, index, buffer, size_t(offset), size_t(size));
}

/// EXT_transform_feedback: from an offset to the end, as it is when transform feedback begins.
void Context::bindBufferOffsetEXT(GLenum target, GLuint index, GLuint buffer, GLintptr offset) {
    if (target != GL_TRANSFORM_FEEDBACK_BUFFER) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not GL_TRANSFORM_FEEDBACK_BUFFER", target);
    }
    if (buffer != 0 && !validBindingRange(*this, target, offset, 4)) {
        return;
    }
    setIndexedBuffer(target, index, buffer, size_t(offset), 0);
}

void Context::copyBufferSubData(GLenum readTarget,
                                GLenum writeTarget,
                                GLintptr readOffset,
                                GLintptr writeOffset,
                                GLsizeiptr size) {
    Buffer* source = requireBound(*this, readTarget);
    Buffer* target = source ? requireBound(*this, writeTarget) : nullptr;
    if (!target || !validRange(*this, *source, readOffset, size) ||
        !validRange(*this, *target, writeOffset, size) || !requireUnmapped(*this, *source) ||
        !requireUnmapped(*this, *target)) {
        return;
    }
    const GLintptr apart =
        readOffset > writeOffset ? readOffset - writeOffset : writeOffset - readOffset;
    if (source == target && apart < size) {
        return setError(GL_INVALID_VALUE,
                        "{} bytes from {} and from {} overlap",
                        size,
                        readOffset,
                        writeOffset);
    }
    if (size == 0) {
        return;
    }
    target->backend().copyFrom(
        *m_backend, source->backend(), size_t(readOffset), size_t(writeOffset), size_t(size));
    storageChanged(*this, *target);
}

void Context::invalidateBufferData(GLuint buffer) {
    Buffer* object = requireBuffer(*this, buffer);
    if (!object || !requireUnmapped(*this, *object)) {
        return;
    }
    object->backend().invalidate(*m_backend);
    storageChanged(*this, *object);
}

void Context::invalidateBufferSubData(GLuint buffer, GLintptr offset, GLsizeiptr length) {
    Buffer* object = requireBuffer(*this, buffer);
    if (!object || !validRange(*this, *object, offset, length) ||
        !requireUnmappedIn(*this, *object, offset, length)) {
        return;
    }
    if (size_t(length) == object->size_B() && !object->hasMapping()) {
        object->backend().invalidate(*m_backend);
        storageChanged(*this, *object);
    }
}

} // namespace gl
