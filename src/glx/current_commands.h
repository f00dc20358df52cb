// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/display.h"

/// GLX's commands on what is current in the calling thread: which handles they take and which
/// errors they give. What they do is window::Current's.
namespace glx {

/// glXMakeContextCurrent. On failure everything stays as it was.
Status makeCurrent(Display& display, XID draw, XID read, GLXContext context);
/// Of what is current; null: nothing is.
std::shared_ptr<Display> currentDisplay();
std::shared_ptr<Screen> currentScreen();
/// Null: no drawable is current.
std::shared_ptr<Drawable> currentDrawable();

/// glXBindTexImageEXT.
Status bindTexImage(Display& display, XID drawable, int buffer);
/// glXSwapBuffers.
Status swapBuffers(Display& display, XID drawable);
/// A drawable, or a window that is none yet, to be asked about. GLXBadDrawable.
Outcome<std::shared_ptr<Drawable>> requireDrawable(Display& display, XID drawable);
/// glXQueryDrawable. Nothing: leave the application's variable alone.
Outcome<std::optional<unsigned>> queryDrawable(Display& display, XID drawable, int attribute);
/// glXWaitGL, glXWaitX.
void waitGL();
void waitX();

} // namespace glx
