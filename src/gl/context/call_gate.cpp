// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/call_gate.h"

#include "report/stalls.h"

#include <string>

namespace gl {

namespace {

void lock(std::mutex& mutex) {
    if (!mutex.try_lock()) {
        report::StallTimer timer(report::StallKind::Threads);
        mutex.lock();
        timer.stop([] { return std::string("another thread was in a call of the share group"); });
    }
}

} // namespace

void CallGate::enterLocked() {
    m_mark.inCall.store(0, std::memory_order_release);
    lock(m_group.mutex());
}

/// A call that announced itself holds no lock: the two ways of CallGate exclude each other.
WaitScope::WaitScope(CallGate& gate)
    : m_gate(gate), m_locked(gate.mark().inCall.load(std::memory_order_relaxed) == 0) {
    if (m_locked) {
        m_gate.group().mutex().unlock();
    } else {
        m_gate.mark().inCall.store(0, std::memory_order_release);
    }
}

WaitScope::~WaitScope() {
    if (m_locked) {
        lock(m_gate.group().mutex());
    }
    // Else the call stays unannounced: the group may have got its second context meanwhile.
}

} // namespace gl
