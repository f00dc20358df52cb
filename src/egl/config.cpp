// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/config.h"

#include <algorithm>

namespace egl {

EGLint Config::surfaceType() const {
    EGLint bits = EGL_PBUFFER_BIT;
    if (format.hasWindows()) {
        bits |= EGL_WINDOW_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT;
    }
    if (format.hasPixmaps()) {
        bits |= EGL_PIXMAP_BIT;
    }
    return bits;
}

EGLint Config::renderableType() const {
    return (format.apis.desktop ? EGL_OPENGL_BIT : 0) | (format.apis.es1 ? EGL_OPENGL_ES_BIT : 0) |
           (format.apis.es2 ? EGL_OPENGL_ES2_BIT : 0) | (format.apis.es3 ? EGL_OPENGL_ES3_BIT : 0);
}

EGLint Config::conformant() const {
    return renderableType();
}

Outcome<EGLint> Config::attribute(EGLint name) const {
    switch (name) {
    case EGL_BUFFER_SIZE:
        return format.colorBits();
    case EGL_RED_SIZE:
        return format.red;
    case EGL_GREEN_SIZE:
        return format.green;
    case EGL_BLUE_SIZE:
        return format.blue;
    case EGL_ALPHA_SIZE:
        return format.alpha;
    case EGL_DEPTH_SIZE:
        return format.depth;
    case EGL_STENCIL_SIZE:
        return format.stencil;
    case EGL_SAMPLES:
        return format.samples;
    case EGL_SAMPLE_BUFFERS:
        return format.samples > 0 ? 1 : 0;
    case EGL_CONFIG_ID:
        return id;
    case EGL_SURFACE_TYPE:
        return surfaceType();
    case EGL_RENDERABLE_TYPE:
        return renderableType();
    case EGL_CONFORMANT:
        return conformant();
    case EGL_MAX_PBUFFER_WIDTH:
        return format.maxPbufferWidth_px;
    case EGL_MAX_PBUFFER_HEIGHT:
        return format.maxPbufferHeight_px;
    case EGL_MAX_PBUFFER_PIXELS:
        return EGLint(std::min<int64_t>(
            INT32_MAX, int64_t(format.maxPbufferWidth_px) * format.maxPbufferHeight_px));
    case EGL_NATIVE_VISUAL_ID:
        return EGLint(format.visual ? format.visual->id : format.nativeFormat);
    case EGL_NATIVE_VISUAL_TYPE:
        return format.visual && format.visual->nativeClass != 0 ? EGLint(format.visual->nativeClass)
                                                                : EGL_NONE;
    case EGL_MIN_SWAP_INTERVAL:
        return kMinSwapInterval;
    case EGL_MAX_SWAP_INTERVAL:
        return kMaxSwapInterval;
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

ConfigList makeConfigs(std::span<const window::PixelFormat> formats) {
    ConfigList configs;
    for (const window::PixelFormat& format : formats) {
        configs.push_back({.id = EGLint(configs.size()) + 1, .format = format});
    }
    return configs;
}

} // namespace egl
