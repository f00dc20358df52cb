// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

namespace gl {

/// Some command of OpenGL ES 1.1 or of the extensions offered for it knows the enumerant, or one of
/// the same value; gl.xml says which do.
bool isES1Name(GLenum name);

} // namespace gl
