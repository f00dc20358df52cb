// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Numbers to texels of every uncompressed colour format: the same bits as writeTexel() of
// format/vk_texel.h, which says how each conversion rounds.
#pragma once

#include "cpu/kernels/sample_words.h"
#include "format/srgb.h"
#include "format/vk_formats.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace texels {

using namespace sampling;

/// Halves go to the even number, as the processor rounds. `v` fits.
GLISSADE_INLINE UInt nearestInteger(Float v) {
#if GLISSADE_LEVEL == 4
    return (UInt)_mm512_cvtps_epi32((__m512)v);
#elif GLISSADE_LEVEL == 3
    return (UInt)_mm256_cvtps_epi32((__m256)v);
#else
    return (UInt)_mm_cvtps_epi32((__m128)v);
#endif
}

/// NaN is zero.
GLISSADE_INLINE Float clampNumber(Float v, float low, float high) {
    return clampTo(v == v ? v : splat(0.0f), splat(low), splat(high));
}

/// To 0 … 1; NaN is zero. In these words LLVM keeps two instructions.
GLISSADE_INLINE Float clampUnit(Float v) {
#if GLISSADE_LEVEL == 4
    return (Float)_mm512_min_ps(_mm512_max_ps((__m512)v, _mm512_setzero_ps()), _mm512_set1_ps(1));
#elif GLISSADE_LEVEL == 3
    return (Float)_mm256_min_ps(_mm256_max_ps((__m256)v, _mm256_setzero_ps()), _mm256_set1_ps(1));
#else
    return (Float)_mm_min_ps(_mm_max_ps((__m128)v, _mm_setzero_ps()), _mm_set1_ps(1));
#endif
}

/// Codes by the upper 16 bits of a float from 2^-13 to 1. No two codes begin within one such step:
/// an entry has the code of the step's first number in its upper half, and in the lower one the
/// lower bits of the last number that has it, where another code follows within the step.
struct SrgbSteps {
    static constexpr uint32_t kFirst = (127 - 13) << 7;
    static constexpr uint32_t kLast = 127 << 7;
    uint32_t entries[kLast - kFirst + 1];
};
constexpr SrgbSteps makeSrgbSteps() {
    SrgbSteps steps{};
    uint32_t code = 0;
    for (uint32_t step = SrgbSteps::kFirst; step <= SrgbSteps::kLast; ++step) {
        const auto begins = [](uint32_t c) {
            return __builtin_bit_cast(uint32_t, format::srgb::kTables.thresholds[c]);
        };
        while (code < 255 && begins(code + 1) <= step << 16) {
            ++code;
        }
        const bool another = code < 255 && begins(code + 1) >> 16 == step;
        steps.entries[step - SrgbSteps::kFirst] =
            code << 16 | (another ? (begins(code + 1) & 0xffffu) - 1 : 0xffffu);
    }
    return steps;
}
inline constexpr SrgbSteps kSrgbSteps = makeSrgbSteps();

/// The nearest code by the least value of each: NaN and what is below zero are 0.
GLISSADE_INLINE UInt floatToSrgb(Float v) {
    const UInt bits = asUInt(asInt(clampTo(v, splat(0x1p-13f), splat(1.0f))));
    const UInt entry = gather32(kSrgbSteps.entries, asInt((bits >> 16) - SrgbSteps::kFirst) << 2);
    return (entry >> 16) + ((bits & 0xffffu) > (entry & 0xffffu) ? (UInt)(1u) : (UInt)(0u));
}

/// Positive finite numbers to floats with five bits of exponent and `mantissa` bits: to the
/// nearest, halves to the even one. What is too large gives infinity or more.
GLISSADE_INLINE UInt narrowPositive(Float v, uint32_t mantissa) {
    const UInt bits = asUInt(asInt(v));
    const uint32_t shift = 23 - mantissa;
    const UInt rounded = bits + ((1u << (shift - 1)) - 1) + (bits >> shift & 1u);
    const UInt normal = (rounded >> shift) - (112u << mantissa);
    const UInt denormal = nearestInteger(v * splat(float(1u << (14 + mantissa))));
    return bits < (113u << 23) ? denormal : normal;
}

/// The unsigned floats of 11 and 10 bits: negative is zero, finite stays finite.
GLISSADE_INLINE UInt floatToUfloat(Float v, uint32_t mantissa) {
    const UInt infinity = (UInt)(31u << mantissa);
    // Limits keep the conversion of what is not finite defined; its result is not used.
    UInt result = narrowPositive(clampTo(v, splat(0.0f), splat(131072.0f)), mantissa);
    result = result < infinity ? result : infinity - 1u;
    result = v == splat(__builtin_inff()) ? infinity : result;
    return v == v ? result : infinity | (1u << (mantissa - 1));
}

