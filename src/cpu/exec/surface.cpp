// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/surface.h"

#include "cpu/exec/parallel.h"

#include <algorithm>
#include <cstring>

namespace cpu::exec {

namespace {

constexpr int32_t kTileWidth = int32_t(kTileWidth_blocks);
constexpr int32_t kTileHeight = int32_t(kTileHeight_blocks);
/// Rows of a tile are copied in strips that stay in the first-level cache.
constexpr int32_t kStrip_blocks = 256;

struct Boxes {
    const Surface& to;
    const Surface& from;
    Position toAt;
    Position fromAt;
    Extent extent;
};

/// Between the blocks of one row of a tile and those of the next tile's.
size_t tileStep_B(const Surface& surface) {
    const uint32_t rows = surface.tiling == Tiling::Tiled ? kTileHeight_blocks : 1;
    return size_t(rows) * kTileWidth_blocks * surface.block_B;
}

/// Rows of equal blocks whose size the compiler knows, 0: it does not.
template <uint32_t kBlock_B>
void copyRow(const Boxes& boxes, int32_t x, int32_t count, int32_t y, int32_t z) {
    const uint32_t block_B = kBlock_B ? kBlock_B : boxes.to.block_B;
    uint8_t* const to = boxes.to.row(boxes.toAt.y + y, boxes.toAt.z + z);
    const uint8_t* const from = boxes.from.row(boxes.fromAt.y + y, boxes.fromAt.z + z);
    int32_t toX = boxes.toAt.x + x;
    int32_t fromX = boxes.fromAt.x + x;
    while (count > 0) {
        const int32_t run = boxes.from.run(fromX, boxes.to.run(toX, count));
        uint8_t* toBlock = to + boxes.to.xOffset_B(toX);
        const uint8_t* fromBlock = from + boxes.from.xOffset_B(fromX);
        int32_t copied = run;
        if (kBlock_B && run == kTileWidth) {
            // From here on both go from tile to tile.
            copied = count / kTileWidth * kTileWidth;
            const size_t toStep_B = tileStep_B(boxes.to);
            const size_t fromStep_B = tileStep_B(boxes.from);
            for (int32_t i = 0; i < copied; i += kTileWidth) {
                std::memcpy(toBlock, fromBlock, size_t(kTileWidth) * kBlock_B);
                toBlock += toStep_B;
                fromBlock += fromStep_B;
            }
        } else {
            std::memcpy(toBlock, fromBlock, size_t(run) * block_B);
        }
        toX += copied;
        fromX += copied;
        count -= copied;
    }
}

template <uint32_t kBlock_B>
void copyRows(const Boxes& boxes, int32_t firstY, int32_t endY, int32_t z) {
    const bool linear = boxes.to.tiling == Tiling::Linear && boxes.from.tiling == Tiling::Linear;
    const int32_t strip = linear ? boxes.extent.width : kStrip_blocks;
    for (int32_t x = 0; x < boxes.extent.width; x += strip) {
        const int32_t count = std::min(strip, boxes.extent.width - x);
        for (int32_t y = firstY; y < endY; ++y) {
            copyRow<kBlock_B>(boxes, x, count, y, z);
        }
    }
}

using CopyRows = void (*)(const Boxes&, int32_t firstY, int32_t endY, int32_t z);

CopyRows copyRowsOf(uint32_t block_B) {
    switch (block_B) {
    case 1:
        return copyRows<1>;
    case 2:
        return copyRows<2>;
    case 4:
        return copyRows<4>;
    case 8:
        return copyRows<8>;
    case 16:
        return copyRows<16>;
    default:
        return copyRows<0>;
    }
}

/// Whole tiles move as they lie. What is beyond an image's edge in its last tiles may be
/// overwritten.
bool movesTiles(const Boxes& boxes) {
    const auto whole = [](int32_t to, int32_t from, int32_t size, int32_t edge, int32_t tile) {
        return to % tile == 0 && from % tile == 0 && (size % tile == 0 || to + size == edge);
    };
    return boxes.to.tiling == Tiling::Tiled && boxes.from.tiling == Tiling::Tiled &&
           whole(boxes.toAt.x, boxes.fromAt.x, boxes.extent.width, boxes.to.width, kTileWidth) &&
           whole(boxes.toAt.y, boxes.fromAt.y, boxes.extent.height, boxes.to.height, kTileHeight);
}

/// A block repeated until it fills whole cache lines.
class Pattern {
public:
    Pattern(const uint8_t* block, uint32_t block_B) {
        while (m_size_B == 0 || m_size_B % kLine_B != 0) {
            std::memcpy(m_bytes + m_size_B, block, block_B);
            m_size_B += block_B;
        }
        // Longer copies are done with the widest stores there are.
        for (; m_size_B <= sizeof m_bytes / 2; m_size_B *= 2) {
            std::memcpy(m_bytes + m_size_B, m_bytes, m_size_B);
        }
    }
    uint64_t size_B() const { return m_size_B; }
    /// From the start of the pattern.
    void fill(uint8_t* to, uint64_t size_B) const {
        for (; size_B >= m_size_B; to += m_size_B, size_B -= m_size_B) {
            std::memcpy(to, m_bytes, m_size_B);
        }
        std::memcpy(to, m_bytes, size_B);
    }

private:
    static constexpr uint32_t kLine_B = 64;
    alignas(kLine_B) uint8_t m_bytes[16 * kLine_B];
    uint32_t m_size_B = 0;
};

int32_t limit(int32_t size, int32_t position, int32_t available) {
    return position < 0 || position >= available ? 0 : std::min(size, available - position);
}

} // namespace

Extent clip(Extent extent, const Surface& a, Position inA, const Surface& b, Position inB) {
    extent.width = limit(limit(extent.width, inA.x, a.width), inB.x, b.width);
    extent.height = limit(limit(extent.height, inA.y, a.height), inB.y, b.height);
    extent.depth = limit(limit(extent.depth, inA.z, a.depth), inB.z, b.depth);
    return extent;
}

void copyBlocks(Workers& workers,
                const Surface& to,
                Position toPosition,
                const Surface& from,
                Position fromPosition,
                Extent extent) {
    extent = clip(extent, to, toPosition, from, fromPosition);
    if (extent.empty() || to.block_B != from.block_B || to.sampleCount != from.sampleCount) {
        return;
    }
    if (to.sampleCount > 1) {
        for (int32_t i = 0; i < to.sampleCount; ++i) {
            Surface toSample = to.sample(i);
            Surface fromSample = from.sample(i);
            toSample.sampleCount = fromSample.sampleCount = 1;
            copyBlocks(workers, toSample, toPosition, fromSample, fromPosition, extent);
        }
        return;
    }

    const Boxes boxes{to, from, toPosition, fromPosition, extent};
    // An item is a band: the rows that share rows of tiles of the image that is written, or else
    // read.
    const Surface& tiled = to.tiling == Tiling::Tiled ? to : from;
    const int32_t phase = tiled.tiling == Tiling::Linear ? 0
                          : &tiled == &to                ? toPosition.y % kTileHeight
                                                         : fromPosition.y % kTileHeight;
    const int32_t bands = (extent.height + phase + kTileHeight - 1) / kTileHeight;
    const uint64_t band_B = uint64_t(extent.width) * kTileHeight * to.block_B;
    const bool tiles = movesTiles(boxes);
    const CopyRows rows = copyRowsOf(to.block_B);
    forEachItem(workers, uint64_t(bands) * uint64_t(extent.depth), band_B, [&](uint64_t item) {
        const auto z = int32_t(item / uint64_t(bands));
        const int32_t start = int32_t(item % uint64_t(bands)) * kTileHeight - phase;
        if (tiles) {
            const int32_t columns = (extent.width + kTileWidth - 1) / kTileWidth;
            std::memcpy(to.block(toPosition.x, toPosition.y + start, toPosition.z + z),
                        from.block(fromPosition.x, fromPosition.y + start, fromPosition.z + z),
                        size_t(columns) * kTileWidth * kTileHeight * to.block_B);
            return;
        }
        rows(boxes, std::max(start, 0), std::min(start + kTileHeight, extent.height), z);
    });
}

void copyParts(Workers& workers,
               const Surface& to,
               Position toPosition,
               const Surface& from,
               Position fromPosition,
               Extent extent,
               uint32_t part_B) {
    extent = clip(extent, to, toPosition, from, fromPosition);
    if (extent.empty()) {
        return;
    }
    const uint64_t row_B = uint64_t(extent.width) * (to.block_B + from.block_B);
    const uint64_t rows = uint64_t(extent.height) * uint64_t(extent.depth);
    forEachItem(workers, rows, row_B, [&](uint64_t item) {
        const auto z = int32_t(item / uint64_t(extent.height));
        const auto y = int32_t(item % uint64_t(extent.height));
        uint8_t* const toRow = to.row(toPosition.y + y, toPosition.z + z);
        const uint8_t* const fromRow = from.row(fromPosition.y + y, fromPosition.z + z);
        for (int32_t x = 0; x < extent.width; ++x) {
            std::memcpy(toRow + to.xOffset_B(toPosition.x + x),
                        fromRow + from.xOffset_B(fromPosition.x + x),
                        part_B);
        }
    });
}

void fillBlocks(Workers& workers, const Surface& surface, const uint8_t* bytes, uint32_t part_B) {
    if (surface.sampleCount > 1) {
        for (int32_t i = 0; i < surface.sampleCount; ++i) {
            Surface sample = surface.sample(i);
            sample.sampleCount = 1;
            fillBlocks(workers, sample, bytes, part_B);
        }
        return;
    }
    if (surface.width <= 0 || surface.height <= 0 || surface.depth <= 0) {
        return;
    }
    const bool tiled = surface.tiling == Tiling::Tiled;
    const int32_t step = tiled ? kTileHeight : 1;
    const auto bands = uint64_t((surface.height + step - 1) / step);
    // Bands of tiles are filled to their ends, beyond the image's edge.
    const uint64_t columns =
        tiled ? uint64_t(surface.width + kTileWidth - 1) / kTileWidth * kTileWidth * kTileHeight
              : uint64_t(surface.width);
    const uint64_t band_B = columns * surface.block_B;
    const Pattern pattern(bytes, surface.block_B);
    forEachItem(workers, bands * uint64_t(surface.depth), band_B, [&](uint64_t item) {
        const auto z = int32_t(item / bands);
        const auto y = int32_t(item % bands) * step;
        uint8_t* const band = surface.row(y, z);
        if (part_B == surface.block_B) {
            pattern.fill(band, band_B);
            return;
        }
        for (uint64_t i = 0; i < columns; ++i) {
            std::memcpy(band + i * surface.block_B, bytes, part_B);
        }
    });
}

void fillBytes(
    Workers& workers, uint8_t* to, uint64_t size_B, const uint8_t* pattern, uint32_t pattern_B) {
    const Pattern repeated(pattern, pattern_B);
    const uint64_t piece_B = repeated.size_B() * 256;
    forEachItem(workers, (size_B + piece_B - 1) / piece_B, piece_B, [&](uint64_t item) {
        const uint64_t start_B = item * piece_B;
        repeated.fill(to + start_B, std::min(piece_B, size_B - start_B));
    });
}

void copyBytes(Workers& workers, uint8_t* to, const uint8_t* from, uint64_t size_B) {
    constexpr uint64_t kPiece_B = uint64_t(64) << 10;
    forEachItem(workers, (size_B + kPiece_B - 1) / kPiece_B, kPiece_B, [&](uint64_t item) {
        const uint64_t start_B = item * kPiece_B;
        std::memmove(to + start_B, from + start_B, std::min(kPiece_B, size_B - start_B));
    });
}

} // namespace cpu::exec
