// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

namespace gl {

class ListCompiler;

/// What becomes of a command while a display list is compiled.
enum class InLists : uint8_t {
    DoneAtOnce,
    Compiled,
};

/// A command that lost contexts answer too.
enum class AlsoLost : uint8_t { Yes };

/// One call into GL: finds the thread's context and goes through its gate. Calls that something
/// interrupts (Context::Interruption) take the long way.
class CallScope {
public:
    explicit CallScope(InLists inLists = InLists::DoneAtOnce) : m_context(Context::current()) {
        if (m_context) [[likely]] {
            m_locked = m_context->gate().enter();
        } else {
            enterSlowly(inLists);
        }
    }
    explicit CallScope(AlsoLost);
    /// A call that is no command.
    explicit CallScope(Context* context);
    ~CallScope() {
        if (m_context) [[likely]] {
            m_context->gate().leave(m_locked);
        } else if (m_list) {
            leaveList();
        }
    }
    CallScope(const CallScope&) = delete;
    CallScope& operator=(const CallScope&) = delete;

    explicit operator bool() const { return m_context != nullptr; }
    Context* operator->() const { return m_context; }
    /// The list that the call is compiled into, in place of being done; null: none.
    ListCompiler* list() const { return m_list; }

private:
    [[gnu::cold]] void enterSlowly(InLists inLists);
    void enterSettled(Context& context);
    [[gnu::cold]] void leaveList();

    Context* m_context;
    ListCompiler* m_list = nullptr;
    bool m_locked = false;
};

/// A call that is allowed between glBegin and glEnd: what waits to be drawn goes on waiting.
class VertexScope {
public:
    VertexScope();
    ~VertexScope() {
        if (m_context) {
            m_context->gate().leave(m_locked);
        }
    }
    VertexScope(const VertexScope&) = delete;
    VertexScope& operator=(const VertexScope&) = delete;

    explicit operator bool() const { return m_context != nullptr; }
    Context* operator->() const { return m_context; }
    ListCompiler* list() const { return m_context ? m_context->compiler() : nullptr; }

private:
    Context* m_context;
    bool m_locked = false;
};

/// A command ended with an exception: memory or another means of the machine ran out. Its context
/// gets GL_OUT_OF_MEMORY.
[[gnu::cold]] void failCall() noexcept;

} // namespace gl
