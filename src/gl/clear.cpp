// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context.h"

namespace gl {

void Context::clear(GLbitfield mask) {
    constexpr GLbitfield kReal = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
    const GLbitfield valid = isDesktop() ? kReal | GL_ACCUM_BUFFER_BIT : kReal;
    if (mask & ~valid) {
        return setError(GL_INVALID_VALUE, "mask 0x{:X} has unknown bits", mask);
    }
    if (!outsideBeginEnd()) {
        return;
    }
    seeSharedChanges();
    if (!requireCompleteFramebuffer(*m_state.drawFramebuffer)) {
        return;
    }
    const Framebuffer& framebuffer = *m_state.drawFramebuffer;
    GLbitfield present = 0;
    present |= framebuffer.drawBufferMask() ? GL_COLOR_BUFFER_BIT : 0;
    present |= framebuffer.hasDepth() ? GL_DEPTH_BUFFER_BIT : 0;
    present |= framebuffer.hasStencil() ? GL_STENCIL_BUFFER_BIT : 0;
    const ClearCall call{mask & present};
    if (call.mask != 0 && !m_backend->clear(m_state, m_dirty, call)) {
        outOfMemory();
    }
}

} // namespace gl
