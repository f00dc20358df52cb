// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"

namespace egl {

class Display;

/// EGL's state of one thread (EGL 1.5 section 2.4), next to what is current in it
/// (window::Current). Calls from exit handlers find it as it was.
struct ThreadState {
    EGLint error = EGL_SUCCESS;
    EGLenum api = EGL_OPENGL_ES_API;
    /// Of what was made current here last. Whether it still is, window::Current knows: see
    /// currentDisplay().
    Display* display = nullptr;
};

/// The calling thread's.
ThreadState& threadState();

} // namespace egl
