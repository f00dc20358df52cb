// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"
#include "window/platform.h"

namespace egl {

/// How an application passed a window or pixmap: eglCreateWindowSurface passes it by value,
/// eglCreatePlatformWindowSurface passes what the platform's specification says.
enum class Passing : uint8_t { ByValue, AsPlatform };

struct NativeArgument {
    void* native = nullptr;
    Passing passing = Passing::ByValue;
};

/// What the argument names on a display of `platform` (EGL_PLATFORM_X11_KHR …). 0: nothing.
window::NativeHandle nativeHandle(EGLenum platform, const NativeArgument& argument);

} // namespace egl
