// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "format/vk_texel.h"

#include "format/small_float.h"
#include "format/srgb.h"
#include "format/vk_block.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace format {

static_assert(std::endian::native == std::endian::little);

namespace {

// The same bits as the processor's conversions (F16C).

float halfToFloat(uint16_t half) {
    const float value = fromHalf(half);
    return std::isnan(value) ? std::bit_cast<float>(std::bit_cast<uint32_t>(value) | 1u << 22)
                             : value;
}

uint16_t floatToHalf(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    if (std::isnan(value)) {
        return uint16_t((bits >> 16 & 0x8000) | 0x7e00 | (bits >> 13 & 0x1ff));
    }
    return toHalf(value);
}

constexpr uint64_t lowMask(uint32_t bits) {
    return bits == 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

/// The eight bytes of the texel that the channel begins in; those beyond the texel are not touched.
struct Window {
    uint32_t offset_B;
    uint32_t size_B;

    Window(const VkFormatLayout& layout, ChannelLayout channel)
        : offset_B(channel.shift / 8), size_B(std::min<uint32_t>(8, layout.block_B - offset_B)) {}
};

uint64_t loadChannel(const VkFormatLayout& layout, const uint8_t* texel, ChannelLayout channel) {
    const Window window(layout, channel);
    uint64_t word = 0;
    std::memcpy(&word, texel + window.offset_B, window.size_B);
    return word >> channel.shift % 8 & lowMask(channel.bits);
}

void storeChannel(const VkFormatLayout& layout,
                  uint8_t* texel,
                  ChannelLayout channel,
                  uint64_t bits) {
    const Window window(layout, channel);
    const uint64_t mask = lowMask(channel.bits) << channel.shift % 8;
    uint64_t word = 0;
    std::memcpy(&word, texel + window.offset_B, window.size_B);
    word = (word & ~mask) | (bits << channel.shift % 8 & mask);
    std::memcpy(texel + window.offset_B, &word, window.size_B);
}

int32_t signExtend(uint32_t value, uint32_t bits) {
    const uint32_t unused = 32 - bits;
    return int32_t(value << unused) >> unused;
}

/// `bits` of a channel as the shader sees them.
uint32_t decode(ChannelType type, uint32_t bits, uint32_t width) {
    const auto maximum = float(lowMask(width));
    const auto signedMaximum = float(lowMask(width - 1));
    switch (type) {
    case ChannelType::Unorm:
        return std::bit_cast<uint32_t>(float(bits) / maximum);
    case ChannelType::Snorm:
        return std::bit_cast<uint32_t>(
            std::max(float(signExtend(bits, width)) / signedMaximum, -1.0f));
    case ChannelType::Uscaled:
        return std::bit_cast<uint32_t>(float(bits));
    case ChannelType::Sscaled:
        return std::bit_cast<uint32_t>(float(signExtend(bits, width)));
    case ChannelType::Uint:
        return bits;
    case ChannelType::Sint:
        return uint32_t(signExtend(bits, width));
    case ChannelType::Float:
        return width == 32 ? bits : std::bit_cast<uint32_t>(halfToFloat(uint16_t(bits)));
    case ChannelType::Srgb:
        return std::bit_cast<uint32_t>(srgbToLinear(uint8_t(bits)));
    case ChannelType::None:
        break;
    }
    return 0;
}

/// Between the bounds; NaN is zero.
float clamp(float value, float low, float high) {
    return std::isnan(value) ? 0.0f : std::min(std::max(value, low), high);
}

uint32_t encode(ChannelType type, uint32_t bits, uint32_t width) {
    const auto number = std::bit_cast<float>(bits);
    const auto maximum = float(lowMask(width));
    const auto signedMaximum = float(lowMask(width - 1));
    switch (type) {
    case ChannelType::Unorm:
        return uint32_t(std::nearbyint(clamp(number, 0, 1) * maximum));
    case ChannelType::Snorm:
        return uint32_t(int32_t(std::nearbyint(clamp(number, -1, 1) * signedMaximum)));
    case ChannelType::Uscaled:
        return uint32_t(std::nearbyint(clamp(number, 0, maximum)));
    case ChannelType::Sscaled:
        return uint32_t(int32_t(std::nearbyint(clamp(number, -signedMaximum - 1, signedMaximum))));
    case ChannelType::Uint:
        return std::min(bits, uint32_t(lowMask(width)));
    case ChannelType::Sint: {
        const auto highest = int32_t(lowMask(width - 1));
        return uint32_t(std::clamp(int32_t(bits), -highest - 1, highest));
    }
    case ChannelType::Float:
        return width == 32 ? bits : floatToHalf(number);
    case ChannelType::Srgb:
        return linearToSrgb(number);
    case ChannelType::None:
        break;
    }
    return 0;
}

/// Type of one channel; that of the row is the colours' and the depth's.
ChannelType channelType(const VkFormatLayout& layout, uint32_t channel) {
    if (layout.stencil && channel == 1) {
        return ChannelType::Uint;
    }
    return layout.type == ChannelType::Srgb && channel == 3 ? ChannelType::Unorm : layout.type;
}

/// With the channels that are not stored.
TexelValue absent(const VkFormatLayout& layout) {
    return {{0, 0, 0, layout.integer() && layout.color() ? 1 : std::bit_cast<uint32_t>(1.0f)}};
}

TexelValue readPlain(const VkFormatLayout& layout, const uint8_t* texel) {
    TexelValue value = absent(layout);
    for (uint32_t i = 0; i < 4; ++i) {
        const ChannelLayout channel = layout.channels[i];
        if (channel.bits == 64) {
            std::memcpy(value.bits, texel, 8);
        } else if (channel.bits) {
            value.bits[i] = decode(channelType(layout, i),
                                   uint32_t(loadChannel(layout, texel, channel)),
                                   channel.bits);
        }
    }
    return value;
}

void writePlain(const VkFormatLayout& layout,
                uint8_t* texel,
                const TexelValue& value,
                uint32_t channels) {
    for (uint32_t i = 0; i < 4; ++i) {
        const ChannelLayout channel = layout.channels[i];
        if (!(channels >> i & 1) || !channel.bits) {
            continue;
        }
        if (channel.bits == 64) {
            std::memcpy(texel, value.bits, 8);
        } else {
            storeChannel(layout,
                         texel,
                         channel,
                         encode(channelType(layout, i), value.bits[i], channel.bits));
        }
    }
}

TexelValue readB10G11R11(uint32_t word) {
    return TexelValue::ofFloats(fromUfloat(word & 0x7ff, 6),
                                fromUfloat(word >> 11 & 0x7ff, 6),
                                fromUfloat(word >> 22, 5),
                                1.0f);
}

uint32_t writeB10G11R11(const TexelValue& value) {
    return toUfloat(value.number(0), 6) | toUfloat(value.number(1), 6) << 11 |
           toUfloat(value.number(2), 5) << 22;
}

constexpr int kSharedBias = 15;
constexpr int kSharedMantissa_bits = 9;
constexpr int kSharedMaxExponent = 31;

TexelValue readE5B9G9R9(uint32_t word) {
    const float scale = std::ldexp(1.0f, int(word >> 27) - kSharedBias - kSharedMantissa_bits);
    return TexelValue::ofFloats(float(word & 0x1ff) * scale,
                                float(word >> 9 & 0x1ff) * scale,
                                float(word >> 18 & 0x1ff) * scale,
                                1.0f);
}

// Vulkan 1.3, "RGB to Shared Exponent Conversion".
uint32_t writeE5B9G9R9(const TexelValue& value) {
    constexpr float kMaximum = 511.0f / 512.0f * float(1 << (kSharedMaxExponent - kSharedBias));
    float colors[3];
    for (uint32_t i = 0; i < 3; ++i) {
        colors[i] = clamp(value.number(i), 0, kMaximum);
    }
    const float largest = std::max({colors[0], colors[1], colors[2]});
    const int preliminary =
        largest > 0 ? std::max(-kSharedBias - 1, std::ilogb(largest)) : -kSharedBias - 1;
    int exponent = preliminary + 1 + kSharedBias;
    const auto quantize = [](float color, int to) {
        return uint32_t(
            std::floor(color * std::ldexp(1.0f, kSharedBias + kSharedMantissa_bits - to) + 0.5f));
    };
    if (quantize(largest, exponent) == 1u << kSharedMantissa_bits) {
        ++exponent;
    }
    return quantize(colors[0], exponent) | quantize(colors[1], exponent) << 9 |
           quantize(colors[2], exponent) << 18 | uint32_t(exponent) << 27;
}

uint32_t loadWord(const uint8_t* at) {
    uint32_t word;
    std::memcpy(&word, at, sizeof(word));
    return word;
}

} // namespace

TexelValue
readTexel(const VkFormatLayout& layout, const uint8_t* texel, uint32_t x_px, uint32_t y_px) {
    switch (layout.encoding) {
    case Encoding::None:
        return {};
    case Encoding::Plain:
        return readPlain(layout, texel);
    case Encoding::B10G11R11:
        return readB10G11R11(loadWord(texel));
    case Encoding::E5B9G9R9:
        return readE5B9G9R9(loadWord(texel));
    default: {
        TexelValue block[kBlockTexels];
        decodeBlock(layout, texel, block);
        return block[y_px % 4 * 4 + x_px % 4];
    }
    }
}

void writeTexel(const VkFormatLayout& layout,
                uint8_t* texel,
                const TexelValue& value,
                uint32_t channels) {
    if (layout.encoding == Encoding::Plain) {
        writePlain(layout, texel, value, channels);
    } else if (layout.encoding == Encoding::B10G11R11 || layout.encoding == Encoding::E5B9G9R9) {
        const uint32_t word =
            layout.encoding == Encoding::B10G11R11 ? writeB10G11R11(value) : writeE5B9G9R9(value);
        std::memcpy(texel, &word, sizeof(word));
    }
}

} // namespace format
