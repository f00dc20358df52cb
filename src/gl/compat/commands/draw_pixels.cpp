// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glDrawPixels and glCopyPixels (GL 4.6 compatibility sections 18.1 and 18.3.3).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/compat/commands/pixel_rectangle.h"
#include "gl/compat/state/compat_state.h"
#include "gl/validation/texture_formats.h"

#include <algorithm>

namespace gl {

namespace {

bool hasDepth(GLenum format) {
    return format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL;
}

bool hasStencil(GLenum format) {
    return format == GL_STENCIL_INDEX || format == GL_DEPTH_STENCIL;
}

/// The framebuffer has what pixels of `format` are of. False: the error is set.
bool requireBuffers(Context& context, const Framebuffer& framebuffer, GLenum format) {
    if ((hasDepth(format) && !framebuffer.hasDepth()) ||
        (hasStencil(format) && !framebuffer.hasStencil())) {
        context.setError(GL_INVALID_OPERATION,
                         "framebuffer {} has no buffer for pixels of format 0x{:04X}",
                         framebuffer.name(),
                         format);
        return false;
    }
    return true;
}

bool requireDrawFormat(Context& context, GLenum format, GLenum type) {
    if (integerPixels(format)) { // GL 4.6 section 18.1: of any type.
        context.setError(GL_INVALID_OPERATION, "glDrawPixels does not take integers");
        return false;
    }
    const ChosenFormat enums = checkTransferEnums(context, format, type);
    if (enums.error != GL_NO_ERROR) {
        context.setError(enums.error, "glDrawPixels: {} ({:#x}, {:#x})", enums.why, format, type);
        return false;
    }
    const bool packed = validDesktopTransfer(format, type);
    if (format == GL_DEPTH_STENCIL && !packed) {
        context.setError(GL_INVALID_ENUM, "glDrawPixels: type {:#x} of GL_DEPTH_STENCIL", type);
        return false;
    }
    if (!packed) {
        context.setError(GL_INVALID_OPERATION,
                         "glDrawPixels does not take format {:#x} and type {:#x}",
                         format,
                         type);
        return false;
    }
    return true;
}

/// Pixels are drawn at all: at a raster position that is valid, and not fed back.
bool drawsPixels(Context& context, GLenum token) {
    return context.compat()->raster.valid && !context.state().rasterizerDiscard &&
           context.conditionPasses() && !context.feedsBackPixels(token);
}

void drawRectangle(Context& context, const PixelRectangle& pixels) {
    if (pixels.place.zoom[0] == 0 || pixels.place.zoom[1] == 0) {
        return;
    }
    switch (pixels.layout.format) {
    case GL_DEPTH_COMPONENT:
        return drawDepths(context, pixels);
    case GL_STENCIL_INDEX:
    case GL_DEPTH_STENCIL:
        return writeStencils(context, pixels);
    default:
        return drawColors(context, pixels);
    }
}

/// The format of the pixels that glCopyPixels copies; 0: not a type of its.
GLenum copiedFormat(GLenum type) {
    switch (type) {
    case GL_COLOR:
        return GL_RGBA;
    case GL_DEPTH:
        return GL_DEPTH_COMPONENT;
    case GL_STENCIL:
        return GL_STENCIL_INDEX;
    case GL_DEPTH_STENCIL:
        return GL_DEPTH_STENCIL;
    default:
        return 0;
    }
}

bool requireCopySource(Context& context, const Framebuffer& source, GLenum format) {
    if (!context.requireCompleteFramebuffer(source)) {
        return false;
    }
    if (!source.isDefault() && source.samples() > 1) {
        context.setError(GL_INVALID_OPERATION, "glCopyPixels: the framebuffer is multisampled");
        return false;
    }
    const format::InternalFormat* image = source.readFormat();
    if (format == GL_RGBA && (!image || image->integer())) {
        context.setError(GL_INVALID_OPERATION, "glCopyPixels: there are no colours to copy");
        return false;
    }
    return requireBuffers(context, source, format) &&
           requireBuffers(context, *context.state().drawFramebuffer, format);
}

/// `area` cut to what is there; the place moves along.
Rect clipSource(const Framebuffer& source, const Rect& area, RasterPlace& place) {
    const int32_t sizes[] = {source.width_px(), source.height_px()};
    const int32_t starts[] = {area.x, area.y};
    const int32_t counts[] = {area.width_px, area.height_px};
    int32_t clipped[2][2];
    for (size_t axis = 0; axis < 2; ++axis) {
        const int64_t first = std::max<int64_t>(starts[axis], 0);
        const int64_t end = std::min<int64_t>(int64_t(starts[axis]) + counts[axis], sizes[axis]);
        clipped[axis][0] = int32_t(std::min<int64_t>(first, sizes[axis]));
        clipped[axis][1] = int32_t(std::max<int64_t>(end - first, 0));
        place.corner[axis] += place.zoom[axis] * float(first - starts[axis]);
    }
    return {clipped[0][0], clipped[1][0], clipped[0][1], clipped[1][1]};
}

/// Colours that only move. False: out of memory.
bool blitColors(Context& context, const Rect& from, const RasterPlace& place) {
    BlitCall call;
    call.src = from;
    call.dst = place.covered(from.width_px, from.height_px);
    call.mask = GL_COLOR_BUFFER_BIT;
    return context.backend().blit(context.state(), context.dirty(), call);
}

/// By way of the host, which knows every conversion and transfer.
void copyByHost(Context& context, const Rect& from, const RasterPlace& place, GLenum format) {
    const PixelTransfer& transfer = context.compat()->pixelTransfer;
    const format::PixelLayout layout = PixelTransfer::readLayout(format);
    const format::Extent extent{from.width_px, from.height_px, 1};
    std::vector<std::byte> bytes(format::imageSize_B(layout, extent));
    if (!context.backend().readPixels(
            *context.state().readFramebuffer, from, layout, bytes.data())) {
        return context.outOfMemory();
    }
    if (!transfer.changes(format)) {
        return drawRectangle(context, {place, from.width_px, from.height_px, layout, bytes.data()});
    }
    const TransferredPixels pixels = transfer.unpacked(layout, extent, bytes.data());
    drawRectangle(context,
                  {place, from.width_px, from.height_px, pixels.layout, pixels.bytes.data()});
}

} // namespace

void Context::drawPixels(
    GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no glDrawPixels in this context");
    }
    if (!outsideBeginEnd()) {
        return;
    }
    if (width < 0 || height < 0) {
        return setError(GL_INVALID_VALUE, "glDrawPixels: {}×{}", width, height);
    }
    if (!requireDrawFormat(*this, format, type) || !requireRasterDraw() ||
        !requireBuffers(*this, *m_state.drawFramebuffer, format)) {
        return;
    }
    PixelRectangle rectangle{currentRasterPlace(*this), width, height, m_client.unpack, nullptr};
    rectangle.layout.format = format;
    rectangle.layout.type = type;
    rectangle.layout.imageHeight_px = 0;
    rectangle.layout.skipImages = 0;
    const format::Extent extent{width, height, 1};
    UnpackSource source;
    if (!source.prepare(*this,
                        format::imageSize_B(rectangle.layout, extent),
                        pixels,
                        format::elementSize_B(type)) ||
        !source.data() || width == 0 || height == 0 || !drawsPixels(*this, GL_DRAW_PIXEL_TOKEN)) {
        return;
    }
    source.transfer(*this, rectangle.layout, extent);
    rectangle.data = source.data();
    drawRectangle(*this, rectangle);
}

