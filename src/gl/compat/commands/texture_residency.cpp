// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Priorities of textures, and whether they are resident (GL 2.1 section 3.8.12): all are, always.
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>

namespace gl {

void Context::prioritizeTextures(GLsizei n, const GLuint* textures, const GLfloat* priorities) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "textures have no priorities in this context");
    }
    if (!outsideBeginEnd()) {
        return;
    }
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "glPrioritizeTextures: n {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        if (Texture* const texture = textures[i] ? m_group->textures.find(textures[i]) : nullptr) {
            texture->setPriority(std::clamp(priorities[i], 0.0f, 1.0f));
        }
    }
}

GLboolean Context::areTexturesResident(GLsizei n, const GLuint* textures, GLboolean* residences) {
    if (!m_compat) {
        setError(GL_INVALID_OPERATION, "there is no residency of textures in this context");
        return GL_FALSE;
    }
    if (!outsideBeginEnd()) {
        return GL_FALSE;
    }
    const bool valid = n >= 0 && std::all_of(textures, textures + n, [&](GLuint name) {
                           return name != 0 && m_group->textures.find(name);
                       });
    if (!valid) {
        setError(GL_INVALID_VALUE, "glAreTexturesResident: {} names, not all of textures", n);
        return GL_FALSE;
    }
    (void)residences; // Not written where all are.
    return GL_TRUE;
}

} // namespace gl
