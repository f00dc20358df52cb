// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/fetch_probe.h"

#include "cpu/kernels/fetch.h"

#include <cstring>

using namespace cpu::kernels;

extern "C" void GLISSADE_KERNEL(fetch_arrays)(const FetchArrays* arrays, uint32_t count) {
    const FetchArrays& a = *arrays;
    auto* const routine =
        a.routine ? reinterpret_cast<decltype(&GLISSADE_KERNEL(fetch_vertex))>(a.routine)
                  : &GLISSADE_KERNEL(fetch_vertex);
    for (uint32_t i = 0; i < count; i += kLanes) {
        Int index;
        std::memcpy(&index, a.index + i, sizeof index);
        const uint32_t active = uint32_t(a.active[i / 16]) >> i % 16 & ((1u << kLanes) - 1);
        const Texel t = routine(a.format, a.base, a.stride_B, a.count, active, index);
        std::memcpy(a.out[0] + i, &t.r, sizeof t.r);
        std::memcpy(a.out[1] + i, &t.g, sizeof t.g);
        std::memcpy(a.out[2] + i, &t.b, sizeof t.b);
        std::memcpy(a.out[3] + i, &t.a, sizeof t.a);
    }
}
