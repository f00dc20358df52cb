// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

namespace gl {

/// Formats of OES_compressed_paletted_texture: a palette, then the indices of all levels. They are
/// kept as what they stand for.
bool isPaletted(GLenum internalformat);

/// As glCompressedTexImage2D has them.
struct PalettedImage {
    GLenum target;
    GLint level; ///< Zero, or minus the last level.
    GLenum internalformat;
    GLsizei width, height;
    GLint border;
    GLsizei imageSize;
    const void* data;
};
void palettedTexImage(Context& context, const PalettedImage& image);

} // namespace gl
