// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/interface/native_window.h"

#include <optional>
#include <xcb/xcb.h>

namespace glvk {

/// Follows an X11 window's size. The X server sends Present's ConfigureNotify before the one that
/// programs see, and through the same connection, so that a program that has heard of a size and
/// draws a frame for it gets that size; and no frame waits for the server.
class X11WindowSize {
public:
    explicit X11WindowSize(const X11Window& window);
    ~X11WindowSize();
    X11WindowSize(const X11WindowSize&) = delete;
    X11WindowSize& operator=(const X11WindowSize&) = delete;

    /// Takes in what the server has sent. A window that is gone keeps its last size.
    void update();
    /// Says that update() comes later: a question that it can read up to then goes out now.
    void prepare();
    int32_t width_px() const { return m_width_px; }
    int32_t height_px() const { return m_height_px; }

private:
    void listen();
    void takeEvents();
    void ask();
    bool unread() const;

    xcb_connection_t* m_connection;
    xcb_window_t m_window;
    uint32_t m_eventId = 0;
    xcb_special_event_t* m_events = nullptr; ///< Null: the server has no Present.
    std::optional<xcb_get_input_focus_cookie_t> m_question;
    int32_t m_width_px = 0;
    int32_t m_height_px = 0;
};

} // namespace glvk
