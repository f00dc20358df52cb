// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/wsi/output.h"
#include "cpu/wsi/pacer.h"
#include "cpu/wsi/target.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace cpu::wsi {

/// A thread that shows frames when the mode says so.
class Presenter {
public:
    /// Called also for those that a newer one replaced.
    using Done = Output::Done;

    Presenter(Target& target, PresentMode mode, std::chrono::nanoseconds period, Done done);
    /// Shows the newest frame that waits, at once.
    ~Presenter();
    Presenter(const Presenter&) = delete;
    Presenter& operator=(const Presenter&) = delete;

    void present(uint32_t frame);

private:
    void runThread();
    void waitForRefresh(std::unique_lock<std::mutex>& lock);

    Target& m_target;
    const PresentMode m_mode;
    const std::chrono::nanoseconds m_period;
    const Done m_done;
    /// The thread's. Refreshes are counted from the first frame, which is shown at once: when the
    /// monitor's are nobody knows.
    std::optional<Pacer> m_pacer;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<uint32_t> m_waiting;
    bool m_stop = false;

    std::thread m_thread;
};

} // namespace cpu::wsi
