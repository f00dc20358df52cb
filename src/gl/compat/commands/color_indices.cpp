// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Colour indices (GL 4.6 compatibility sections 17.4.2 and 17.4.3): no framebuffer has them, so all
// of it is only kept.
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

namespace gl {

void Context::clearIndex(GLfloat c) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there are no colour indices in this context");
    }
    m_compat->colorIndices.clearValue = c;
}

void Context::indexMask(GLuint mask) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there are no colour indices in this context");
    }
    m_compat->colorIndices.writeMask = mask;
}

} // namespace gl
