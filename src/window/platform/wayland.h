// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/platform.h"

namespace window {

/// `display`: a wl_display; null: the compositor that WAYLAND_DISPLAY names, on a connection of our
/// own. Windows are wl_egl_windows.
std::unique_ptr<Platform> makeWaylandPlatform(void* display);
/// True where the environment names a compositor, and it answers.
bool waylandReachable();

} // namespace window
