// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/wsi/output.h"
#include "cpu/wsi/wayland_surface.h"
#include "wayland/frame_callback.h"

#include <atomic>
#include <memory>
#include <vector>

namespace cpu::wsi {

/// What a swapchain is to a Wayland surface.
struct WaylandFrames {
    uint32_t width_px;
    uint32_t height_px;
    uint8_t pixel_B;
    wl_shm_format format;
    uint32_t count;
};

/// Frames in a Wayland surface, committed by the thread that hands them in: what an application
/// does to its surface before and after is in the commits before and after.
class WaylandOutput final : public Output {
public:
    /// Null: out of memory. The surface outlives it.
    static std::unique_ptr<WaylandOutput>
    create(WaylandSurface& surface, const WaylandFrames& frames, PresentMode mode, Done done);
    ~WaylandOutput() override;

    uint8_t* pixels(uint32_t frame) const override { return m_buffers[frame]->pixels(); }
    size_t rowPitch_B() const override { return m_rowPitch_B; }
    void filled(uint32_t) override {}
    bool shownByCalls() const override { return true; }
    void show(uint32_t frame, std::span<const Area> damage) override;
    bool wait(std::optional<Clock::time_point> deadline) override;
    bool lost() const override { return m_lost; }

private:
    WaylandOutput(WaylandSurface& surface, PresentMode mode, Done done);
    void damageSurface(std::span<const Area> damage);

    WaylandSurface& m_surface;
    const PresentMode m_mode;
    const Done m_done;
    wayland::FrameCallback m_shown; ///< Of the frame that was shown last.
    size_t m_rowPitch_B = 0;
    std::vector<WaylandSurface::Buffer*> m_buffers;
    std::atomic<bool> m_lost = false;
};

} // namespace cpu::wsi
