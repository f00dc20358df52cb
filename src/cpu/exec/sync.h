// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

/// Pipeline barriers, vkCmdSetEvent, vkCmdResetEvent, vkCmdWaitEvents. All memory is coherent, and
/// a command has done all of its work before the next begins, but for what is drawn.
namespace cpu::exec {

class Event;
class Replay;

/// Of all stages and all memory.
struct PipelineBarrier {};
void execute(const PipelineBarrier& command, Replay& replay);

struct SetEvent {
    Event* event;
    bool signaled;
};
void execute(const SetEvent& command, Replay& replay);

/// Waits for the host where it has not set an event yet.
struct WaitEvents {
    std::span<Event* const> events;
};
void execute(const WaitEvents& command, Replay& replay);

} // namespace cpu::exec
