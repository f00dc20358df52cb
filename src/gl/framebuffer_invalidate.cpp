// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Letting go of contents (ES 3.0 section 4.5, GL_ARB_invalidate_subdata, EXT_discard_framebuffer).
// All of it is a hint; contents stay what they are.
#include "gl/validate_framebuffer.h"

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

/// Checks what all three commands have in common; sets the error.
void checkInvalidation(Context& context, GLenum target, GLsizei count, const GLenum* attachments) {
    const Framebuffer* framebuffer = requireFramebuffer(context, target);
    if (!framebuffer) {
        return;
    }
    if (count < 0) {
        context.setError(GL_INVALID_VALUE, "{} attachments", count);
        return;
    }
    for (GLsizei i = 0; i < count; ++i) {
        if (!framebuffer->isDefault()) {
            if (!requireAttachmentPoints(context, attachments[i]).valid()) {
                return;
            }
        } else if (!surfaceBuffer(context, attachments[i])) {
            context.setError(GL_INVALID_ENUM,
                             "{:#x} is not a buffer of the default framebuffer",
                             attachments[i]);
            return;
        }
    }
}

} // namespace

void Context::discardFramebufferEXT(GLenum target,
                                    GLsizei numAttachments,
                                    const GLenum* attachments) {
    checkInvalidation(*this, target, numAttachments, attachments);
}

void Context::invalidateFramebuffer(GLenum target,
                                    GLsizei numAttachments,
                                    const GLenum* attachments) {
    checkInvalidation(*this, target, numAttachments, attachments);
}

void Context::invalidateSubFramebuffer(GLenum target,
                                       GLsizei numAttachments,
                                       const GLenum* attachments,
                                       GLint,
                                       GLint,
                                       GLsizei width,
                                       GLsizei height) {
    if (width < 0 || height < 0) {
        setError(GL_INVALID_VALUE, "glInvalidateSubFramebuffer: {}×{}", width, height);
        return;
    }
    checkInvalidation(*this, target, numAttachments, attachments);
}

} // namespace gl
