// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"

namespace glx {

/// What GLX knows of what was made current in a thread last, next to window::Current, which knows
/// whether it still is. Calls from exit handlers find it as it was.
struct LastBound {
    XDisplay* display = nullptr;
    int screen = 0;
    XID draw = kNoXid;
};

/// The calling thread's. Empty in a child of fork().
LastBound& lastBound();

/// Nothing is current afterwards.
void releaseCurrent();
/// releaseCurrent(), where what is current is of this display.
void leaveDisplay(XDisplay* display);

} // namespace glx
