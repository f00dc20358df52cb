// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validation/validate_framebuffer.h"

#include <algorithm>

namespace gl {

Framebuffer* requireFramebuffer(Context& context, GLenum target) {
    // In OpenGL ES the two targets come from NV_framebuffer_blit.
    if (target == GL_FRAMEBUFFER || target == GL_DRAW_FRAMEBUFFER) {
        return context.objects().drawFramebuffer.get();
    }
    if (target == GL_READ_FRAMEBUFFER) {
        return context.objects().readFramebuffer.get();
    }
    context.setError(GL_INVALID_ENUM, "{:#x} is not a framebuffer target", target);
    return nullptr;
}

Framebuffer* requireFramebufferObject(Context& context, GLenum target) {
    Framebuffer* framebuffer = requireFramebuffer(context, target);
    if (framebuffer && framebuffer->isDefault()) {
        context.setError(GL_INVALID_OPERATION, "the default framebuffer is bound");
        return nullptr;
    }
    return framebuffer;
}

Renderbuffer* requireRenderbuffer(Context& context, GLenum target) {
    if (target != GL_RENDERBUFFER) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not GL_RENDERBUFFER", target);
        return nullptr;
    }
    Renderbuffer* renderbuffer = context.objects().renderbuffer.get();
    if (!renderbuffer) {
        context.setError(GL_INVALID_OPERATION, "no renderbuffer is bound");
    }
    return renderbuffer;
}

AttachmentPoints findAttachmentPoints(const Context& context, GLenum attachment) {
    AttachmentPoints points;
    const int colors = std::min(context.caps().maxColorAttachments, kMaxColorAttachments);
    if (attachment >= GL_COLOR_ATTACHMENT0 && attachment < GL_COLOR_ATTACHMENT0 + GLenum(colors)) {
        points.color = int(attachment - GL_COLOR_ATTACHMENT0);
    }
    const bool both = attachment == GL_DEPTH_STENCIL_ATTACHMENT && context.atLeast(30, 20);
    points.depth = attachment == GL_DEPTH_ATTACHMENT || both;
    points.stencil = attachment == GL_STENCIL_ATTACHMENT || both;
    return points;
}

AttachmentPoints requireAttachmentPoints(Context& context, GLenum attachment) {
    const AttachmentPoints points = findAttachmentPoints(context, attachment);
    if (!points.valid()) {
        const bool beyond = context.atLeast(30, 30) && attachment >= GL_COLOR_ATTACHMENT0 &&
                            attachment <= GL_COLOR_ATTACHMENT31;
        context.setError(beyond ? GL_INVALID_OPERATION : GL_INVALID_ENUM,
                         "{:#x} is not an attachment",
                         attachment);
    }
    return points;
}

} // namespace gl
