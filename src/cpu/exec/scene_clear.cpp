// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/scene_clear.h"

#include "cpu/exec/parallel.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cpu::exec {

namespace {

/// Of blocks that follow each other in memory.
void fillRun(uint8_t* to, int32_t count, uint32_t block_B, const TexelBytes& texel) {
    for (int32_t i = 0; i < count; ++i, to += block_B) {
        std::memcpy(to + texel.offset_B, texel.bytes, texel.size_B);
    }
}

template <typename Word>
void fillWords(uint8_t* to, int32_t count, const TexelBytes& texel) {
    Word word;
    std::memcpy(&word, texel.bytes, sizeof word);
    for (int32_t i = 0; i < count; ++i, to += sizeof word) {
        std::memcpy(to, &word, sizeof word);
    }
}

void fillTexels(uint8_t* to, int32_t count, uint32_t block_B, const TexelBytes& texel) {
    if (texel.size_B != block_B) {
        fillRun(to, count, block_B, texel);
        return;
    }
    switch (block_B) {
    case 1:
        return fillWords<uint8_t>(to, count, texel);
    case 2:
        return fillWords<uint16_t>(to, count, texel);
    case 4:
        return fillWords<uint32_t>(to, count, texel);
    case 8:
        return fillWords<uint64_t>(to, count, texel);
    case 16:
        return fillWords<std::array<uint64_t, 2>>(to, count, texel);
    default:
        return fillRun(to, count, block_B, texel);
    }
}

} // namespace

TexelBytes
encodeClear(const format::VkFormatLayout& format, uint8_t aspects, const ClearValue& value) {
    TexelBytes texel{0, format.block_B, {}};
    format::TexelValue channels{};
    std::memcpy(channels.bits, value.bits, sizeof channels.bits);
    if (!format.color()) {
        channels.bits[1] &= 0xff; // The bits that there are.
    }
    format::writeTexel(format, texel.bytes, channels);
    const bool one = aspects == kDepthAspect || aspects == kStencilAspect;
    if (one && format.depth && format.stencil) {
        const format::ChannelLayout& channel = format.channels[aspects == kDepthAspect ? 0 : 1];
        texel.offset_B = channel.shift / 8;
        texel.size_B = channel.bits / 8;
        std::memmove(texel.bytes, texel.bytes + texel.offset_B, texel.size_B);
    }
    return texel;
}

std::optional<SceneClear>
makeClear(const Surface& surface, const Rectangle& area, Layers layers, const TexelBytes& texel) {
    const Rectangle inside = common(area, {0, 0, surface.width, surface.height});
    const auto depth = uint32_t(surface.depth);
    const uint32_t first = std::min(layers.first, depth);
    const uint32_t count = std::min(layers.count, depth - first);
    if (inside.x0 >= inside.x1 || inside.y0 >= inside.y1 || count == 0) {
        return {};
    }
    return SceneClear{surface, inside, {first, count}, texel};
}

namespace {

/// Texels that follow each other, as many as a tile has in a row of images or of tiles of texels.
/// Copying them writes whole cache lines at once, which need not be read before.
class TexelRow {
public:
    TexelRow(const TexelBytes& texel, uint32_t block_B, int32_t count)
        : m_texel(texel), m_block_B(block_B), m_whole(texel.size_B == block_B) {
        if (m_whole) {
            m_size_B = std::min(kRow_B / block_B, size_t(count)) * block_B;
            fillTexels(m_bytes, int32_t(m_size_B / block_B), block_B, texel);
        }
    }
    void fill(uint8_t* to, int32_t count) const {
        if (!m_whole) {
            fillTexels(to, count, m_block_B, m_texel);
            return;
        }
        size_t left_B = size_t(count) * m_block_B;
        for (; left_B > m_size_B; left_B -= m_size_B, to += m_size_B) {
            std::memcpy(to, m_bytes, m_size_B);
        }
        std::memcpy(to, m_bytes, left_B);
    }

private:
    static constexpr size_t kRow_B = 4096;

    const TexelBytes& m_texel;
    const uint32_t m_block_B;
    const bool m_whole; ///< Nothing of a block stays.
    size_t m_size_B = 0;
    alignas(64) uint8_t m_bytes[kRow_B];
};

} // namespace

void clearPart(const SceneClear& clear, const Rectangle& part) {
    const Rectangle area = common(clear.area, part);
    if (area.x0 >= area.x1 || area.y0 >= area.y1) {
        return;
    }
    constexpr auto kRows = int32_t(kTileHeight_blocks);
    const int32_t width = area.x1 - area.x0;
    const bool linear = clear.surface.tiling == Tiling::Linear;
    const TexelRow texels(clear.texel, clear.surface.block_B, linear ? width : width * kRows);
    for (uint32_t layer = 0; layer < clear.layers.count; ++layer) {
        for (int32_t i = 0; i < clear.surface.sampleCount; ++i) {
            const Surface surface = clear.surface.sample(i);
            const auto z = int32_t(clear.layers.first + layer);
            if (linear) {
                uint8_t* row = surface.block(area.x0, area.y0, z);
                for (int32_t y = area.y0; y < area.y1; ++y, row += surface.rowPitch_B) {
                    texels.fill(row, width);
                }
                continue;
            }
            for (int32_t y = area.y0; y < area.y1;) {
                uint8_t* const row = surface.row(y, z);
                // Whole tiles follow each other.
                const bool tiles = y % kRows == 0 && y + kRows <= area.y1 &&
                                   (area.x0 | area.x1) % int32_t(kTileWidth_blocks) == 0;
                if (tiles) {
                    texels.fill(row + surface.xOffset_B(area.x0), width * kRows);
                    y += kRows;
                    continue;
                }
                for (int32_t x = area.x0; x < area.x1;) {
                    const int32_t run = surface.run(x, area.x1 - x);
                    texels.fill(row + surface.xOffset_B(x), run);
                    x += run;
                }
                ++y;
            }
        }
    }
}

void clearAll(Workers& workers, const SceneClear& clear) {
    const Rectangle& area = clear.area;
    const Surface& surface = clear.surface;
    if (area.x0 == 0 && area.y0 == 0 && area.x1 == surface.width && area.y1 == surface.height) {
        Surface part = surface;
        part.base += clear.layers.first * surface.zPitch_B + clear.texel.offset_B;
        part.depth = int32_t(clear.layers.count);
        fillBlocks(workers, part, clear.texel.bytes, clear.texel.size_B);
        return;
    }
    constexpr int32_t kRows = 16;
    const auto bands = uint64_t(area.y1 - area.y0 + kRows - 1) / kRows;
    const uint64_t band_B = uint64_t(area.x1 - area.x0) * kRows * surface.block_B *
                            uint64_t(surface.sampleCount) * clear.layers.count;
    forEachItem(workers, bands, band_B, [&](uint64_t band) {
        const int32_t y = area.y0 + int32_t(band) * kRows;
        clearPart(clear, {area.x0, y, area.x1, y + kRows});
    });
}

} // namespace cpu::exec
