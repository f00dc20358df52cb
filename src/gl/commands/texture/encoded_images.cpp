// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/texture/encoded_images.h"

#include "format/encode_blocks.h"
#include "gl/validation/texture_formats.h"
#include "report/upload.h"

#include <algorithm>
#include <vector>

namespace gl {

namespace {

format::Extent levelOf(TextureType type, const format::Extent& base, int32_t level) {
    const bool hasLayers = type == TextureType::Tex2DArray || type == TextureType::CubeArray;
    return {std::max(base.width_px >> level, 1),
            std::max(base.height_px >> level, 1),
            hasLayers ? base.depth_px : std::max(base.depth_px >> level, 1)};
}

/// How texels lie that nothing is lost of but by encoding.
format::PixelLayout texelLayout(const format::InternalFormat& format) {
    format::PixelLayout layout;
    layout.alignment_B = 1;
    layout.format = format.base == GL_RED || format.base == GL_RG ? format.base : GL_RGBA;
    layout.type = format.numeric == format::Numeric::Snorm ? GL_BYTE : GL_UNSIGNED_BYTE;
    return layout;
}

std::vector<std::byte> encoded(const format::InternalFormat& format,
                               const format::Extent& extent,
                               const format::PixelLayout& layout,
                               const void* pixels) {
    const format::Id id = format.candidates[0];
    const format::Id texel = format::decodedLayout(id);
    const size_t row_B = size_t(extent.width_px) * format::layout(texel).block_B;
    const size_t slice_B = row_B * size_t(extent.height_px);
    std::vector<std::byte> texels(slice_B * size_t(extent.depth_px));
    format::unpack(
        layout, extent, pixels, *plainFormat(format), texel, texels.data(), row_B, slice_B);
    std::vector<std::byte> blocks(format::storageSize_B(id, extent));
    format::encodeBlocks(id, extent, texels.data(), blocks.data());
    return blocks;
}

/// Levels are made of a plain texture, which is filtered as others are.
bool generateEncoded(Context& context, Texture& texture, int32_t base, int32_t last) {
    const format::InternalFormat& format = *texture.image({base, 0}).format;
    const format::InternalFormat& plainly = *plainFormat(format);
    const format::Extent extent = texture.image({base, 0}).extent;
    const format::PixelLayout layout = texelLayout(format);
    ContextBackend& backend = context.backend();
    const std::unique_ptr<TextureBackend> plain = backend.createTexture(texture.type());
    std::vector<std::byte> texels(format::imageSize_B(layout, extent));
    const int32_t levels = last - base;
    for (int face = 0; plain && face < texture.faceCount(); ++face) {
        if (!texture.backend().read(backend, {base, face}, layout, texels.data()) ||
            !plain->define(backend, {0, face}, plainly, extent, &layout, texels.data())) {
            return false;
        }
        for (int32_t level = 1; level <= levels; ++level) {
            const format::Extent size = levelOf(texture.type(), extent, level);
            if (!plain->define(backend, {level, face}, plainly, size, nullptr, nullptr)) {
                return false;
            }
        }
    }
    if (!plain || !plain->generateMipmap(backend, 0, levels)) {
        return false;
    }
    for (int32_t level = 1; level <= levels; ++level) {
        const format::Extent size = levelOf(texture.type(), extent, level);
        for (int face = 0; face < texture.faceCount(); ++face) {
            if (!plain->read(backend, {level, face}, layout, texels.data())) {
                return false;
            }
            const std::vector<std::byte> blocks = encoded(format, size, layout, texels.data());
            if (!texture.backend().updateCompressed(
                    backend, {base + level, face}, {}, size, blocks.data())) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

bool defineTexels(Context& context,
                  Texture& texture,
                  const ImageIndex& index,
                  const format::InternalFormat& format,
                  const format::Extent& extent,
                  const format::PixelLayout& layout,
                  const void* pixels) {
    const report::Upload upload("texture",
                                texture.name(),
                                texture.label(),
                                pixels ? format::imageSize_B(layout, extent) : 0);
    TextureBackend& to = texture.backend();
    if (!format.compressed || !pixels || extent.width_px == 0) {
        return to.define(
            context.backend(), index, format, extent, pixels ? &layout : nullptr, pixels);
    }
    const std::vector<std::byte> blocks = encoded(format, extent, layout, pixels);
    return to.defineCompressed(context.backend(), index, format, extent, blocks.data());
}

bool updateTexels(Context& context,
                  Texture& texture,
                  const ImageIndex& index,
                  const Offset& offset,
                  const format::Extent& extent,
                  const format::PixelLayout& layout,
                  const void* pixels) {
    const report::Upload upload(
        "texture", texture.name(), texture.label(), format::imageSize_B(layout, extent));
    const format::InternalFormat& format = *texture.image(index).format;
    if (!format.compressed) {
        return texture.backend().update(context.backend(), index, offset, extent, layout, pixels);
    }
    const std::vector<std::byte> blocks = encoded(format, extent, layout, pixels);
    return texture.backend().updateCompressed(
        context.backend(), index, offset, extent, blocks.data());
}

bool generateTexels(Context& context, Texture& texture, int32_t baseLevel, int32_t lastLevel) {
    return texture.image({baseLevel, 0}).format->compressed
               ? generateEncoded(context, texture, baseLevel, lastLevel)
               : texture.backend().generateMipmap(context.backend(), baseLevel, lastLevel);
}

bool hasWholeBlocks(const format::InternalFormat& format,
                    const Offset& offset,
                    const format::Extent& extent,
                    const format::Extent& image) {
    if (!format.compressed) {
        return true;
    }
    const format::Layout& blocks = format::layout(format.candidates[0]);
    const auto ends = [](int32_t start_px, int32_t size_px, int32_t block_px, int32_t edge_px) {
        return size_px % block_px == 0 || start_px + size_px == edge_px;
    };
    return offset.x % blocks.blockWidth_px == 0 && offset.y % blocks.blockHeight_px == 0 &&
           ends(offset.x, extent.width_px, blocks.blockWidth_px, image.width_px) &&
           ends(offset.y, extent.height_px, blocks.blockHeight_px, image.height_px);
}

} // namespace gl
