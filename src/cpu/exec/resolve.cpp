// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/resolve.h"

#include "cpu/exec/parallel.h"
#include "cpu/exec/replay.h"
#include "format/vk_texel.h"

namespace cpu::exec {

namespace {

void resolveTexel(const ResolveSurface& resolve, uint8_t* to, const uint8_t* from) {
    const int32_t samples = resolve.from.sampleCount;
    format::TexelValue sum = format::readTexel(*resolve.format, from);
    for (int32_t i = 1; i < samples; ++i) {
        const format::TexelValue value =
            format::readTexel(*resolve.format, from + uint64_t(i) * resolve.from.samplePitch_B);
        for (uint32_t channel = 0; channel < 4; ++channel) {
            sum.setNumber(channel, sum.number(channel) + value.number(channel));
        }
    }
    for (uint32_t channel = 0; channel < 4; ++channel) {
        sum.setNumber(channel, sum.number(channel) / float(samples));
    }
    format::writeTexel(*resolve.format, to, sum);
}

} // namespace

void execute(const ResolveSurface& command, Replay& replay) {
    resolve(replay.workers(), command);
}

void resolve(Workers& workers, const ResolveSurface& command) {
    const Extent extent =
        clip(command.extent, command.to, command.toPosition, command.from, command.fromPosition);
    if (extent.empty()) {
        return;
    }
    if (command.format->integer() || command.from.sampleCount == 1) {
        Surface first = command.from;
        first.sampleCount = 1;
        copyBlocks(workers, command.to, command.toPosition, first, command.fromPosition, extent);
        return;
    }
    const auto rows = uint64_t(extent.height);
    const uint64_t row_B =
        uint64_t(extent.width) * command.to.block_B * uint64_t(command.from.sampleCount) * 8;
    forEachItem(workers, rows * uint64_t(extent.depth), row_B, [&](uint64_t item) {
        const auto y = int32_t(item % rows);
        const auto z = int32_t(item / rows);
        uint8_t* const to = command.to.row(command.toPosition.y + y, command.toPosition.z + z);
        const uint8_t* const from =
            command.from.row(command.fromPosition.y + y, command.fromPosition.z + z);
        for (int32_t x = 0; x < extent.width; ++x) {
            resolveTexel(command,
                         to + command.to.xOffset_B(command.toPosition.x + x),
                         from + command.from.xOffset_B(command.fromPosition.x + x));
        }
    });
}

} // namespace cpu::exec
