// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/context.h"

#include "egl/surface.h"

namespace egl {

Outcome<std::shared_ptr<Context>> Context::create(const window::Session& session,
                                                  const Config* config,
                                                  const window::ContextRequest& request,
                                                  const Context* shareWith) {
    window::Outcome<std::shared_ptr<window::Context>> core =
        window::Context::create(session.device,
                                config != nullptr ? std::optional(config->format) : std::nullopt,
                                request,
                                shareWith != nullptr ? shareWith->m_core.get() : nullptr);
    if (!core) {
        return Failure(core.failure());
    }
    return std::shared_ptr<Context>(new Context(config, std::move(*core)));
}

Outcome<EGLint> Context::attribute(EGLint name, const window::Drawable* draw) const {
    switch (name) {
    case EGL_CONFIG_ID:
        return m_config != nullptr ? m_config->id : 0;
    case EGL_CONTEXT_CLIENT_TYPE:
        return m_core->request().api == gl::Api::Desktop ? EGL_OPENGL_API : EGL_OPENGL_ES_API;
    case EGL_CONTEXT_CLIENT_VERSION:
        return m_core->gl().attributes().major;
    case EGL_RENDER_BUFFER:
        return draw != nullptr ? renderBuffer(*draw) : EGL_NONE;
    default:
        return Failure{EGL_BAD_ATTRIBUTE};
    }
}

} // namespace egl
