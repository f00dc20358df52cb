// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

// EGL's own headers, without those of any window system: native handles are plain numbers and
// pointers here, and only src/window/platform knows what they are.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
