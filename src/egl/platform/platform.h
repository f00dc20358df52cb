// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/egl_api.h"
#include "egl/outcome.h"
#include "glvk/interface/instance.h"

#include <memory>
#include <span>
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

/// An X11 pixmap after a look at it.
struct NativePixmap {
    uint32_t id = 0;
    int depth = 0;
    int32_t width_px = 0, height_px = 0;
};

/// How the application passed a window or pixmap: eglCreateWindowSurface passes it by value,
/// eglCreatePlatformWindowSurface passes what the platform's specification says.
struct NativeHandle {
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
    virtual Outcome<NativeWindow> window(const NativeHandle& handle) const = 0;
    /// EGL_BAD_NATIVE_PIXMAP where there is no such pixmap.
    virtual Outcome<NativePixmap> pixmap(const NativeHandle& handle) const = 0;
    /// Fills the pixmap, or the top left corner of `width_px` by `height_px` of it. Pixels are
    /// 0xAARRGGBB, the top row first.
    virtual void upload(const NativePixmap& pixmap,
                        int32_t width_px,
                        int32_t height_px,
                        std::span<const uint32_t> pixels) const = 0;
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
/// `xlibDisplay` null: the X server that DISPLAY names, on the process's own connection. `screen`
/// -1: the display's default one.
std::unique_ptr<Platform> makeX11Platform(void* xlibDisplay, int screen);
/// The same for an xcb_connection_t.
std::unique_ptr<Platform> makeXcbPlatform(void* xcbConnection, int screen);
/// True where DISPLAY names an X server that answers.
bool x11Reachable();

} // namespace egl
