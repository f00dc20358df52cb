// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/transform_feedback.h"

#include "cpu/exec/draw_commands.h"
#include "cpu/exec/query_pool.h"
#include "cpu/exec/replay.h"

#include <bit>
#include <cstring>

namespace cpu::exec {

bool beginPrimitiveQuery(const QueryPool& pool, uint32_t stream, Replay& replay) {
    TransformFeedback::Stream& counts = replay.feedback.streams[stream];
    switch (pool.type()) {
    case QueryType::CapturedPrimitives:
        counts.needed = counts.captured = 0;
        ++replay.feedback.queries;
        return true;
    case QueryType::GeneratedPrimitives:
        counts.generated = 0;
        ++replay.feedback.queries;
        return true;
    default:
        return false;
    }
}

bool endPrimitiveQuery(QueryPool& pool, uint32_t query, uint32_t stream, Replay& replay) {
    const TransformFeedback::Stream& counts = replay.feedback.streams[stream];
    const auto write = [&](std::initializer_list<uint64_t> values) {
        const auto views = uint32_t(std::popcount(replay.graphics.framebuffer.viewMask));
        const std::array<uint64_t, 2> zeros{};
        --replay.feedback.queries;
        replay.host().monitor.update([&] {
            pool.write(query, values);
            for (uint32_t i = 1; i < views; ++i) {
                pool.write(query + i, zeros);
            }
        });
        return true;
    };
    switch (pool.type()) {
    case QueryType::CapturedPrimitives:
        return write({counts.captured, counts.needed});
    case QueryType::GeneratedPrimitives:
        return write({counts.generated});
    default:
        return false;
    }
}

void execute(const BindFeedbackBuffers& command, Replay& replay) {
    for (uint32_t i = 0; i < command.buffers.size(); ++i) {
        replay.feedback.buffers[command.first + i] = {
            command.buffers[i].base, command.buffers[i].size_B, 0};
    }
}

void execute(const BeginFeedback& command, Replay& replay) {
    replay.feedback.active = true;
    for (uint32_t i = 0; i < command.counters.size(); ++i) {
        uint32_t written_B = 0;
        if (command.counters[i]) {
            std::memcpy(&written_B, command.counters[i], sizeof written_B);
        }
        replay.feedback.buffers[i].written_B = written_B;
    }
}

void execute(const EndFeedback& command, Replay& replay) {
    replay.feedback.active = false;
    for (uint32_t i = 0; i < command.counters.size(); ++i) {
        if (command.counters[i]) {
            const auto written_B = uint32_t(replay.feedback.buffers[i].written_B);
            std::memcpy(command.counters[i], &written_B, sizeof written_B);
        }
    }
}

void execute(const DrawByteCount& command, Replay& replay) {
    uint32_t written_B;
    std::memcpy(&written_B, command.counter, sizeof written_B);
    DrawCall call = command.call;
    call.count = written_B > command.counterOffset_B && command.stride_B
                     ? (written_B - command.counterOffset_B) / command.stride_B
                     : 0;
    execute(Draw{call}, replay);
}

} // namespace cpu::exec
