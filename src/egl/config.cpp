// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/config.h"

#include "gl/rules/versions.h"

#include <algorithm>
#include <optional>

namespace egl {

namespace {

/// What contexts there are for every config; gl::Context::create has the last word.
EGLint renderableType(const gl::Caps& caps) {
    const EGLint es3 = gl::supportedVersions(caps).es >= 30 ? EGL_OPENGL_ES3_BIT : 0;
    return EGL_OPENGL_ES2_BIT | EGL_OPENGL_BIT | es3;
}

constexpr GLenum kColorFormats[] = {GL_RGBA8, GL_RGB8, GL_RGB10_A2, GL_RGB565};
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
/// stays with the application), and for formats with alpha one that the compositor blends.
std::vector<Visual> windowVisuals(const format::InternalFormat& color,
                                  std::span<const Visual> presentable) {
    std::vector<Visual> result;
    const auto add = [&](bool blended) {
        const auto it = std::ranges::find_if(presentable, [&](const Visual& visual) {
            return sameColors(visual, color) && (visual.alpha() > 0) == blended;
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

Config makeConfig(const glvk::DeviceFactory& device, const glvk::SurfaceFormat& format) {
    const gl::Caps& caps = device.caps();
    Config config;
    config.format = format;
    config.red = format.color->red;
    config.green = format.color->green;
    config.blue = format.color->blue;
    config.alpha = format.color->alpha;
    if (format.depthStencil != nullptr) {
        config.depth = format.depthStencil->depth;
        config.stencil = format.depthStencil->stencil;
    }
    config.samples = format.samples;
    config.surfaceType = EGL_PBUFFER_BIT;
    config.renderableType = renderableType(caps);
    config.maxPbufferWidth_px = std::min(caps.maxRenderbufferSize_px, caps.maxViewport_px[0]);
    config.maxPbufferHeight_px = std::min(caps.maxRenderbufferSize_px, caps.maxViewport_px[1]);
    return config;
}

} // namespace

bool Config::compatibleWith(const Config& other) const {
    return red == other.red && green == other.green && blue == other.blue && alpha == other.alpha &&
           depth == other.depth && stencil == other.stencil && samples == other.samples;
}

bool fitsDepth(const Config& config, int depth) {
    const int colors = config.red + config.green + config.blue;
    return depth == colors || (depth == 32 && colors == 24);
}

Outcome<EGLint> Config::attribute(EGLint name) const {
    switch (name) {
    case EGL_BUFFER_SIZE:
        return bufferSize();
    case EGL_RED_SIZE:
        return red;
    case EGL_GREEN_SIZE:
        return green;
    case EGL_BLUE_SIZE:
        return blue;
    case EGL_ALPHA_SIZE:
        return alpha;
    case EGL_DEPTH_SIZE:
        return depth;
    case EGL_STENCIL_SIZE:
        return stencil;
    case EGL_SAMPLES:
        return samples;
    case EGL_SAMPLE_BUFFERS:
        return samples > 0 ? 1 : 0;
    case EGL_CONFIG_ID:
        return id;
    case EGL_SURFACE_TYPE:
        return surfaceType;
    case EGL_RENDERABLE_TYPE:
    case EGL_CONFORMANT:
        return renderableType;
    case EGL_MAX_PBUFFER_WIDTH:
        return maxPbufferWidth_px;
    case EGL_MAX_PBUFFER_HEIGHT:
        return maxPbufferHeight_px;
    case EGL_MAX_PBUFFER_PIXELS:
        return EGLint(
            std::min<int64_t>(INT32_MAX, int64_t(maxPbufferWidth_px) * maxPbufferHeight_px));
    case EGL_NATIVE_VISUAL_ID:
        return nativeVisualId;
    case EGL_NATIVE_VISUAL_TYPE:
        return nativeVisualType;
    case EGL_MIN_SWAP_INTERVAL:
        return 0;
    case EGL_MAX_SWAP_INTERVAL:
        return 1;
    case EGL_COLOR_BUFFER_TYPE:
        return EGL_RGB_BUFFER;
    case EGL_CONFIG_CAVEAT:
    case EGL_TRANSPARENT_TYPE:
        return EGL_NONE;
    case EGL_NATIVE_RENDERABLE:
    case EGL_BIND_TO_TEXTURE_RGB:
    case EGL_BIND_TO_TEXTURE_RGBA:
        return EGL_FALSE;
    case EGL_LEVEL:
    case EGL_LUMINANCE_SIZE:
    case EGL_ALPHA_MASK_SIZE:
    case EGL_TRANSPARENT_RED_VALUE:
    case EGL_TRANSPARENT_GREEN_VALUE:
    case EGL_TRANSPARENT_BLUE_VALUE:
        return 0;
    default:
        return Failure{EGL_BAD_ATTRIBUTE};
    }
}

ConfigList makeConfigs(const glvk::DeviceFactory& device, std::span<const Visual> visuals) {
    ConfigList configs;
    const auto add = [&](Config config, const Visual* visual) {
        if (visual != nullptr) {
            config.surfaceType |= EGL_WINDOW_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT;
            if (config.red == 8) {
                config.surfaceType |= EGL_PIXMAP_BIT; // The layout of Connection::upload.
            }
            config.nativeVisualId = EGLint(visual->id);
            config.nativeVisualType = visual->type;
        }
        config.id = EGLint(configs.size()) + 1;
        configs.push_back(config);
    };
    for (const int samples : kSampleCounts) {
        for (const GLenum colorName : kColorFormats) {
            const auto* const color = renderableFormat(device, colorName, samples);
            if (color == nullptr) {
                continue;
            }
            const std::vector<Visual> shownIn = windowVisuals(*color, visuals);
            if (shownIn.empty() && !visuals.empty()) {
                continue; // Programs take it that every config has a visual where windows do.
            }
            for (const GLenum depthStencilName : kDepthStencilFormats) {
                const bool none = depthStencilName == GL_NONE;
                const auto* const depthStencil =
                    none ? nullptr : renderableFormat(device, depthStencilName, samples);
                if (depthStencil == nullptr && !none) {
                    continue;
                }
                const Config config = makeConfig(device, {color, depthStencil, samples});
                if (shownIn.empty()) {
                    add(config, nullptr);
                }
                for (const Visual& visual : shownIn) {
                    add(config, &visual);
                }
            }
        }
    }
    return configs;
}

} // namespace egl
