// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/platform.h"

namespace window {

/// No windows at all: what draws to pbuffers, or to no surface (EGL_MESA_platform_surfaceless,
/// EGL_EXT_platform_device).
std::unique_ptr<Platform> makeOffscreenPlatform();

} // namespace window
