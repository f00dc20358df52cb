// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

/// What glReadPixels may read as what.
namespace gl {

/// A format of pixels that stay integers (GL_RED_INTEGER …).
bool isIntegerTransfer(GLenum format);

struct PixelPair {
    GLenum format;
    GLenum type;
};
/// GL_IMPLEMENTATION_COLOR_READ_FORMAT and _TYPE (ES 2.0 section 4.3.1).
PixelPair implementationReadPair(const Framebuffer& framebuffer);

/// Formats and types that are known at all; the pair with the framebuffer is another question.
/// False with the error set.
bool requireReadEnums(Context& context, GLenum format, GLenum type);
/// The framebuffer has what is read, and the pair goes with it. False with the error set.
bool requireReadable(Context& context, const Framebuffer& framebuffer, GLenum format, GLenum type);

} // namespace gl
