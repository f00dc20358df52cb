// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::exec {

/// All of it under the device's monitor. Binary semaphores count 0 and 1.
class Semaphore {
public:
    Semaphore(bool timeline, uint64_t value) : m_timeline(timeline), m_value(value) {}

    bool timeline() const { return m_timeline; }
    uint64_t value() const { return m_value; }

    /// True: a wait for `value` (binary: for the signal) is over.
    bool reached(uint64_t value) const { return m_value >= (m_timeline ? value : 1); }
    void signal(uint64_t value) { m_value = m_timeline ? value : 1; }
    /// A queue's wait is over: that unsignals a binary semaphore.
    void consume() {
        if (!m_timeline) {
            m_value = 0;
        }
    }

private:
    bool m_timeline;
    uint64_t m_value;
};

} // namespace cpu::exec
