// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/leave_behind.h"

#include "base/fork.h"

#include <deque>
#include <mutex>
#include <optional>

namespace base {

namespace {

struct Behind {
    std::mutex mutex;
    std::deque<Job> jobs; ///< The oldest first; some may be done.
    WorkQueue thread{"glissade-end", 1};

    std::optional<Job> oldestOfTooMany() {
        while (!jobs.empty() && jobs.front().done()) {
            jobs.pop_front();
        }
        return jobs.size() > kMaxBehind ? std::optional(jobs.front()) : std::nullopt;
    }
};

/// Not destroyed: the process does not wait for it.
constinit PerProcess<Behind> g_behind;

} // namespace

Job leaveBehind(std::function<void()> work) {
    Behind& all = g_behind.get();
    std::unique_lock lock(all.mutex);
    all.jobs.emplace_back(); // First: what was submitted is not to be lost for want of memory.
    Job job;
    try {
        job = all.thread.submit(Priority::Low, std::move(work));
    } catch (...) {
        all.jobs.pop_back();
        throw;
    }
    all.jobs.back() = job;
    std::optional<Job> oldest = all.oldestOfTooMany();
    lock.unlock();
    if (oldest) {
        oldest->wait();
    }
    return job;
}

} // namespace base
