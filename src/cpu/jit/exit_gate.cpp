// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/exit_gate.h"

#include <bit>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <mutex>

namespace cpu::jit {
namespace {

struct Gate {
    std::mutex mutex;
    std::condition_variable empty;
    uint32_t inside = 0;
    uint32_t passed = 0;
    bool registered = false;
    bool closed = false;
};

// Never destroyed: threads may come here after exit() has run.
Gate& gate() {
    static Gate& instance = *new Gate;
    return instance;
}

void closeGate() {
    std::unique_lock lock(gate().mutex);
    gate().closed = true;
    gate().empty.wait(lock, [] { return gate().inside == 0; });
}

} // namespace

ExitGate::ExitGate() {
    const std::lock_guard lock(gate().mutex);
    m_open = !gate().closed;
    gate().inside += m_open;
    // Before LLVM is loaded too: exit() then waits here until the first compilation is done, unless
    // it begins while LLVM's own objects are made.
    if (m_open && !gate().registered) {
        gate().registered = true;
        std::atexit(closeGate);
    }
}

ExitGate::~ExitGate() {
    if (!m_open) {
        return;
    }
    const std::lock_guard lock(gate().mutex);
    // exit() calls handlers in reverse order, so this one has to be registered after LLVM's
    // objects: again after the first compilations, and then ever more rarely, as new ones become
    // rare.
    if (!gate().closed && std::has_single_bit(++gate().passed)) {
        std::atexit(closeGate);
    }
    if (--gate().inside == 0) {
        gate().empty.notify_all();
    }
}

bool processEnds() {
    const std::lock_guard lock(gate().mutex);
    return gate().closed;
}

} // namespace cpu::jit
