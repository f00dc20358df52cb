// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "format/vk_block.h"

#include "format/block_decoders.h"
#include "format/block_tables.h"
#include "format/small_float.h"
#include "format/srgb.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace format {

namespace {

uint64_t loadLittle(const uint8_t* at) {
    uint64_t word;
    std::memcpy(&word, at, sizeof(word));
    return word;
}

uint64_t loadBig(const uint8_t* at) {
    return __builtin_bswap64(loadLittle(at));
}

/// One channel of eight bytes; `out` has a TexelValue's stride.
void decodeBc4Exactly(const uint8_t* block, bool isSigned, TexelValue* out, uint32_t channel) {
    const uint64_t word = loadLittle(block);
    // The order of the end points as they are stored decides, -128 before it becomes -127.
    int end0 = isSigned ? int8_t(block[0]) : block[0];
    int end1 = isSigned ? int8_t(block[1]) : block[1];
    const bool eight = end0 > end1;
    const int lowest = isSigned ? -127 : 0;
    const int highest = isSigned ? 127 : 255;
    end0 = std::max(end0, lowest);
    end1 = std::max(end1, lowest);
    const int steps = eight ? 7 : 5;
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const auto index = int(word >> (16 + 3 * i) & 7);
        const int sum = index == 0           ? end0 * steps
                        : index == 1         ? end1 * steps
                        : eight || index < 6 ? end0 * (steps + 1 - index) + end1 * (index - 1)
                        : index == 6         ? lowest * steps
                                             : highest * steps;
        out[i].setNumber(channel, float(sum) / float(highest * steps));
    }
}

/// Index of texel (x, y), which are column by column in ETC blocks.
constexpr uint32_t etcOrder(uint32_t texel) {
    return texel % 4 * 4 + texel / 4;
}

uint32_t field(uint64_t word, uint32_t low, uint32_t count) {
    return uint32_t(word >> low) & ((1u << count) - 1);
}

int eacModifier(uint64_t word, uint32_t texel) {
    return kEacModifiers[field(word, 48, 4)][field(word, 45 - 3 * etcOrder(texel), 3)];
}

void decodeEacExactly(const uint8_t* block, bool isSigned, TexelValue* out, uint32_t channel) {
    const uint64_t word = loadBig(block);
    const auto multiplier = int(field(word, 52, 4));
    const int base = isSigned ? std::max<int>(int8_t(block[0]), -127) * 8 : block[0] * 8 + 4;
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const int value = base + eacModifier(word, i) * (multiplier ? multiplier * 8 : 1);
        out[i].setNumber(channel,
                         isSigned ? float(std::clamp(value, -1023, 1023)) / 1023.0f
                                  : float(std::clamp(value, 0, 2047)) / 2047.0f);
    }
}

void decodeBc6hFloats(const uint8_t* block, bool isSigned, TexelValue* out) {
    std::array<std::array<uint16_t, 4>, kBlockTexels> halves;
    decodeBc6h(block, isSigned, halves);
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        for (uint32_t channel = 0; channel < 4; ++channel) {
            out[i].setNumber(channel, fromHalf(halves[i][channel]));
        }
    }
}

void finish(const Rgba8Block& colors, ChannelType type, TexelValue* out) {
    const auto color = [&](uint8_t value) {
        return type == ChannelType::Srgb ? srgbToLinear(value) : float(value) / 255.0f;
    };
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const auto& [r, g, b, a] = colors[i];
        out[i] = TexelValue::ofFloats(color(r), color(g), color(b), float(a) / 255.0f);
    }
}

} // namespace

void decodeBlock(const VkFormatLayout& layout,
                 const uint8_t* block,
                 TexelValue texels[kBlockTexels]) {
    const bool isSigned = layout.type == ChannelType::Snorm;
    const bool alpha = layout.channels[3].bits > 0;
    Rgba8Block colors;
    switch (layout.encoding) {
    case Encoding::Bc1:
        decodeBc1(block, alpha ? Bc1Mode::PunchThrough : Bc1Mode::Opaque, colors);
        break;
    case Encoding::Bc2:
        decodeBc1(block + 8, Bc1Mode::AlwaysFour, colors);
        decodeBc2Alpha(block, colors);
        break;
    case Encoding::Bc3:
        decodeBc1(block + 8, Bc1Mode::AlwaysFour, colors);
        finish(colors, layout.type, texels);
        return decodeBc4Exactly(block, false, texels, 3);
    case Encoding::Bc4:
    case Encoding::Bc5:
    case Encoding::EacR11:
    case Encoding::EacRg11:
        std::fill(texels, texels + kBlockTexels, TexelValue::ofFloats(0, 0, 0, 1));
        for (uint32_t channel = 0; channel < 2; ++channel) {
            if (!layout.channels[channel].bits) {
                continue;
            }
            const bool eac =
                layout.encoding == Encoding::EacR11 || layout.encoding == Encoding::EacRg11;
            (eac ? decodeEacExactly
                 : decodeBc4Exactly)(block + 8 * channel, isSigned, texels, channel);
        }
        return;
    case Encoding::Bc6h:
    case Encoding::Bc6hSigned:
        return decodeBc6hFloats(block, layout.encoding == Encoding::Bc6hSigned, texels);
    case Encoding::Bc7:
        decodeBc7(block, colors);
        break;
    case Encoding::Etc2Rgb:
    case Encoding::Etc2RgbA1:
        decodeEtc2(block, alpha, colors);
        break;
    case Encoding::Etc2RgbA8:
        decodeEtc2(block + 8, false, colors);
        decodeEacAlpha(block, colors);
        break;
    case Encoding::None:
    case Encoding::Plain:
    case Encoding::B10G11R11:
    case Encoding::E5B9G9R9:
        std::fill(texels, texels + kBlockTexels, TexelValue{});
        return;
    }
    finish(colors, layout.type, texels);
}

} // namespace format
