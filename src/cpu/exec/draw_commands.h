// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw.h"

#include <span>

/// vkCmdDraw and its kin, and conditional rendering.
namespace cpu::exec {

struct Draw {
    DrawCall call;
};
void execute(const Draw& command, Replay& replay);

/// vkCmdDrawMulti*: what differs between the draws of a command.
struct MultiDraw {
    uint32_t first;
    uint32_t count;
    int32_t vertexOffset;
};
struct DrawMulti {
    DrawCall call; ///< What they share.
    std::span<const MultiDraw> draws;
};
void execute(const DrawMulti& command, Replay& replay);

/// Reads Vk*IndirectCommand when it is executed.
struct DrawIndirect {
    bool indexed;
    const uint8_t* calls;
    uint32_t stride_B;
    uint32_t count;             ///< All of them lie in the buffer.
    const uint8_t* actualCount; ///< 32 bits; null: `count` is.
};
void execute(const DrawIndirect& command, Replay& replay);

/// Condition 0 skips, or if inverted any other.
struct BeginCondition {
    const uint8_t* condition; ///< 32 bits.
    bool inverted;
};
void execute(const BeginCondition& command, Replay& replay);
struct EndCondition {};
void execute(const EndCondition& command, Replay& replay);

} // namespace cpu::exec
