// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL 4.6 compatibility profile, section 17.3.4.
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

namespace gl {

void Context::alphaFunc(GLenum func, GLfloat ref) {
    if (!m_compat || func < GL_NEVER || func > GL_ALWAYS) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not an alpha function", func);
    }
    if (!outsideBeginEnd()) {
        return;
    }
    m_compat->alphaTest.function = func;
    m_compat->alphaTest.reference = ref;
    shownStateChanged(kShownAlphaTest);
}

} // namespace gl
