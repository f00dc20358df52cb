// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"
#include "egl/outcome.h"
#include "window/pixel_format.h"

#include <deque>
#include <span>

namespace egl {

/// An EGLConfig (EGL 1.5 section 3.4): a pixel format with its number. Immutable; its address is
/// the handle.
struct Config {
    EGLint id = 0;
    window::PixelFormat format;

    EGLint surfaceType() const;
    EGLint renderableType() const;
    EGLint conformant() const;
    /// eglGetConfigAttrib. EGL_BAD_ATTRIBUTE for names that are none of table 3.1.
    Outcome<EGLint> attribute(EGLint name) const;
};

inline constexpr EGLint kMinSwapInterval = 0;
inline constexpr EGLint kMaxSwapInterval = 1;

/// A display's configs in the order of their ids. Addresses stay valid while the list lives.
using ConfigList = std::deque<Config>;

/// One config for each format, numbered from 1.
ConfigList makeConfigs(std::span<const window::PixelFormat> formats);

} // namespace egl
