// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/claim.h"
#include "egl/context_request.h"
#include "egl/outcome.h"
#include "glvk/interface/instance.h"

#include <memory>

namespace egl {

class Surface;

/// An EGLContext: a gl::Context and what EGL knows about it. Shared by the display's table and the
/// thread in which it is current.
class Context {
public:
    /// `config` null: EGL_NO_CONFIG_KHR. EGL_BAD_MATCH where GL does not offer what is asked for,
    /// or not together with `shareWith`.
    static Outcome<std::shared_ptr<Context>> create(std::shared_ptr<glvk::DeviceFactory> device,
                                                    const Config* config,
                                                    const ContextRequest& request,
                                                    Context* shareWith);
    ~Context();

    gl::Context& gl() { return *m_gl; }
    Claim& claim() { return m_claim; }
    /// EGL 1.5 section 2.2: true where it may draw to and read from `surface`.
    bool compatibleWith(const Surface& surface) const;
    /// eglQueryContext; `draw` is the draw surface while the context is current, else null.
    Outcome<EGLint> attribute(EGLint name, const Surface* draw) const;

    /// Reads the colours of a surface that this context draws to, as GL_RGBA bytes, tightly packed
    /// and bottom row first. False: out of memory.
    [[nodiscard]] bool readColors(Surface& surface, const gl::Rect& area, void* out);

    /// Submits what was recorded. The caller's thread holds the claim.
    void flush();
    void dropSpares();
    void finish();

private:
    Context(const Config* config, const ContextRequest& request)
        : m_config(config), m_request(request) {}

    std::shared_ptr<glvk::DeviceFactory> m_device;
    const Config* const m_config;
    const ContextRequest m_request;
    std::unique_ptr<gl::Context> m_gl;
    Claim m_claim;
};

} // namespace egl
