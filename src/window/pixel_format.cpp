// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/pixel_format.h"

#include "gl/rules/versions.h"

#include <algorithm>

namespace window {

namespace {

constexpr GLenum kColorFormats[] = {GL_RGBA8, GL_RGB8, GL_RGB10_A2, GL_RGB565, GL_SRGB8_ALPHA8};
// GL_NONE: no depth-stencil buffer.
constexpr GLenum kDepthStencilFormats[] = {
    GL_NONE, GL_DEPTH24_STENCIL8, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT16};
constexpr int kSampleCounts[] = {0, 4};

const format::InternalFormat*
renderableFormat(const glvk::DeviceFactory& device, GLenum name, int samples) {
    const format::InternalFormat* const format = format::findInternalFormat(name);
    if (format == nullptr) {
        return nullptr;
    }
    const gl::FormatCaps caps = device.formatCaps(*format, gl::TextureType::Tex2D);
    const bool enough = samples == 0 || (caps.sampleCounts >> samples & 1) != 0;
    return caps.renderable && enough ? format : nullptr;
}

bool sameColors(const Visual& visual, const format::InternalFormat& color) {
    return visual.red == color.red && visual.green == color.green && visual.blue == color.blue;
}

/// The visuals in which `color` can be shown, as they are worth offering: an opaque one (alpha
/// stays with the application, where windows have visuals of their own), and for formats with alpha
/// one that the compositor blends.
std::vector<Visual> windowVisuals(const format::InternalFormat& color,
                                  std::span<const Visual> presentable) {
    std::vector<Visual> result;
    const auto add = [&](bool blended) {
        const auto it = std::ranges::find_if(presentable, [&](const Visual& visual) {
            return sameColors(visual, color) && (visual.alpha() > 0) == blended &&
                   (!visual.ofFrames || visual.alpha() == color.alpha);
        });
        if (it != presentable.end()) {
            result.push_back(*it);
        }
    };
    add(false);
    if (color.alpha > 0) {
        add(true);
    }
    return result;
}

PixelFormat makeFormat(const gl::Caps& caps, const glvk::SurfaceFormat& images) {
    PixelFormat format;
    format.images = images;
    format.red = images.color->red;
    format.green = images.color->green;
    format.blue = images.color->blue;
    format.alpha = images.color->alpha;
    if (images.depthStencil != nullptr) {
        format.depth = images.depthStencil->depth;
        format.stencil = images.depthStencil->stencil;
    }
    format.samples = images.samples;
    format.apis = {
        .desktop = true, .es1 = true, .es2 = true, .es3 = gl::supportedVersions(caps).es >= 30};
    format.maxPbufferWidth_px = std::min(caps.maxRenderbufferSize_px, caps.maxViewport_px[0]);
    format.maxPbufferHeight_px = std::min(caps.maxRenderbufferSize_px, caps.maxViewport_px[1]);
    return format;
}

/// The depth-stencil formats that go with colours of so many samples; null: none, which always
/// does.
std::vector<const format::InternalFormat*> depthStencilFormats(const glvk::DeviceFactory& device,
                                                               int samples) {
    std::vector<const format::InternalFormat*> result;
    for (const GLenum name : kDepthStencilFormats) {
        const auto* const format =
            name == GL_NONE ? nullptr : renderableFormat(device, name, samples);
        if (format != nullptr || name == GL_NONE) {
            result.push_back(format);
        }
    }
    return result;
}

/// The formats that have what is asked for, the leanest first.
std::span<const GLenum> depthStencilChoices(const OffscreenRequest& request) {
    static constexpr GLenum kNone[] = {GL_NONE};
    static constexpr GLenum kStencil[] = {GL_STENCIL_INDEX8, GL_DEPTH24_STENCIL8};
    static constexpr GLenum kDepths[] = {
        GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH24_STENCIL8};
    const std::span<const GLenum> depths(kDepths);
    if (request.stencil > 0) {
        return request.depth > 0 ? depths.subspan(2) : kStencil;
    }
    if (request.depth > 0) {
        return depths.subspan(request.depth > 16 ? 1 : 0);
    }
    return kNone;
}

} // namespace

bool PixelFormat::sameBuffers(const PixelFormat& other) const {
    return red == other.red && green == other.green && blue == other.blue && alpha == other.alpha &&
           depth == other.depth && stencil == other.stencil && samples == other.samples;
}

bool PixelFormat::fitsDepth(int windowDepth) const {
    const int colors = red + green + blue;
    return windowDepth == colors || (windowDepth == 32 && colors == 24);
}

std::vector<PixelFormat> makePixelFormats(const glvk::DeviceFactory& device,
                                          std::span<const Visual> visuals,
                                          ColorEncodings encodings) {
    std::vector<PixelFormat> formats;
    for (const int samples : kSampleCounts) {
        const auto depthStencils = depthStencilFormats(device, samples);
        for (const GLenum colorName : kColorFormats) {
            const auto* const color = renderableFormat(device, colorName, samples);
            const bool encoded = colorName == GL_SRGB8_ALPHA8;
            if (color == nullptr || (encoded && encodings == ColorEncodings::Linear)) {
                continue;
            }
            const std::vector<Visual> shownIn = windowVisuals(*color, visuals);
            if (shownIn.empty() && !visuals.empty()) {
                continue; // Programs take it that every format has a visual where windows do.
            }
            for (const auto* const depthStencil : depthStencils) {
                PixelFormat format = makeFormat(device.caps(), {color, depthStencil, samples});
                if (shownIn.empty()) {
                    formats.push_back(format);
                }
                for (const Visual& visual : shownIn) {
                    format.visual = visual;
                    formats.push_back(format);
                }
            }
        }
    }
    return formats;
}

std::optional<PixelFormat> makeOffscreenFormat(const glvk::DeviceFactory& device,
                                               const OffscreenRequest& request) {
    for (const GLenum colorName : request.colors) {
        const auto* const color = renderableFormat(device, colorName, 0);
        if (color == nullptr) {
            continue;
        }
        for (const GLenum name : depthStencilChoices(request)) {
            const auto* const depthStencil =
                name == GL_NONE ? nullptr : renderableFormat(device, name, 0);
            if (depthStencil != nullptr || name == GL_NONE) {
                return makeFormat(device.caps(), {color, depthStencil, 0});
            }
        }
    }
    return std::nullopt;
}

} // namespace window
