// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Images of compressed formats that are given as texels (EXT_texture_compression_s3tc,
// ARB_texture_compression_rgtc): encoded on the host.
#pragma once

#include "gl/context/context.h"

namespace gl {

/// `pixels` may be null: undefined contents. False: out of memory. Of other formats
/// TextureBackend::define().
[[nodiscard]] bool defineTexels(Context& context,
                                Texture& texture,
                                const ImageIndex& index,
                                const format::InternalFormat& format,
                                const format::Extent& extent,
                                const format::PixelLayout& layout,
                                const void* pixels);
/// The same of an area, which has whole blocks (EXT_texture_compression_s3tc); of other formats
/// TextureBackend::update().
[[nodiscard]] bool updateTexels(Context& context,
                                Texture& texture,
                                const ImageIndex& index,
                                const Offset& offset,
                                const format::Extent& extent,
                                const format::PixelLayout& layout,
                                const void* pixels);
/// Levels base + 1 … last, which are defined, from the base level. Of other formats
/// TextureBackend::generateMipmap().
[[nodiscard]] bool
generateTexels(Context& context, Texture& texture, int32_t baseLevel, int32_t lastLevel);

/// Whole blocks of an image: the area starts on one and ends on one or at the image's edge. True of
/// formats without blocks.
bool hasWholeBlocks(const format::InternalFormat& format,
                    const Offset& offset,
                    const format::Extent& extent,
                    const format::Extent& image);

} // namespace gl
