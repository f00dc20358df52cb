// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/config.h"
#include "egl/outcome.h"
#include "window/display.h"

#include <memory>

namespace egl {

/// An EGLContext: a context of the core and what EGL tells about it.
class Context {
public:
    /// `config` null: EGL_NO_CONFIG_KHR. EGL_BAD_MATCH where GL does not offer what is asked for,
    /// or not together with `shareWith`; EGL_BAD_CONFIG.
    static Outcome<std::shared_ptr<Context>> create(const window::Session& session,
                                                    const Config* config,
                                                    const window::ContextRequest& request,
                                                    const Context* shareWith);

    const std::shared_ptr<window::Context>& core() const { return m_core; }
    /// eglQueryContext; `draw` is the draw surface while the context is current, else null.
    Outcome<EGLint> attribute(EGLint name, const window::Drawable* draw) const;

private:
    Context(const Config* config, std::shared_ptr<window::Context> core)
        : m_config(config), m_core(std::move(core)) {}

    const Config* const m_config;
    const std::shared_ptr<window::Context> m_core;
};

} // namespace egl
