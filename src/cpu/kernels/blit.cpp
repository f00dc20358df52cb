// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/blit.h"

#include "cpu/kernels/texel.h"
#include "cpu/kernels/texel_encode.h"
#include "cpu/kernels/texel_rows.h"

#include <cstring>

using namespace cpu;
using namespace cpu::kernels;
using namespace cpu::kernels::sampling;

namespace {

/// Where the weight is zero, `a` as it is: what is beside it may be no number.
GLISSADE_INLINE Texel mix(const Texel& a, const Texel& b, Float weight) {
    const Mask none = weight == splat(0.0f);
    const auto channel = [&](Float x, Float y) { return select(none, x, x + weight * (y - x)); };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

/// Of the texels from `at` on; offsets can be read beyond the last.
GLISSADE_INLINE Texel filter(const BlitWork& work,
                             const format::VkFormatLayout& from,
                             uint32_t at) {
    Int first_B;
    std::memcpy(&first_B, work.first_B + at, sizeof first_B);
    const auto read = [&](const uint8_t* row, Int offset_B) {
        return texels::decode(from, AspectRead::Color, readTexel(row, from.block_B, offset_B));
    };
    if (!work.weights) {
        return read(work.rows[0][0], first_B);
    }
    Int second_B;
    Float weight;
    std::memcpy(&second_B, work.second_B + at, sizeof second_B);
    std::memcpy(&weight, work.weights + at, sizeof weight);
    const auto line = [&](const uint8_t* row) {
        return mix(read(row, first_B), read(row, second_B), weight);
    };
    const auto plane = [&](const uint8_t* const(&rows)[2]) {
        const Texel texel = line(rows[0]);
        return work.weightY == 0.0f ? texel : mix(texel, line(rows[1]), splat(work.weightY));
    };
    const Texel texel = plane(work.rows[0]);
    return work.weightZ == 0.0f ? texel : mix(texel, plane(work.rows[1]), splat(work.weightZ));
}

template <uint32_t kTexel_B>
GLISSADE_INLINE void blitRow(const BlitWork& work) {
    constexpr size_t kVector_B = size_t(kLanes) * kTexel_B;
    const format::VkFormatLayout from = *work.fromFormat;
    const format::VkFormatLayout to = *work.toFormat;
    uint8_t* place = work.to;
    uint32_t at = 0;
    for (; at + uint32_t(kLanes) <= work.count; at += uint32_t(kLanes), place += kVector_B) {
        texels::storeRow<kTexel_B>(place, texels::encode(to, filter(work, from, at)));
    }
    if (at < work.count) {
        uint8_t last[kVector_B];
        texels::storeRow<kTexel_B>(last, texels::encode(to, filter(work, from, at)));
        std::memcpy(place, last, size_t(work.count - at) * kTexel_B);
    }
}

} // namespace

extern "C" void GLISSADE_KERNEL(blit_texels)(const BlitWork* work) {
    switch (work->toFormat->block_B) {
    case 1:
        return blitRow<1>(*work);
    case 2:
        return blitRow<2>(*work);
    case 4:
        return blitRow<4>(*work);
    case 8:
        return blitRow<8>(*work);
    default:
        return blitRow<16>(*work);
    }
}
