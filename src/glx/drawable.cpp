// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/drawable.h"

#include <cstdlib>

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

std::optional<unsigned> Drawable::attribute(int name) const {
    const auto onlyPbuffer = [&](bool value) {
        return m_kind == Kind::Pbuffer ? std::optional(unsigned(value)) : std::nullopt;
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
