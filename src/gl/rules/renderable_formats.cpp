// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/rules/renderable_formats.h"

#include "gl/rules/contains.h"

namespace gl {

namespace {

/// ES 2.0 table 4.5, OES_rgb8_rgba8, OES_depth24, OES_depth32, OES_packed_depth_stencil,
/// EXT_texture_rg, EXT_texture_format_BGRA8888, EXT_color_buffer_half_float.
constexpr GLenum kEs2Formats[] = {GL_RGBA4,
                                  GL_RGB5_A1,
                                  GL_RGB565,
                                  GL_DEPTH_COMPONENT16,
                                  GL_STENCIL_INDEX8,
                                  GL_RGB8,
                                  GL_RGBA8,
                                  GL_DEPTH_COMPONENT24,
                                  GL_DEPTH_COMPONENT32,
                                  GL_DEPTH24_STENCIL8,
                                  GL_R8,
                                  GL_RG8,
                                  GL_BGRA,
                                  GL_R16F,
                                  GL_RG16F,
                                  GL_RGB16F,
                                  GL_RGBA16F};

/// What ES 3.0 tables 3.13 and 3.14 and EXT_color_buffer_float have besides.
constexpr GLenum kEs3Formats[] = {
    GL_SRGB8_ALPHA8,
    GL_RGB10_A2,
    GL_RGB10_A2UI,
    GL_R8I,
    GL_R8UI,
    GL_R16I,
    GL_R16UI,
    GL_R32I,
    GL_R32UI,
    GL_RG8I,
    GL_RG8UI,
    GL_RG16I,
    GL_RG16UI,
    GL_RG32I,
    GL_RG32UI,
    GL_RGBA8I,
    GL_RGBA8UI,
    GL_RGBA16I,
    GL_RGBA16UI,
    GL_RGBA32I,
    GL_RGBA32UI,
    GL_R32F,
    GL_RG32F,
    GL_RGBA32F,
    GL_R11F_G11F_B10F,
    GL_DEPTH_COMPONENT32F,
    GL_DEPTH32F_STENCIL8,
};

bool renderableBase(GLenum base) {
    switch (base) {
    case GL_RGBA:
    case GL_BGRA: // OpenGL ES alone
    case GL_RGB:
    case GL_RED:
    case GL_RG:
    case GL_DEPTH_COMPONENT:
    case GL_DEPTH_STENCIL:
    case GL_STENCIL_INDEX:
        return true;
    default:
        return false;
    }
}

} // namespace

bool colorRenderable(const format::InternalFormat& format, bool es) {
    if (!format.isColor() || !renderableBase(format.base) || format.name == GL_RGB9_E5) {
        return false;
    }
    if (!es) {
        return true;
    }
    switch (format.numeric) {
    case format::Numeric::Snorm:
        return false;
    case format::Numeric::Srgb:
    case format::Numeric::Uint:
    case format::Numeric::Sint:
        return format.base != GL_RGB;
    default:
        return format.name != GL_RGB32F;
    }
}

const format::InternalFormat* renderbufferFormat(const ApiVersion& version, GLenum internalformat) {
    if (version.isES() && !contains(kEs2Formats, internalformat) &&
        !(version.number >= 30 && contains(kEs3Formats, internalformat))) {
        return nullptr;
    }
    if ((internalformat >= 1 && internalformat <= 4) || internalformat == GL_SRGB ||
        internalformat == GL_SRGB_ALPHA) {
        return nullptr;
    }
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    const bool generic = format && format->name != internalformat; // GL_COMPRESSED_RGBA …
    if (!format || generic || format->compressed || !renderableBase(format->base) ||
        (format->base == GL_BGRA && !version.isES()) ||
        (format->isColor() && !colorRenderable(*format, version.isES()))) {
        return nullptr;
    }
    return format;
}

} // namespace gl
