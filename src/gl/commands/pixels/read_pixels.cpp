// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// glReadPixels (ES 2.0 section 4.3.1, GL 2.1 section 4.3.2).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/validation/read_formats.h"
#include "report/object_name.h"

#include <limits>

namespace gl {

namespace {

/// glClampColor (GL 3.3 section 4.3.1): colours are clamped on request, those of signed fixed-point
/// buffers unless asked not to. OpenGL ES has no such request.
bool clampsReads(Context& context, const Framebuffer& framebuffer, GLenum format) {
    if (!context.isDesktop() || isIntegerTransfer(format) || format == GL_DEPTH_COMPONENT ||
        format == GL_DEPTH_STENCIL || format == GL_STENCIL_INDEX) {
        return false;
    }
    const format::InternalFormat* const from = framebuffer.readFormat();
    const GLenum clamp = context.client().clampReadColor;
    const bool isSigned = from && from->numeric == format::Numeric::Snorm;
    return clamp == GL_TRUE || (clamp == GL_FIXED_ONLY && isSigned);
}

void readPixelsInto(
    Context& context, const Rect& area, GLenum format, GLenum type, size_t limit_B, void* data) {
    if (area.width_px < 0 || area.height_px < 0) {
        context.setError(GL_INVALID_VALUE, "glReadPixels: {}×{}", area.width_px, area.height_px);
        return;
    }
    if (!requireReadEnums(context, format, type)) {
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
    if (!requireReadable(context, framebuffer, format, type)) {
        return;
    }
    format::PixelLayout layout = context.client().pack;
    layout.format = format;
    layout.type = type;
    layout.imageHeight_px = 0;
    layout.skipImages = 0;
    layout.clamp = clampsReads(context, framebuffer, format);
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
    const report::Subject subject(framebuffer.isDefault() ? "the default framebuffer"
                                                          : "framebuffer",
                                  framebuffer.name(),
                                  framebuffer.label());
    const ReadPixels read = [&](const format::PixelLayout& as, void* dst) {
        return context.backend().readPixels(framebuffer, area, as, dst);
    };
    const bool transfers = type == GL_BITMAP || transferChanges(context, format);
    if (!(transfers
              ? readTransferred(
                    context, layout, {area.width_px, area.height_px, 1}, true, read, target.data())
              : read(layout, target.data()))) {
        context.outOfMemory();
        return;
    }
    target.store(context);
}

} // namespace

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
