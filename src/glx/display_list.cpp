// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/display_list.h"

#include "base/fork.h"
#include "glx/last_bound.h"

#include <vector>

namespace glx {

namespace {

int onDisplayClosed(XDisplay* native, XExtCodes*) {
    displayList().close(native);
    return 0;
}

} // namespace

std::shared_ptr<Display> DisplayList::get(XDisplay* native) {
    const Xlib* const xlib = native != nullptr ? Xlib::get() : nullptr;
    if (xlib == nullptr) {
        return nullptr;
    }
    {
        const std::lock_guard lock(m_mutex);
        if (const auto it = m_displays.find(native); it != m_displays.end()) {
            return it->second;
        }
    }
    // Xlib is called without the lock, which XCloseDisplay comes to take.
    auto made = std::make_shared<Display>(*xlib, native);
    std::shared_ptr<Display> display;
    {
        const std::lock_guard lock(m_mutex);
        display = m_displays.try_emplace(native, made).first->second;
    }
    if (display == made && !xlib->onClose(native, onDisplayClosed)) {
        close(native);
        return nullptr;
    }
    return display;
}

void DisplayList::close(XDisplay* native) {
    // Everything ends after the lock is free, while the connection can still be used.
    leaveDisplay(native);
    std::shared_ptr<Display> display;
    std::vector<std::shared_ptr<Context>> contexts;
    const std::lock_guard lock(m_mutex);
    if (const auto it = m_displays.find(native); it != m_displays.end()) {
        display = std::move(it->second);
        m_displays.erase(it);
    }
    std::erase_if(m_contexts, [&](auto& entry) {
        if (entry.second->owner().display != native) {
            return false;
        }
        contexts.push_back(std::move(entry.second));
        return true;
    });
}

std::shared_ptr<Drawable> DisplayList::findDrawable(const Display& display, XID id) const {
    if (std::shared_ptr<Drawable> own = display.find(id)) {
        return own;
    }
    const std::lock_guard lock(m_mutex);
    for (const auto& [native, other] : m_displays) {
        if (native != display.native() && other->server() == display.server()) {
            if (std::shared_ptr<Drawable> found = other->find(id)) {
                return found;
            }
        }
    }
    return nullptr;
}

GLXContext DisplayList::add(std::shared_ptr<Context> context) {
    const auto handle = reinterpret_cast<GLXContext>(context.get());
    const std::lock_guard lock(m_mutex);
    m_contexts.emplace(handle, std::move(context));
    return handle;
}

std::shared_ptr<Context> DisplayList::find(GLXContext handle) const {
    const std::lock_guard lock(m_mutex);
    const auto it = m_contexts.find(handle);
    return it != m_contexts.end() ? it->second : nullptr;
}

std::shared_ptr<Context> DisplayList::remove(GLXContext handle) {
    const std::lock_guard lock(m_mutex);
    auto node = m_contexts.extract(handle);
    return node ? std::move(node.mapped()) : nullptr;
}

DisplayList& displayList() {
    // Never destroyed: threads may call GLX while the process ends.
    static constinit base::PerProcess<DisplayList> list;
    return list.get();
}

} // namespace glx
