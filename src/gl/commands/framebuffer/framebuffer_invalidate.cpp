// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Letting go of contents (ES 3.0 section 4.5, GL_ARB_invalidate_subdata, EXT_discard_framebuffer).
// All of it is a hint: the back end is told where whole attachments are meant.
#include "gl/validation/validate_framebuffer.h"

namespace gl {

namespace {

bool surfaceBuffer(const Context& context, GLenum name) {
    switch (name) {
    case GL_COLOR:
    case GL_DEPTH:
    case GL_STENCIL:
        return true;
    case GL_FRONT_LEFT:
    case GL_FRONT_RIGHT:
    case GL_BACK_LEFT:
    case GL_BACK_RIGHT:
        return context.isDesktop();
    default:
        return false;
    }
}

/// The bits of an attachment point, or of a buffer of the default framebuffer, in `call`.
void addAttachment(InvalidateCall& call, GLenum name) {
    switch (name) {
    case GL_DEPTH:
    case GL_DEPTH_ATTACHMENT:
        call.depth = true;
        return;
    case GL_STENCIL:
    case GL_STENCIL_ATTACHMENT:
        call.stencil = true;
        return;
    case GL_DEPTH_STENCIL_ATTACHMENT:
        call.depth = call.stencil = true;
        return;
    case GL_COLOR:
    case GL_BACK_LEFT:
        call.colors |= 1;
        return;
    default:
        if (name >= GL_COLOR_ATTACHMENT0 && name < GL_COLOR_ATTACHMENT0 + kMaxColorAttachments) {
            call.colors |= 1u << (name - GL_COLOR_ATTACHMENT0);
        }
    }
}

/// What all three commands have in common. Null with the error set.
const Framebuffer*
requireInvalidation(Context& context, GLenum target, GLsizei count, const GLenum* attachments) {
    const Framebuffer* framebuffer = requireFramebuffer(context, target);
    if (!framebuffer) {
        return nullptr;
    }
    if (count < 0) {
        context.setError(GL_INVALID_VALUE, "{} attachments", count);
        return nullptr;
    }
    for (GLsizei i = 0; i < count; ++i) {
        if (!framebuffer->isDefault()) {
            if (!requireAttachmentPoints(context, attachments[i]).valid()) {
                return nullptr;
            }
        } else if (!surfaceBuffer(context, attachments[i])) {
            context.setError(GL_INVALID_ENUM,
                             "{:#x} is not a buffer of the default framebuffer",
                             attachments[i]);
            return nullptr;
        }
    }
    return framebuffer;
}

/// All of every attachment: they may be larger than the framebuffer.
bool covers(const Framebuffer& framebuffer, const Rect& area) {
    const auto covered = [&](int32_t width_px, int32_t height_px) {
        return area.x <= 0 && area.y <= 0 && int64_t(area.x) + area.width_px >= width_px &&
               int64_t(area.y) + area.height_px >= height_px;
    };
    if (framebuffer.isDefault()) {
        return covered(framebuffer.width_px(), framebuffer.height_px());
    }
    const auto inside = [&](const Attachment& attachment) {
        const format::Extent extent = attachment.extent();
        return !attachment.attached() || covered(extent.width_px, extent.height_px);
    };
    for (int i = 0; i < kMaxColorAttachments; ++i) {
        if (!inside(framebuffer.color(i))) {
            return false;
        }
    }
    return inside(framebuffer.depth()) && inside(framebuffer.stencil());
}

void invalidateWhole(Context& context,
                     const Framebuffer& framebuffer,
                     GLsizei count,
                     const GLenum* attachments) {
    if (context.framebufferStatus(framebuffer) != GL_FRAMEBUFFER_COMPLETE) {
        return; // What is incomplete has no contents that could be told.
    }
    InvalidateCall call;
    for (GLsizei i = 0; i < count; ++i) {
        addAttachment(call, attachments[i]);
    }
    context.backend().invalidate(framebuffer, call);
}

} // namespace

void Context::discardFramebufferEXT(GLenum target,
                                    GLsizei numAttachments,
                                    const GLenum* attachments) {
    invalidateFramebuffer(target, numAttachments, attachments);
}

void Context::invalidateFramebuffer(GLenum target,
                                    GLsizei numAttachments,
                                    const GLenum* attachments) {
    if (const Framebuffer* framebuffer =
            requireInvalidation(*this, target, numAttachments, attachments)) {
        invalidateWhole(*this, *framebuffer, numAttachments, attachments);
    }
}

void Context::invalidateSubFramebuffer(GLenum target,
                                       GLsizei numAttachments,
                                       const GLenum* attachments,
                                       GLint x,
                                       GLint y,
                                       GLsizei width,
                                       GLsizei height) {
    if (width < 0 || height < 0) {
        setError(GL_INVALID_VALUE, "glInvalidateSubFramebuffer: {}×{}", width, height);
        return;
    }
    const Framebuffer* framebuffer =
        requireInvalidation(*this, target, numAttachments, attachments);
    if (framebuffer && covers(*framebuffer, {x, y, width, height})) {
        invalidateWhole(*this, *framebuffer, numAttachments, attachments);
    } // Parts are left as they are.
}

} // namespace gl
