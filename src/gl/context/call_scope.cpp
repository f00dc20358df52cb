// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/call_scope.h"

#include "gl/compat/state/list_compiler.h"
#include "gl/rules/es1_names.h"

#include <algorithm>
#include <exception>

namespace gl {

namespace {

/// A context of OpenGL ES 1.1 takes its commands and names alone. False with the error set.
bool takes(Context& context, const ES1Call& call) {
    if (!context.apiVersion().isES1()) {
        return true;
    }
    if (!call.exists) {
        context.setError(GL_INVALID_OPERATION, "OpenGL ES 1.1 has no such command");
        return false;
    }
    const auto unknown = std::ranges::find_if_not(call.names, isES1Name);
    if (unknown != call.names.end()) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is no name of OpenGL ES 1.1", *unknown);
        return false;
    }
    return true;
}

} // namespace

CallScope::CallScope(Context* context) : m_context(context) {
    if (m_context) {
        m_locked = m_context->gate().enter();
        m_context->drawWaiting();
    }
}

CallScope::CallScope(AlsoLost, const ES1Call& es1) : m_context(nullptr) {
    if (Context* const context = Context::usable()) {
        enterSettled(*context, es1, Bitmaps::Drawn);
    } else if (Context* const lost = Context::bound()) {
        m_locked = lost->gate().enter();
        m_context = lost;
    }
}

void CallScope::enterSlowly(InLists inLists, const ES1Call& es1, Bitmaps bitmaps) {
    Context* const context = Context::usable();
    if (!context) {
        return Context::noteDroppedCall();
    }
    if (inLists == InLists::Compiled && context->compiler()) {
        m_locked = context->gate().enter();
        m_list = context->compiler();
        return;
    }
    enterSettled(*context, es1, bitmaps);
}

/// No context where the command is an error.
void CallScope::enterSettled(Context& context, const ES1Call& es1, Bitmaps bitmaps) {
    m_locked = context.gate().enter();
    try {
        if (takes(context, es1) && context.settle(bitmaps)) {
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

VertexScope::VertexScope(const ES1Call& es1) : m_context(Context::usable()) {
    if (!m_context) {
        Context::noteDroppedCall();
        return;
    }
    m_locked = m_context->gate().enter();
    if (!takes(*m_context, es1)) {
        leave();
    }
}

void VertexScope::leave() {
    m_context->gate().leave(m_locked);
    m_context = nullptr;
}

ES1Scope::ES1Scope(const ES1Call& es1) : VertexScope(es1) {
    if (m_context && !m_context->apiVersion().isES1()) {
        m_context->setError(GL_INVALID_OPERATION, "only OpenGL ES 1.1 has the command");
        leave();
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