void Context::copyPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum type) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no glCopyPixels in this context");
    }
    if (!outsideBeginEnd()) {
        return;
    }
    const GLenum format = copiedFormat(type);
    if (format == 0) {
        return setError(GL_INVALID_ENUM, "glCopyPixels: type 0x{:04X}", type);
    }
    if (width < 0 || height < 0) {
        return setError(GL_INVALID_VALUE, "glCopyPixels: {}×{}", width, height);
    }
    if (!requireRasterDraw() || !requireCopySource(*this, *m_state.readFramebuffer, format) ||
        !drawsPixels(*this, GL_COPY_PIXEL_TOKEN)) {
        return;
    }
    RasterPlace place = currentRasterPlace(*this);
    const Rect from = clipSource(*m_state.readFramebuffer, {x, y, width, height}, place);
    if (from.width_px == 0 || from.height_px == 0 || place.zoom[0] == 0 || place.zoom[1] == 0) {
        return;
    }
    if (format != GL_RGBA || m_compat->pixelTransfer.changes(format)) {
        copyByHost(*this, from, place, format);
    } else if (!writesColorsStraight(*this, place)) {
        drawCopiedColors(*this, from, place);
    } else if (!blitColors(*this, from, place)) {
        outOfMemory();
    }
}

} // namespace gl
