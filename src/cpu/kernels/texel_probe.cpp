// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/texel_probe.h"

#include "cpu/kernels/texel.h"

using namespace cpu;
using namespace cpu::kernels;

namespace {

Int load(const int32_t* from) {
    Int v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

} // namespace

extern "C" void GLISSADE_KERNEL(decode_arrays)(const TexelArrays* arrays, uint32_t count) {
    const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(arrays->format));
    for (uint32_t i = 0; i < count; i += kLanes) {
        const Int offset_B = load(arrays->offset_B + i);
        const Texel t =
            layout.compressed()
                ? texels::decodeBlock(
                      layout, arrays->base, offset_B, load(arrays->x + i), load(arrays->y + i))
                : texels::decode(layout,
                                 AspectRead(arrays->aspect),
                                 sampling::readTexel(arrays->base, layout.block_B, offset_B));
        const Float channels[4] = {t.r, t.g, t.b, t.a};
        for (uint32_t c = 0; c < 4; ++c) {
            std::memcpy(arrays->out[c] + i, &channels[c], sizeof channels[c]);
        }
    }
}
