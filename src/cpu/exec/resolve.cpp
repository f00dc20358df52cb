// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/resolve.h"

#include "cpu/abi/level.h"
#include "cpu/abi/resolve_work.h"
#include "cpu/exec/parallel.h"
#include "cpu/exec/replay.h"
#include "cpu/kernels/kernel_library.h"

namespace cpu::exec {

namespace {

using ResolveTexels = void (*)(const ResolveWork*);

ResolveTexels resolveTexels() {
    static const auto kernel =
        reinterpret_cast<ResolveTexels>(kernels::kernel("resolve_texels", processLevel()));
    return kernel;
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
    const ResolveTexels kernel = resolveTexels();
    const auto rows = uint64_t(extent.height);
    const uint64_t row_B =
        uint64_t(extent.width) * command.to.block_B * uint64_t(command.from.sampleCount + 1);
    forEachItem(workers, rows * uint64_t(extent.depth), row_B, [&](uint64_t item) {
        const auto y = int32_t(item % rows);
        const auto z = int32_t(item / rows);
        uint8_t* const to = command.to.row(command.toPosition.y + y, command.toPosition.z + z);
        const uint8_t* const from =
            command.from.row(command.fromPosition.y + y, command.fromPosition.z + z);
        for (int32_t x = 0, run = 0; x < extent.width; x += run) {
            const int32_t toX = command.toPosition.x + x;
            const int32_t fromX = command.fromPosition.x + x;
            run = command.from.run(fromX, command.to.run(toX, extent.width - x));
            const ResolveWork work{command.format,
                                   to + command.to.xOffset_B(toX),
                                   from + command.from.xOffset_B(fromX),
                                   command.from.samplePitch_B,
                                   uint32_t(command.from.sampleCount),
                                   uint32_t(run)};
            kernel(&work);
        }
    });
}

} // namespace cpu::exec
