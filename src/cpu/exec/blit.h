// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/surface.h"
#include "format/vk_format.h"

namespace cpu::exec {

class Replay;

/// A region of vkCmdBlitImage; array layers are z, from 0 on. Coordinates are texels; begin may be
/// beyond end, which mirrors.
struct BlitSurface {
    Surface to;
    Surface from;
    const format::VkFormatLayout* toFormat;
    const format::VkFormatLayout* fromFormat;
    Position toBegin;
    Position toEnd;
    Position fromBegin;
    Position fromEnd;
    Extent fromSize_px; ///< Of the level: sampling is clamped to its edge.
    bool linear;
    /// Bytes of a texel that are moved as they are, at the surfaces' bases; 0: the whole texel is
    /// converted. For aspects of depth/stencil texels, whose formats are the same.
    uint32_t part_B;
};
void execute(const BlitSurface& command, Replay& replay);
/// Throws std::bad_alloc.
void blit(Workers& workers, const BlitSurface& command);

} // namespace cpu::exec
