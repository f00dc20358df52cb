// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

// Windows as applications have them: on a connection of their own, xcb's, Xlib's or Wayland's.

#include "client.h"
#include "environment.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace wsit {

enum class Kind { Xcb, Xlib, Wayland, Headless };
const char* nameOf(Kind kind);

/// A mapped window, or none. The test fails when an X error comes to where an application would
/// notice it.
class TestWindow {
public:
    TestWindow(Kind kind, uint32_t width_px, uint32_t height_px, uint8_t depth = 0);
    ~TestWindow();
    TestWindow(const TestWindow&) = delete;
    TestWindow& operator=(const TestWindow&) = delete;

    VkSurfaceKHR createSurface() const;
    xcb_connection_t* connection() const { return m_connection; }
    xcb_visualid_t visual() const { return m_visual; }
    Display* display() const { return m_display; }
    wayland_test::Compositor& compositor() { return *m_compositor; }
    wl_display* waylandDisplay() const { return m_client->display(); }

    void move(uint32_t x_px, uint32_t y_px);
    void resize(uint32_t width_px, uint32_t height_px);
    void destroy();
    /// Rows from the top left corner, without padding; asked over another connection.
    std::vector<uint8_t> pixels(uint32_t width_px, uint32_t height_px) const;
    /// Of the bytes of a pixel those bits that the window has.
    uint32_t pixelMask() const { return m_depth >= 32 ? ~0u : (1u << m_depth) - 1; }

private:
    void open();
    void expectNoErrors();

    Kind m_kind;
    mutable std::optional<wayland_test::Compositor> m_compositor;
    std::optional<wayland_test::Client> m_client;
    Display* m_display = nullptr; ///< Xlib's.
    xcb_connection_t* m_connection = nullptr;
    xcb_connection_t* m_observer = nullptr;
    xcb_window_t m_window = 0;
    xcb_visualid_t m_visual = 0;
    uint8_t m_depth = 0;
};

} // namespace wsit
