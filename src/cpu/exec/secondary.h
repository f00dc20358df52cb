// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/command.h"

namespace cpu::exec {

/// vkCmdExecuteCommands, for one of the secondary command buffers.
struct ExecuteSecondary {
    const CommandArena* commands;
};
void execute(const ExecuteSecondary& command, Replay& replay);

} // namespace cpu::exec
