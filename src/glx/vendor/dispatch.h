// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"

// It wants Xlib's word.
#define Bool int
#include <glvnd/libglxabi.h>
#undef Bool

/// libGLX knows GLX 1.4's commands and hands them to the right vendor. Commands of extensions it
/// asks the vendors for: a stub that finds the vendor of its first arguments and calls it through
/// libGLX's table. One vendor's stub serves all vendors.
namespace glx::vendor {

/// Before any stub is called; `exports` lives as long as libGLX.
void setExports(const __GLXapiExports* exports);
/// Null: no command that needs a stub.
void* dispatchAddress(const GLubyte* name);
/// Where libGLX's table holds the command. Names that are not ours are ignored.
void setDispatchIndex(const GLubyte* name, int index);

} // namespace glx::vendor
