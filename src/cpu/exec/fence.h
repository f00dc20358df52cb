// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace cpu::exec {

/// Changed under the device's monitor; read without it.
class Fence {
public:
    explicit Fence(bool signaled) : m_signaled(signaled) {}

    bool signaled() const { return m_signaled.load(std::memory_order_acquire); }
    void set(bool signaled) { m_signaled.store(signaled, std::memory_order_release); }

private:
    std::atomic<bool> m_signaled;
};

} // namespace cpu::exec
