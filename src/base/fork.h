// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <atomic>
#include <cstdint>

// What fork() leaves behind: a child has its parent's memory, but of its threads only the one that
// called. Locks that others held stay locked, and work that they had begun is never done. So a
// child leaves what it inherited alone, and makes its own. See docs/processes.md.

namespace base {

/// How many fork()s lie between the process that loaded the library and this one: what was made
/// under another number belongs to an ancestor. The children of vfork() and posix_spawn() do not
/// count, and call nothing of ours before they become other programs.
uint32_t forkCount();

/// Calls `forget` in every child from now on, on its one thread, before fork() returns there. It
/// takes no lock, and destroys nothing.
void afterFork(void (*forget)());

/// The process's one T, made by `make` when first asked for, and never destroyed unless destroy()
/// is called. A child makes one of its own; its parent's stays in memory as it was. Two threads may
/// both make one, of which the second is thrown away. A static object without destructor.
template <class T, auto make = [] { return T(); }>
class PerProcess {
public:
    constexpr PerProcess() = default;
    PerProcess(const PerProcess&) = delete;
    PerProcess& operator=(const PerProcess&) = delete;

    T& get() {
        Made* made = m_made.load(std::memory_order_acquire);
        while (!made || made->forks != forkCount()) {
            auto* const own = new Made{forkCount(), made, make()};
            if (m_made.compare_exchange_strong(made, own)) {
                return own->object;
            }
            delete own; // Another thread was faster.
        }
        return made->object;
    }

    /// Null: this process has made none.
    T* find() {
        Made* const made = m_made.load(std::memory_order_acquire);
        return made && made->forks == forkCount() ? &made->object : nullptr;
    }

    /// At the end of the process: nobody asks for it any more.
    void destroy() {
        Made* const made = m_made.load(std::memory_order_acquire);
        if (made && made->forks == forkCount()) {
            m_made.store(made->inherited, std::memory_order_relaxed);
            delete made;
        }
    }

private:
    struct Made {
        uint32_t forks;
        Made* inherited; ///< Kept reachable: it is no leak.
        T object;
    };

    std::atomic<Made*> m_made = nullptr;
};

} // namespace base
