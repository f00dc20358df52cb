// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/context.h"

#include "window/current.h"

namespace glx {

Outcome<std::shared_ptr<Context>> Context::create(const Owner& owner,
                                                  GLXContextID id,
                                                  const window::Session& session,
                                                  const ContextRequest& request,
                                                  const Context* shareWith) {
    if (shareWith != nullptr && shareWith->m_owner.screen != owner.screen) {
        return xFailure(BadMatch);
    }
    window::Outcome<std::shared_ptr<window::Context>> core = window::Context::create(
        session.device,
        owner.config != nullptr ? std::optional(owner.config->format) : std::nullopt,
        request.core,
        shareWith != nullptr ? shareWith->m_core.get() : nullptr);
    if (!core) {
        const bool noSuchES =
            request.core.api == gl::Api::ES && (core.failure() == window::Failure::NoSuchVersion ||
                                                core.failure() == window::Failure::NotInFormat);
        return noSuchES ? glxFailure(GLXBadProfileARB) : failureOf(core.failure());
    }
    return std::shared_ptr<Context>(new Context(owner,
                                                id,
                                                request.renderType,
                                                shareWith != nullptr ? shareWith->m_id : kNoXid,
                                                std::move(*core)));
}

Status Context::copyFrom(const Context& source, GLbitfield groups) {
    if (source.m_owner.screen != m_owner.screen) {
        return xFailure(BadMatch);
    }
    window::Claim& claim = m_core->claim();
    if (claim.heldByOther(nullptr) || source.m_core->claim().heldByOther(&window::current())) {
        return xFailure(BadAccess);
    }
    m_core->gl().copyState(source.m_core->gl(), groups);
    return {};
}

std::optional<int> Context::attribute(int name) const {
    switch (name) {
    case GLX_SCREEN:
        return m_owner.screen;
    case GLX_FBCONFIG_ID:
        return m_owner.config != nullptr ? m_owner.config->id : 0;
    case GLX_RENDER_TYPE:
        return m_renderType;
    case GLX_VISUAL_ID_EXT:
        return m_owner.config != nullptr ? m_owner.config->attribute(GLX_VISUAL_ID) : 0;
    case GLX_SHARE_CONTEXT_EXT:
        return int(m_shareWith);
    default:
        return std::nullopt;
    }
}

} // namespace glx
