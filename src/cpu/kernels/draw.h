// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What lies around the shaders of a draw: attributes into vectors, fragments through tests and into
// attachments. Called by the host.
#pragma once

#include "cpu/abi/draw_work.h"
#include "cpu/kernels/lanes.h"

extern "C" void GLISSADE_KERNEL(draw_vertices)(const cpu::VertexWork* work);

/// The fragments of one primitive in `count` blocks. `lanes` is room for the calls of the shader.
extern "C" void GLISSADE_KERNEL(draw_blocks)(const cpu::FragmentWork* work,
                                             const cpu::WorkerData* worker,
                                             const cpu::PrimitiveData* primitive,
                                             const cpu::CoveredBlock* blocks,
                                             uint32_t count,
                                             cpu::FragmentLanes* lanes,
                                             cpu::FragmentCounters* counters);
