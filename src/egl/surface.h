// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/config.h"
#include "egl/outcome.h"
#include "window/drawable.h"

#include <atomic>
#include <memory>
#include <optional>

namespace egl {

/// What eglCreateWindowSurface's attribute list says (EGL 1.5 section 3.5.1).
struct WindowRequest {
    EGLint renderBuffer = EGL_BACK_BUFFER;

    static Outcome<WindowRequest> parse(const Attributes& attributes);
};

/// Checks eglCreatePixmapSurface's attribute list (section 3.5.4), which changes nothing.
Status checkPixmapAttributes(const Attributes& attributes);

/// What eglCreatePbufferSurface's attribute list says (section 3.5.2).
struct PbufferRequest {
    window::PbufferSize size;
    bool mipmap = false;

    static Outcome<PbufferRequest> parse(const Attributes& attributes);
};

/// EGL_RENDER_BUFFER.
EGLint renderBuffer(const window::Drawable& drawable);

/// An EGLSurface: a drawable of the core and the attributes that EGL gives it, which any thread may
/// set and read.
class Surface {
public:
    /// `pbuffer`: what a pbuffer was asked for.
    Surface(const Config& config,
            std::shared_ptr<window::Drawable> core,
            const PbufferRequest& pbuffer = {})
        : m_config(config), m_core(std::move(core)), m_pbuffer(pbuffer) {}

    const std::shared_ptr<window::Drawable>& core() const { return m_core; }

    /// eglSurfaceAttrib.
    Status setAttribute(EGLint name, EGLint value);
    /// eglQuerySurface. Nothing: the attribute has no meaning for this surface, and the
    /// application's variable stays as it is.
    Outcome<std::optional<EGLint>> attribute(EGLint name) const;
    window::SwapBehavior swapBehavior() const {
        return m_swapBehavior == EGL_BUFFER_PRESERVED ? window::SwapBehavior::Preserved
                                                      : window::SwapBehavior::Destroyed;
    }

private:
    const Config& m_config;
    const std::shared_ptr<window::Drawable> m_core;
    const PbufferRequest m_pbuffer;
    std::atomic<EGLint> m_mipmapLevel{0};
    std::atomic<EGLint> m_multisampleResolve{EGL_MULTISAMPLE_RESOLVE_DEFAULT};
    std::atomic<EGLint> m_swapBehavior{EGL_BUFFER_DESTROYED};
};

} // namespace egl
