// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"

#include <cstdint>
#include <optional>
#include <xcb/xcb.h>

namespace glx {

/// A vertical blank of the screen that a window is on (GLX_OML_sync_control).
struct VerticalBlank {
    int64_t ust_us = 0; ///< When it was, on CLOCK_MONOTONIC.
    int64_t msc = 0;    ///< Its number.
};

/// Which one to wait for: the first whose number is `msc` or more; where `divisor` is not zero and
/// that one has passed already, the first whose number modulo `divisor` is `remainder`. All zero:
/// the last one, without waiting.
struct BlankCondition {
    int64_t msc = 0, divisor = 0, remainder = 0;

    bool valid() const {
        return msc >= 0 && divisor >= 0 && remainder >= 0 && (divisor == 0 || remainder < divisor);
    }
    /// The number to wait for while `now` is the last one's.
    int64_t next(int64_t now) const;
};

/// Waits for it, by the Present extension. Drawables that are on no screen, and servers without the
/// extension, have blanks 60 times a second. Nothing: the window is gone.
std::optional<VerticalBlank> waitForBlank(xcb_connection_t* connection,
                                          std::optional<xcb_window_t> window,
                                          const BlankCondition& condition);

} // namespace glx
