// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/query.h"

#include "cpu/exec/clock.h"
#include "cpu/exec/replay.h"
#include "cpu/exec/transform_feedback.h"

#include <bit>

namespace cpu::exec {

namespace {

DrawCounters::Kind kindOf(const QueryPool& pool) {
    return pool.type() == QueryType::Occlusion ? DrawCounters::Samples : DrawCounters::Statistics;
}

} // namespace

void execute(const ResetQueries& command, Replay& replay) {
    command.pool->reset(command.first, command.count);
}

void execute(const BeginQuery& command, Replay& replay) {
    if (beginPrimitiveQuery(*command.pool, command.stream, replay)) {
        return;
    }
    replay.counters.begin(kindOf(*command.pool), command.precise);
    replay.drawChanges |= kStateChanged; // Whether primitives are counted.
}

void execute(const EndQuery& command, Replay& replay) {
    if (endPrimitiveQuery(*command.pool, command.query, command.stream, replay)) {
        return;
    }
    const auto views = uint32_t(std::popcount(replay.graphics.framebuffer.viewMask));
    replay.counters.end(kindOf(*command.pool), *command.pool, command.query, views);
    replay.settleCounters();
}

void execute(const WriteTimestamp& command, Replay& replay) {
    replay.finishDraws();
    // With views there is a query for each; the first has the value, zeros the others.
    const auto views = uint32_t(std::popcount(replay.graphics.framebuffer.viewMask));
    replay.host().monitor.update([&] {
        command.pool->write(command.query, timestamp_ns());
        for (uint32_t i = 1; i < views; ++i) {
            command.pool->write(command.query + i, uint64_t(0));
        }
    });
}

void execute(const CopyQueryResults& command, Replay& replay) {
    // Queries of earlier commands are available, and nobody else makes them so: with
    // VK_QUERY_RESULT_WAIT_BIT there is nothing to wait for either.
    command.pool->copy(command.first, command.count, command.to, command.stride_B, command.form);
}

} // namespace cpu::exec
