// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/wayland_output.h"

#include <climits>
#include <utility>

namespace cpu::wsi {

WaylandOutput::WaylandOutput(WaylandSurface& surface, PresentMode mode, Done done)
    : m_surface(surface),
      m_mode(mode),
      m_done(std::move(done)),
      m_shown(surface.queue(), surface.object()) {}

std::unique_ptr<WaylandOutput> WaylandOutput::create(WaylandSurface& surface,
                                                     const WaylandFrames& frames,
                                                     PresentMode mode,
                                                     Done done) {
    std::unique_ptr<WaylandOutput> output(new WaylandOutput(surface, mode, std::move(done)));
    output->m_rowPitch_B = (size_t(frames.width_px) * frames.pixel_B + 3) / 4 * 4;
    output->m_buffers.reserve(frames.count);
    for (uint32_t frame = 0; frame < frames.count; ++frame) {
        auto* const buffer =
            surface.makeBuffer(frames.width_px,
                               frames.height_px,
                               output->m_rowPitch_B,
                               frames.format,
                               [output = output.get(), frame] { output->m_done(frame, {}); });
        if (!buffer) {
            return nullptr;
        }
        output->m_buffers.push_back(buffer);
    }
    return output;
}

WaylandOutput::~WaylandOutput() {
    for (WaylandSurface::Buffer* const buffer : m_buffers) {
        m_surface.dropBuffer(*buffer);
    }
}

void WaylandOutput::damageSurface(std::span<const Area> damage) {
    const wayland::Library& library = m_surface.queue().library();
    auto* const proxy = reinterpret_cast<wl_proxy*>(m_surface.object());
    // Older surfaces have damage in units that only the application knows.
    const bool inPixels =
        library.wl_proxy_get_version(proxy) >= WL_SURFACE_DAMAGE_BUFFER_SINCE_VERSION;
    if (!inPixels || damage.empty()) {
        const uint32_t opcode = inPixels ? WL_SURFACE_DAMAGE_BUFFER : WL_SURFACE_DAMAGE;
        library.request(proxy, opcode, 0, 0, INT32_MAX, INT32_MAX);
        return;
    }
    for (const Area& area : damage) {
        library.request(
            proxy, WL_SURFACE_DAMAGE_BUFFER, area.x_px, area.y_px, area.width_px, area.height_px);
    }
}

void WaylandOutput::show(uint32_t frame, std::span<const Area> damage) {
    const bool paced = m_mode == PresentMode::Fifo;
    if (paced ? !m_shown.wait() : !m_surface.queue().connected()) {
        m_lost = true;
        m_done(frame, {.lost = true});
        return;
    }
    m_surface.attach(*m_buffers[frame]);
    damageSurface(damage);
    if (paced) {
        m_shown.request();
    }
    m_surface.queue().library().request(m_surface.object(), WL_SURFACE_COMMIT);
    if (!m_surface.queue().flush()) {
        m_lost = true;
    }
}

bool WaylandOutput::wait(std::optional<Clock::time_point> deadline) {
    const wayland::Queue::Result result = m_surface.queue().dispatch(deadline);
    if (result == wayland::Queue::Result::Disconnected) {
        m_lost = true;
    }
    return result != wayland::Queue::Result::TimedOut;
}

} // namespace cpu::wsi
