// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/query.h"

#include "cpu/exec/replay.h"
#include "cpu/icd/device.h"
#include "cpu/icd/query_pool.h"

#include <bit>
#include <vector>

namespace cpu::exec {

namespace {

/// With views there is a query for each; the first has the values, zeros the others.
void writeQueries(Replay& replay,
                  icd::QueryPool& pool,
                  uint32_t query,
                  std::span<const uint64_t> values) {
    const std::vector<uint64_t> zeros(values.size());
    const auto views = uint32_t(std::popcount(replay.graphics.framebuffer.viewMask));
    replay.device().monitor().update([&] {
        pool.write(query, values);
        for (uint32_t i = 1; i < views; ++i) {
            pool.write(query + i, zeros);
        }
    });
}

} // namespace

void execute(const ResetQueries& command, Replay& replay) {
    command.pool->reset(command.first, command.count);
}

void execute(const BeginQuery& command, Replay& replay) {
    DrawCounters& counters = replay.counters;
    if (command.pool->type() == VK_QUERY_TYPE_OCCLUSION) {
        counters.countsSamples = true;
        counters.precise = command.precise;
        counters.samplesPassed = 0;
    } else {
        counters.countsStatistics = true;
        counters.statistics = {};
    }
}

void execute(const EndQuery& command, Replay& replay) {
    DrawCounters& counters = replay.counters;
    std::vector<uint64_t> values;
    if (command.pool->type() == VK_QUERY_TYPE_OCCLUSION) {
        counters.countsSamples = false;
        values.push_back(counters.samplesPassed);
    } else {
        counters.countsStatistics = false;
        for (uint32_t i = 0; i < kStatistics; ++i) {
            if (command.pool->statistics() >> i & 1) {
                values.push_back(counters.statistics[i]);
            }
        }
    }
    writeQueries(replay, *command.pool, command.query, values);
}

void execute(const WriteTimestamp& command, Replay& replay) {
    const uint64_t now_ns = icd::timestamp_ns();
    writeQueries(replay, *command.pool, command.query, {&now_ns, 1});
}

void execute(const CopyQueryResults& command, Replay& replay) {
    // Queries of earlier commands are available, and nobody else makes them so: with
    // VK_QUERY_RESULT_WAIT_BIT there is nothing to wait for either.
    command.pool->copy(command.first, command.count, command.to, command.stride_B, command.flags);
}

} // namespace cpu::exec
