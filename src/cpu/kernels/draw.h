// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What lies around the shaders of a draw: attributes into vectors, fragments through tests and into
// attachments. Called by the host.
#pragma once

#include "cpu/kernels/draw_work.h"
#include "cpu/kernels/lanes.h"

extern "C" void GLISSADE_KERNEL(draw_vertices)(const cpu::VertexWork* work);

/// The fragments of one primitive in the block of 4 × 4 pixels at (x, y), multiples of four.
/// `coverage`: by sample, in the order of lanes that merge.h tells. `lanes` is room for the call of
/// the shader.
extern "C" void GLISSADE_KERNEL(draw_block)(const cpu::FragmentWork* work,
                                            const cpu::shader::WorkerData* worker,
                                            const cpu::shader::PrimitiveData* primitive,
                                            int32_t x,
                                            int32_t y,
                                            const uint16_t* coverage,
                                            cpu::shader::FragmentLanes* lanes,
                                            cpu::FragmentCounters* counters);
