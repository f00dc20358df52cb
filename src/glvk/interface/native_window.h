// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <variant>

namespace glvk {

/// An X11 window, by its xcb connection (Xlib programs have one too: XGetXCBConnection).
struct X11Window {
    void* connection = nullptr; ///< xcb_connection_t*
    uint32_t window = 0;
    uint32_t visual = 0;
};

/// Where a window surface shows its frames, as the window system's platform (src/window/platform)
/// knows it. Plain data without Vulkan's or the window system's types: a window system more is a
/// struct more here, and a PresentTarget (present/target.h) that understands it.
using NativeWindow = std::variant<X11Window>;

/// Instance extensions by which targets make a VkSurfaceKHR of such windows. Those that there are
/// get enabled; a target whose extension is missing presents nothing.
inline constexpr const char* kSurfaceExtensions[] = {"VK_KHR_xcb_surface"};

} // namespace glvk
