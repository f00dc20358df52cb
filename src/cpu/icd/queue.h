// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/replay.h"
#include "cpu/icd/object.h"

#include <deque>
#include <functional>
#include <span>
#include <thread>
#include <vector>

namespace cpu::icd {

class CommandBuffer;
class Device;
class Fence;
class Semaphore;

struct SemaphoreOperation {
    Semaphore* semaphore;
    uint64_t value; ///< Of timeline semaphores.
};

/// What a queue does at a time: a batch of vkQueueSubmit.
struct Submission {
    std::vector<SemaphoreOperation> waits;
    std::vector<CommandBuffer*> commandBuffers;
    std::function<void(exec::Workers&)> last; ///< After them; may be null.
    std::vector<SemaphoreOperation> signals;
    Fence* fence = nullptr; ///< Signalled last.
};

/// A thread that carries submissions out, one after the other in their order.
class Queue : public Dispatchable {
public:
    explicit Queue(Device& device);
    /// Drops what has not begun.
    ~Queue();

    Device& device() const { return m_device; }
    void submit(std::vector<Submission> submissions);
    /// Returns when everything submitted so far is done.
    void waitIdle();

private:
    void runThread();
    void execute(const Submission& submission);

    Device& m_device;
    exec::Replay m_replay;
    // Under the device's monitor.
    std::deque<Submission> m_pending;
    uint64_t m_submitted = 0;
    uint64_t m_completed = 0;
    bool m_stop = false;

    std::thread m_thread;
};
GLISSADE_CPU_OBJECT(VkQueue, Queue)

} // namespace cpu::icd
