// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/sync.h"

#include "egl/context.h"
#include "gl/context/call_scope.h"

namespace egl {

Outcome<std::shared_ptr<Sync>> Sync::create(const Attributes& attributes, Context& context) {
    if (!attributes.empty()) {
        return Failure{EGL_BAD_ATTRIBUTE};
    }
    const gl::CallScope call(&context.gl());
    auto sync = std::make_shared<Sync>();
    sync->m_fence = context.gl().backend().insertFence();
    if (!sync->m_fence) {
        return Failure{EGL_BAD_ALLOC};
    }
    return sync;
}

EGLint Sync::wait(EGLTime timeout_ns) {
    static_assert(EGL_FOREVER == UINT64_MAX);
    const bool done = timeout_ns == 0 ? m_fence->signalled() : m_fence->wait(timeout_ns);
    return done ? EGL_CONDITION_SATISFIED : EGL_TIMEOUT_EXPIRED;
}

void Sync::waitIn(Context& context) {
    const gl::CallScope call(&context.gl());
    context.gl().backend().waitFence(*m_fence);
}

Outcome<EGLAttrib> Sync::attribute(EGLint name) {
    switch (name) {
    case EGL_SYNC_TYPE:
        return EGLAttrib(EGL_SYNC_FENCE);
    case EGL_SYNC_STATUS:
        return EGLAttrib(m_fence->signalled() ? EGL_SIGNALED : EGL_UNSIGNALED);
    case EGL_SYNC_CONDITION:
        return EGLAttrib(EGL_SYNC_PRIOR_COMMANDS_COMPLETE);
    default:
        return Failure{EGL_BAD_ATTRIBUTE};
    }
}

} // namespace egl
