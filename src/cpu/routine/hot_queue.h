// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/routine/build_threads.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace cpu::routine {

/// Work for BuildThreads of which the hottest is done first, as hot as it is when a thread is free.
/// It outlives the threads' work. Safe on any thread.
class HotQueue {
public:
    explicit HotQueue(BuildThreads& threads) : m_threads(threads) {}

    /// `heat` is asked on any thread until `work` begins. May be dropped.
    void want(std::function<uint64_t()> heat, std::function<void()> work) {
        {
            const std::lock_guard lock(m_mutex);
            m_wanted.push_back({std::move(heat), std::move(work)});
        }
        m_threads.submit([this] { runHottest(); });
    }

private:
    struct Wanted {
        std::function<uint64_t()> heat;
        std::function<void()> work;
    };

    void runHottest() {
        std::function<void()> work;
        {
            const std::lock_guard lock(m_mutex);
            const auto hottest = std::ranges::max_element(
                m_wanted, {}, [](const Wanted& wanted) { return wanted.heat(); });
            if (hottest == m_wanted.end()) {
                return;
            }
            work = std::move(hottest->work);
            m_wanted.erase(hottest);
        }
        work();
    }

    BuildThreads& m_threads;
    std::mutex m_mutex;
    std::vector<Wanted> m_wanted;
};

} // namespace cpu::routine
