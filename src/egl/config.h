// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"
#include "egl/outcome.h"
#include "egl/platform/platform.h"
#include "glvk/interface/instance.h"

#include <deque>
#include <span>

namespace egl {

/// An EGLConfig (EGL 1.5 section 3.4): what a surface's images look like and where they can be
/// shown. Immutable; its address is the handle.
struct Config {
    EGLint id = 0;
    glvk::SurfaceFormat format;
    EGLint red = 0, green = 0, blue = 0, alpha = 0;
    EGLint depth = 0, stencil = 0;
    EGLint samples = 0;
    EGLint surfaceType = 0;
    EGLint renderableType = 0; ///< Also EGL_CONFORMANT.
    EGLint maxPbufferWidth_px = 0, maxPbufferHeight_px = 0;
    EGLint nativeVisualId = 0;
    EGLint nativeVisualType = EGL_NONE;

    EGLint bufferSize() const { return red + green + blue + alpha; }
    /// EGL 1.5 section 2.2: a context made for this config may draw to surfaces of `other`.
    bool compatibleWith(const Config& other) const;
    /// eglGetConfigAttrib. EGL_BAD_ATTRIBUTE for names that are none of table 3.1.
    Outcome<EGLint> attribute(EGLint name) const;
};

/// True where pixels of `config` fit a window or pixmap of this depth: one with the same colours,
/// with or without alpha.
bool fitsDepth(const Config& config, int depth);

/// A display's configs in the order of their ids. Addresses stay valid while the list lives.
using ConfigList = std::deque<Config>;

/// Everything `device` can render: each colour format with each depth-stencil format, without and
/// with multisampling; one more config for each further visual that shows the same colours. Where
/// there are visuals, colours that none of them shows are left out.
ConfigList makeConfigs(const glvk::DeviceFactory& device, std::span<const Visual> visuals);

} // namespace egl
