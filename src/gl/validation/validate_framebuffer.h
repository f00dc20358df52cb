// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "gl/validation/attachment_formats.h"

namespace gl {

/// The framebuffer bound to `target`; null: the error is set.
Framebuffer* requireFramebuffer(Context& context, GLenum target);
/// The same, and it is an application's object (ES 2.0 section 4.4.3).
Framebuffer* requireFramebufferObject(Context& context, GLenum target);

/// The renderbuffer bound to `target`; null: the error is set.
Renderbuffer* requireRenderbuffer(Context& context, GLenum target);

/// Attachment points that an attachment enum names.
struct AttachmentPoints {
    int color = -1;
    bool depth = false;
    bool stencil = false;

    bool valid() const { return color >= 0 || depth || stencil; }
};
/// Invalid points: not an attachment of this context.
AttachmentPoints findAttachmentPoints(const Context& context, GLenum attachment);

/// The same; where they are invalid the error is set.
AttachmentPoints requireAttachmentPoints(Context& context, GLenum attachment);

} // namespace gl
