// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "format/vk_block.h"

#include "format/block_tables.h"
#include "format/srgb.h"

#include <algorithm>
#include <cstring>

namespace format {

namespace {

struct Rgba8 {
    int r, g, b, a;
};

/// Bits of a little-endian block, from the lowest up.
class BitReader {
public:
    explicit BitReader(const uint8_t* block) : m_block(block) {}

    uint32_t take(uint32_t count) {
        uint32_t value = 0;
        for (uint32_t i = 0; i < count; ++i, ++m_position) {
            value |= uint32_t(m_block[m_position / 8] >> m_position % 8 & 1) << i;
        }
        return value;
    }
    void skip(uint32_t count) { m_position += count; }

private:
    const uint8_t* m_block;
    uint32_t m_position = 0;
};

uint64_t loadLittle(const uint8_t* at) {
    uint64_t word;
    std::memcpy(&word, at, sizeof(word));
    return word;
}

uint64_t loadBig(const uint8_t* at) {
    return __builtin_bswap64(loadLittle(at));
}

int clamp8(int value) {
    return std::clamp(value, 0, 255);
}

int extend4(uint32_t v) {
    return int(v << 4 | v);
}
int extend5(uint32_t v) {
    return int(v << 3 | v >> 2);
}
int extend6(uint32_t v) {
    return int(v << 2 | v >> 4);
}
int extend7(uint32_t v) {
    return int(v << 1 | v >> 6);
}

// ---- BC1 to BC5 (Khronos Data Format Specification, "S3TC" and "RGTC") --------------------------

Rgba8 expand565(uint32_t color) {
    return {extend5(color >> 11), extend6(color >> 5 & 63), extend5(color & 31), 255};
}

/// (a·weightA + b·weightB) / (weightA + weightB), to the nearest.
Rgba8 mix(const Rgba8& a, int weightA, const Rgba8& b, int weightB) {
    const int sum = weightA + weightB;
    const auto channel = [&](int x, int y) { return (x * weightA + y * weightB + sum / 2) / sum; };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
}

enum class ThreeColors { Never, Opaque, Transparent };

void decodeBc1(const uint8_t* block, ThreeColors three, Rgba8* out) {
    const uint64_t word = loadLittle(block);
    const auto color0 = uint32_t(word & 0xffff);
    const auto color1 = uint32_t(word >> 16 & 0xffff);
    Rgba8 palette[4] = {expand565(color0), expand565(color1), {}, {}};
    if (color0 > color1 || three == ThreeColors::Never) {
        palette[2] = mix(palette[0], 2, palette[1], 1);
        palette[3] = mix(palette[0], 1, palette[1], 2);
    } else {
        palette[2] = mix(palette[0], 1, palette[1], 1);
        palette[3] = {0, 0, 0, three == ThreeColors::Transparent ? 0 : 255};
    }
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        out[i] = palette[word >> (32 + 2 * i) & 3];
    }
}

/// One channel of eight bytes; `out` has a TexelValue's stride.
void decodeBc4(const uint8_t* block, bool isSigned, TexelValue* out, uint32_t channel) {
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

// ---- ETC2 and EAC -------------------------------------------------------------------------------

/// Index of texel (x, y), which are column by column in ETC blocks.
constexpr uint32_t etcOrder(uint32_t texel) {
    return texel % 4 * 4 + texel / 4;
}

uint32_t field(uint64_t word, uint32_t low, uint32_t count) {
    return uint32_t(word >> low) & ((1u << count) - 1);
}

Rgba8 add(const Rgba8& color, int difference) {
    return {clamp8(color.r + difference),
            clamp8(color.g + difference),
            clamp8(color.b + difference),
            255};
}

uint32_t etcIndex(uint64_t word, uint32_t texel) {
    const uint32_t bit = etcOrder(texel);
    return field(word, 16 + bit, 1) << 1 | field(word, bit, 1);
}

void decodeEtcPalette(uint64_t word, const Rgba8 palette[4], Rgba8* out) {
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        out[i] = palette[etcIndex(word, i)];
    }
}

constexpr Rgba8 kTransparent = {0, 0, 0, 0};

void decodeEtcT(uint64_t word, bool punchThrough, Rgba8* out) {
    const Rgba8 first = {extend4(field(word, 59, 2) << 2 | field(word, 56, 2)),
                         extend4(field(word, 52, 4)),
                         extend4(field(word, 48, 4)),
                         255};
    const Rgba8 second = {
        extend4(field(word, 44, 4)), extend4(field(word, 40, 4)), extend4(field(word, 36, 4)), 255};
    const int distance = kEtcDistances[field(word, 34, 2) << 1 | field(word, 32, 1)];
    const Rgba8 palette[4] = {
        first, add(second, distance), punchThrough ? kTransparent : second, add(second, -distance)};
    decodeEtcPalette(word, palette, out);
}

void decodeEtcH(uint64_t word, bool punchThrough, Rgba8* out) {
    const uint32_t r = field(word, 59, 4);
    const uint32_t g = field(word, 56, 3) << 1 | field(word, 52, 1);
    const uint32_t b = field(word, 51, 1) << 3 | field(word, 47, 3);
    const uint32_t r2 = field(word, 43, 4);
    const uint32_t g2 = field(word, 39, 4);
    const uint32_t b2 = field(word, 35, 4);
    const bool order = (r << 8 | g << 4 | b) >= (r2 << 8 | g2 << 4 | b2);
    const int distance =
        kEtcDistances[field(word, 34, 1) << 2 | field(word, 32, 1) << 1 | uint32_t(order)];
    const Rgba8 first = {extend4(r), extend4(g), extend4(b), 255};
    const Rgba8 second = {extend4(r2), extend4(g2), extend4(b2), 255};
    const Rgba8 palette[4] = {add(first, distance),
                              add(first, -distance),
                              punchThrough ? kTransparent : add(second, distance),
                              add(second, -distance)};
    decodeEtcPalette(word, palette, out);
}

void decodeEtcPlanar(uint64_t word, Rgba8* out) {
    const Rgba8 origin = {
        extend6(field(word, 57, 6)),
        extend7(field(word, 56, 1) << 6 | field(word, 49, 6)),
        extend6(field(word, 48, 1) << 5 | field(word, 43, 2) << 3 | field(word, 39, 3)),
        255};
    const Rgba8 right = {extend6(field(word, 34, 5) << 1 | field(word, 32, 1)),
                         extend7(field(word, 25, 7)),
                         extend6(field(word, 19, 6)),
                         255};
    const Rgba8 down = {
        extend6(field(word, 13, 6)), extend7(field(word, 6, 7)), extend6(field(word, 0, 6)), 255};
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const auto x = int(i % 4);
        const auto y = int(i / 4);
        const auto channel = [&](int o, int h, int v) {
            return clamp8((x * (h - o) + y * (v - o) + 4 * o + 2) >> 2);
        };
        out[i] = {channel(origin.r, right.r, down.r),
                  channel(origin.g, right.g, down.g),
                  channel(origin.b, right.b, down.b),
                  255};
    }
}

