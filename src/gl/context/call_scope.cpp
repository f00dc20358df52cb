// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/call_scope.h"

#include "gl/compat/state/list_compiler.h"

#include <exception>

namespace gl {

CallScope::CallScope(Context* context) : m_context(context) {
    if (m_context) {
        m_locked = m_context->gate().enter();
        m_context->drawWaiting();
    }
}

CallScope::CallScope(AlsoLost) : m_context(nullptr) {
    if (Context* const context = Context::usable()) {
        enterSettled(*context);
    } else if (Context* const lost = Context::bound()) {
        m_locked = lost->gate().enter();
        m_context = lost;
    }
}

void CallScope::enterSlowly(InLists inLists) {
    Context* const context = Context::usable();
    if (!context) {
        return Context::noteDroppedCall();
    }
    if (inLists == InLists::Compiled && context->compiler()) {
        m_locked = context->gate().enter();
        m_list = context->compiler();
        return;
    }
    enterSettled(*context);
}

/// No context where the command is an error.
void CallScope::enterSettled(Context& context) {
    m_locked = context.gate().enter();
    try {
        if (context.settle()) {
            m_context = &context;
            return;
        }
    } catch (...) {
        context.gate().leave(m_locked);
        throw;
    }
    context.gate().leave(m_locked);
}

void CallScope::leaveList() {
    m_list->context().gate().leave(m_locked);
}

VertexScope::VertexScope() : m_context(Context::usable()) {
    if (m_context) {
        m_locked = m_context->gate().enter();
    } else {
        Context::noteDroppedCall();
    }
}

void failCall() noexcept {
    if (Context* const context = Context::usable()) {
        try {
            context->outOfMemory();
        } catch (const std::exception&) {
            // The error is set: there is only no memory to tell of it.
        }
    }
}

} // namespace gl
