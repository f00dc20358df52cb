// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <cstddef>

/// How much commands read where they are given a pointer (the registry's COMPSIZE).
namespace gl {

/// Values of a parameter; 1 where it is not known, which is an error when the command runs.
size_t parameterValues(GLenum pname);
/// Bytes of a name in glCallLists; 0: not a type.
size_t listSize_B(GLenum type);
/// Values of glClearBuffer*v.
size_t clearValues(GLenum buffer);

} // namespace gl
