// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/platform.h"

namespace window {

/// `xlibDisplay` null: the X server that DISPLAY names, on the process's own connection. `screen`
/// -1: the display's default one.
std::unique_ptr<Platform> makeX11Platform(void* xlibDisplay, int screen);
/// The same for an xcb_connection_t.
std::unique_ptr<Platform> makeXcbPlatform(void* xcbConnection, int screen);
/// True where DISPLAY names an X server that answers.
bool x11Reachable();

} // namespace window
