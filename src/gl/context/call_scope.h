// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <atomic>

namespace gl {

/// One call into GL: finds the thread's context and, in a group of several contexts, takes the
/// group's lock until the end of the call.
class CallScope {
public:
    CallScope() : CallScope(Context::current()) {}
    explicit CallScope(Context* context) : m_context(context) {
        if (m_context) {
            enter();
        }
    }
    ~CallScope() {
        if (m_context) {
            leave();
        }
    }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;

    explicit operator bool() const { return m_context != nullptr; }
    Context* operator->() const { return m_context; }

private:
    void enter() {
        m_context->m_inCall.store(1, std::memory_order_relaxed);
        // The thread that adds a second context issues membarrier(2): the compiler must keep the
        // order, the processor need not.
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (m_context->m_group->locking()) [[unlikely]] {
            enterLocked();
        }
    }
    void leave() {
        if (m_locked) [[unlikely]] {
            m_context->m_group->mutex().unlock();
        }
        m_context->m_inCall.store(0, std::memory_order_release);
    }
    void enterLocked();

    Context* m_context;
    bool m_locked = false;
};

/// A wait inside of a call: other contexts of the group go on meanwhile. Neither during nor after
/// it may the call touch what the group shares.
class WaitScope {
public:
    explicit WaitScope(Context& context);
    ~WaitScope();
    WaitScope(const WaitScope&) = delete;
    WaitScope& operator=(const WaitScope&) = delete;

private:
    Context& m_context;
    const bool m_locked;
};

} // namespace gl
