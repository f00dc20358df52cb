// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// vkCmdDispatch, vkCmdDispatchBase, vkCmdDispatchIndirect.
namespace cpu::exec {

class Replay;

struct Dispatch {
    uint32_t baseGroup[3];
    uint32_t groupCount[3];
};
void execute(const Dispatch& command, Replay& replay);

struct DispatchIndirect {
    const uint8_t* groupCount; ///< VkDispatchIndirectCommand, read when it is executed.
};
void execute(const DispatchIndirect& command, Replay& replay);

} // namespace cpu::exec
