// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"

/// GLX_MESA_query_renderer: what there is to know of the device before there is a context.
namespace glx {

/// Zero: there is no such renderer or attribute; `value` stays as it is.
XBool queryRendererInteger(XDisplay* dpy, int screen, int renderer, int attribute, unsigned* value);
XBool queryCurrentRendererInteger(int attribute, unsigned* value);
/// Null: the same.
const char* queryRendererString(XDisplay* dpy, int screen, int renderer, int attribute);
const char* queryCurrentRendererString(int attribute);

} // namespace glx
