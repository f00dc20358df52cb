// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What raster::Setup does with most of what is drawn, a vector of vertices or triangles at a time:
// operation by operation what raster/screen.cpp, raster/setup_triangle.cpp and raster/planes.cpp do
// with one, so that the results are the same bits. Called by the host.
#pragma once

#include "cpu/abi/setup_work.h"
#include "cpu/kernels/lanes.h"

/// raster::place() of all vertices, and their distances.
extern "C" void GLISSADE_KERNEL(place_vertices)(const cpu::PlaceWork* work);
/// Says which triangles are to be set up: `kept` and the counters.
extern "C" void GLISSADE_KERNEL(sort_triangles)(cpu::TriangleWork* work);
/// Fills primitives, with all that fragments read of them.
extern "C" void GLISSADE_KERNEL(set_up_triangles)(const cpu::TriangleWork* work,
                                                  const cpu::TriangleRun* run);
