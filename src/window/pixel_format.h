// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/interface/instance.h"
#include "window/platform.h"

#include <optional>
#include <span>
#include <vector>

namespace window {

/// The APIs whose contexts can draw to a pixel format; gl::Context::create has the last word.
struct Apis {
    bool desktop = false;
    bool es1 = false;
    bool es2 = false;
    bool es3 = false;
};

/// What a drawable's images look like and where they can be shown: what an EGLConfig is made from,
/// and a GLXFBConfig would be. Plain and immutable; doors give it the numbers of their API.
struct PixelFormat {
    glvk::SurfaceFormat images;
    int red = 0, green = 0, blue = 0, alpha = 0;
    int depth = 0, stencil = 0;
    int samples = 0; ///< 0: single-sampled.
    Apis apis;
    int32_t maxPbufferWidth_px = 0, maxPbufferHeight_px = 0;
    /// What its windows look like. Nothing: it has no windows.
    std::optional<Visual> visual;
    uint32_t nativeFormat = 0; ///< Connection::nativeFormat(), without windows.

    int colorBits() const { return red + green + blue + alpha; }
    /// What is drawn can be seen without a swap.
    bool singleBuffered() const { return images.singleBuffered; }
    /// Its colours can be sRGB's (GL_FRAMEBUFFER_SRGB).
    bool srgb() const { return images.color->numeric == format::Numeric::Srgb; }
    bool hasWindows() const { return visual.has_value(); }
    /// Pixmaps are of eight bits a colour, and are where windows have visuals.
    bool hasPixmaps() const { return visual.has_value() && !visual->ofFrames && red == 8; }
    /// True where a context made for this format may draw to drawables of `other` (EGL 1.5 section
    /// 2.2, GLX 1.4 section 2.1): the same kinds of buffers, of the same depths.
    bool sameBuffers(const PixelFormat& other) const;
    /// True where its pixels fit a window or pixmap of this depth: one with the same colours, with
    /// or without alpha.
    bool fitsDepth(int depth) const;
};

enum class ColorEncodings : uint8_t { Linear, LinearAndSrgb };

/// Everything `device` can render: each colour format with each depth-stencil format, without and
/// with multisampling; one more for each further visual that shows the same colours. Where there
/// are visuals, colours that none of them shows are left out. All are double-buffered.
std::vector<PixelFormat> makePixelFormats(const glvk::DeviceFactory& device,
                                          std::span<const Visual> visuals,
                                          ColorEncodings encodings = ColorEncodings::Linear);

/// What drawables without windows may be asked to look like by number of bits, where no list of
/// formats is chosen from.
struct OffscreenRequest {
    std::span<const GLenum> colors; ///< Sized formats, the one that is best first.
    int depth = 0, stencil = 0;     ///< At least so many bits; 0: no such buffer is needed.
};
/// Nothing: the device renders none of the colours, or no such depths with them.
std::optional<PixelFormat> makeOffscreenFormat(const glvk::DeviceFactory& device,
                                               const OffscreenRequest& request);

} // namespace window
