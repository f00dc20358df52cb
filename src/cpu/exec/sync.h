// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace cpu::icd {
class Event;
}

/// vkCmdSetEvent, vkCmdResetEvent, vkCmdWaitEvents. Barriers record nothing: a command has done all
/// of its work before the next begins, and all memory is coherent.
namespace cpu::exec {

class Replay;

struct SetEvent {
    icd::Event* event;
    bool signaled;
};
void execute(const SetEvent& command, Replay& replay);

/// Waits for the host where it has not set an event yet.
struct WaitEvents {
    std::span<icd::Event* const> events;
};
void execute(const WaitEvents& command, Replay& replay);

} // namespace cpu::exec
