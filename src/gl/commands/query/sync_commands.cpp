// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/sync.h"

#include "gl/context/context.h"

namespace gl {

namespace {

/// Null with the error set.
std::shared_ptr<Sync> requireSync(Context& context, GLsync handle) {
    std::shared_ptr<Sync> sync = context.group().syncs.find(handle);
    if (!sync) {
        context.setError(GL_INVALID_VALUE, "{} is not a sync object", fmt::ptr(handle));
    }
    return sync;
}

} // namespace

GLsync Context::fenceSync(GLenum condition, GLbitfield flags) {
    if (condition != GL_SYNC_GPU_COMMANDS_COMPLETE) {
        setError(GL_INVALID_ENUM, "0x{:04X} is not a condition of fences", condition);
        return nullptr;
    }
    if (flags != 0) {
        setError(GL_INVALID_VALUE, "flags are 0x{:X}", flags);
        return nullptr;
    }
    std::shared_ptr<FenceBackend> fence = m_backend->insertFence();
    if (!fence) {
        outOfMemory();
        return nullptr;
    }
    return m_group->syncs.add(std::make_shared<Sync>(Sync{std::move(fence), {}}));
}

GLboolean Context::isSync(GLsync sync) {
    return m_group->syncs.find(sync) != nullptr;
}

void Context::deleteSync(GLsync sync) {
    if (sync && !m_group->syncs.remove(sync)) {
        setError(GL_INVALID_VALUE, "{} is not a sync object", fmt::ptr(sync));
    }
}

GLenum Context::clientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout) {
    if (m_lost) {
        noteDroppedCall();
        return GL_WAIT_FAILED;
    }
    const std::shared_ptr<Sync> object = requireSync(*this, sync);
    if (!object) {
        return GL_WAIT_FAILED;
    }
    if (flags & ~GLbitfield(GL_SYNC_FLUSH_COMMANDS_BIT)) {
        setError(GL_INVALID_VALUE, "flags are 0x{:X}", flags);
        return GL_WAIT_FAILED;
    }
    if (object->fence->signalled()) {
        return GL_ALREADY_SIGNALED;
    }
    // Applications that forget the bit would wait for ever.
    if ((flags & GL_SYNC_FLUSH_COMMANDS_BIT) || timeout != 0) {
        m_backend->flush();
    }
    if (timeout == 0) {
        return GL_TIMEOUT_EXPIRED;
    }
    const WaitScope others(gate());
    const bool reached = object->fence->wait(timeout);
    lost();
    return reached ? GL_CONDITION_SATISFIED : GL_TIMEOUT_EXPIRED;
}

void Context::waitSync(GLsync sync, GLbitfield flags, GLuint64 timeout) {
    const std::shared_ptr<Sync> object = requireSync(*this, sync);
    if (!object) {
        return;
    }
    if (flags != 0 || timeout != GL_TIMEOUT_IGNORED) {
        return setError(GL_INVALID_VALUE, "flags 0x{:X}, timeout {}", flags, timeout);
    }
    m_backend->waitFence(*object->fence);
}

void Context::getSynciv(GLsync sync, GLenum pname, GLsizei count, GLsizei* length, GLint* values) {
    if (m_lost) {
        noteDroppedCall();
        if (pname == GL_SYNC_STATUS && count > 0 && values) {
            *values = GL_SIGNALED; // Who polls shall not do so for ever.
        }
        return;
    }
    const std::shared_ptr<Sync> object = requireSync(*this, sync);
    if (!object) {
        return;
    }
    if (count < 0) {
        return setError(GL_INVALID_VALUE, "a buffer of {} values", count);
    }
    GLint value = 0;
    switch (pname) {
    case GL_OBJECT_TYPE:
        value = GL_SYNC_FENCE;
        break;
    case GL_SYNC_CONDITION:
        value = GL_SYNC_GPU_COMMANDS_COMPLETE;
        break;
    case GL_SYNC_FLAGS:
        break;
    case GL_SYNC_STATUS:
        value = object->fence->signalled() ? GL_SIGNALED : GL_UNSIGNALED;
        break;
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a sync parameter", pname);
    }
    if (count > 0 && values) {
        values[0] = value;
    }
    if (length) {
        *length = std::min(count, 1);
    }
}

} // namespace gl
