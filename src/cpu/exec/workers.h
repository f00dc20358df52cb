// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/interruption.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <pthread.h>

namespace cpu::exec {

/// The threads that run a device's work: as many as the option cpu-threads says, by default one for
/// each core the process may use. The calling thread works along and is worker 0.
class Workers {
public:
    /// There may be fewer threads where the machine has no more. When the interruption is wanted,
    /// no more items are handed out.
    Workers(uint32_t threadCount, const Interruption& interruption);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    uint32_t count() const;
    /// The caller's not among them.
    std::vector<pthread_t> threads() const;
    bool interrupted() const { return m_interruption.isWanted(); }

    /// Calls task(item, worker) once for each item in [0, items), on all workers, and returns when
    /// all calls have returned, or are not made because of an interruption. Items are handed out in
    /// ascending order, `grain` at a time. One caller at a time: it is the device's queue thread.
    /// Throws std::bad_alloc where a call did; others may not have been made then.
    using Task = std::function<void(uint64_t item, uint32_t worker)>;
    void run(uint64_t items, uint64_t grain, const Task& task);

private:
    struct Shared;
    const Interruption& m_interruption;
    std::unique_ptr<Shared> m_shared;
};

} // namespace cpu::exec
