// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/x11_frames.h"

#include "base/log.h"
#include "base/xcb_reply.h"
#include "cpu/wsi/x11_library.h"

#include <algorithm>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>

namespace cpu::wsi {

namespace {

/// Files can be passed over sockets of this machine alone; elsewhere the attempt would shut the
/// connection down.
bool isLocal(int socket) {
    sockaddr_storage address{};
    socklen_t size_B = sizeof address;
    return getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size_B) == 0 &&
           address.ss_family == AF_UNIX;
}

bool canShare(const X11Library& x, xcb_connection_t* connection) {
    if (!x.shm || !isLocal(x.xcb_get_file_descriptor(connection))) {
        return false;
    }
    const xcb_query_extension_reply_t* const extension =
        x.xcb_get_extension_data(connection, x.shm);
    if (!extension || !extension->present) {
        return false;
    }
    const auto version = base::xcbReply(
        x.xcb_shm_query_version_reply, connection, x.xcb_shm_query_version(connection));
    return version && (version->major_version > 1 ||
                       (version->major_version == 1 && version->minor_version >= 2));
}

} // namespace

X11Frames::X11Frames(const X11Library& x, const X11Window& window) : m_x(x), m_window(window) {}

std::unique_ptr<X11Frames> X11Frames::create(const X11Window& window,
                                             const PixelLayout& pixels,
                                             uint32_t width_px,
                                             uint32_t height_px,
                                             uint32_t count) {
    const X11Library* const x = x11Library();
    if (!x || x->xcb_connection_has_error(window.connection)) {
        return nullptr;
    }
    std::unique_ptr<X11Frames> frames(new X11Frames(*x, window));
    frames->m_depth = pixels.depth;
    frames->m_width_px = width_px;
    frames->m_height_px = height_px;
    frames->m_rowPitch_B = (size_t(width_px) * pixels.pixel_B + 3) / 4 * 4;
    frames->m_frame_B = frames->m_rowPitch_B * height_px;
    frames->m_shared = canShare(*x, window.connection);
    frames->m_context = x->xcb_generate_id(window.connection);
    frames->m_requests.push_back(
        x->xcb_create_gc_checked(window.connection, frames->m_context, window.id, 0, nullptr));
    if (!frames->succeeded()) {
        frames->m_context = 0;
        return nullptr;
    }
    return frames->allocate(count) ? std::move(frames) : nullptr;
}

X11Frames::~X11Frames() {
    if (m_x.xcb_connection_has_error(m_window.connection)) {
        m_context = 0;
    }
    if (m_context) {
        for (const Frame& frame : m_frames) {
            if (frame.segment) {
                m_x.xcb_discard_reply(
                    m_window.connection,
                    m_x.xcb_shm_detach_checked(m_window.connection, frame.segment).sequence);
            }
        }
        m_x.xcb_discard_reply(m_window.connection,
                              m_x.xcb_free_gc_checked(m_window.connection, m_context).sequence);
        m_x.xcb_flush(m_window.connection);
    }
}

bool X11Frames::allocate(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        auto memory = MemoryFile::create(m_frame_B);
        if (!memory) {
            return false;
        }
        Frame& frame = m_frames.emplace_back(Frame{.memory = std::move(*memory)});
        m_shared = m_shared && share(frame);
        frame.memory.closeFile();
    }
    if (!m_shared) {
        base::logInfoOnce(base::Log::Windows,
                          "frames are sent to the X server, which shares no memory with us");
    }
    return true;
}

bool X11Frames::share(Frame& frame) {
    const int passed =
        fcntl(frame.memory.file(), F_DUPFD_CLOEXEC, 0); // xcb closes what it has sent.
    if (passed < 0) {
        return false;
    }
    const uint32_t segment = m_x.xcb_generate_id(m_window.connection);
    m_requests.push_back(
        m_x.xcb_shm_attach_fd_checked(m_window.connection, segment, passed, /*read_only*/ 1));
    if (!succeeded()) {
        return false;
    }
    frame.segment = segment;
    return true;
}

void X11Frames::send(const Frame& frame) {
    // In bands that fit into a request, whose header takes up to 32 bytes.
    const size_t request_B =
        size_t(m_x.xcb_get_maximum_request_length(m_window.connection)) * 4 - 32;
    const auto band_px = uint32_t(std::max<size_t>(request_B / m_rowPitch_B, 1));
    for (uint32_t y = 0; y < m_height_px; y += band_px) {
        const uint32_t rows = std::min(band_px, m_height_px - y);
        m_requests.push_back(m_x.xcb_put_image_checked(m_window.connection,
                                                       XCB_IMAGE_FORMAT_Z_PIXMAP,
                                                       m_window.id,
                                                       m_context,
                                                       uint16_t(m_width_px),
                                                       uint16_t(rows),
                                                       0,
                                                       int16_t(y),
                                                       0,
                                                       m_depth,
                                                       uint32_t(m_rowPitch_B * rows),
                                                       frame.memory.data() + m_rowPitch_B * y));
    }
}

bool X11Frames::succeeded() {
    bool succeeded = true;
    for (const xcb_void_cookie_t request : m_requests) {
        const base::XcbReply<xcb_generic_error_t> error(
            m_x.xcb_request_check(m_window.connection, request));
        succeeded = succeeded && !error;
    }
    m_requests.clear();
    return succeeded && !m_x.xcb_connection_has_error(m_window.connection);
}

Shown X11Frames::show(uint32_t index) {
    const Frame& frame = m_frames[index];
    if (m_x.xcb_connection_has_error(m_window.connection)) {
        return {.lost = true};
    }
    if (m_shared) {
        m_requests.push_back(m_x.xcb_shm_put_image_checked(m_window.connection,
                                                           m_window.id,
                                                           m_context,
                                                           uint16_t(m_width_px),
                                                           uint16_t(m_height_px),
                                                           0,
                                                           0,
                                                           uint16_t(m_width_px),
                                                           uint16_t(m_height_px),
                                                           0,
                                                           0,
                                                           m_depth,
                                                           XCB_IMAGE_FORMAT_Z_PIXMAP,
                                                           /*send_event*/ 0,
                                                           frame.segment,
                                                           0));
    } else {
        send(frame);
    }
    // Requests are carried out in order: the reply says that the frame has been read, too.
    const auto geometry = base::xcbReply(m_x.xcb_get_geometry_reply,
                                         m_window.connection,
                                         m_x.xcb_get_geometry(m_window.connection, m_window.id));
    const bool shown = succeeded();
    if (!shown || !geometry) {
        return {.lost = true};
    }
    return {.resized = geometry->width != m_width_px || geometry->height != m_height_px};
}

} // namespace cpu::wsi
