// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <string>
#include <vector>

namespace harness {

enum class Api { Gles1, Gles2, Gl };

struct ContextRequest {
    Api api = Api::Gles2;
    /// 10 · major + minor, of the core profile from 3.2 on; 0: whatever a plain request gives.
    int version = 0;
    bool debug = false;
    bool robust = false;
    /// Of the context whose objects to share.
    EGLContext share = EGL_NO_CONTEXT;
};

/// The surfaceless display, initialised once in a process. EGL_NO_DISPLAY when there is none.
EGLDisplay surfacelessDisplay();

bool listHas(const char* list, const char* name);
bool displayHas(const char* extension);

/// An EGL context that needs no surface; movable to the thread that makes it current.
class Context {
public:
    explicit Context(const ContextRequest& request = {});
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    /// False when the display refused the request.
    bool valid() const { return m_context != EGL_NO_CONTEXT; }
    EGLContext handle() const { return m_context; }
    bool makeCurrent() const;
    static void release();

private:
    EGLContext m_context = EGL_NO_CONTEXT;
    Api m_api;
};

template <typename Function>
Function load(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

} // namespace harness
