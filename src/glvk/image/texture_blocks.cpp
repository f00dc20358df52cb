// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texture: the blocks of compressed formats that the device lacks.
#include "glvk/image/texture.h"

#include <algorithm>
#include <cstring>

namespace glvk {

namespace {

/// Where rows of blocks of a part of a level lie among those of the whole.
struct BlockRows {
    size_t start_B; ///< The part's first block.
    size_t row_B;   ///< Of the part.
    size_t pitch_B; ///< Of the whole.
    size_t slice_B; ///< Of the whole.
    int32_t rows;   ///< Of a slice of the part.
};

int32_t blocksAcross(int32_t texels, uint8_t block) {
    return (texels + block - 1) / block;
}

BlockRows blockRows(format::Id id,
                    const format::Extent& whole,
                    const gl::Offset& offset,
                    const format::Extent& part) {
    const format::Layout& layout = format::layout(id);
    const size_t pitch_B =
        size_t(blocksAcross(whole.width_px, layout.blockWidth_px)) * layout.block_B;
    const size_t slice_B = pitch_B * size_t(blocksAcross(whole.height_px, layout.blockHeight_px));
    return {size_t(offset.z) * slice_B + size_t(offset.y / layout.blockHeight_px) * pitch_B +
                size_t(offset.x / layout.blockWidth_px) * layout.block_B,
            size_t(blocksAcross(part.width_px, layout.blockWidth_px)) * layout.block_B,
            pitch_B,
            slice_B,
            blocksAcross(part.height_px, layout.blockHeight_px)};
}

/// Calls `row(offset among the whole, offset among the part, bytes)`, as far as the whole reaches.
template <class Row>
void forEachRow(const BlockRows& r, int32_t slices, size_t whole_B, Row row) {
    for (int32_t z = 0; z < slices; ++z) {
        for (int32_t y = 0; y < r.rows; ++y) {
            const size_t at = r.start_B + size_t(z) * r.slice_B + size_t(y) * r.pitch_B;
            if (at + r.row_B <= whole_B) {
                row(at, (size_t(z) * size_t(r.rows) + size_t(y)) * r.row_B, r.row_B);
            }
        }
    }
}

} // namespace

void Texture::keepBlocks(Level& level,
                         const gl::Offset& offset,
                         const format::Extent& extent,
                         const void* src) {
    if (format::layout(level.storage).compressed()) {
        return; // The image has them.
    }
    const format::Id id = level.format->candidates[0];
    level.blocks.resize(format::storageSize_B(id, level.extent));
    const auto* bytes = static_cast<const std::byte*>(src);
    forEachRow(blockRows(id, level.extent, offset, extent),
               extent.depth_px,
               level.blocks.size(),
               [&](size_t whole_B, size_t part_B, size_t size_B) {
                   std::memcpy(level.blocks.data() + whole_B, bytes + part_B, size_B);
               });
}

std::vector<std::byte> Texture::blocksOf(const gl::ImageIndex& index,
                                         const gl::Offset& offset,
                                         const format::Extent& extent) {
    const Level& l = level(index);
    if (l.blocks.empty()) {
        return {};
    }
    const format::Id id = l.format->candidates[0];
    std::vector<std::byte> part(format::storageSize_B(id, extent));
    forEachRow(blockRows(id, l.extent, offset, extent),
               extent.depth_px,
               l.blocks.size(),
               [&](size_t whole_B, size_t part_B, size_t size_B) {
                   std::memcpy(part.data() + part_B, l.blocks.data() + whole_B, size_B);
               });
    return part;
}

void Texture::setBlocks(const gl::ImageIndex& index,
                        const gl::Offset& offset,
                        const format::Extent& extent,
                        const std::vector<std::byte>& blocks) {
    Level& l = level(index);
    if (!blocks.empty() && l.format && l.format->compressed) {
        keepBlocks(l, offset, extent, blocks.data());
    } else {
        l.blocks = {}; // Something else was written over them.
    }
}

} // namespace glvk
