// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/surface.h"

/// vkCmdFillBuffer, vkCmdClearColorImage, vkCmdClearDepthStencilImage: one command for each mip
/// level.
namespace cpu::exec {

class Replay;

struct FillBytes {
    uint8_t* to;
    uint64_t size_B;
    uint32_t word; ///< As vkCmdFillBuffer's data.
};
void execute(const FillBytes& command, Replay& replay);

/// Sets a part of every texel, or the whole of it.
struct ClearSurface {
    Surface surface; ///< The base points to the part.
    uint8_t bytes[16];
    uint32_t part_B;
};
void execute(const ClearSurface& command, Replay& replay);

} // namespace cpu::exec
