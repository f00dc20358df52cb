// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"

#include <glvnd/libeglabi.h>

/// libEGL knows EGL 1.5's commands and hands them to the right vendor. Commands of extensions it
/// asks the vendors for: a stub that finds the vendor of its first argument and calls it through
/// libEGL's table. One vendor's stub serves all vendors.
namespace egl::vendor {

/// Before any stub is called; `exports` lives as long as libEGL.
void setExports(const __EGLapiExports* exports);
/// Null: no command that needs a stub.
void* dispatchAddress(const char* name);
/// Where libEGL's table holds the command. Names that are not ours are ignored.
void setDispatchIndex(const char* name, int index);

} // namespace egl::vendor
