// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/surface.h"

#include "base/log.h"
#include "egl/context.h"

#include <algorithm>

namespace egl {

namespace {

/// The attributes that EGL 1.5 defines for every kind of surface and that make no difference here.
/// Nothing: `name` is none of them.
std::optional<Status> checkColorspace(EGLAttrib name, EGLAttrib value) {
    switch (name) {
    case EGL_GL_COLORSPACE:
        if (value == EGL_GL_COLORSPACE_LINEAR) {
            return Status();
        }
        return Failure{value == EGL_GL_COLORSPACE_SRGB ? EGL_BAD_MATCH : EGL_BAD_ATTRIBUTE};
    case EGL_VG_COLORSPACE:
        if (value == EGL_VG_COLORSPACE_LINEAR || value == EGL_VG_COLORSPACE_sRGB) {
            return Status();
        }
        return Failure{EGL_BAD_ATTRIBUTE};
    case EGL_VG_ALPHA_FORMAT:
        if (value == EGL_VG_ALPHA_FORMAT_NONPRE || value == EGL_VG_ALPHA_FORMAT_PRE) {
            return Status();
        }
        return Failure{EGL_BAD_ATTRIBUTE};
    default:
        return std::nullopt;
    }
}

bool isBoolean(EGLAttrib value) {
    return value == EGL_TRUE || value == EGL_FALSE;
}

} // namespace

Outcome<WindowRequest> WindowRequest::parse(const Attributes& attributes) {
    WindowRequest request;
    for (const auto [name, value] : attributes) {
        if (const auto status = checkColorspace(name, value)) {
            if (!status->ok()) {
                return status->failure();
            }
        } else if (name == EGL_RENDER_BUFFER &&
                   (value == EGL_BACK_BUFFER || value == EGL_SINGLE_BUFFER)) {
            request.renderBuffer = EGLint(value); // A hint; windows always have a back buffer.
        } else {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
    }
    return request;
}

Status checkPixmapAttributes(const Attributes& attributes) {
    for (const auto [name, value] : attributes) {
        const auto status = checkColorspace(name, value);
        if (!status || !status->ok()) {
            return status.value_or(Failure{EGL_BAD_ATTRIBUTE});
        }
    }
    return {};
}

Outcome<PbufferRequest> PbufferRequest::parse(const Attributes& attributes) {
    PbufferRequest request;
    EGLAttrib textureFormat = EGL_NO_TEXTURE;
    EGLAttrib textureTarget = EGL_NO_TEXTURE;
    for (const auto [name, value] : attributes) {
        if (const auto status = checkColorspace(name, value)) {
            if (!status->ok()) {
                return status->failure();
            }
            continue;
        }
        bool valid = false;
        switch (name) {
        case EGL_WIDTH:
        case EGL_HEIGHT:
            if (value < 0 || value > INT32_MAX) {
                return Failure{EGL_BAD_PARAMETER};
            }
            (name == EGL_WIDTH ? request.width_px : request.height_px) = EGLint(value);
            valid = true;
            break;
        case EGL_LARGEST_PBUFFER:
            valid = isBoolean(value);
            request.largest = value == EGL_TRUE;
            break;
        case EGL_MIPMAP_TEXTURE:
            valid = isBoolean(value);
            request.mipmap = value == EGL_TRUE;
            break;
        case EGL_TEXTURE_FORMAT:
            valid =
                value == EGL_NO_TEXTURE || value == EGL_TEXTURE_RGB || value == EGL_TEXTURE_RGBA;
            textureFormat = value;
            break;
        case EGL_TEXTURE_TARGET:
            valid = value == EGL_NO_TEXTURE || value == EGL_TEXTURE_2D;
            textureTarget = value;
            break;
        }
        if (!valid) {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
    }
    if ((textureFormat == EGL_NO_TEXTURE) != (textureTarget == EGL_NO_TEXTURE)) {
        return Failure{EGL_BAD_MATCH};
    }
    if (textureFormat != EGL_NO_TEXTURE) {
        return Failure{EGL_BAD_ATTRIBUTE}; // No config has EGL_BIND_TO_TEXTURE_RGB or _RGBA.
    }
    return request;
}

Outcome<format::Extent> PbufferRequest::extent(const Config& config) const {
    const bool fits =
        width_px <= config.maxPbufferWidth_px && height_px <= config.maxPbufferHeight_px;
    if (!fits && !largest) {
        return Failure{EGL_BAD_ALLOC};
    }
    return format::Extent{std::min(width_px, config.maxPbufferWidth_px),
                          std::min(height_px, config.maxPbufferHeight_px)};
}

Outcome<std::shared_ptr<Surface>> Surface::createWindow(glvk::DeviceFactory& device,
                                                        std::shared_ptr<Connection> connection,
                                                        const Config& config,
                                                        const NativeWindow& window) {
    std::shared_ptr<Surface> surface(new Surface(config, Kind::Window));
    surface->m_connection = std::move(connection);
    std::string error;
    surface->m_images = device.createWindowSurface(config.format, window.xcb, error);
    if (!surface->m_images) {
        base::logError("cannot draw to window {:#x}: {}", window.xcb.window, error);
        return Failure{EGL_BAD_ALLOC};
    }
    return surface;
}

Outcome<std::shared_ptr<Surface>> Surface::createPbuffer(glvk::DeviceFactory& device,
                                                         const Config& config,
                                                         const PbufferRequest& request) {
    auto extent = request.extent(config);
    if (!extent) {
        return extent.failure();
    }
    std::shared_ptr<Surface> surface(new Surface(config, Kind::Pbuffer));
    surface->m_pbufferWidth_px = extent->width_px;
    surface->m_pbufferHeight_px = extent->height_px;
    surface->m_largestPbuffer = request.largest;
    surface->m_mipmapTexture = request.mipmap;
    // EGL has pbuffers without pixels, the device has no images without any.
    format::Extent allocated{std::max(extent->width_px, 1), std::max(extent->height_px, 1)};
    do {
        surface->m_images =
            device.createOffscreenSurface(config.format, allocated.width_px, allocated.height_px);
        if (surface->m_images || !request.largest) {
            break;
        }
        allocated.width_px = std::max(allocated.width_px / 2, 1);
        allocated.height_px = std::max(allocated.height_px / 2, 1);
        surface->m_pbufferWidth_px = allocated.width_px;
        surface->m_pbufferHeight_px = allocated.height_px;
    } while (allocated.width_px > 1 || allocated.height_px > 1);
    if (!surface->m_images) {
        return Failure{EGL_BAD_ALLOC};
    }
    return surface;
}

Outcome<std::shared_ptr<Surface>> Surface::createPixmap(glvk::DeviceFactory& device,
                                                        std::shared_ptr<Connection> connection,
                                                        const Config& config,
                                                        const NativePixmap& pixmap) {
    std::shared_ptr<Surface> surface(new Surface(config, Kind::Pixmap));
    surface->m_connection = std::move(connection);
    surface->m_pixmap = pixmap;
    surface->m_images =
        device.createOffscreenSurface(config.format, pixmap.width_px, pixmap.height_px);
    if (!surface->m_images) {
        return Failure{EGL_BAD_ALLOC};
    }
    return surface;
}

Status Surface::copyTo(const Connection& connection, const NativePixmap& pixmap, Context& context) {
    if (!fitsDepth(m_config, pixmap.depth) || m_config.red != 8) {
        return Failure{EGL_BAD_MATCH};
    }
    const int32_t width_px = std::min(m_images->width_px(), pixmap.width_px);
    const int32_t height_px = std::min(m_images->height_px(), pixmap.height_px);
    const int32_t bottom_px = m_images->height_px() - height_px;
    std::vector<uint32_t> pixels(size_t(width_px) * size_t(height_px));
    if (!context.readColors(*this, {0, bottom_px, width_px, height_px}, pixels.data())) {
        return Failure{EGL_BAD_ALLOC};
    }
    // GL's bytes are R, G, B, A and its first row is the bottom one.
    for (uint32_t& pixel : pixels) {
        pixel = (pixel & 0xff00ff00u) | (pixel & 0xffu) << 16 | (pixel >> 16 & 0xffu);
    }
    for (int32_t y = 0; y < height_px / 2; ++y) {
        const auto top = pixels.begin() + ptrdiff_t(y) * width_px;
        const auto bottom = pixels.begin() + ptrdiff_t(height_px - 1 - y) * width_px;
        std::swap_ranges(top, top + width_px, bottom);
    }
    connection.upload(pixmap, width_px, height_px, pixels);
    return {};
}

void Surface::publish(Context& context) {
    if (m_kind != Kind::Pixmap) {
        return;
    }
    if (const Status status = copyTo(*m_connection, m_pixmap, context); !status) {
        base::logError("pixmap {:#x} cannot be updated: out of memory", m_pixmap.id);
    }
}

Status Surface::setAttribute(EGLint name, EGLint value) {
    switch (name) {
    case EGL_MIPMAP_LEVEL:
        m_mipmapLevel = value;
        return {};
    case EGL_MULTISAMPLE_RESOLVE:
        if (value != EGL_MULTISAMPLE_RESOLVE_DEFAULT && value != EGL_MULTISAMPLE_RESOLVE_BOX) {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
        if (value == EGL_MULTISAMPLE_RESOLVE_BOX) {
            return Failure{EGL_BAD_MATCH}; // No config has EGL_MULTISAMPLE_RESOLVE_BOX_BIT.
        }
        m_multisampleResolve = value;
        return {};
    case EGL_SWAP_BEHAVIOR:
        if (value != EGL_BUFFER_DESTROYED && value != EGL_BUFFER_PRESERVED) {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
        if (value == EGL_BUFFER_PRESERVED &&
            (m_config.surfaceType & EGL_SWAP_BEHAVIOR_PRESERVED_BIT) == 0) {
            return Failure{EGL_BAD_MATCH};
        }
        m_swapBehavior = value;
        return {};
    default:
        return Failure{EGL_BAD_ATTRIBUTE};
    }
}

Outcome<std::optional<EGLint>> Surface::attribute(EGLint name) const {
    using Value = std::optional<EGLint>;
    const bool pbuffer = m_kind == Kind::Pbuffer;
    const auto onlyPbuffer = [&](EGLint value) { return pbuffer ? Value(value) : Value(); };
    switch (name) {
    case EGL_WIDTH:
        return Value(pbuffer ? m_pbufferWidth_px : m_images->width_px());
    case EGL_HEIGHT:
        return Value(pbuffer ? m_pbufferHeight_px : m_images->height_px());
    case EGL_CONFIG_ID:
        return Value(m_config.id);
    case EGL_LARGEST_PBUFFER:
        return onlyPbuffer(m_largestPbuffer ? EGL_TRUE : EGL_FALSE);
    case EGL_TEXTURE_FORMAT:
    case EGL_TEXTURE_TARGET:
        return onlyPbuffer(EGL_NO_TEXTURE);
    case EGL_MIPMAP_TEXTURE:
        return onlyPbuffer(m_mipmapTexture ? EGL_TRUE : EGL_FALSE);
    case EGL_MIPMAP_LEVEL:
        return onlyPbuffer(m_mipmapLevel);
    case EGL_RENDER_BUFFER:
        return Value(renderBuffer());
    case EGL_SWAP_BEHAVIOR:
        return Value(m_swapBehavior);
    case EGL_MULTISAMPLE_RESOLVE:
        return Value(m_multisampleResolve);
    case EGL_HORIZONTAL_RESOLUTION:
    case EGL_VERTICAL_RESOLUTION:
    case EGL_PIXEL_ASPECT_RATIO:
        return Value(EGL_UNKNOWN);
    case EGL_GL_COLORSPACE:
        return Value(EGL_GL_COLORSPACE_LINEAR);
    case EGL_VG_COLORSPACE:
        return Value(EGL_VG_COLORSPACE_sRGB);
    case EGL_VG_ALPHA_FORMAT:
        return Value(EGL_VG_ALPHA_FORMAT_NONPRE);
    case EGL_BUFFER_AGE_EXT:
        return Value(0);
    default:
        return Failure{EGL_BAD_ATTRIBUTE};
    }
}

} // namespace egl
