// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/queue.h"
#include "cpu/icd/object.h"

#include <utility>
#include <vector>

namespace cpu::icd {

class Device;

/// The engine's queue with a handle. Submissions come from icd/commands/submit.cpp.
class Queue : public Dispatchable {
public:
    Queue(Device& device, const exec::Host& host, double watchdog_s)
        : m_device(device), m_queue(host, watchdog_s) {}

    Device& device() const { return m_device; }
    void submit(std::vector<exec::Submission> submissions) {
        m_queue.submit(std::move(submissions));
    }
    /// Returns when everything submitted so far is done.
    void waitIdle() { m_queue.waitIdle(); }

private:
    Device& m_device;
    exec::Queue m_queue;
};
GLISSADE_CPU_OBJECT(VkQueue, Queue)

} // namespace cpu::icd