/// Overflow is infinity; a NaN keeps its upper bits and is quiet.
GLISSADE_INLINE UInt floatToHalf(Float v) {
#if GLISSADE_LEVEL == 4
    return (UInt)_mm512_cvtepu16_epi32(_mm512_cvtps_ph((__m512)v, _MM_FROUND_TO_NEAREST_INT));
#elif GLISSADE_LEVEL == 3
    return (UInt)_mm256_cvtepu16_epi32(_mm256_cvtps_ph((__m256)v, _MM_FROUND_TO_NEAREST_INT));
#else
    const UInt bits = asUInt(asInt(v));
    const UInt sign = bits >> 16 & 0x8000u;
    const UInt finite = narrowPositive(atMost(absOf(v), splat(131072.0f)), 10);
    const UInt clamped = finite < 0x7c00u ? finite : (UInt)(0x7c00u);
    const UInt nan = (bits >> 13 & 0x1ffu) | 0x7e00u;
    return (v == v ? clamped : nan) | sign;
#endif
}

/// The channel's bits; those above its width may be anything.
GLISSADE_INLINE UInt encodeChannel(Float v, uint32_t bits, format::ChannelType type) {
    using format::ChannelType;
    const uint32_t mask = ~0u >> (32 - bits & 31);
    const auto highest = int32_t(mask >> 1);
    switch (type) {
    case ChannelType::Unorm:
        return nearestInteger(clampUnit(v) * splat(float(mask)));
    case ChannelType::Snorm:
        return nearestInteger(clampNumber(v, -1.0f, 1.0f) * splat(float(highest)));
    case ChannelType::Uscaled:
        return nearestInteger(clampNumber(v, 0.0f, float(mask)));
    case ChannelType::Sscaled:
        return nearestInteger(clampNumber(v, float(-highest - 1), float(highest)));
    case ChannelType::Uint: {
        const UInt integer = asUInt(asInt(v));
        return integer < mask ? integer : (UInt)(mask);
    }
    case ChannelType::Sint:
        return asUInt(clampTo(asInt(v), splat(-highest - 1), splat(highest)));
    case ChannelType::Float:
        return bits == 32 ? asUInt(asInt(v)) : floatToHalf(v);
    case ChannelType::Srgb:
        return floatToSrgb(v);
    case ChannelType::None:
        break;
    }
    return (UInt)(0u);
}

GLISSADE_INLINE Words encodePlain(const format::VkFormatLayout& layout,
                                  const Texel& t,
                                  uint32_t wanted) {
    using format::ChannelType;
    Words words = {};
    if (layout.channels[0].bits == 64) {
        words.at[0] = asUInt(asInt(t.r));
        words.at[1] = asUInt(asInt(t.g));
        return words;
    }
    const auto put = [&](uint32_t channel, Float v, ChannelType type) {
        const format::ChannelLayout c = layout.channels[channel];
        if (c.bits && wanted >> channel & 1) {
            const UInt bits = encodeChannel(v, c.bits, type) & (UInt)(~0u >> (32 - c.bits & 31));
            words.at[c.shift >> 5 & 3] |= bits << (UInt)(uint32_t(c.shift) & 31);
        }
    };
    put(0, t.r, layout.type);
    put(1, t.g, layout.type);
    put(2, t.b, layout.type);
    put(3, t.a, layout.type == ChannelType::Srgb ? ChannelType::Unorm : layout.type);
    return words;
}

GLISSADE_INLINE UInt encodeB10G11R11(const Texel& t, uint32_t wanted) {
    UInt word = (UInt)(0u);
    if (wanted & 1) {
        word = floatToUfloat(t.r, 6);
    }
    if (wanted & 2) {
        word |= floatToUfloat(t.g, 6) << 11;
    }
    if (wanted & 4) {
        word |= floatToUfloat(t.b, 5) << 22;
    }
    return word;
}

// Vulkan 1.3, "RGB to Shared Exponent Conversion".
GLISSADE_INLINE UInt encodeE5B9G9R9(const Texel& t) {
    constexpr float kMaximum = 511.0f / 512.0f * 65536.0f;
    const Float r = clampNumber(t.r, 0.0f, kMaximum);
    const Float g = clampNumber(t.g, 0.0f, kMaximum);
    const Float b = clampNumber(t.b, 0.0f, kMaximum);
    const Float rg = r > g ? r : g;
    const Float largest = rg > b ? rg : b;
    // Biased by 15, and one more: the mantissas have no hidden one.
    Int exponent = atLeast((asInt(largest) >> 23) - 127, splat(-16)) + 16;
    const auto quantize = [&](Float color) {
        const Float scale = asFloat((24 + 127 - exponent) << 23);
        return asUInt(toInt(floorOf(color * scale + 0.5f)));
    };
    exponent = quantize(largest) == 512u ? exponent + 1 : exponent;
    return quantize(r) | quantize(g) << 9 | quantize(b) << 18 | asUInt(exponent) << 27;
}

/// A texel's bytes, the lowest first. 64-bit integers come in the first two channels, low half
/// first. Bits of channels that are not `wanted`, a bit each, may be anything.
GLISSADE_INLINE Words encode(const format::VkFormatLayout& layout,
                             const Texel& t,
                             uint32_t wanted = 15) {
    Words words = {};
    switch (layout.encoding) {
    case format::Encoding::Plain:
        return encodePlain(layout, t, wanted);
    case format::Encoding::B10G11R11:
        words.at[0] = encodeB10G11R11(t, wanted);
        break;
    case format::Encoding::E5B9G9R9:
        words.at[0] = encodeE5B9G9R9(t);
        break;
    default:
        break;
    }
    return words;
}

} // namespace texels
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
