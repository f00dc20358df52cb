// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/failure.h"
#include "window/pixel_format.h"

#include <deque>
#include <optional>
#include <span>

namespace glx {

/// A GLXFBConfig (GLX 1.4 section 3.3.3): a pixel format in one visual, and its number. Immutable;
/// its address is the handle.
struct Config {
    int id = 0;
    int screen = 0;
    window::PixelFormat format;
    bool standsForVisual = false; ///< In the commands that take an XVisualInfo.

    int drawableType() const;
    int renderType() const { return GLX_RGBA_BIT; }
    /// glXGetFBConfigAttrib, glXGetConfig. Nothing: the attribute is none of table 3.1's or of an
    /// extension that there is.
    std::optional<int> attribute(int name) const;
};

/// A screen's configs in the order of their ids. Addresses stay valid while the list lives.
using ConfigList = std::deque<Config>;

/// Every visual of the screen that shows one of `formats` gets a config that stands for it, and
/// every format one or more, with single and with double buffering. Where there are more formats
/// than visuals, those that programs ask for most have visuals of their own, and the others share.
ConfigList makeConfigs(int screen,
                       std::span<const window::PixelFormat> formats,
                       std::span<const window::Visual> visuals);

/// The config that stands for a visual. Null: its windows cannot be drawn to.
const Config* configOfVisual(const ConfigList& configs, VisualID visual);

inline constexpr int kMaxSwapInterval = 1;

} // namespace glx
