// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

namespace gl {

/// Outcome of checking what glTexImage was given: a format, or the error with its reason.
struct ChosenFormat {
    const format::InternalFormat* format = nullptr;
    GLenum error = GL_NO_ERROR;
    const char* why = "";
};

/// What OpenGL ES 1.1 asks first: an internal format of its textures (INVALID_VALUE). Other
/// contexts leave that to chooseTextureFormat().
ChosenFormat checkES1InternalFormat(const Context& context, GLint internalformat);
/// (format, type): known enums (INVALID_ENUM). Comes before size checks, as implementations agree.
ChosenFormat checkTransferEnums(const Context& context, GLenum format, GLenum type);
/// The texture format that `internalformat` means with these pixels (ES 2.0 table 3.4 with the
/// extensions served; GL 2.1 tables 3.15 and 3.16). Enums have been checked.
ChosenFormat chooseTextureFormat(const Context& context,
                                 GLint internalformat,
                                 GLenum format,
                                 GLenum type,
                                 TextureType textureType);
/// What texels of a compressed format are before they are encoded. Null: there is no encoder.
const format::InternalFormat* plainFormat(const format::InternalFormat& compressed);
/// Pixels may update an image of `image` (glTexSubImage).
ChosenFormat checkUpdate(const Context& context,
                         const format::InternalFormat& image,
                         GLenum format,
                         GLenum type);
/// The format glCopyTexImage makes; null: not a format one can copy to.
const format::InternalFormat* copyTextureFormat(const Context& context, GLenum internalformat);
/// A framebuffer of base format `source` has the components of `image` (ES 2.0 table 3.9).
bool copyCompatible(const Context& context,
                    const format::InternalFormat& source,
                    const format::InternalFormat& image);
/// A format of glCompressedTexImage, or the error: INVALID_ENUM where it is none here,
/// INVALID_OPERATION where images of this type cannot have it.
ChosenFormat
compressedTextureFormat(const Context& context, GLenum internalformat, TextureType textureType);
/// A format with a size, as glTexStorage takes it; compressed ones too. Null: none.
const format::InternalFormat*
sizedTextureFormat(const Context& context, GLenum internalformat, TextureType textureType);
/// A format of glTexBuffer (GL 3.1 table 3.15). Null: none.
const format::InternalFormat* texelBufferFormat(const Context& context, GLenum internalformat);
/// GL_RGBA_INTEGER and the like.
bool integerPixels(GLenum format);
/// A pair of desktop OpenGL: (GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV) is none (GL 4.6 table 8.5).
bool validDesktopTransfer(GLenum format, GLenum type);
/// Alpha, luminance and intensity: gone from the core profile.
bool legacyFormat(const format::InternalFormat& format);

} // namespace gl
