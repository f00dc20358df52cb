// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/change_state.h"

#include "cpu/exec/replay.h"

namespace cpu::exec {

void changeState(Replay& replay,
                 void (*change)(const void*, GraphicsState&, LooseState&),
                 const void* self) {
    change(self, replay.graphics, replay.looseState);
    settle(replay.looseState, replay.graphics);
    replay.drawChanges |= kStateChanged;
}

} // namespace cpu::exec
