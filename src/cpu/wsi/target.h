// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::wsi {

/// What became of a frame.
struct Shown {
    bool lost = false;    ///< There is nothing to show it on any more.
    bool resized = false; ///< Shown in part, or on a part: the size is another now.
};

/// What frames are shown on: memory for a number of them, and a way to the screen.
class Target {
public:
    virtual ~Target() = default;
    /// Returns when the frame's memory may be written again. One caller at a time.
    virtual Shown show(uint32_t frame) = 0;
};

} // namespace cpu::wsi
