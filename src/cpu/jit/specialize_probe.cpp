// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Lets tests and benchmarks call sampling routines of a level by their address.
#include "cpu/jit/specialize_probe.h"

#include "cpu/kernels/sample.h"

using cpu::kernels::Float;
using cpu::kernels::Int;
using cpu::kernels::kLanes;

extern "C" void GLISSADE_KERNEL(call_routine)(cpu::jit::RoutineCall* call) {
    const auto routine = reinterpret_cast<decltype(&GLISSADE_KERNEL(sample))>(call->routine);
    for (uint32_t first = 0; first < call->kCount; first += kLanes) {
        Float in[12];
        Int offset[3];
        for (int i = 0; i < 12; ++i) {
            __builtin_memcpy(&in[i], call->in[i] + first, sizeof in[i]);
        }
        for (int i = 0; i < 3; ++i) {
            __builtin_memcpy(&offset[i], call->offset[i] + first, sizeof offset[i]);
        }
        const cpu::kernels::Texel t = routine(call->ids,
                                              call->op,
                                              call->image,
                                              call->sampler,
                                              call->active >> first & ((1u << kLanes) - 1),
                                              in[0],
                                              in[1],
                                              in[2],
                                              in[3],
                                              in[4],
                                              in[5],
                                              in[6],
                                              in[7],
                                              in[8],
                                              in[9],
                                              in[10],
                                              in[11],
                                              offset[0],
                                              offset[1],
                                              offset[2]);
        __builtin_memcpy(call->out[0] + first, &t.r, sizeof t.r);
        __builtin_memcpy(call->out[1] + first, &t.g, sizeof t.g);
        __builtin_memcpy(call->out[2] + first, &t.b, sizeof t.b);
        __builtin_memcpy(call->out[3] + first, &t.a, sizeof t.a);
    }
}
