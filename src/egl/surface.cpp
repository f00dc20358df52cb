// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/surface.h"

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
            (name == EGL_WIDTH ? request.size.width_px : request.size.height_px) = int32_t(value);
            valid = true;
            break;
        case EGL_LARGEST_PBUFFER:
            valid = isBoolean(value);
            request.size.largest = value == EGL_TRUE;
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

EGLint renderBuffer(const window::Drawable& drawable) {
    return drawable.singleBuffered() ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER;
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
            (m_config.surfaceType() & EGL_SWAP_BEHAVIOR_PRESERVED_BIT) == 0) {
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
    const bool pbuffer = m_core->kind() == window::Drawable::Kind::Pbuffer;
    const auto onlyPbuffer = [&](EGLint value) { return pbuffer ? Value(value) : Value(); };
    switch (name) {
    case EGL_WIDTH:
        return Value(m_core->width_px());
    case EGL_HEIGHT:
        return Value(m_core->height_px());
    case EGL_CONFIG_ID:
        return Value(m_config.id);
    case EGL_LARGEST_PBUFFER:
        return onlyPbuffer(m_pbuffer.size.largest ? EGL_TRUE : EGL_FALSE);
    case EGL_TEXTURE_FORMAT:
    case EGL_TEXTURE_TARGET:
        return onlyPbuffer(EGL_NO_TEXTURE);
    case EGL_MIPMAP_TEXTURE:
        return onlyPbuffer(m_pbuffer.mipmap ? EGL_TRUE : EGL_FALSE);
    case EGL_MIPMAP_LEVEL:
        return onlyPbuffer(m_mipmapLevel);
    case EGL_RENDER_BUFFER:
        return Value(renderBuffer(*m_core));
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
