// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"

/// The commands that set how often swaps may happen.
namespace glx {

/// GLX_EXT_swap_control, with GLX_EXT_swap_control_tear's negative intervals. GLXBadWindow,
/// BadValue.
void swapIntervalEXT(XDisplay* dpy, XID drawable, int interval);
/// GLX_SGI_swap_control: of the current drawable. Zero, or one of GLX's error codes.
int swapIntervalSGI(int interval);
/// GLX_MESA_swap_control: the same, where zero means at once.
int swapIntervalMESA(unsigned interval);
int getSwapInterval();

} // namespace glx
