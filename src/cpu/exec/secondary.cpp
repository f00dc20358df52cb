// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/secondary.h"

#include "cpu/exec/replay.h"

namespace cpu::exec {

void execute(const ExecuteSecondary& command, Replay& replay) {
    // State crosses neither way ("Secondary Command Buffer Execution").
    replay.beginSecondary();
    command.commands->replay(replay, replay.host().interruption);
    replay.beginSecondary();
}

} // namespace cpu::exec
