// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "wayland/frame_callback.h"

namespace wayland {

FrameCallback::FrameCallback(Queue& queue, wl_surface* surface)
    : m_queue(queue), m_surface(queue, surface) {}

void FrameCallback::request() {
    if (m_expected || !m_surface.proxy()) {
        return;
    }
    const Library& library = m_queue.library();
    m_expected = library.create<wl_callback>(
        m_surface.proxy(), WL_SURFACE_FRAME, library.wl_callback_interface);
    static constexpr wl_callback_listener kListener{.done = [](void* self, wl_callback*, uint32_t) {
        static_cast<FrameCallback*>(self)->forget();
    }};
    if (m_expected && !library.listen(m_expected, kListener, this)) {
        forget();
    }
}

void FrameCallback::forget() {
    if (m_expected) {
        m_queue.library().destroy(m_expected);
        m_expected = nullptr;
    }
}

bool FrameCallback::wait() {
    while (m_expected) {
        if (m_queue.dispatch(std::nullopt) == Queue::Result::Disconnected) {
            return false;
        }
    }
    return m_queue.connected();
}

} // namespace wayland
