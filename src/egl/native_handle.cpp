// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/native_handle.h"

namespace egl {

window::NativeHandle nativeHandle(EGLenum platform, const NativeArgument& argument) {
    if (argument.passing == Passing::ByValue || argument.native == nullptr) {
        return reinterpret_cast<window::NativeHandle>(argument.native);
    }
    switch (platform) {
    case EGL_PLATFORM_X11_KHR: // A pointer to Xlib's Window or Pixmap.
        return *static_cast<const unsigned long*>(argument.native);
    case EGL_PLATFORM_XCB_EXT: // A pointer to an xcb_window_t or xcb_pixmap_t.
        return *static_cast<const uint32_t*>(argument.native);
    default:
        return reinterpret_cast<window::NativeHandle>(argument.native);
    }
}

} // namespace egl
