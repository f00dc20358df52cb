// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace window {

/// Says in which thread an object is current: in at most one (EGL 1.5 section 3.7.3, GLX 1.4
/// section 3.3.7; of GLX's drawables see Drawable::shareAmongThreads). Threads are named by the
/// address of their Current.
class Claim {
public:
    /// True where the object is now claimed by `thread`, or was already.
    bool take(const void* thread) {
        const void* expected = nullptr;
        return m_owner.compare_exchange_strong(expected, thread, std::memory_order_acquire) ||
               expected == thread;
    }
    void release() { m_owner.store(nullptr, std::memory_order_release); }
    bool heldBy(const void* thread) const {
        return m_owner.load(std::memory_order_relaxed) == thread;
    }
    bool heldByOther(const void* thread) const {
        const void* owner = m_owner.load(std::memory_order_relaxed);
        return owner != nullptr && owner != thread;
    }

private:
    std::atomic<const void*> m_owner{nullptr};
};

} // namespace window
