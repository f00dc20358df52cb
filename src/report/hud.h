// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Figures over a program's frames: GLISSADE_HUD=fps,frametime,compiles,tiers,caches,memory,submits
// or full. See docs/hud.md.

namespace report {

/// What is shown, in the order of the panel.
struct HudItems {
    bool fps = false;
    bool frametime = false;
    bool compiles = false;
    bool tiers = false;
    bool caches = false;
    bool memory = false;
    bool submits = false;

    bool any() const {
        return fps || frametime || compiles || tiers || caches || memory || submits;
    }
    /// Those that a driver has figures for: tiers are the CPU device's, other compiles the GL
    /// driver's.
    HudItems ofGl() const;
    HudItems ofCpu() const;
    /// `full` is all. `unknown` tells what is none of them, and what may have been meant.
    static HudItems parse(std::string_view text, std::string& unknown);
};

/// GLISSADE_HUD's, parsed once; the log tells what was not understood.
const HudItems& hudItems();

/// The panel of one window, as pixels: opaque, 0xAARRGGBB, top row first.
class Hud {
public:
    using Clock = std::chrono::steady_clock;

    Hud(const HudItems& items, std::string title);

    /// How large letters are depends on the window that the panel lies over.
    void fit(int32_t window_px);
    /// A frame is about to be shown; paints it into the panel.
    void frame(Clock::time_point now);

    int32_t width_px() const { return m_width_px; }
    int32_t height_px() const { return m_height_px; }
    std::span<const uint32_t> pixels() const { return m_pixels; }
    /// The lines of the panel, for tests.
    const std::vector<std::string>& lines() const { return m_lines; }

private:
    static int32_t scaleFor(int32_t window_px);
    void layOut();
    void updateLines(Clock::time_point now);
    void paintText();
    void paintGraph();
    void paint(std::string_view line, int32_t x_px, int32_t y_px, uint32_t color);
    void fill(int32_t x_px, int32_t y_px, int32_t width_px, int32_t height_px, uint32_t color);

    const HudItems m_items;
    const std::string m_title;
    int32_t m_scale = 2; ///< Pixels of the panel to one of a glyph.
    int32_t m_width_px = 0;
    int32_t m_height_px = 0;
    int32_t m_graphTop_px = 0;
    std::vector<uint32_t> m_pixels;
    std::vector<std::string> m_lines;
    std::vector<float> m_times_ms; ///< Of the last frames, a ring.
    size_t m_next = 0;
    uint64_t m_frames = 0;
    uint64_t m_framesThen = 0; ///< When the lines were made.
    uint64_t m_submitsThen = 0;
    Clock::time_point m_last{};
    Clock::time_point m_then{};
};

} // namespace report
