// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw_commands.h"

#include "cpu/exec/replay.h"

#include <algorithm>
#include <cstring>

namespace cpu::exec {

namespace {

template <typename T>
T read(const uint8_t* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// As VkDrawIndirectCommand.
struct IndirectDraw {
    uint32_t vertexCount, instanceCount, firstVertex, firstInstance;
};
/// As VkDrawIndexedIndirectCommand.
struct IndexedIndirectDraw {
    uint32_t indexCount, instanceCount, firstIndex;
    int32_t vertexOffset;
    uint32_t firstInstance;
};

DrawCall callOf(const IndirectDraw& from) {
    return {.indexed = false,
            .count = from.vertexCount,
            .instanceCount = from.instanceCount,
            .first = from.firstVertex,
            .firstInstance = from.firstInstance,
            .vertexOffset = 0,
            .drawIndex = 0};
}
DrawCall callOf(const IndexedIndirectDraw& from) {
    return {.indexed = true,
            .count = from.indexCount,
            .instanceCount = from.instanceCount,
            .first = from.firstIndex,
            .firstInstance = from.firstInstance,
            .vertexOffset = from.vertexOffset,
            .drawIndex = 0};
}

void drawUnlessNothing(Replay& replay, const DrawCall& call) {
    if (!replay.stages.routine<stage::VertexStage>() || replay.skips || call.count == 0 ||
        call.instanceCount == 0) {
        return;
    }
    uint32_t& samples = replay.graphics.framebuffer.samples;
    if (samples != 0) {
        draw(replay, call);
        return;
    }
    // Without attachments each draw has its own (variableMultisampleRate).
    samples = replay.graphics.samples.samples;
    draw(replay, call);
    samples = 0;
}

} // namespace

void execute(const Draw& command, Replay& replay) {
    drawUnlessNothing(replay, command.call);
}

void execute(const DrawMulti& command, Replay& replay) {
    DrawCall call = command.call;
    for (const MultiDraw& one : command.draws) {
        if (replay.host().interruption.isWanted()) {
            return;
        }
        call.first = one.first;
        call.count = one.count;
        call.vertexOffset = one.vertexOffset;
        drawUnlessNothing(replay, call);
        ++call.drawIndex;
    }
}

void execute(const DrawIndirect& command, Replay& replay) {
    const uint32_t count = command.actualCount
                               ? std::min(command.count, read<uint32_t>(command.actualCount))
                               : command.count;
    for (uint32_t i = 0; i < count && !replay.host().interruption.isWanted(); ++i) {
        const uint8_t* const from = command.calls + uint64_t(i) * command.stride_B;
        DrawCall call = command.indexed ? callOf(read<IndexedIndirectDraw>(from))
                                        : callOf(read<IndirectDraw>(from));
        call.drawIndex = i;
        drawUnlessNothing(replay, call);
    }
}

void execute(const BeginCondition& command, Replay& replay) {
    replay.skips = (read<uint32_t>(command.condition) == 0) != command.inverted;
}

void execute(const EndCondition& command, Replay& replay) {
    replay.skips = false;
}

} // namespace cpu::exec
