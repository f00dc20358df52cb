// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/clear.h"

#include "cpu/exec/replay.h"

#include <cstring>

namespace cpu::exec {

void execute(const FillBytes& command, Replay& replay) {
    uint8_t word[4];
    std::memcpy(word, &command.word, sizeof word);
    fillBytes(replay.workers(), command.to, command.size_B, word, sizeof word);
}

void execute(const ClearSurface& command, Replay& replay) {
    fillBlocks(replay.workers(), command.surface, command.bytes, command.part_B);
}

} // namespace cpu::exec
