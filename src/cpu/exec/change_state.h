// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/dynamic_state.h"

namespace cpu::exec {

class Replay;

/// vkCmdSet*: `change` is called with the state and the loose state, and copied as it is.
template <typename Change>
struct ChangeState {
    Change change;
};
void changeState(Replay& replay,
                 void (*change)(const void*, GraphicsState&, LooseState&),
                 const void*);
template <typename Change>
void execute(const ChangeState<Change>& command, Replay& replay) {
    changeState(
        replay,
        [](const void* self, GraphicsState& state, LooseState& loose) {
            static_cast<const Change*>(self)[0](state, loose);
        },
        &command.change);
}

} // namespace cpu::exec
