// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/egl_api.h"
#include "egl/outcome.h"
#include "glvk/instance.h"

#include <memory>
#include <vector>

namespace egl {

/// A way pixels look on the screen (an X11 visual).
struct Visual {
    uint32_t id = 0;
    EGLint type = EGL_NONE; ///< EGL_NATIVE_VISUAL_TYPE: the X11 class.
    int depth = 0;          ///< Bits that count, alpha included.
    int red = 0, green = 0, blue = 0;

    int alpha() const { return depth - red - green - blue; }
};

/// A native window after a look at it.
struct NativeWindow {
    glvk::XcbWindow xcb;
    int depth = 0;
};

/// How the application passed a window: eglCreateWindowSurface passes it by value,
/// eglCreatePlatformWindowSurface passes what the platform's specification says.
struct WindowHandle {
    void* native = nullptr;
    bool platformStyle = false;
};

/// A connection to the window system, made by eglInitialize. Surfaces share it, so it may outlive
/// eglTerminate. Thread-safe.
class Connection {
public:
    virtual ~Connection() = default;
    /// None: the platform has no windows.
    virtual const std::vector<Visual>& visuals() const = 0;
    /// A stand-in that has the given visual, for asking the device whether it can present there.
    virtual glvk::XcbWindow probe(const Visual& visual) const = 0;
    /// EGL_BAD_NATIVE_WINDOW where there is no such window.
    virtual Outcome<NativeWindow> window(const WindowHandle& handle) const = 0;
    /// eglWaitNative: returns when the window system has done what was asked of it before.
    virtual void sync() const = 0;
};

/// A window system and a way to reach it, named by eglGetPlatformDisplay.
class Platform {
public:
    virtual ~Platform() = default;
    /// Null: it cannot be reached.
    virtual std::shared_ptr<Connection> connect() const = 0;
};

/// No windows at all: EGL_MESA_platform_surfaceless and EGL_EXT_platform_device.
std::unique_ptr<Platform> makeOffscreenPlatform();
/// `xlibDisplay` null: the X server that DISPLAY names, on a connection of our own. `screen` -1:
/// the display's default one.
std::unique_ptr<Platform> makeX11Platform(void* xlibDisplay, int screen);
/// The same for an xcb_connection_t.
std::unique_ptr<Platform> makeXcbPlatform(void* xcbConnection, int screen);
/// True where DISPLAY names an X server that answers.
bool x11Reachable();

} // namespace egl
