// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <array>

namespace gl {

class ListCompiler;

/// What becomes of a command while a display list is compiled.
enum class InLists : uint8_t {
    DoneAtOnce,
    Compiled,
};

/// A command that lost contexts answer too.
enum class AlsoLost : uint8_t { Yes };

/// A command that OpenGL ES 1.1 has, with the names (enumerants) that it is called with.
struct ES1Call {
    template <class... Name>
    explicit ES1Call(Name... name) : exists(true), names{name...} {}
    static ES1Call notThere() {
        ES1Call call;
        call.exists = false;
        return call;
    }
    bool exists;
    std::array<GLenum, 4> names;
};

/// One call into GL: finds the thread's context and goes through its gate. Calls that something
/// interrupts (Context::Interruption) take the long way.
class CallScope {
public:
    explicit CallScope(InLists inLists = InLists::DoneAtOnce,
                       const ES1Call& es1 = ES1Call::notThere(),
                       Bitmaps bitmaps = Bitmaps::Drawn)
        : m_context(Context::current()) {
        if (m_context) [[likely]] {
            m_locked = m_context->gate().enter();
        } else {
            enterSlowly(inLists, es1, bitmaps);
        }
    }
    explicit CallScope(const ES1Call& es1) : CallScope(InLists::DoneAtOnce, es1) {}
    explicit CallScope(AlsoLost, const ES1Call& es1 = ES1Call::notThere());
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
    [[gnu::cold]] void enterSlowly(InLists inLists, const ES1Call& es1, Bitmaps bitmaps);
    void enterSettled(Context& context, const ES1Call& es1, Bitmaps bitmaps);
    [[gnu::cold]] void leaveList();

    Context* m_context;
    ListCompiler* m_list = nullptr;
    bool m_locked = false;
};

/// A call that is allowed between glBegin and glEnd: what waits to be drawn goes on waiting.
class VertexScope {
public:
    explicit VertexScope(const ES1Call& es1 = ES1Call::notThere());
    ~VertexScope() {
        if (m_context) {
            leave();
        }
    }
    VertexScope(const VertexScope&) = delete;
    VertexScope& operator=(const VertexScope&) = delete;

    explicit operator bool() const { return m_context != nullptr; }
    Context* operator->() const { return m_context; }
    ListCompiler* list() const { return m_context ? m_context->compiler() : nullptr; }

protected:
    void leave();

    Context* m_context;

private:
    bool m_locked = false;
};

/// A call of a command that no other context than those of OpenGL ES 1.1 has.
class ES1Scope : public VertexScope {
public:
    explicit ES1Scope(const ES1Call& es1);
};

/// A command ended with an exception: memory or another means of the machine ran out. Its context
/// gets GL_OUT_OF_MEMORY.
[[gnu::cold]] void failCall() noexcept;

} // namespace gl
