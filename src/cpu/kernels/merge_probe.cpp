// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/merge_probe.h"

#include "cpu/kernels/merge.h"

#include <cstring>

using namespace cpu;
using namespace cpu::kernels;

namespace {

constexpr uint32_t kParts = 16 / kLanes;

template <class Vector>
Vector load(const void* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

Mask maskOf(uint32_t bits) {
    Mask mask;
    for (int lane = 0; lane < kLanes; ++lane) {
        mask[lane] = bits >> lane & 1 ? -1 : 0;
    }
    return mask;
}

} // namespace

extern "C" void GLISSADE_KERNEL(merge_color_arrays)(const MergeArrays* arrays, uint32_t blocks) {
    const MergeArrays& a = *arrays;
    auto* const routine = a.routine
                              ? reinterpret_cast<decltype(&GLISSADE_KERNEL(merge_color))>(a.routine)
                              : &GLISSADE_KERNEL(merge_color);
    for (uint32_t block = 0; block < blocks; ++block) {
        for (uint32_t part = 0; part < kParts; ++part) {
            const uint32_t first = block * 16 + part * kLanes;
            Float in[8];
            for (int i = 0; i < 8; ++i) {
                in[i] = load<Float>(a.in[i] + first);
            }
            routine(ColorKey{a.key},
                    static_cast<const ColorData*>(a.data),
                    a.base + size_t(block) * a.block_B,
                    a.rowPitch_B,
                    part,
                    maskOf(uint32_t(a.lanes[block]) >> (part * kLanes)),
                    in[0],
                    in[1],
                    in[2],
                    in[3],
                    in[4],
                    in[5],
                    in[6],
                    in[7]);
        }
    }
}

extern "C" void GLISSADE_KERNEL(merge_depth_arrays)(const MergeArrays* arrays, uint32_t blocks) {
    const MergeArrays& a = *arrays;
    auto* const routine = a.routine
                              ? reinterpret_cast<decltype(&GLISSADE_KERNEL(merge_depth))>(a.routine)
                              : &GLISSADE_KERNEL(merge_depth);
    for (uint32_t block = 0; block < blocks; ++block) {
        uint32_t passing = 0;
        for (uint32_t part = 0; part < kParts; ++part) {
            const uint32_t first = block * 16 + part * kLanes;
            const Mask passes = routine(DepthKey{a.key},
                                        static_cast<const DepthData*>(a.data),
                                        a.base + size_t(block) * a.block_B,
                                        a.rowPitch_B,
                                        part,
                                        maskOf(uint32_t(a.lanes[block]) >> (part * kLanes)),
                                        load<Float>(a.in[0] + first),
                                        load<Int>(a.reference + first));
            for (int lane = 0; lane < kLanes; ++lane) {
                passing |= (passes[lane] & 1u) << (part * kLanes + uint32_t(lane));
            }
        }
        a.passing[block] = uint16_t(passing);
    }
}
