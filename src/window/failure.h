// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace window {

/// Why something that an application asked for cannot be had. Each door has one table that leads
/// from these to its API's errors (EGL's: egl/outcome.cpp).
enum class Failure : uint8_t {
    Unreachable,    ///< The window system does not answer, or the device cannot be opened.
    NoSuchWindow,   ///< No window of the window system, or it is gone now.
    NoSuchPixmap,   ///< No pixmap of the window system.
    WindowTaken,    ///< Another drawable shows its frames in the window.
    CannotPresent,  ///< The device cannot show frames in the window.
    Mismatch,       ///< Formats or attributes that exist, but not together.
    NoSuchVersion,  ///< No specification has this version of the API.
    NoSuchProfile,  ///< The version has profiles, and what is asked for is none.
    NotOffered,     ///< The device's GL has no such context.
    NotInFormat,    ///< The pixel format cannot be drawn to by this API.
    ForeignObjects, ///< The objects to share are another device's.
    InUse,          ///< Current in another thread.
    OutOfMemory,
    DeviceLost,
};

} // namespace window
