// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wayland/queue.h"

namespace wayland {

/// wl_surface.frame: with which a compositor tells when the next frame is worth drawing. It says
/// nothing while the surface is hidden.
class FrameCallback {
public:
    /// The queue outlives it. The surface may go before, and nothing is requested then.
    FrameCallback(Queue& queue, wl_surface* surface);
    ~FrameCallback() { forget(); }
    FrameCallback(const FrameCallback&) = delete;
    FrameCallback& operator=(const FrameCallback&) = delete;

    /// For the frame that the surface's next commit shows. Nothing where one is expected already.
    void request();
    /// What was requested is not waited for: the commit did not come.
    void forget();
    /// Returns when what was requested has come, at once where nothing was. False: disconnected.
    bool wait();

private:
    Queue& m_queue;
    Wrapper m_surface;
    wl_callback* m_expected = nullptr;
};

} // namespace wayland
