// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/screen.h"

#include "cpu/raster/edges.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cpu::raster {

namespace {

constexpr double kGuardLow = double(kGuardLow_px) * kSubpixels;
constexpr double kGuardHigh = double(kGuardHigh_px) * kSubpixels;

/// NaN becomes 0.
int32_t toPixel(double value) {
    return value == value ? int32_t(std::clamp(value, 0.0, double(kMaxFramebuffer_px))) : 0;
}

uint32_t when(bool condition, uint32_t bit) {
    return condition ? bit : 0;
}

int32_t snap(double value_px) {
    return int32_t(std::lrint(value_px * kSubpixels));
}

} // namespace

Screen
makeScreen(const RasterState& state, uint32_t index, const Rectangle& area, uint32_t samples) {
    const Viewport& viewport = state.viewports[index];
    Screen screen;
    screen.scaleX = double(viewport.width) / 2;
    screen.offsetX = double(viewport.x) + screen.scaleX;
    screen.scaleY = double(viewport.height) / 2;
    screen.offsetY = double(viewport.y) + screen.scaleY;
    const double nearest = viewport.minDepth;
    const double farthest = viewport.maxDepth;
    screen.scaleZ = state.negativeOneToOne ? (farthest - nearest) / 2 : farthest - nearest;
    screen.offsetZ = state.negativeOneToOne ? (farthest + nearest) / 2 : nearest;
    screen.depthClip = state.depthClip;
    screen.negativeOneToOne = state.negativeOneToOne;

    const Rectangle all = {0, 0, kMaxFramebuffer_px, kMaxFramebuffer_px};
    screen.wideBounds = common(common(area, all), state.scissors[index]);
    const double x0 = viewport.x;
    const double x1 = x0 + viewport.width;
    const double y0 = std::min(viewport.y, viewport.y + viewport.height);
    const double y1 = std::max(viewport.y, viewport.y + viewport.height);
    const bool centres = samples == 1;
    const auto low = [&](double at) {
        return toPixel(centres ? std::ceil(at - 0.5) : std::floor(at));
    };
    const auto high = [&](double at) {
        return toPixel(centres ? std::ceil(at - 0.5) : std::ceil(at));
    };
    screen.viewport = {low(x0), low(y0), high(x1), high(y1)};
    screen.bounds = common(screen.wideBounds, screen.viewport);
    return screen;
}

uint32_t volumeOf(const Screen& screen, float x, float y, float z, float w) {
    uint32_t volume = 0;
    volume |= when(x < -w, kOutsideLeft);
    volume |= when(x > w, kOutsideRight);
    volume |= when(y < -w, kOutsideTop);
    volume |= when(y > w, kOutsideBottom);
    if (screen.depthClip) {
        volume |= when(z < (screen.negativeOneToOne ? -w : 0.0f), kOutsideNear);
        volume |= when(z > w, kOutsideFar);
    }
    return volume;
}

ScreenVertex place(const Screen& screen, float x, float y, float z, float w) {
    ScreenVertex to = {};
    uint32_t clip = 0;
    // Most are, and no number that is none.
    const bool visible = std::fabs(x) <= w && std::fabs(y) <= w && std::fabs(z) <= w &&
                         (screen.negativeOneToOne || z >= 0) &&
                         w <= std::numeric_limits<float>::max();
    if (!visible) {
        to.volume = volumeOf(screen, x, y, z, w);
        clip |= when((to.volume & kOutsideNear) != 0, kClipNear);
        clip |= when((to.volume & kOutsideFar) != 0, kClipFar);
        const bool finite =
            std::isfinite(x) && std::isfinite(y) && std::isfinite(z) && std::isfinite(w);
        clip |= when(!finite, kClipInvalid);
    }
    if (!(double(w) >= kLeastW)) {
        to.clip = clip | kClipW;
        return to;
    }
    const double inverseW = 1.0 / double(w);
    const double framebufferX = screen.farX(x, inverseW);
    const double framebufferY = screen.farY(y, inverseW);
    to.inverseW = inverseW;
    to.depth = z * inverseW * screen.scaleZ + screen.offsetZ;
    // What is no number is outside as well.
    const bool near = framebufferX >= kGuardLow_px && framebufferX <= kGuardHigh_px &&
                      framebufferY >= kGuardLow_px && framebufferY <= kGuardHigh_px;
    if (near) {
        to.clip = clip;
        to.x = snap(framebufferX);
        to.y = snap(framebufferY);
        return to;
    }
    clip |= when(!(framebufferX >= kGuardLow_px), kClipLeft);
    clip |= when(!(framebufferX <= kGuardHigh_px), kClipRight);
    clip |= when(!(framebufferY >= kGuardLow_px), kClipTop);
    clip |= when(!(framebufferY <= kGuardHigh_px), kClipBottom);
    to.clip = clip;
    return to;
}

ScreenVertex placeClipped(const Screen& screen, double x, double y, double z, double w) {
    const double inverseW = 1.0 / std::max(w, kLeastW);
    // Rounding may leave a position a little outside of what it was clipped to.
    const auto snapped = [](double at_px) {
        return at_px == at_px
                   ? int32_t(std::lrint(std::clamp(at_px * kSubpixels, kGuardLow, kGuardHigh)))
                   : 0;
    };
    return {.x = snapped(screen.farX(x, inverseW)),
            .y = snapped(screen.farY(y, inverseW)),
            .clip = 0,
            .volume = 0,
            .inverseW = inverseW,
            .depth = z * inverseW * screen.scaleZ + screen.offsetZ};
}

} // namespace cpu::raster
