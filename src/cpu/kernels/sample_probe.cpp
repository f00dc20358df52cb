// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Lets the host's tests and benchmarks call a level's sampling kernel over arrays.
#include "cpu/kernels/sample_probe.h"

#include "cpu/kernels/sample.h"

using cpu::kernels::Float;
using cpu::kernels::Int;
using cpu::kernels::kLanes;
using cpu::kernels::Texel;

extern "C" void GLISSADE_KERNEL(sample_arrays)(const cpu::kernels::SampleArrays* arrays,
                                               uint32_t count) {
    for (uint32_t i = 0; i < count; i += kLanes) {
        const auto number = [&](const float* from) {
            Float v;
            __builtin_memcpy(&v, from + i, sizeof v);
            return v;
        };
        const auto integer = [&](const int32_t* from) {
            Int v;
            __builtin_memcpy(&v, from + i, sizeof v);
            return v;
        };
        uint32_t active = 0;
        for (uint32_t lane = 0; lane < uint32_t(kLanes); ++lane) {
            active |= uint32_t(arrays->active[i + lane]) << lane;
        }
        const Texel t = GLISSADE_KERNEL(sample)(arrays->ids,
                                                arrays->op,
                                                arrays->image,
                                                arrays->sampler,
                                                active,
                                                number(arrays->uvw[0]),
                                                number(arrays->uvw[1]),
                                                number(arrays->uvw[2]),
                                                number(arrays->layer),
                                                number(arrays->reference),
                                                number(arrays->lod),
                                                number(arrays->dx[0]),
                                                number(arrays->dx[1]),
                                                number(arrays->dx[2]),
                                                number(arrays->dy[0]),
                                                number(arrays->dy[1]),
                                                number(arrays->dy[2]),
                                                integer(arrays->offset[0]),
                                                integer(arrays->offset[1]),
                                                integer(arrays->offset[2]));
        __builtin_memcpy(arrays->out[0] + i, &t.r, sizeof t.r);
        __builtin_memcpy(arrays->out[1] + i, &t.g, sizeof t.g);
        __builtin_memcpy(arrays->out[2] + i, &t.b, sizeof t.b);
        __builtin_memcpy(arrays->out[3] + i, &t.a, sizeof t.a);
    }
}
