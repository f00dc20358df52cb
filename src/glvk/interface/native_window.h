// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <variant>

namespace glvk {

/// An X11 window, by its xcb connection (Xlib programs have one too: XGetXCBConnection).
struct X11Window {
    void* connection = nullptr; ///< xcb_connection_t*
    uint32_t window = 0;
    uint32_t visual = 0;
};

/// What a Wayland client has beside its wl_surface, which has no size of its own: in EGL its
/// wl_egl_window. Used by the thread that has the surface.
class WaylandClient {
public:
    struct Size {
        uint32_t width_px = 0, height_px = 0;
    };
    virtual ~WaylandClient() = default;
    /// What the client wants its next frame to have.
    virtual Size size() = 0;
    /// What the frame has that was shown just now.
    virtual void attached(const Size& size) = 0;
    /// False: the client has given up the window, and maybe its wl_surface. It stays so.
    virtual bool alive() const = 0;
};

/// A Wayland window.
struct WaylandWindow {
    void* display = nullptr; ///< wl_display*
    void* surface = nullptr; ///< wl_surface*; null for asking what windows of the display can do.
    std::shared_ptr<WaylandClient> client;
};

/// Where a window surface shows its frames, as the window system's platform (src/window/platform)
/// knows it. Plain data without Vulkan's or the window system's types: a window system more is a
/// struct more here, and a PresentTarget (present/target.h) that understands it.
using NativeWindow = std::variant<X11Window, WaylandWindow>;

/// Instance extensions by which targets make a VkSurfaceKHR of such windows. Those that there are
/// get enabled; a target whose extension is missing presents nothing.
inline constexpr const char* kSurfaceExtensions[] = {"VK_KHR_wayland_surface",
                                                     "VK_KHR_xcb_surface"};

} // namespace glvk
