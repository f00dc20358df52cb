// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/wsi/memory_file.h"
#include "cpu/wsi/target.h"
#include "cpu/wsi/x11_window.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace cpu::wsi {

struct X11Library;

/// Frames for a window, in memory that the server shares (MIT-SHM 1.2, over a local socket) or else
/// sent through the connection.
class X11Frames : public Target {
public:
    /// Null: the window is gone, or there is no memory.
    static std::unique_ptr<X11Frames> create(const X11Window& window,
                                             const PixelLayout& pixels,
                                             uint32_t width_px,
                                             uint32_t height_px,
                                             uint32_t count);
    ~X11Frames() override;

    uint8_t* pixels(uint32_t frame) const { return m_frames[frame].memory.data(); }
    size_t rowPitch_B() const { return m_rowPitch_B; }
    bool shared() const { return m_shared; }

    Shown show(uint32_t frame) override;

private:
    struct Frame {
        MemoryFile memory;
        uint32_t segment = 0; ///< The server's name for it, where it is shared.
    };

    X11Frames(const X11Library& x, const X11Window& window);
    bool allocate(uint32_t count);
    /// False: the server does not take it.
    bool share(Frame& frame);
    void send(const Frame& frame);
    /// True: no request since the last call has failed.
    bool succeeded();

    const X11Library& m_x;
    X11Window m_window;
    xcb_gcontext_t m_context = 0;
    uint8_t m_depth = 0;
    uint32_t m_width_px = 0;
    uint32_t m_height_px = 0;
    size_t m_rowPitch_B = 0;
    size_t m_frame_B = 0;
    bool m_shared = false;
    std::vector<Frame> m_frames;
    std::vector<xcb_void_cookie_t> m_requests; ///< Not yet checked.
};

} // namespace cpu::wsi
