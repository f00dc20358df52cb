// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/config.h"
#include "glx/context_request.h"
#include "window/display.h"

#include <memory>
#include <optional>

namespace glx {

/// A GLXContext: a context of the core and what GLX tells about it. Its address is the handle. All
/// are direct.
class Context {
public:
    /// What a context is made for. `config` null: to be used with drawables of any.
    struct Owner {
        XDisplay* display = nullptr;
        int screen = 0;
        const Config* config = nullptr;
    };

    /// BadMatch, GLXBadProfileARB, GLXBadFBConfig where GL does not offer what is asked for, or not
    /// together with `shareWith`; BadAlloc.
    static Outcome<std::shared_ptr<Context>> create(const Owner& owner,
                                                    GLXContextID id,
                                                    const window::Session& session,
                                                    const ContextRequest& request,
                                                    const Context* shareWith);

    const std::shared_ptr<window::Context>& core() const { return m_core; }
    const Owner& owner() const { return m_owner; }
    GLXContextID id() const { return m_id; }
    /// glXCopyContext. BadMatch, BadAccess.
    Status copyFrom(const Context& source, GLbitfield groups);
    /// glXQueryContext, glXQueryContextInfoEXT. Nothing: it has no such attribute.
    std::optional<int> attribute(int name) const;

private:
    Context(const Owner& owner,
            GLXContextID id,
            int renderType,
            GLXContextID shareWith,
            std::shared_ptr<window::Context> core)
        : m_owner(owner),
          m_id(id),
          m_renderType(renderType),
          m_shareWith(shareWith),
          m_core(std::move(core)) {}

    const Owner m_owner;
    const GLXContextID m_id;
    const int m_renderType;
    const GLXContextID m_shareWith;
    const std::shared_ptr<window::Context> m_core;
};

} // namespace glx
