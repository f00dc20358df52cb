// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

namespace gl {

/// False with the error set.
inline bool validAttribIndex(Context& context, GLuint index) {
    if (index >= GLuint(context.caps().maxVertexAttribs) || index >= GLuint(kMaxVertexAttribs)) {
        context.setError(GL_INVALID_VALUE, "there is no vertex attribute {}", index);
        return false;
    }
    return true;
}

} // namespace gl
