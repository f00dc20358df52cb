// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/surface.h"
#include "format/vk_format.h"

namespace cpu::exec {

class Replay;

/// A region of vkCmdResolveImage: the mean of the samples, of integers the first.
struct ResolveSurface {
    Surface to;
    Position toPosition;
    Surface from;
    Position fromPosition;
    Extent extent;
    const format::VkFormatLayout* format;
};
void execute(const ResolveSurface& command, Replay& replay);
void resolve(Workers& workers, const ResolveSurface& command);

} // namespace cpu::exec
