// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "bench/harness/context.h"

#include <EGL/eglext.h>
#include <fmt/format.h>
#include <GLES3/gl3.h>

#include <cstring>
#include <vector>

namespace bench {

namespace {

template <typename Function>
Function load(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
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

std::string text(GLenum name) {
    const auto* value = reinterpret_cast<const char*>(glGetString(name));
    return value ? value : "";
}

} // namespace

bool Context::fail(const char* what) {
    m_error = fmt::format("{} (EGL error 0x{:04x})", what, eglGetError());
    return false;
}

bool Context::openDisplay(const ContextOptions& options) {
    if (options.platform == "default") {
        m_display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    } else {
        const auto getPlatformDisplay =
            load<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
        if (!getPlatformDisplay) {
            return fail("this EGL has no platform displays; try --platform default");
        }
        if (options.platform == "device") {
            const auto queryDevices = load<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
            EGLDeviceEXT devices[16];
            EGLint count = 0;
            if (!queryDevices || !queryDevices(16, devices, &count) || options.device >= count) {
                return fail("no such EGL device");
            }
            m_display =
                getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[options.device], nullptr);
        } else {
            m_display =
                getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        }
    }
    if (m_display == EGL_NO_DISPLAY) {
        return fail("no EGL display");
    }
    return eglInitialize(m_display, nullptr, nullptr) || fail("eglInitialize failed");
}

bool Context::create(const ContextOptions& options) {
    if (!openDisplay(options)) {
        return false;
    }
    const bool gles = options.api == Api::Gles2;
    if (!eglBindAPI(gles ? EGL_OPENGL_ES_API : EGL_OPENGL_API)) {
        return fail("eglBindAPI failed");
    }
    const EGLint configAttribs[] = {EGL_SURFACE_TYPE,
                                    EGL_PBUFFER_BIT,
                                    EGL_RENDERABLE_TYPE,
                                    gles ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_BIT,
                                    EGL_RED_SIZE,
                                    8,
                                    EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(m_display, configAttribs, &config, 1, &count) || count == 0) {
        return fail("no EGL config for pbuffers");
    }
    const EGLint esAttribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    const EGLint noAttribs[] = {EGL_NONE};
    const EGLint coreAttribs[] = {EGL_CONTEXT_MAJOR_VERSION,
                                  options.coreVersion / 100,
                                  EGL_CONTEXT_MINOR_VERSION,
                                  options.coreVersion / 10 % 10,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                  EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                  EGL_NONE};
    m_context = eglCreateContext(m_display,
                                 config,
                                 EGL_NO_CONTEXT,
                                 gles                       ? esAttribs
                                 : options.api == Api::Core ? coreAttribs
                                                            : noAttribs);
    if (m_context == EGL_NO_CONTEXT) {
        return fail("eglCreateContext failed");
    }
    if (!listHas(eglQueryString(m_display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
        const EGLint surfaceAttribs[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
        m_surface = eglCreatePbufferSurface(m_display, config, surfaceAttribs);
        if (m_surface == EGL_NO_SURFACE) {
            return fail("eglCreatePbufferSurface failed");
        }
    }
    return eglMakeCurrent(m_display, m_surface, m_surface, m_context) ||
           fail("eglMakeCurrent failed");
}

std::string Context::renderer() const {
    return text(GL_RENDERER);
}

std::string Context::version() const {
    return text(GL_VERSION);
}

bool Context::hasExtension(const char* name) const {
    if (const auto getStringi = load<PFNGLGETSTRINGIPROC>("glGetStringi");
        getStringi && versionNumber() >= 300) {
        GLint count = 0;
        glGetIntegerv(GL_NUM_EXTENSIONS, &count);
        for (GLint i = 0; i < count; ++i) {
            if (std::strcmp(reinterpret_cast<const char*>(getStringi(GL_EXTENSIONS, GLuint(i))),
                            name) == 0) {
                return true;
            }
        }
        return false;
    }
    return listHas(text(GL_EXTENSIONS).c_str(), name);
}

int Context::versionNumber() const {
    const std::string version = text(GL_VERSION);
    const size_t digit = version.find_first_of("0123456789");
    if (digit == std::string::npos || digit + 2 >= version.size()) {
        return 0;
    }
    return (version[digit] - '0') * 100 + (version[digit + 2] - '0') * 10;
}

} // namespace bench
