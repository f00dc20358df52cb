// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Clearing (ES 3.0 section 4.2.3, GL 4.1 section 4.2.3).
#include "gl/context/context.h"

#include <algorithm>
#include <bit>

namespace gl {

namespace {

template <class T>
std::array<uint32_t, 4> bitsOf(const T* values) {
    std::array<uint32_t, 4> bits;
    std::transform(
        values, values + 4, bits.begin(), [](T v) { return std::bit_cast<uint32_t>(v); });
    return bits;
}

/// What a glClearBuffer command takes besides GL_COLOR, and how many buffers of it there are.
bool requireClearBuffer(Context& context, GLenum buffer, GLint index, bool color, GLenum other) {
    if (!(color && buffer == GL_COLOR) && !(other != GL_NONE && buffer == other)) {
        context.setError(GL_INVALID_ENUM, "glClearBuffer: buffer {:#x}", buffer);
        return false;
    }
    const GLint count =
        buffer == GL_COLOR ? std::min(context.caps().maxDrawBuffers, kMaxColorAttachments) : 1;
    if (index < 0 || index >= count) {
        context.setError(GL_INVALID_VALUE, "glClearBuffer: draw buffer {}", index);
        return false;
    }
    return true;
}

} // namespace

void Context::clearBuffers(const ClearCall& asked) {
    seeSharedChanges();
    if (!requireCompleteFramebuffer(*m_state.drawFramebuffer)) {
        return;
    }
    if (m_state.rasterizerDiscard || (m_recheck & kRecheckRenderMode) || !conditionPasses()) {
        return;
    }
    const Framebuffer& framebuffer = *m_state.drawFramebuffer;
    ClearCall call = asked;
    GLbitfield present = 0;
    present |= framebuffer.drawBufferMask() ? GL_COLOR_BUFFER_BIT : 0;
    present |= framebuffer.hasDepth() ? GL_DEPTH_BUFFER_BIT : 0;
    present |= framebuffer.hasStencil() ? GL_STENCIL_BUFFER_BIT : 0;
    call.mask &= present;
    call.depth = std::clamp(call.depth, 0.0f, 1.0f);
    noteWatchedChanges();
    if (call.mask != 0 && !m_state.rasterizerDiscard && !m_backend->clear(m_state, m_dirty, call)) {
        outOfMemory();
    }
}

void Context::clear(GLbitfield mask) {
    constexpr GLbitfield kReal = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
    const GLbitfield valid = isDesktop() && !isCore() ? kReal | GL_ACCUM_BUFFER_BIT : kReal;
    if (mask & ~valid) {
        return setError(GL_INVALID_VALUE, "mask 0x{:X} has unknown bits", mask);
    }
    if (mask & GL_ACCUM_BUFFER_BIT) {
        clearAccumulation();
    }
    ClearCall call;
    call.mask = mask & kReal;
    call.colorKind = m_state.clearColorKind;
    call.color = m_state.clearColor;
    call.depth = m_state.clearDepth;
    call.stencil = m_state.clearStencil;
    clearBuffers(call);
}

void Context::clearBufferfv(GLenum buffer, GLint drawbuffer, const GLfloat* value) {
    if (!requireClearBuffer(*this, buffer, drawbuffer, true, GL_DEPTH)) {
        return;
    }
    ClearCall call;
    if (buffer == GL_DEPTH) {
        call.mask = GL_DEPTH_BUFFER_BIT;
        call.depth = value[0];
    } else {
        call.mask = GL_COLOR_BUFFER_BIT;
        call.drawBuffers = 1u << drawbuffer;
        call.color = bitsOf(value);
    }
    clearBuffers(call);
}

void Context::clearBufferiv(GLenum buffer, GLint drawbuffer, const GLint* value) {
    if (!requireClearBuffer(*this, buffer, drawbuffer, true, GL_STENCIL)) {
        return;
    }
    ClearCall call;
    if (buffer == GL_STENCIL) {
        call.mask = GL_STENCIL_BUFFER_BIT;
        call.stencil = value[0];
    } else {
        call.mask = GL_COLOR_BUFFER_BIT;
        call.drawBuffers = 1u << drawbuffer;
        call.colorKind = ClearKind::Int;
        call.color = bitsOf(value);
    }
    clearBuffers(call);
}

void Context::clearBufferuiv(GLenum buffer, GLint drawbuffer, const GLuint* value) {
    if (!requireClearBuffer(*this, buffer, drawbuffer, true, GL_NONE)) {
        return;
    }
    ClearCall call;
    call.mask = GL_COLOR_BUFFER_BIT;
    call.drawBuffers = 1u << drawbuffer;
    call.colorKind = ClearKind::Uint;
    call.color = bitsOf(value);
    clearBuffers(call);
}

void Context::clearBufferfi(GLenum buffer, GLint drawbuffer, GLfloat depth, GLint stencil) {
    if (!requireClearBuffer(*this, buffer, drawbuffer, false, GL_DEPTH_STENCIL)) {
        return;
    }
    ClearCall call;
    call.mask = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
    call.depth = depth;
    call.stencil = stencil;
    clearBuffers(call);
}

} // namespace gl
