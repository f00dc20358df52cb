// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validation/read_formats.h"

#include "gl/rules/contains.h"
#include "gl/validation/texture_formats.h"

#include <algorithm>
#include <iterator>

namespace gl {

namespace {

/// Formats and types that only OpenGL ES 3.0 and OpenGL 3.0 read.
constexpr GLenum kIntegerFormats[] = {GL_RED_INTEGER,
                                      GL_RG_INTEGER,
                                      GL_RGB_INTEGER,
                                      GL_RGBA_INTEGER,
                                      GL_GREEN_INTEGER,
                                      GL_BLUE_INTEGER,
                                      GL_BGR_INTEGER,
                                      GL_BGRA_INTEGER};
constexpr GLenum kEs3Formats[] = {GL_RED,
                                  GL_RG,
                                  GL_RGB,
                                  GL_RGBA,
                                  GL_BGRA,
                                  GL_ALPHA,
                                  GL_LUMINANCE,
                                  GL_LUMINANCE_ALPHA,
                                  GL_DEPTH_COMPONENT,
                                  GL_DEPTH_STENCIL};
constexpr GLenum kEs3Types[] = {GL_UNSIGNED_BYTE,
                                GL_BYTE,
                                GL_UNSIGNED_SHORT,
                                GL_SHORT,
                                GL_UNSIGNED_INT,
                                GL_INT,
                                GL_HALF_FLOAT,
                                GL_HALF_FLOAT_OES,
                                GL_FLOAT,
                                GL_UNSIGNED_SHORT_5_6_5,
                                GL_UNSIGNED_SHORT_4_4_4_4,
                                GL_UNSIGNED_SHORT_5_5_5_1,
                                GL_UNSIGNED_INT_2_10_10_10_REV,
                                GL_UNSIGNED_INT_10F_11F_11F_REV,
                                GL_UNSIGNED_INT_5_9_9_9_REV,
                                GL_UNSIGNED_INT_24_8,
                                GL_FLOAT_32_UNSIGNED_INT_24_8_REV};

bool esReadPair(Context& context, const format::InternalFormat& image, GLenum format, GLenum type) {
    const PixelPair pair = implementationReadPair(*context.state().readFramebuffer);
    if (format == pair.format && type == pair.type) {
        return true;
    }
    switch (image.numeric) {
    case format::Numeric::Float:
        return format == GL_RGBA &&
               (type == GL_FLOAT || type == GL_HALF_FLOAT_OES || type == GL_HALF_FLOAT);
    case format::Numeric::Uint:
        return format == GL_RGBA_INTEGER && type == GL_UNSIGNED_INT;
    case format::Numeric::Sint:
        return format == GL_RGBA_INTEGER && type == GL_INT;
    default:
        break;
    }
    if (image.name == GL_RGB10_A2 && format == GL_RGBA && type == GL_UNSIGNED_INT_2_10_10_10_REV) {
        return true;
    }
    // EXT_read_format_bgra besides what is always there.
    return (format == GL_RGBA || format == GL_BGRA_EXT) && type == GL_UNSIGNED_BYTE;
}

} // namespace

bool isIntegerTransfer(GLenum format) {
    return contains(kIntegerFormats, format);
}

PixelPair implementationReadPair(const Framebuffer& framebuffer) {
    const format::InternalFormat* format = framebuffer.readFormat();
    if (!format) {
        return {GL_RGBA, GL_UNSIGNED_BYTE};
    }
    switch (format->numeric) {
    case format::Numeric::Float:
        return {GL_RGBA, GL_FLOAT};
    case format::Numeric::Uint:
        return {GL_RGBA_INTEGER,
                GLenum(format->name == GL_RGB10_A2UI ? GL_UNSIGNED_INT_2_10_10_10_REV
                                                     : GL_UNSIGNED_INT)};
    case format::Numeric::Sint:
        return {GL_RGBA_INTEGER, GL_INT};
    default:
        break;
    }
    switch (format->name) {
    case GL_RGB10_A2:
        return {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV};
    case GL_RGB565:
        return {GL_RGB, GL_UNSIGNED_SHORT_5_6_5};
    case GL_BGRA_EXT:
    case GL_BGRA8_EXT:
        return {GL_BGRA_EXT, GL_UNSIGNED_BYTE};
    default:
        return {GL_RGBA, GL_UNSIGNED_BYTE};
    }
}

bool requireReadEnums(Context& context, GLenum format, GLenum type) {
    if (context.isES() && context.version() >= 30) {
        const bool known = (contains(kEs3Formats, format) || isIntegerTransfer(format)) &&
                           contains(kEs3Types, type);
        if (!known) {
            context.setError(GL_INVALID_ENUM, "glReadPixels: ({:#x}, {:#x})", format, type);
        }
        return known;
    }
    if (context.isDesktop() && type == GL_UNSIGNED_INT_5_9_9_9_REV && context.version() >= 30) {
        type = GL_FLOAT;
    }
    const bool isKnownInteger =
        context.isDesktop() && isIntegerTransfer(format) && context.version() >= 30;
    ChosenFormat check = checkTransferEnums(context, isKnownInteger ? GL_RED : format, type);
    if (isKnownInteger && (type == GL_FLOAT || type == GL_HALF_FLOAT)) {
        check = {nullptr, GL_INVALID_ENUM, "integers are not read as floats"};
    }
    if (check.error != GL_NO_ERROR) {
        context.setError(check.error, "glReadPixels: {} ({:#x}, {:#x})", check.why, format, type);
        return false;
    }
    if (format == GL_DEPTH_STENCIL && !format::validPixelTransfer(format, type)) {
        context.setError(GL_INVALID_ENUM, "glReadPixels: type {:#x} of GL_DEPTH_STENCIL", type);
        return false;
    }
    return true;
}

bool requireReadable(Context& context, const Framebuffer& framebuffer, GLenum format, GLenum type) {
    const auto fail = [&](const char* why) {
        context.setError(
            GL_INVALID_OPERATION, "glReadPixels: {} (format {:#x}, type {:#x})", why, format, type);
        return false;
    };
    const bool depth = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL;
    const bool stencil = format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL;
    if (depth || stencil) {
        if (context.isES()) {
            return fail("OpenGL ES reads no depth and no stencil");
        }
        if ((depth && !framebuffer.hasDepth()) || (stencil && !framebuffer.hasStencil())) {
            return fail("there is no depth or stencil buffer");
        }
        return format::validPixelTransfer(format, type) || fail("they do not go together");
    }
    const format::InternalFormat* image = framebuffer.readFormat();
    if (!image) {
        return fail("there is no colour buffer to read");
    }
    if (format == GL_COLOR_INDEX) {
        return fail("colours have no indices");
    }
    if (isIntegerTransfer(format) != image->integer()) {
        return fail("integers are read as integers, and nothing else is");
    }
    const bool pair = context.isES() ? esReadPair(context, *image, format, type)
                                     : validDesktopTransfer(format, type);
    return pair || fail("they do not go together here");
}

} // namespace gl
