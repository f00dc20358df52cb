// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <xcb/xcb.h>

namespace cpu::wsi {

/// How the pixels of a visual lie in memory.
struct PixelLayout {
    uint32_t red; ///< Masks, of little endian pixels.
    uint32_t green;
    uint32_t blue;
    uint8_t depth; ///< Bits that mean something: 32 has alpha.
    uint8_t pixel_B;

    bool operator==(const PixelLayout&) const = default;
};

/// A window on a connection of the application. It may vanish at any time.
struct X11Window {
    xcb_connection_t* connection;
    xcb_window_t id;
};

struct X11WindowState {
    uint32_t width_px;
    uint32_t height_px;
    /// Nothing: pixels that cannot be written directly (palettes, other byte orders).
    std::optional<PixelLayout> pixels;
};

/// Asks the server. Nothing: there is no such window (any more), or no connection.
std::optional<X11WindowState> query(const X11Window& window);

/// Of a visual of any screen.
std::optional<PixelLayout> pixelLayout(xcb_connection_t* connection, xcb_visualid_t visual);

/// Between two refreshes of the monitor that shows the window's middle, as RandR has it; what 60 Hz
/// gives where that is not known.
std::chrono::nanoseconds refreshPeriod(const X11Window& window);

} // namespace cpu::wsi
