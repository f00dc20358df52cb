// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <EGL/egl.h>

#include <string>

namespace bench {

enum class Api { Gles2, Gl, Core };

struct ContextOptions {
    Api api = Api::Gles2;
    /// "surfaceless", "default" or "device" (with `device` as index into eglQueryDevicesEXT).
    std::string platform = "surfaceless";
    int device = 0;
    /// Of Api::Core, as Context::versionNumber() has it.
    int coreVersion = 330;
};

/// A current context without a window. Ends with the process.
class Context {
public:
    /// Returns false with the reason in `error()`; another try may follow.
    [[nodiscard]] bool create(const ContextOptions& options);

    const std::string& error() const { return m_error; }
    EGLDisplay display() const { return m_display; }

    /// Description of what runs: GL_RENDERER and GL_VERSION.
    std::string renderer() const;
    std::string version() const;
    bool hasExtension(const char* name) const;
    /// 200 for ES 2.0, 310 for GL 3.1.
    int versionNumber() const;

private:
    bool fail(const char* what);
    bool openDisplay(const ContextOptions& options);

    EGLDisplay m_display = EGL_NO_DISPLAY;
    EGLContext m_context = EGL_NO_CONTEXT;
    EGLSurface m_surface = EGL_NO_SURFACE;
    std::string m_error;
};

} // namespace bench
