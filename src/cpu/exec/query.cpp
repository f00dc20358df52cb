// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/query.h"

#include "cpu/exec/replay.h"
#include "cpu/icd/device.h"
#include "cpu/icd/query_pool.h"

namespace cpu::exec {

void execute(const ResetQueries& command, Replay& replay) {
    command.pool->reset(command.first, command.count);
}

void execute(const WriteTimestamp& command, Replay& replay) {
    replay.device().monitor().update(
        [&] { command.pool->write(command.query, icd::timestamp_ns()); });
}

void execute(const CopyQueryResults& command, Replay& replay) {
    // Queries of earlier commands are available, and nobody else makes them so: with
    // VK_QUERY_RESULT_WAIT_BIT there is nothing to wait for either.
    command.pool->copy(command.first, command.count, command.to, command.stride_B, command.flags);
}

} // namespace cpu::exec
