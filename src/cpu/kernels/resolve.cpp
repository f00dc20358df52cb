// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/resolve.h"

#include "cpu/kernels/texel.h"
#include "cpu/kernels/texel_encode.h"
#include "cpu/kernels/texel_rows.h"

#include <cstring>

using namespace cpu;
using namespace cpu::kernels;
using namespace cpu::kernels::sampling;

namespace {

using format::ChannelType;

/// All channels that there are have so many bits, and begin at multiples of them.
GLISSADE_INLINE bool
hasChannelsOf(const format::VkFormatLayout& layout, ChannelType type, uint32_t bits) {
    if (layout.encoding != format::Encoding::Plain || layout.type != type) {
        return false;
    }
    for (const format::ChannelLayout& channel : layout.channels) {
        if (channel.bits && (channel.bits != bits || channel.shift % bits)) {
            return false;
        }
    }
    return true;
}

/// Means of integers, whatever channel they are. `Sum` has room for those of all samples.
template <class Number, class Sum, uint32_t kShift>
GLISSADE_INLINE void meanOfNumbers(const ResolveWork& work) {
    constexpr uint32_t kSamples = 1u << kShift;
    auto* const to = reinterpret_cast<Number*>(work.to);
    const auto* const from = reinterpret_cast<const Number*>(work.from);
    const size_t pitch = work.samplePitch_B / sizeof(Number);
    const size_t count = size_t(work.count) * work.format->block_B / sizeof(Number);
#pragma clang loop vectorize(enable) interleave(enable)
    for (size_t i = 0; i < count; ++i) {
        Sum sum = 0;
        for (uint32_t sample = 0; sample < kSamples; ++sample) {
            sum = Sum(sum + from[sample * pitch + i]);
        }
        const Sum odd = Sum(sum >> kShift & 1);
        to[i] = Number(Sum(sum + kSamples / 2 - 1 + odd) >> kShift);
    }
}

template <class Number, class Sum>
GLISSADE_INLINE void meanOfNumbers(const ResolveWork& work) {
    switch (work.samples) {
    case 2:
        return meanOfNumbers<Number, Sum, 1>(work);
    case 4:
        return meanOfNumbers<Number, Sum, 2>(work);
    case 8:
        return meanOfNumbers<Number, Sum, 3>(work);
    default:
        return meanOfNumbers<Number, Sum, 4>(work);
    }
}

/// Whatever channel they are.
GLISSADE_INLINE void meanOfFloats(const ResolveWork& work) {
    auto* const to = reinterpret_cast<float*>(work.to);
    const auto* const from = reinterpret_cast<const float*>(work.from);
    const size_t pitch = work.samplePitch_B / sizeof(float);
    const size_t count = size_t(work.count) * work.format->block_B / sizeof(float);
    const float part = 1.0f / float(work.samples); // A power of two.
    size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        Float sum;
        std::memcpy(&sum, from + i, sizeof sum);
        for (uint32_t sample = 1; sample < work.samples; ++sample) {
            Float more;
            std::memcpy(&more, from + sample * pitch + i, sizeof more);
            sum += more;
        }
        sum *= part;
        std::memcpy(to + i, &sum, sizeof sum);
    }
    for (; i < count; ++i) {
        float sum = from[i];
        for (uint32_t sample = 1; sample < work.samples; ++sample) {
            sum += from[sample * pitch + i];
        }
        to[i] = sum * part;
    }
}

/// A vector of texels. `get(sample)` is where its bytes are.
template <uint32_t kTexel_B, class Get>
GLISSADE_INLINE void
meanOfTexels(const format::VkFormatLayout& layout, uint32_t samples, uint8_t* to, Get&& get) {
    const auto read = [&](uint32_t sample) {
        return texels::decode(layout, AspectRead::Color, texels::loadRow<kTexel_B>(get(sample)));
    };
    Texel sum = read(0);
    for (uint32_t sample = 1; sample < samples; ++sample) {
        const Texel texel = read(sample);
        sum.r += texel.r;
        sum.g += texel.g;
        sum.b += texel.b;
        sum.a += texel.a;
    }
    const Float part = splat(1.0f / float(samples)); // A power of two.
    sum = {sum.r * part, sum.g * part, sum.b * part, sum.a * part};
    texels::storeRow<kTexel_B>(to, texels::encode(layout, sum));
}

template <uint32_t kTexel_B>
GLISSADE_INLINE void meanOfTexels(const ResolveWork& work) {
    constexpr size_t kVector_B = size_t(kLanes) * kTexel_B;
    const format::VkFormatLayout layout = *work.format;
    const uint8_t* from = work.from;
    uint8_t* to = work.to;
    uint32_t left = work.count;
    for (; left >= uint32_t(kLanes); left -= uint32_t(kLanes)) {
        meanOfTexels<kTexel_B>(layout, work.samples, to, [&](uint32_t sample) {
            return from + size_t(sample) * work.samplePitch_B;
        });
        from += kVector_B;
        to += kVector_B;
    }
    if (left > 0) {
        uint8_t in[kVector_B] = {};
        uint8_t out[kVector_B];
        meanOfTexels<kTexel_B>(layout, work.samples, out, [&](uint32_t sample) {
            std::memcpy(in, from + size_t(sample) * work.samplePitch_B, left * kTexel_B);
            return in;
        });
        std::memcpy(to, out, left * kTexel_B);
    }
}

} // namespace

extern "C" void GLISSADE_KERNEL(resolve_texels)(const ResolveWork* work) {
    if (hasChannelsOf(*work->format, ChannelType::Unorm, 8)) {
        return meanOfNumbers<uint8_t, uint16_t>(*work);
    }
    if (hasChannelsOf(*work->format, ChannelType::Unorm, 16)) {
        return meanOfNumbers<uint16_t, uint32_t>(*work);
    }
    if (hasChannelsOf(*work->format, ChannelType::Float, 32)) {
        return meanOfFloats(*work);
    }
    switch (work->format->block_B) {
    case 1:
        return meanOfTexels<1>(*work);
    case 2:
        return meanOfTexels<2>(*work);
    case 4:
        return meanOfTexels<4>(*work);
    case 8:
        return meanOfTexels<8>(*work);
    default:
        return meanOfTexels<16>(*work);
    }
}
