// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

namespace gl {

/// A texture object for a name that has none. Null: out of memory, the error is set.
Texture* createTexture(Context& context, GLuint name, TextureType type);
/// Images of immutable textures are never defined anew. False: the error is set.
bool requireMutable(Context& context, const Texture& texture);
/// What follows a change of a texture's images or parameters: dirty bits, also of framebuffers that
/// have it attached.
void textureChanged(Context& context, const Texture& texture, bool storage);
/// Of compressed images only whole blocks change. False: the error is set.
bool requireWholeBlocks(Context& context,
                        const TextureImage& image,
                        const Offset& offset,
                        const format::Extent& extent);
/// Defines an image without pixels and notes it. False: out of memory, the error is set.
bool defineEmptyImage(Context& context,
                      Texture& texture,
                      const ImageIndex& index,
                      const format::InternalFormat& format,
                      const format::Extent& extent);
/// GL_GENERATE_MIPMAP: after level `level` changed.
void mipmapAfterChange(Context& context, Texture& texture, int32_t level);
/// Levels below the base level, made from it; its base level is defined (and cube complete).
void generateLevels(Context& context, Texture& texture);

} // namespace gl
