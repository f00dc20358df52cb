// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

// GL's tokens, before gl.h has its own of the first versions.
#include "format/gl_enums.h"

// GLX's own headers and Xlib's types, without the macros of X.h and Xlib.h that take everyday
// words. Xlib itself is never called from here: xlib.h.
#define GL_GLEXT_LEGACY // Without GL's extensions.
#include <GL/glx.h>
#include <GL/glxext.h>

// GLX's errors and minor opcodes, in the types of Xmd.h.
#include <X11/Xmd.h>

#include <GL/glxproto.h>

#undef Always
#undef Bool
#undef None
#undef Status
#undef Success

namespace glx {

using XDisplay = ::Display;

// X.h's and Xlib.h's words, in their types.
inline constexpr XID kNoXid = 0;
using XBool = int;

} // namespace glx
