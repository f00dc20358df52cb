// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Pixel store and reading pixels (ES 2.0 section 3.6.1 and 4.3.1, GL 2.1 section 4.3.2).
#include "gl/commands/pixels/pixels.h"

#include "gl/validation/texture_formats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gl {

namespace {

struct StoreParameter {
    GLenum name;
    bool pack;
    int32_t format::PixelLayout::* member;
    int since; ///< The OpenGL ES version that has it.
};
constexpr StoreParameter kStoreParameters[] = {
    {GL_UNPACK_ALIGNMENT, false, &format::PixelLayout::alignment_B, 20},
    {GL_UNPACK_ROW_LENGTH, false, &format::PixelLayout::rowLength_px, 20},
    {GL_UNPACK_SKIP_ROWS, false, &format::PixelLayout::skipRows, 20},
    {GL_UNPACK_SKIP_PIXELS, false, &format::PixelLayout::skipPixels, 20},
    {GL_UNPACK_IMAGE_HEIGHT, false, &format::PixelLayout::imageHeight_px, 30},
    {GL_UNPACK_SKIP_IMAGES, false, &format::PixelLayout::skipImages, 30},
    {GL_PACK_ALIGNMENT, true, &format::PixelLayout::alignment_B, 20},
    {GL_PACK_ROW_LENGTH, true, &format::PixelLayout::rowLength_px, 30},
    {GL_PACK_SKIP_ROWS, true, &format::PixelLayout::skipRows, 30},
    {GL_PACK_SKIP_PIXELS, true, &format::PixelLayout::skipPixels, 30},
    {GL_PACK_IMAGE_HEIGHT, true, &format::PixelLayout::imageHeight_px, 0},
    {GL_PACK_SKIP_IMAGES, true, &format::PixelLayout::skipImages, 0},
};

/// The range of a bound pixel buffer that a command touches. False: the error is set.
bool checkBufferRange(
    Context& context, const Buffer& buffer, size_t offset_B, size_t size_B, size_t unit_B) {
    if (offset_B % unit_B != 0) {
        context.setError(
            GL_INVALID_OPERATION, "{} is not an offset of units of {} bytes", offset_B, unit_B);
        return false;
    }
    if (buffer.mapped()) {
        context.setError(GL_INVALID_OPERATION, "the pixel buffer is mapped");
        return false;
    }
    if (offset_B > buffer.size_B() || size_B > buffer.size_B() - offset_B) {
        context.setError(GL_INVALID_OPERATION,
                         "pixels reach to {} in a pixel buffer of {} bytes",
                         offset_B + size_B,
                         buffer.size_B());
        return false;
    }
    return true;
}

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

template <class Range>
bool contains(const Range& range, GLenum value) {
    return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

bool integerFormat(GLenum format) {
    return contains(kIntegerFormats, format);
}

/// Formats glReadPixels knows of; the pair with the framebuffer is another question.
bool knownReadEnums(Context& context, GLenum format, GLenum type) {
    if (context.isES() && context.version() >= 30) {
        const bool known =
            (contains(kEs3Formats, format) || integerFormat(format)) && contains(kEs3Types, type);
        if (!known) {
            context.setError(GL_INVALID_ENUM, "glReadPixels: ({:#x}, {:#x})", format, type);
        }
        return known;
    }
    if (context.isDesktop() && type == GL_UNSIGNED_INT_5_9_9_9_REV && context.version() >= 30) {
        type = GL_FLOAT;
    }
    if (context.isDesktop() &&
        (format == GL_STENCIL_INDEX || (integerFormat(format) && context.version() >= 30))) {
        format = GL_RED;
    }
    const ChosenFormat check = checkTransferEnums(context, format, type);
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

bool readable(Context& context, const Framebuffer& framebuffer, GLenum format, GLenum type) {
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
    if (integerFormat(format) != image->integer()) {
        return fail("integers are read as integers, and nothing else is");
    }
    const bool pair = context.isES() ? esReadPair(context, *image, format, type)
                                     : format::validPixelTransfer(format, type);
    return pair || fail("they do not go together here");
}

/// glClampColor (GL 3.3 section 4.3.1): colours that are not normalized are clamped on request.
bool clampsReads(Context& context, GLenum format) {
    return context.client().clampReadColor == GL_TRUE && !integerFormat(format) &&
           format != GL_DEPTH_COMPONENT && format != GL_DEPTH_STENCIL && format != GL_STENCIL_INDEX;
}

void readPixelsInto(
    Context& context, const Rect& area, GLenum format, GLenum type, size_t limit_B, void* data) {
    if (area.width_px < 0 || area.height_px < 0) {
        context.setError(GL_INVALID_VALUE, "glReadPixels: {}×{}", area.width_px, area.height_px);
        return;
    }
    if (!knownReadEnums(context, format, type)) {
        return;
    }
    const Framebuffer& framebuffer = *context.state().readFramebuffer;
    if (!context.requireCompleteFramebuffer(framebuffer)) {
        return;
    }
    if (!framebuffer.isDefault() && framebuffer.samples() > 1) {
        context.setError(GL_INVALID_OPERATION, "glReadPixels: the framebuffer is multisampled");
        return;
    }
    if (!readable(context, framebuffer, format, type)) {
        return;
    }
    format::PixelLayout layout = context.client().pack;
    layout.format = format;
    layout.type = type;
    layout.imageHeight_px = 0;
    layout.skipImages = 0;
    layout.clamp = clampsReads(context, format);
    const size_t size_B = format::imageSize_B(layout, {area.width_px, area.height_px, 1});
    if (size_B > limit_B) {
        context.setError(GL_INVALID_OPERATION, "glReadnPixels: {} bytes are needed", size_B);
        return;
    }
    PackTarget target;
    if (size_B == 0 || !target.prepare(context, size_B, data, format::typeUnit_B(type)) ||
        !target.data()) {
        return;
    }
    if (!context.backend().readPixels(framebuffer, area, layout, target.data())) {
        context.outOfMemory();
        return;
    }
    target.store(context);
}

} // namespace

bool UnpackSource::prepare(Context& context, size_t size_B, const void* data, size_t unit_B) {
    Buffer* buffer = context.objects().pixelUnpackBuffer.get();
    if (!buffer) {
        m_data = data;
        return true;
    }
    const auto offset_B = reinterpret_cast<uintptr_t>(data);
    if (!checkBufferRange(context, *buffer, offset_B, size_B, unit_B)) {
        return false;
    }
    m_copy.resize(size_B);
    buffer->backend().read(context.backend(), offset_B, m_copy);
    m_data = m_copy.data();
    return true;
}

bool PackTarget::prepare(Context& context, size_t size_B, void* data, size_t unit_B) {
    Buffer* buffer = context.objects().pixelPackBuffer.get();
    if (!buffer) {
        m_data = data;
        return true;
    }
    m_offset_B = reinterpret_cast<uintptr_t>(data);
    if (!checkBufferRange(context, *buffer, m_offset_B, size_B, unit_B)) {
        return false;
    }
    // Bytes between rows stay what they are.
    m_copy.resize(size_B);
    buffer->backend().read(context.backend(), m_offset_B, m_copy);
    m_data = m_copy.data();
    return true;
}

void PackTarget::store(Context& context) {
    if (Buffer* buffer = context.objects().pixelPackBuffer.get()) {
        buffer->backend().update(context.backend(), m_offset_B, m_copy);
    }
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

void Context::pixelStorei(GLenum pname, GLint param) {
    if (isDesktop()) {
        switch (pname) {
        case GL_UNPACK_SWAP_BYTES:
            m_client.unpack.swapBytes = param != 0;
            return;
        case GL_PACK_SWAP_BYTES:
            m_client.pack.swapBytes = param != 0;
            return;
        case GL_UNPACK_LSB_FIRST:
            m_client.unpackLsbFirst = param != 0;
            return;
        case GL_PACK_LSB_FIRST:
            m_client.packLsbFirst = param != 0;
            return;
        default:
            break;
        }
    }
    const auto found = std::find_if(
        std::begin(kStoreParameters), std::end(kStoreParameters), [&](const StoreParameter& row) {
            return row.name == pname && atLeast(row.since, 10);
        });
    if (found == std::end(kStoreParameters)) {
        setError(GL_INVALID_ENUM, "glPixelStorei: {:#x} is not a parameter", pname);
        return;
    }
    const bool alignment = found->member == &format::PixelLayout::alignment_B;
    if (param < 0 || (alignment && param != 1 && param != 2 && param != 4 && param != 8)) {
        setError(GL_INVALID_VALUE, "glPixelStorei: {} for {:#x}", param, pname);
        return;
    }
    format::PixelLayout& layout = found->pack ? m_client.pack : m_client.unpack;
    layout.*found->member = param;
}

void Context::clampColor(GLenum target, GLenum clamp) {
    const bool removed = target == GL_CLAMP_VERTEX_COLOR || target == GL_CLAMP_FRAGMENT_COLOR;
    if (target != GL_CLAMP_READ_COLOR && !(removed && !isCore())) {
        return setError(GL_INVALID_ENUM, "glClampColor: target {:#x}", target);
    }
    if (clamp != GL_TRUE && clamp != GL_FALSE && clamp != GL_FIXED_ONLY) {
        return setError(GL_INVALID_ENUM, "glClampColor: {:#x}", clamp);
    }
    // The other two are of fixed function.
    if (target == GL_CLAMP_READ_COLOR) {
        m_client.clampReadColor = clamp;
    }
}

void Context::pixelStoref(GLenum pname, GLfloat param) {
    pixelStorei(pname, GLint(std::lround(param)));
}

void Context::readPixels(
    GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void* pixels) {
    seeSharedChanges();
    readPixelsInto(
        *this, {x, y, width, height}, format, type, std::numeric_limits<size_t>::max(), pixels);
}

void Context::readnPixels(GLint x,
                          GLint y,
                          GLsizei width,
                          GLsizei height,
                          GLenum format,
                          GLenum type,
                          GLsizei bufSize,
                          void* data) {
    if (bufSize < 0) {
        setError(GL_INVALID_VALUE, "glReadnPixels: bufSize {}", bufSize);
        return;
    }
    seeSharedChanges();
    readPixelsInto(*this, {x, y, width, height}, format, type, size_t(bufSize), data);
}

} // namespace gl
