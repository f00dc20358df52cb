// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Pixel store and reading pixels (ES 2.0 section 3.6.1 and 4.3.1, GL 2.1 section 4.3.2).
#include "gl/pixels.h"

#include "gl/texture_formats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gl {

namespace {

struct StoreParameter {
    GLenum name;
    bool pack;
    int32_t format::PixelLayout::* member;
    bool desktopOnly;
};
constexpr StoreParameter kStoreParameters[] = {
    {GL_UNPACK_ALIGNMENT, false, &format::PixelLayout::alignment_B, false},
    {GL_UNPACK_ROW_LENGTH, false, &format::PixelLayout::rowLength_px, false},
    {GL_UNPACK_SKIP_ROWS, false, &format::PixelLayout::skipRows, false},
    {GL_UNPACK_SKIP_PIXELS, false, &format::PixelLayout::skipPixels, false},
    {GL_UNPACK_IMAGE_HEIGHT, false, &format::PixelLayout::imageHeight_px, true},
    {GL_UNPACK_SKIP_IMAGES, false, &format::PixelLayout::skipImages, true},
    {GL_PACK_ALIGNMENT, true, &format::PixelLayout::alignment_B, false},
    {GL_PACK_ROW_LENGTH, true, &format::PixelLayout::rowLength_px, true},
    {GL_PACK_SKIP_ROWS, true, &format::PixelLayout::skipRows, true},
    {GL_PACK_SKIP_PIXELS, true, &format::PixelLayout::skipPixels, true},
    {GL_PACK_IMAGE_HEIGHT, true, &format::PixelLayout::imageHeight_px, true},
    {GL_PACK_SKIP_IMAGES, true, &format::PixelLayout::skipImages, true},
};

/// The range of a bound pixel buffer that a command touches. False: the error is set.
bool checkBufferRange(Context& context, const Buffer& buffer, size_t offset_B, size_t size_B) {
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

/// Formats glReadPixels knows of; the pair with the framebuffer is another question.
bool knownReadEnums(Context& context, GLenum format, GLenum type) {
    if (context.isDesktop() && format == GL_STENCIL_INDEX) {
        format = GL_RED;
    }
    const ChosenFormat check = checkTransferEnums(context, format, type);
    if (check.error != GL_NO_ERROR) {
        context.setError(check.error, "glReadPixels: {} ({:#x}, {:#x})", check.why, format, type);
        return false;
    }
    return true;
}

bool esReadPair(const Framebuffer& framebuffer, GLenum format, GLenum type) {
    const format::InternalFormat& image = *framebuffer.readFormat();
    const PixelPair pair = implementationReadPair(framebuffer);
    if (format == pair.format && type == pair.type) {
        return true;
    }
    if (image.numeric == format::Numeric::Float) {
        return format == GL_RGBA && (type == GL_FLOAT || type == GL_HALF_FLOAT_OES);
    }
    // EXT_read_format_bgra besides what is always there.
    return (format == GL_RGBA || format == GL_BGRA_EXT) && type == GL_UNSIGNED_BYTE;
}

bool readable(Context& context, const Framebuffer& framebuffer, GLenum format, GLenum type) {
    const auto missing = [&](const char* what) {
        context.setError(GL_INVALID_OPERATION, "glReadPixels: there is no {} to read", what);
        return false;
    };
    const bool depth = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL;
    const bool stencil = format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL;
    if (depth || stencil) {
        if (context.isES()) {
            return missing("depth or stencil in OpenGL ES");
        }
        if ((depth && !framebuffer.hasDepth()) || (stencil && !framebuffer.hasStencil())) {
            return missing("depth or stencil buffer");
        }
    } else if (!framebuffer.readFormat()) {
        return missing("colour buffer");
    }
    const bool pair = context.isES() ? esReadPair(framebuffer, format, type)
                                     : format::validPixelTransfer(format, type);
    if (!pair) {
        context.setError(GL_INVALID_OPERATION,
                         "glReadPixels: format {:#x} and type {:#x} do not go together here",
                         format,
                         type);
    }
    return pair;
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
    const size_t size_B = format::imageSize_B(layout, {area.width_px, area.height_px, 1});
    if (size_B > limit_B) {
        context.setError(GL_INVALID_OPERATION, "glReadnPixels: {} bytes are needed", size_B);
        return;
    }
    PackTarget target;
    if (size_B == 0 || !target.prepare(context, size_B, data) || !target.data()) {
        return;
    }
    if (!context.backend().readPixels(framebuffer, area, layout, target.data())) {
        context.outOfMemory();
        return;
    }
    target.store(context);
}

} // namespace

bool UnpackSource::prepare(Context& context, size_t size_B, const void* data) {
    Buffer* buffer = context.objects().pixelUnpackBuffer.get();
    if (!buffer) {
        m_data = data;
        return true;
    }
    const auto offset_B = reinterpret_cast<uintptr_t>(data);
    if (!checkBufferRange(context, *buffer, offset_B, size_B)) {
        return false;
    }
    m_copy.resize(size_B);
    buffer->backend().read(context.backend(), offset_B, m_copy);
    m_data = m_copy.data();
    return true;
}

bool PackTarget::prepare(Context& context, size_t size_B, void* data) {
    Buffer* buffer = context.objects().pixelPackBuffer.get();
    if (!buffer) {
        m_data = data;
        return true;
    }
    m_offset_B = reinterpret_cast<uintptr_t>(data);
    if (!checkBufferRange(context, *buffer, m_offset_B, size_B)) {
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
    if (format->numeric == format::Numeric::Float) {
        return {GL_RGBA, GL_FLOAT};
    }
    switch (format->name) {
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
            return row.name == pname && (isDesktop() || !row.desktopOnly);
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

void Context::pixelStoref(GLenum pname, GLfloat param) {
    pixelStorei(pname, GLint(std::lround(param)));
}

void Context::readPixels(
    GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void* pixels) {
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
    readPixelsInto(*this, {x, y, width, height}, format, type, size_t(bufSize), data);
}

} // namespace gl
