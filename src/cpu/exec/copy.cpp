// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/copy.h"

#include "cpu/exec/replay.h"

namespace cpu::exec {

void execute(const CopyBytes& command, Replay& replay) {
    copyBytes(replay.workers(), command.to, command.from, command.size_B);
}

void execute(const CopyBlocks& command, Replay& replay) {
    copyBlocks(replay.workers(),
               command.to,
               command.toPosition,
               command.from,
               command.fromPosition,
               command.extent);
}

void execute(const CopyParts& command, Replay& replay) {
    const CopyBlocks& blocks = command.blocks;
    for (int32_t i = 0; i < blocks.to.sampleCount && i < blocks.from.sampleCount; ++i) {
        copyParts(replay.workers(),
                  blocks.to.sample(i),
                  blocks.toPosition,
                  blocks.from.sample(i),
                  blocks.fromPosition,
                  blocks.extent,
                  command.part_B);
    }
}

} // namespace cpu::exec
