// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

#include <cstddef>
#include <cstdint>

namespace cpu::exec {

class Workers;

/// Blocks in memory: one mip level of an image (of an aspect), with its layers or slices as z, or
/// texels in a buffer. Blocks are texels, or the blocks of compressed formats. What transfer
/// commands work on; recorded with all that they need.
struct Surface {
    uint8_t* base;          ///< Block (0, 0, 0) of sample 0.
    uint64_t zPitch_B;      ///< Between layers or slices.
    uint64_t rowPitch_B;    ///< As LevelData.
    uint32_t samplePitch_B; ///< Between the samples of a layer.
    Tiling tiling;
    uint32_t block_B;
    int32_t width;  ///< Blocks.
    int32_t height; ///< Blocks.
    int32_t depth;  ///< Layers or slices.
    int32_t sampleCount;

    uint8_t* row(int32_t y, int32_t z) const {
        uint8_t* const slice = base + uint64_t(z) * zPitch_B;
        return tiling == Tiling::Linear ? slice + uint64_t(y) * rowPitch_B
                                        : slice + uint64_t(y) / kTileHeight_blocks * rowPitch_B +
                                              y % kTileHeight_blocks * kTileWidth_blocks * block_B;
    }
    /// From row().
    size_t xOffset_B(int32_t x) const {
        const auto tile = uint32_t(x) / kTileWidth_blocks;
        return tiling == Tiling::Linear ? size_t(x) * block_B
                                        : (size_t(tile) * kTileHeight_blocks * kTileWidth_blocks +
                                           uint32_t(x) % kTileWidth_blocks) *
                                              block_B;
    }
    uint8_t* block(int32_t x, int32_t y, int32_t z) const { return row(y, z) + xOffset_B(x); }
    Surface sample(int32_t index) const {
        Surface other = *this;
        other.base += uint64_t(index) * samplePitch_B;
        return other;
    }
    /// How many blocks follow each other in memory from x on, `count` at most.
    int32_t run(int32_t x, int32_t count) const {
        if (tiling == Tiling::Linear) {
            return count;
        }
        const int32_t left = int32_t(kTileWidth_blocks) - x % int32_t(kTileWidth_blocks);
        return left < count ? left : count;
    }
};

struct Position {
    int32_t x;
    int32_t y;
    int32_t z;
};

/// All three are positive where there is something.
struct Extent {
    int32_t width;
    int32_t height;
    int32_t depth;

    bool empty() const { return width <= 0 || height <= 0 || depth <= 0; }
};

/// Makes the extent smaller until both boxes lie within their surfaces; empty when a position is
/// outside. Nothing that is recorded reaches beyond an image or a buffer.
Extent clip(Extent extent, const Surface& a, Position inA, const Surface& b, Position inB);

/// Copies blocks of equal size (sample by sample where both have the same number), on all workers
/// when it is much. Boxes that do not lie within their surfaces are clipped.
void copyBlocks(Workers& workers,
                const Surface& to,
                Position toPosition,
                const Surface& from,
                Position fromPosition,
                Extent extent);

/// Copies `part_B` bytes of each block, an aspect of a depth/stencil texel, between blocks of any
/// size: the bases point to the part. Single-sampled.
void copyParts(Workers& workers,
               const Surface& to,
               Position toPosition,
               const Surface& from,
               Position fromPosition,
               Extent extent,
               uint32_t part_B);

/// Sets the first `part_B` bytes of every block, of all samples, to `bytes`.
void fillBlocks(Workers& workers, const Surface& surface, const uint8_t* bytes, uint32_t part_B);

/// Repeats `pattern_B` bytes, 1 … 16, over linear memory.
void fillBytes(
    Workers& workers, uint8_t* to, uint64_t size_B, const uint8_t* pattern, uint32_t pattern_B);

/// Linear memory. The ranges may overlap only if they are the same.
void copyBytes(Workers& workers, uint8_t* to, const uint8_t* from, uint64_t size_B);

} // namespace cpu::exec
