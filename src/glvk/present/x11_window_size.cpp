// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/x11_window_size.h"

#include "base/xcb_reply.h"
#include "glvk/gpu/exit.h"

#include <poll.h>
#include <xcb/present.h>

namespace glvk {

namespace {

/// In pixmap_flags of Present 1.3: the window is being destroyed.
constexpr uint32_t kWindowDestroyed = 1;

/// Waits for the answer; true where the server had something against the request.
bool refused(xcb_connection_t* connection, xcb_void_cookie_t request) {
    return base::XcbReply<xcb_generic_error_t>(xcb_request_check(connection, request)) != nullptr;
}

} // namespace

X11WindowSize::X11WindowSize(const X11Window& window)
    : m_connection(static_cast<xcb_connection_t*>(window.connection)), m_window(window.window) {
    listen();
    ask(); // Later than listen(), so that no change is lost between the two.
}

X11WindowSize::~X11WindowSize() {
    if (processExiting()) {
        return; // The program may have closed its connection.
    }
    if (m_question) {
        xcb_discard_reply(m_connection, m_question->sequence);
    }
    if (m_events) {
        // Checked: the window may be gone, and the program must not see that error. Waiting for
        // the answer also brings the last events in while they still have a queue of their own.
        refused(m_connection,
                xcb_present_select_input_checked(
                    m_connection, m_eventId, m_window, XCB_PRESENT_EVENT_MASK_NO_EVENT));
        xcb_unregister_for_special_event(m_connection, m_events);
    }
}

void X11WindowSize::listen() {
    const xcb_query_extension_reply_t* present =
        xcb_get_extension_data(m_connection, &xcb_present_id);
    if (!present || !present->present) {
        return;
    }
    m_eventId = xcb_generate_id(m_connection);
    m_events = xcb_register_for_special_xge(m_connection, &xcb_present_id, m_eventId, nullptr);
    if (m_events &&
        refused(m_connection,
                xcb_present_select_input_checked(
                    m_connection, m_eventId, m_window, XCB_PRESENT_EVENT_MASK_CONFIGURE_NOTIFY))) {
        xcb_unregister_for_special_event(m_connection, m_events);
        m_events = nullptr;
    }
}

void X11WindowSize::ask() {
    if (const auto geometry = base::xcbReply(
            xcb_get_geometry_reply, m_connection, xcb_get_geometry(m_connection, m_window))) {
        m_width_px = geometry->width;
        m_height_px = geometry->height;
    }
}

void X11WindowSize::takeEvents() {
    while (const base::XcbReply<xcb_generic_event_t> event{
        xcb_poll_for_special_event(m_connection, m_events)}) {
        const auto* generic = reinterpret_cast<const xcb_ge_generic_event_t*>(event.get());
        if (generic->event_type == XCB_PRESENT_CONFIGURE_NOTIFY) {
            const auto* configured =
                reinterpret_cast<const xcb_present_configure_notify_event_t*>(event.get());
            if ((configured->pixmap_flags & kWindowDestroyed) == 0) {
                m_width_px = configured->width;
                m_height_px = configured->height;
            }
        }
    }
}

bool X11WindowSize::unread() const {
    pollfd socket{xcb_get_file_descriptor(m_connection), POLLIN, 0};
    return poll(&socket, 1, 0) == 1;
}

void X11WindowSize::update() {
    if (!m_events) {
        return ask();
    }
    // Special queues are filled by whoever reads from the connection. Where nobody did, waiting
    // for an answer does; the one to prepare()'s question is there already, most likely.
    if (unread()) {
        if (!m_question) {
            m_question = xcb_get_input_focus(m_connection);
        }
        base::XcbReply<xcb_get_input_focus_reply_t>(
            xcb_get_input_focus_reply(m_connection, *m_question, nullptr));
        m_question.reset();
    }
    takeEvents();
}

void X11WindowSize::prepare() {
    if (m_events && !m_question) {
        m_question = xcb_get_input_focus(m_connection);
        xcb_flush(m_connection);
    }
}

} // namespace glvk
