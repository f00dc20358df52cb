// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/fetch.h"

#include "cpu/kernels/texel.h"
#include "format/vk_formats.h"

using namespace cpu;
using namespace cpu::kernels;
using namespace cpu::kernels::sampling;

namespace {

using Bytes = uint8_t __attribute__((ext_vector_type(GLISSADE_LANES)));
using Shorts = uint16_t __attribute__((ext_vector_type(GLISSADE_LANES)));
using Longs = uint64_t __attribute__((ext_vector_type(GLISSADE_LANES)));

constexpr uint32_t kAllLanes = (1u << kLanes) - 1;

template <class Vector>
GLISSADE_INLINE Vector loadAt(const uint8_t* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

/// Elements that lie one after another, of a power of two bytes up to eight.
GLISSADE_INLINE Words readRun(const uint8_t* from, uint32_t element_B) {
    const UInt zero = (UInt)(0u);
    switch (element_B) {
    case 1:
        return {{__builtin_convertvector(loadAt<Bytes>(from), UInt), zero, zero, zero}};
    case 2:
        return {{__builtin_convertvector(loadAt<Shorts>(from), UInt), zero, zero, zero}};
    case 4:
        return {{loadAt<UInt>(from), zero, zero, zero}};
    default: {
        const Longs both = loadAt<Longs>(from);
        return {{__builtin_convertvector(both, UInt),
                 __builtin_convertvector(both >> 32, UInt),
                 zero,
                 zero}};
    }
    }
}

GLISSADE_INLINE Int laneNumbers() {
    Int numbers;
    for (int lane = 0; lane < kLanes; ++lane) {
        numbers[lane] = lane;
    }
    return numbers;
}

/// What reads beyond the buffer give: what zeros decode to.
GLISSADE_INLINE Texel nothing(const format::VkFormatLayout& layout) {
    Texel t = texels::absent(layout.integer());
    if (layout.channels[3].bits) {
        t.a = splat(0.0f);
    }
    return t;
}

} // namespace

extern "C" GLISSADE_CALL Texel GLISSADE_KERNEL(fetch_vertex)(uint32_t format,
                                                             const uint8_t* base,
                                                             uint32_t stride_B,
                                                             uint32_t count,
                                                             uint32_t active,
                                                             Int index) {
    const format::VkFormatLayout& layout = format::vkFormatLayout(format::VkFormatIndex(format));
    const Mask valid = (Mask)(asUInt(index) < count);
    const uint32_t reading = bitsOf(valid) & active;
    if (!reading) {
        return nothing(layout);
    }
    const uint32_t element_B = layout.block_B;
    const auto first = uint32_t(firstOf(index, reading));
    if (stride_B == element_B && (element_B & (element_B - 1)) == 0 && element_B <= 8 &&
        !any((index != laneNumbers() + int32_t(first)) | ~valid, kAllLanes)) {
        const uint8_t* const from = base + uint64_t(first) * stride_B;
        return texels::decode(layout, AspectRead::Color, readRun(from, element_B));
    }
    Texel t;
    if (uint64_t(count) * stride_B <= kMaxImage_B) {
        const Int offset_B = (index & valid) * int32_t(stride_B);
        t = texels::decode(layout, AspectRead::Color, readTexel(base, element_B, offset_B));
    } else {
        // Gathers have offsets of 31 bits.
        t = nothing(layout);
        for (uint32_t left = reading; left; left &= left - 1) {
            const int lane = __builtin_ctz(left);
            const uint8_t* const from = base + uint64_t(uint32_t(index[lane])) * stride_B;
            const Texel one =
                texels::decode(layout, AspectRead::Color, readTexel(from, element_B, splat(0)));
            t = select(laneNumbers() == lane, one, t);
        }
    }
    return select(valid, t, nothing(layout));
}