/// Two halves of the block, each a base colour and modifiers.
void decodeEtcHalves(uint64_t word, const Rgba8 base[2], bool punchThrough, Rgba8* out) {
    const uint32_t codeWord[2] = {field(word, 37, 3), field(word, 34, 3)};
    const bool flip = field(word, 32, 1);
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const uint32_t half = (flip ? i / 4 : i % 4) / 2;
        const uint32_t index = etcIndex(word, i);
        if (punchThrough && index % 2 == 0) {
            out[i] = index == 2 ? kTransparent : base[half];
        } else {
            out[i] = add(base[half], kEtcModifiers[codeWord[half]][index]);
        }
    }
}

/// `withAlpha`: the bit that says individual or differential says opaque or punch-through instead.
void decodeEtc2(const uint8_t* block, bool withAlpha, Rgba8* out) {
    const uint64_t word = loadBig(block);
    const bool bit = field(word, 33, 1);
    const bool punchThrough = withAlpha && !bit;
    Rgba8 base[2];
    if (!withAlpha && !bit) {
        base[0] = {extend4(field(word, 60, 4)),
                   extend4(field(word, 52, 4)),
                   extend4(field(word, 44, 4)),
                   255};
        base[1] = {extend4(field(word, 56, 4)),
                   extend4(field(word, 48, 4)),
                   extend4(field(word, 40, 4)),
                   255};
        return decodeEtcHalves(word, base, false, out);
    }
    const auto second = [&](uint32_t low) {
        return int(field(word, low + 3, 5)) + (int(field(word, low, 3) ^ 4) - 4);
    };
    const int r = second(56);
    const int g = second(48);
    const int b = second(40);
    const auto overflows = [](int value) { return value < 0 || value > 31; };
    if (overflows(r)) {
        return decodeEtcT(word, punchThrough, out);
    }
    if (overflows(g)) {
        return decodeEtcH(word, punchThrough, out);
    }
    if (overflows(b)) {
        return decodeEtcPlanar(word, out);
    }
    base[0] = {
        extend5(field(word, 59, 5)), extend5(field(word, 51, 5)), extend5(field(word, 43, 5)), 255};
    base[1] = {extend5(uint32_t(r)), extend5(uint32_t(g)), extend5(uint32_t(b)), 255};
    decodeEtcHalves(word, base, punchThrough, out);
}

