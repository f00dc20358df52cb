// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/egl_api.h"
#include "egl/outcome.h"

#include <memory>
#include <optional>
#include <span>

namespace egl {

class Context;
class Display;
class Surface;

/// What is current in a thread (EGL 1.5 section 3.7.3). Empty: nothing. While an object is here,
/// the thread holds its claim.
struct Binding {
    Display* display = nullptr;
    std::shared_ptr<Context> context;
    std::shared_ptr<Surface> draw, read; ///< Both null: surfaceless.
};

/// EGL's state of one thread (EGL 1.5 section 2.4).
class ThreadState {
public:
    ThreadState() = default;
    ~ThreadState();
    ThreadState(const ThreadState&) = delete;
    ThreadState& operator=(const ThreadState&) = delete;

    EGLint error = EGL_SUCCESS;
    EGLenum api = EGL_OPENGL_ES_API;

    const Binding& binding() const { return m_binding; }

    /// eglMakeCurrent. On failure everything stays as it was.
    Status makeCurrent(Display& display, EGLSurface draw, EGLSurface read, EGLContext context);
    /// Nothing is current afterwards; what was recorded is submitted.
    void releaseCurrent();
    /// eglReleaseThread.
    void reset();

    /// eglSwapBuffers and eglSwapBuffersWithDamage*: `damage` holds four numbers a rectangle,
    /// empty: everything.
    Status swapBuffers(Display& display, EGLSurface surface, std::span<const EGLint> damage);
    /// eglCopyBuffers.
    Status copyBuffers(Display& display, EGLSurface surface, void* pixmap);
    /// After GL commands that pixmap surfaces have to show: glFlush, glFinish.
    void publish();
    Status swapInterval(Display& display, EGLint interval);
    /// eglWaitClient. Nothing current: nothing to wait for.
    Status waitClient();
    /// eglQuerySurface. Nothing: leave the application's variable alone.
    Outcome<std::optional<EGLint>>
    querySurface(Display& display, EGLSurface surface, EGLint attribute);
    Outcome<EGLint> queryContext(Display& display, EGLContext context, EGLint attribute) const;

    Outcome<EGLSync> createSync(Display& display, EGLenum type, const Attributes& attributes);
    /// EGL_CONDITION_SATISFIED or EGL_TIMEOUT_EXPIRED.
    Outcome<EGLint>
    clientWaitSync(Display& display, EGLSync sync, EGLint flags, EGLTime timeout_ns);
    Status waitSync(Display& display, EGLSync sync, EGLint flags);

private:
    Status bind(Binding next);

    Binding m_binding;
};

/// The calling thread's.
ThreadState& threadState();

} // namespace egl
