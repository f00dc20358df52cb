// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

namespace gl {

/// One call into GL: finds the thread's context and goes through its gate.
class CallScope {
public:
    CallScope() : CallScope(Context::current()) {
        if (!m_context) [[unlikely]] {
            Context::noteDroppedCall();
        }
    }
    explicit CallScope(Context* context) : m_context(context) {
        if (m_context) {
            m_locked = m_context->gate().enter();
        }
    }
    ~CallScope() {
        if (m_context) {
            m_context->gate().leave(m_locked);
        }
    }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;

    explicit operator bool() const { return m_context != nullptr; }
    Context* operator->() const { return m_context; }

private:
    Context* m_context;
    bool m_locked = false;
};

/// A command ended with an exception: memory or another means of the machine ran out. Its context
/// gets GL_OUT_OF_MEMORY.
[[gnu::cold]] void failCall() noexcept;

} // namespace gl
