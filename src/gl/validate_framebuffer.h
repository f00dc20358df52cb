// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context.h"

namespace gl {

/// The framebuffer bound to `target`; null: the error is set.
Framebuffer* requireFramebuffer(Context& context, GLenum target);
/// The same, and it is an application's object (ES 2.0 section 4.4.3).
Framebuffer* requireFramebufferObject(Context& context, GLenum target);

/// Attachment points that an attachment enum names.
struct AttachmentPoints {
    int color = -1;
    bool depth = false;
    bool stencil = false;

    bool valid() const { return color >= 0 || depth || stencil; }
};
/// Invalid points: not an attachment of this context.
AttachmentPoints findAttachmentPoints(const Context& context, GLenum attachment);

/// What glRenderbufferStorage makes of `internalformat`; null: not a renderable format.
const format::InternalFormat* renderbufferFormat(Context& context, GLenum internalformat);
/// The smallest number of samples the device has that is at least `samples`, or its largest; 0
/// stays 0, and formats without multisampling get 0.
int32_t chooseSamples(Context& context, const format::InternalFormat& format, int32_t samples);

} // namespace gl
