// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/surface.h"

/// vkCmdCopyBuffer, vkCmdUpdateBuffer, vkCmdCopyImage, vkCmdCopyBufferToImage,
/// vkCmdCopyImageToBuffer: one command for each region, with memory in place of handles.
namespace cpu::exec {

class Replay;

struct CopyBytes {
    uint8_t* to;
    const uint8_t* from;
    uint64_t size_B;
};
void execute(const CopyBytes& command, Replay& replay);

/// Blocks of one size.
struct CopyBlocks {
    Surface to;
    Position toPosition;
    Surface from;
    Position fromPosition;
    Extent extent;
};
void execute(const CopyBlocks& command, Replay& replay);

/// A part of each block, as of one aspect of depth/stencil texels.
struct CopyParts {
    CopyBlocks blocks; ///< The bases point to the part.
    uint32_t part_B;
};
void execute(const CopyParts& command, Replay& replay);

} // namespace cpu::exec