int eacModifier(uint64_t word, uint32_t texel) {
    return kEacModifiers[field(word, 48, 4)][field(word, 45 - 3 * etcOrder(texel), 3)];
}

void decodeEacAlpha(const uint8_t* block, Rgba8* out) {
    const uint64_t word = loadBig(block);
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        out[i].a = clamp8(int(field(word, 56, 8)) + eacModifier(word, i) * int(field(word, 52, 4)));
    }
}

void decodeEacR11(const uint8_t* block, bool isSigned, TexelValue* out, uint32_t channel) {
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

// ---- BC6H and BC7 (Khronos Data Format Specification, "BPTC") -----------------------------------

uint32_t subsetOf(uint32_t subsets, uint32_t partition, uint32_t texel) {
    return subsets == 3   ? kPartitions3[partition] >> 2 * texel & 3
           : subsets == 2 ? kPartitions2[partition] >> texel & 1
                          : 0;
}

bool isAnchor(uint32_t subsets, uint32_t partition, uint32_t texel) {
    return texel == 0 || (subsets == 2 && texel == kAnchors2[partition]) ||
           (subsets == 3 && (texel == kAnchors3Second[partition] ||
                             texel == kAnchors3Third[partition]));
}

int weight(uint32_t indexBits, uint32_t index) {
    return indexBits == 2   ? kWeights2[index]
           : indexBits == 3 ? kWeights3[index]
                            : kWeights4[index];
}

int interpolate(int a, int b, int weight) {
    return (a * (64 - weight) + b * weight + 32) >> 6;
}

/// `bits` of a byte's upper end, which are repeated below.
int widen(uint32_t value, uint32_t bits) {
    value <<= 8 - bits;
    return int(value | value >> bits);
}

struct Bc7Endpoints {
    uint32_t channels[6][4];
};

void readBc7Endpoints(BitReader& bits, const Bc7Mode& mode, Bc7Endpoints& ends) {
    const uint32_t count = 2u * mode.subsets;
    for (uint32_t channel = 0; channel < 4; ++channel) {
        for (uint32_t i = 0; i < count; ++i) {
            ends.channels[i][channel] = bits.take(channel == 3 ? mode.alphaBits : mode.colorBits);
        }
    }
    const uint32_t pBits = mode.endpointPBits | mode.sharedPBits;
    uint32_t p = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (mode.endpointPBits || (mode.sharedPBits && i % 2 == 0)) {
            p = bits.take(1);
        }
        for (uint32_t channel = 0; channel < 4; ++channel) {
            const uint32_t width = channel == 3 ? mode.alphaBits : mode.colorBits;
            uint32_t& end = ends.channels[i][channel];
            end = width == 0 ? 255 : uint32_t(widen(pBits ? end << 1 | p : end, width + pBits));
        }
    }
}

void decodeBc7(const uint8_t* block, Rgba8* out) {
    if (block[0] == 0) { // Reserved.
        std::fill(out, out + kBlockTexels, kTransparent);
        return;
    }
    const auto modeIndex = uint32_t(__builtin_ctz(block[0]));
    const Bc7Mode& mode = kBc7Modes[modeIndex];
    BitReader bits(block);
    bits.skip(modeIndex + 1);
    const uint32_t partition = bits.take(mode.partitionBits);
    const uint32_t rotation = bits.take(mode.rotationBits);
    const bool swapped = bits.take(mode.indexSelectionBits);
    Bc7Endpoints ends;
    readBc7Endpoints(bits, mode, ends);

    int weights[2][kBlockTexels];
    for (uint32_t set = 0; set < 2; ++set) {
        const uint32_t indexBits = set ? mode.secondIndexBits : mode.indexBits;
        for (uint32_t i = 0; i < kBlockTexels; ++i) {
            weights[set][i] =
                indexBits == 0
                    ? weights[0][i]
                    : weight(indexBits,
                             bits.take(indexBits - isAnchor(mode.subsets, partition, i)));
        }
    }
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const uint32_t first = 2 * subsetOf(mode.subsets, partition, i);
        int channels[4];
        for (uint32_t channel = 0; channel < 4; ++channel) {
            channels[channel] = interpolate(int(ends.channels[first][channel]),
                                            int(ends.channels[first + 1][channel]),
                                            weights[(channel == 3) != swapped][i]);
        }
        if (rotation) {
            std::swap(channels[rotation - 1], channels[3]);
        }
        out[i] = {channels[0], channels[1], channels[2], channels[3]};
    }
}

int signExtend(int value, uint32_t bits) {
    const uint32_t unused = 32 - bits;
    return int(uint32_t(value) << unused) >> unused;
}

