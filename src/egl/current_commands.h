// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/display.h"

#include <span>

/// EGL's commands on what is current in the calling thread: which handles they take and which
/// errors they give. What they do is window::Current's.
namespace egl {

/// eglMakeCurrent. On failure everything stays as it was.
Status makeCurrent(Display& display, EGLSurface draw, EGLSurface read, EGLContext context);
/// Of what is current; null: nothing is.
Display* currentDisplay();
/// eglReleaseThread.
void releaseThread();

/// eglSwapBuffers and eglSwapBuffersWithDamage*: `damage` holds four numbers a rectangle, empty:
/// everything.
Status swapBuffers(Display& display, EGLSurface surface, std::span<const EGLint> damage);
/// eglCopyBuffers.
Status copyBuffers(Display& display, EGLSurface surface, const NativeArgument& pixmap);
Status swapInterval(Display& display, EGLint interval);
/// eglQuerySurface. Nothing: leave the application's variable alone.
Outcome<std::optional<EGLint>> querySurface(Display& display, EGLSurface surface, EGLint attribute);
Outcome<EGLint> queryContext(Display& display, EGLContext context, EGLint attribute);

Outcome<EGLSync> createSync(Display& display, EGLenum type, const Attributes& attributes);
/// EGL_CONDITION_SATISFIED or EGL_TIMEOUT_EXPIRED.
Outcome<EGLint> clientWaitSync(Display& display, EGLSync sync, EGLint flags, EGLTime timeout_ns);
Status waitSync(Display& display, EGLSync sync, EGLint flags);

} // namespace egl
