// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/wsi/clock.h"
#include "cpu/wsi/target.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace cpu::wsi {

enum class PresentMode : uint8_t { Immediate, Mailbox, Fifo, FifoRelaxed };

/// A part of a frame, from its top left corner.
struct Area {
    int32_t x_px;
    int32_t y_px;
    int32_t width_px;
    int32_t height_px;
};

/// Where a swapchain's frames go: memory for each of them, and the way to the screen. A frame is
/// filled, then shown, then done.
class Output {
public:
    /// Called for each frame once its memory may be written again, on any thread: also for those
    /// that were not shown.
    using Done = std::function<void(uint32_t frame, Shown shown)>;

    virtual ~Output() = default;
    virtual uint8_t* pixels(uint32_t frame) const = 0;
    virtual size_t rowPitch_B() const = 0;

    /// The frame is in its memory. On the queue's thread; does not wait.
    virtual void filled(uint32_t frame) = 0;
    /// True where frames are shown, and come back, by the application's calls alone: show() when a
    /// frame that it handed in is filled, and wait() when it has none left. Else threads of the
    /// output's own see to all that, and these are not called.
    virtual bool shownByCalls() const { return false; }
    /// `damage`: where the frame differs from the last that was shown; empty: everywhere.
    virtual void show(uint32_t frame, std::span<const Area> damage) {}
    /// Waits until something has changed, for ever where there is no deadline. False: until the
    /// deadline nothing has.
    virtual bool wait(std::optional<Clock::time_point> deadline) { return false; }
    /// There is nothing to show frames on any more, and what was shown does not come back.
    virtual bool lost() const { return false; }
};

} // namespace cpu::wsi
