// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/context_list.h"

#include "base/fork.h"
#include "base/log.h"
#include "window/device_list.h"
#include "window/platform/offscreen.h"

#include <utility>

namespace osmesa {

namespace {

OSMesaContext handleOf(const window::Context* context) {
    return reinterpret_cast<OSMesaContext>(const_cast<window::Context*>(context));
}

} // namespace

OSMesaContext handleOf(const std::shared_ptr<Context>& context) {
    return context ? handleOf(context->core().get()) : nullptr;
}

window::Session ContextList::session() {
    const std::lock_guard lock(m_mutex);
    if (!m_display) {
        const window::Device* const device = window::deviceList().defaultDevice();
        if (device == nullptr) {
            return {};
        }
        m_display.emplace(window::deviceList(), *device, window::makeOffscreenPlatform());
    }
    if (m_session.isOpen()) {
        m_display->renew(m_session);
    } else if (auto opened = m_display->open()) {
        m_session = std::move(*opened);
    }
    return m_session;
}

OSMesaContext ContextList::create(const ContextRequest& request, OSMesaContext share) {
    const std::shared_ptr<Context> shareWith = find(share);
    if (share != nullptr && !shareWith) {
        base::logWarn(base::Log::Calls, "OSMesa: the context to share with does not exist");
        return nullptr;
    }
    const window::Session session = this->session();
    if (!session.isOpen()) {
        base::logError(base::Log::Calls, "OSMesa: there is no usable Vulkan device");
        return nullptr;
    }
    const auto context = Context::create(session, request, shareWith.get());
    if (!context) {
        base::logWarn(base::Log::Calls,
                      "OSMesa: no {} context of OpenGL {}.{} can be had",
                      request.core ? "core" : "compatibility",
                      request.major,
                      request.minor);
        return nullptr;
    }
    const OSMesaContext handle = handleOf(*context);
    const std::lock_guard lock(m_mutex);
    m_contexts.emplace(handle, *context);
    return handle;
}

std::shared_ptr<Context> ContextList::find(OSMesaContext handle) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_contexts.find(handle);
    return it == m_contexts.end() ? nullptr : it->second;
}

std::shared_ptr<Context> ContextList::current() {
    return find(handleOf(window::current().binding().context.get()));
}

std::shared_ptr<Context> ContextList::remove(OSMesaContext handle) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_contexts.find(handle);
    if (it == m_contexts.end()) {
        return nullptr;
    }
    std::shared_ptr<Context> context = std::move(it->second);
    m_contexts.erase(it);
    return context;
}

ContextList& contextList() {
    // Never destroyed: exit handlers may draw.
    static constinit base::PerProcess<ContextList> list;
    return list.get();
}

} // namespace osmesa
