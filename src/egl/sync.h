// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/outcome.h"
#include "gl/backend.h"
#include "window/context.h"

#include <memory>

namespace egl {

/// An EGLSync of type EGL_SYNC_FENCE (EGL 1.5 section 3.8.1). Any thread may wait for it.
class Sync {
public:
    /// Inserts the fence into `context`, which is current in the calling thread. Fences have no
    /// attributes: EGL_BAD_ATTRIBUTE.
    static Outcome<std::shared_ptr<Sync>> create(const Attributes& attributes,
                                                 window::Context& context);

    /// eglClientWaitSync, without the flush: EGL_CONDITION_SATISFIED or EGL_TIMEOUT_EXPIRED.
    EGLint wait(EGLTime timeout_ns);
    /// eglWaitSync: later commands of `context` wait for the fence on the device.
    void waitIn(window::Context& context);
    /// eglGetSyncAttrib.
    Outcome<EGLAttrib> attribute(EGLint name);

private:
    std::unique_ptr<gl::FenceBackend> m_fence;
};

} // namespace egl
