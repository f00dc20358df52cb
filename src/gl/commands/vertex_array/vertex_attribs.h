// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/list_compiler.h"
#include "gl/context/context.h"

namespace gl {

inline bool isAttribIndex(const Context& context, GLuint index) {
    return index < GLuint(context.caps().maxVertexAttribs) && index < GLuint(kMaxVertexAttribs);
}

/// False with the error set.
inline bool validAttribIndex(Context& context, GLuint index) {
    if (!isAttribIndex(context, index)) {
        context.setError(GL_INVALID_VALUE, "there is no vertex attribute {}", index);
        return false;
    }
    return true;
}

/// The error of a command that gives vertices values: of the list that is compiled, if there is
/// one, when that is called.
inline void failValue(Context& context, ListCompiler* compiler, GLenum error, const char* what) {
    if (compiler) {
        compiler->record(ListOp::Error, error);
    } else {
        context.setError(error, "{}", what);
    }
}

} // namespace gl