int unquantizeBc6h(int value, uint32_t bits, bool isSigned) {
    if (!isSigned) {
        return bits >= 15                 ? value
               : value == 0               ? 0
               : value == (1 << bits) - 1 ? 0xffff
                                          : ((value << 15) + 0x4000) >> (bits - 1);
    }
    if (bits >= 16) {
        return value;
    }
    const int magnitude = std::abs(value);
    const int wide = magnitude == 0 ? 0
                     : magnitude >= (1 << (bits - 1)) - 1
                         ? 0x7fff
                         : ((magnitude << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -wide : wide;
}

float finishBc6h(int value, bool isSigned) {
    if (!isSigned) {
        return halfToFloat(uint16_t(value * 31 >> 6));
    }
    const int magnitude = std::abs(value) * 31 >> 5;
    return halfToFloat(uint16_t(magnitude | (value < 0 ? 0x8000 : 0)));
}

void decodeBc6h(const uint8_t* block, bool isSigned, TexelValue* out) {
    const Bc6hMode* mode = bc6hMode(block[0] & 31);
    if (!mode) {
        std::fill(out, out + kBlockTexels, TexelValue::ofFloats(0, 0, 0, 1));
        return;
    }
    BitReader bits(block);
    bits.skip(mode->modeBits);
    int ends[4][3] = {};
    for (uint32_t i = 0; i < mode->bitCount; ++i) {
        const uint32_t to = mode->bits[i];
        ends[to >> 4 & 3][to >> 6] |= int(bits.take(1) << (to & 15));
    }
    const uint32_t partition = bits.take(mode->subsets == 2 ? 5 : 0);
    for (uint32_t i = 0; i < 2u * mode->subsets; ++i) {
        for (uint32_t channel = 0; channel < 3; ++channel) {
            int& end = ends[i][channel];
            if (mode->transformed && i > 0) {
                // ends[0] may be sign-extended already: only the low bits of the sum are kept.
                end = (ends[0][channel] + signExtend(end, mode->deltaBits[channel])) &
                      ((1 << mode->endpointBits) - 1);
            }
            if (isSigned) {
                end = signExtend(end, mode->endpointBits);
            }
        }
    }
    for (auto& end : ends) {
        for (int& channel : end) {
            channel = unquantizeBc6h(channel, mode->endpointBits, isSigned);
        }
    }
    const uint32_t indexBits = mode->subsets == 2 ? 3 : 4;
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const int w =
            weight(indexBits, bits.take(indexBits - isAnchor(mode->subsets, partition, i)));
        const uint32_t first = 2 * subsetOf(mode->subsets, partition, i);
        for (uint32_t channel = 0; channel < 3; ++channel) {
            out[i].setNumber(
                channel,
                finishBc6h(interpolate(ends[first][channel], ends[first + 1][channel], w),
                           isSigned));
        }
        out[i].setNumber(3, 1.0f);
    }
}

void finish(const Rgba8* colors, ChannelType type, TexelValue* out) {
    const auto color = [&](int value) {
        return type == ChannelType::Srgb ? srgbToLinear(uint8_t(value))
                                         : float(value) / 255.0f;
    };
    for (uint32_t i = 0; i < kBlockTexels; ++i) {
        const Rgba8& from = colors[i];
        out[i] = TexelValue::ofFloats(
            color(from.r), color(from.g), color(from.b), float(from.a) / 255.0f);
    }
}

} // namespace

void decodeBlock(const VkFormatLayout& layout,
                 const uint8_t* block,
                 TexelValue texels[kBlockTexels]) {
    const bool isSigned = layout.type == ChannelType::Snorm;
    const bool alpha = layout.channels[3].bits > 0;
    Rgba8 colors[kBlockTexels];
    switch (layout.encoding) {
    case Encoding::Bc1:
        decodeBc1(block, alpha ? ThreeColors::Transparent : ThreeColors::Opaque, colors);
        break;
    case Encoding::Bc2: {
        decodeBc1(block + 8, ThreeColors::Never, colors);
        const uint64_t alphas = loadLittle(block);
        for (uint32_t i = 0; i < kBlockTexels; ++i) {
            colors[i].a = extend4(field(alphas, 4 * i, 4));
        }
        break;
    }
    case Encoding::Bc3:
        decodeBc1(block + 8, ThreeColors::Never, colors);
        finish(colors, layout.type, texels);
        return decodeBc4(block, false, texels, 3);
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
            (eac ? decodeEacR11 : decodeBc4)(block + 8 * channel, isSigned, texels, channel);
        }
        return;
    case Encoding::Bc6h:
    case Encoding::Bc6hSigned:
        return decodeBc6h(block, layout.encoding == Encoding::Bc6hSigned, texels);
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
