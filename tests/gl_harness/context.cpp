// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "context.h"

#include <cstring>

namespace harness {

EGLDisplay surfacelessDisplay() {
    static const EGLDisplay display = [] {
        const auto getDisplay = load<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
        EGLDisplay found = EGL_NO_DISPLAY;
        if (getDisplay) {
            found = getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        }
        if (found != EGL_NO_DISPLAY && !eglInitialize(found, nullptr, nullptr)) {
            found = EGL_NO_DISPLAY;
        }
        return found;
    }();
    return display;
}

bool listHas(const char* list, const char* name) {
    const size_t length = std::strlen(name);
    for (const char* at = list; at && (at = std::strstr(at, name)); at += length) {
        const bool begins = at == list || at[-1] == ' ';
        if (begins && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

bool displayHas(const char* extension) {
    return listHas(eglQueryString(surfacelessDisplay(), EGL_EXTENSIONS), extension);
}

Context::Context(const ContextRequest& request) : m_api(request.api) {
    const EGLDisplay display = surfacelessDisplay();
    const bool gles = m_api != Api::Gl;
    if (display == EGL_NO_DISPLAY || !eglBindAPI(gles ? EGL_OPENGL_ES_API : EGL_OPENGL_API)) {
        return;
    }
    const EGLint configAttribs[] = {EGL_SURFACE_TYPE,
                                    0,
                                    EGL_RENDERABLE_TYPE,
                                    m_api == Api::Gles1   ? EGL_OPENGL_ES_BIT
                                    : m_api == Api::Gles2 ? EGL_OPENGL_ES2_BIT
                                                          : EGL_OPENGL_BIT,
                                    EGL_RED_SIZE,
                                    8,
                                    EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, configAttribs, &config, 1, &count) || count == 0) {
        return;
    }
    std::vector<EGLint> attribs;
    const auto ask = [&](EGLint attribute, EGLint value) {
        attribs.push_back(attribute);
        attribs.push_back(value);
    };
    if (gles && request.version == 0) {
        ask(EGL_CONTEXT_CLIENT_VERSION, m_api == Api::Gles1 ? 1 : 2);
    }
    if (request.robust) {
        ask(gles ? EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT : EGL_CONTEXT_OPENGL_ROBUST_ACCESS,
            EGL_TRUE);
        ask(gles ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT
                 : EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
            EGL_LOSE_CONTEXT_ON_RESET);
    }
    if (request.version != 0) {
        ask(EGL_CONTEXT_MAJOR_VERSION, request.version / 10);
        ask(EGL_CONTEXT_MINOR_VERSION, request.version % 10);
    }
    if (!gles && request.version >= 32) {
        ask(EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT);
    }
    if (request.debug) {
        ask(EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR);
    }
    attribs.push_back(EGL_NONE);
    m_context = eglCreateContext(display, config, request.share, attribs.data());
}

Context::~Context() {
    if (m_context != EGL_NO_CONTEXT) {
        if (eglGetCurrentContext() == m_context) {
            release();
        }
        eglDestroyContext(surfacelessDisplay(), m_context);
    }
}

bool Context::makeCurrent() const {
    eglBindAPI(m_api == Api::Gl ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
    return eglMakeCurrent(surfacelessDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, m_context);
}

void Context::release() {
    eglMakeCurrent(surfacelessDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

} // namespace harness
