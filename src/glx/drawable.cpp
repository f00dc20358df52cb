// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/drawable.h"

#include <cstdlib>
#include <vector>

namespace glx {

namespace {

unsigned drawableType(Drawable::Kind kind) {
    switch (kind) {
    case Drawable::Kind::Window:
    case Drawable::Kind::Naked:
        return GLX_WINDOW_BIT;
    case Drawable::Kind::Pixmap:
        return GLX_PIXMAP_BIT;
    case Drawable::Kind::Pbuffer:
        return GLX_PBUFFER_BIT;
    }
    return 0;
}

} // namespace

Outcome<PbufferRequest> PbufferRequest::parse(const int* attributes) {
    PbufferRequest request;
    for (; attributes != nullptr && attributes[0] != 0; attributes += 2) {
        const int value = attributes[1];
        switch (attributes[0]) {
        case GLX_PBUFFER_WIDTH:
            request.size.width_px = value;
            break;
        case GLX_PBUFFER_HEIGHT:
            request.size.height_px = value;
            break;
        case GLX_LARGEST_PBUFFER:
            request.size.largest = value != 0;
            break;
        case GLX_PRESERVED_CONTENTS:
            request.preserved = value != 0;
            break;
        default:
            return xFailure(BadValue);
        }
    }
    if (request.size.width_px < 0 || request.size.height_px < 0) {
        return xFailure(BadValue);
    }
    return request;
}

Outcome<PixmapRequest> PixmapRequest::parse(const int* attributes, const Config& config) {
    PixmapRequest request;
    for (; attributes != nullptr && attributes[0] != 0; attributes += 2) {
        const int value = attributes[1];
        bool valid = false;
        switch (attributes[0]) {
        case GLX_TEXTURE_TARGET_EXT:
            valid = value == GLX_TEXTURE_2D_EXT || value == GLX_TEXTURE_RECTANGLE_EXT;
            request.textureTarget = value;
            break;
        case GLX_TEXTURE_FORMAT_EXT:
            valid = value == GLX_TEXTURE_FORMAT_NONE_EXT || value == GLX_TEXTURE_FORMAT_RGB_EXT ||
                    value == GLX_TEXTURE_FORMAT_RGBA_EXT;
            request.textureFormat = value;
            break;
        case GLX_MIPMAP_TEXTURE_EXT:
            valid = value == 0 || value == 1; // The application makes them.
            break;
        }
        if (!valid) {
            return xFailure(BadValue);
        }
    }
    if (request.textureFormat == GLX_TEXTURE_FORMAT_RGBA_EXT &&
        config.attribute(GLX_BIND_TO_TEXTURE_RGBA_EXT) == 0) {
        return xFailure(BadMatch);
    }
    return request;
}

Status Drawable::bindTexImage(int buffer, window::Context& context) const {
    if (const Status status = releaseTexImage(buffer); !status) {
        return status;
    }
    if (m_pixmap.textureFormat == GLX_TEXTURE_FORMAT_NONE_EXT) {
        return xFailure(BadMatch, m_native);
    }
    const window::Pixmap& pixmap = *m_core->pixmap();
    std::vector<uint32_t> pixels = pixmap.download();
    if (pixels.empty()) {
        return glxFailure(GLXBadPixmap, m_native);
    }
    if (m_pixmap.textureFormat == GLX_TEXTURE_FORMAT_RGB_EXT) {
        for (uint32_t& pixel : pixels) {
            pixel |= 0xff000000u;
        }
    }
    const bool rectangle = m_pixmap.textureTarget == GLX_TEXTURE_RECTANGLE_EXT;
    context.defineTexture(rectangle ? GL_TEXTURE_RECTANGLE : GL_TEXTURE_2D,
                          pixmap.width_px(),
                          pixmap.height_px(),
                          pixels);
    return {};
}

Status Drawable::releaseTexImage(int buffer) const {
    if (m_kind != Kind::Pixmap) {
        return glxFailure(GLXBadPixmap, m_native);
    }
    return buffer == GLX_FRONT_LEFT_EXT ? Status() : xFailure(BadValue);
}

std::optional<unsigned> Drawable::attribute(int name) const {
    const auto onlyPbuffer = [&](bool value) {
        return m_kind == Kind::Pbuffer ? std::optional(unsigned(value)) : std::nullopt;
    };
    const auto onlyPixmap = [&](int value) {
        return m_kind == Kind::Pixmap ? std::optional(unsigned(value)) : std::nullopt;
    };
    switch (name) {
    case GLX_WIDTH:
        return unsigned(m_core->width_px());
    case GLX_HEIGHT:
        return unsigned(m_core->height_px());
    case GLX_FBCONFIG_ID:
        return unsigned(m_config.id);
    case GLX_SCREEN:
        return unsigned(m_config.screen);
    case GLX_DRAWABLE_TYPE:
        return drawableType(m_kind);
    case GLX_EVENT_MASK:
        return unsigned(m_eventMask);
    case GLX_PRESERVED_CONTENTS:
        return onlyPbuffer(m_pbuffer.preserved);
    case GLX_LARGEST_PBUFFER:
        return onlyPbuffer(m_pbuffer.size.largest);
    case GLX_TEXTURE_TARGET_EXT:
        return onlyPixmap(m_pixmap.textureTarget);
    case GLX_TEXTURE_FORMAT_EXT:
        return onlyPixmap(m_pixmap.textureFormat);
    case GLX_MIPMAP_TEXTURE_EXT:
        return onlyPixmap(0);
    case GLX_Y_INVERTED_EXT:
        return onlyPixmap(1);
    case GLX_SWAP_INTERVAL_EXT:
        return unsigned(std::abs(m_swapInterval));
    case GLX_MAX_SWAP_INTERVAL_EXT:
        return unsigned(kMaxSwapInterval);
    case GLX_LATE_SWAPS_TEAR_EXT:
        return unsigned(m_swapInterval < 0);
    case GLX_BACK_BUFFER_AGE_EXT:
        return unsigned(m_core->images().bufferAge());
    default:
        return std::nullopt;
    }
}

} // namespace glx
