// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/share_group.h"

#include <atomic>
#include <cstdint>

namespace gl {

/// A context's way into its share group. Every call of the context goes through it; in a group of
/// several contexts that takes the group's lock until the end of the call.
class CallGate {
public:
    explicit CallGate(ShareGroup& group) : m_group(group) {}
    CallGate(const CallGate&) = delete;
    CallGate& operator=(const CallGate&) = delete;

    /// True: it took the lock, and leave() has to know.
    [[nodiscard]] bool enter() {
        m_mark.inCall.store(1, std::memory_order_relaxed);
        // The thread that adds a second context issues membarrier(2): the compiler must keep the
        // order, the processor need not.
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (m_group.locking()) [[unlikely]] {
            enterLocked();
            return true;
        }
        return false;
    }
    void leave(bool locked) {
        if (locked) [[unlikely]] {
            m_group.mutex().unlock();
        }
        m_mark.inCall.store(0, std::memory_order_release);
    }
    CallMark& mark() { return m_mark; }
    ShareGroup& group() { return m_group; }

private:
    void enterLocked();

    ShareGroup& m_group;
    CallMark m_mark;
};

/// A call through a gate, from its construction to its end.
class GateScope {
public:
    explicit GateScope(CallGate& gate) : m_gate(gate), m_locked(gate.enter()) {}
    ~GateScope() { m_gate.leave(m_locked); }
    GateScope(const GateScope&) = delete;
    GateScope& operator=(const GateScope&) = delete;

private:
    CallGate& m_gate;
    const bool m_locked;
};

/// A wait inside of a call: other contexts of the group go on meanwhile. Neither during nor after
/// it may the call touch what the group shares.
class WaitScope {
public:
    explicit WaitScope(CallGate& gate);
    ~WaitScope();
    WaitScope(const WaitScope&) = delete;
    WaitScope& operator=(const WaitScope&) = delete;

private:
    CallGate& m_gate;
    const bool m_locked;
};

} // namespace gl
