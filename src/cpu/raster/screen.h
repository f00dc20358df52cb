// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/screen.h"
#include "cpu/raster/raster_state.h"

#include <cstdint>

/// Clip space to the framebuffer. Vulkan 1.3, "Coordinate Transformations", "Controlling the
/// Viewport".
namespace cpu::raster {

/// `samples`: viewports that end within pixels hold those whose centre is inside, or any part.
Screen
makeScreen(const RasterState& state, uint32_t index, const Rectangle& area, uint32_t samples);

/// All but the bits of distances.
uint32_t volumeOf(const Screen& screen, float x, float y, float z, float w);
/// All but the bits of distances.
ScreenVertex place(const Screen& screen, float x, float y, float z, float w);
/// Of a position that was clipped.
ScreenVertex placeClipped(const Screen& screen, double x, double y, double z, double w);

} // namespace cpu::raster
