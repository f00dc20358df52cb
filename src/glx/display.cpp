// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/display.h"

#include "base/xcb_reply.h"

#include <algorithm>

namespace glx {

namespace {

/// Whether a thread has the core of a drawable of the table.
bool isCurrentAnywhere(const Drawable& drawable) {
    return drawable.core().use_count() > 1;
}

bool sameBuffers(const Drawable& drawable, const Config& config) {
    const window::PixelFormat& format = drawable.config().format;
    return format.sameBuffers(config.format) &&
           format.singleBuffered() == config.format.singleBuffered();
}

} // namespace

Display::Display(const Xlib& xlib, XDisplay* native)
    : m_xlib(xlib),
      m_native(native),
      m_connection(xlib.connection(native)),
      m_codes(xlib.extensionCodes(native)),
      m_screens(size_t(ScreenCount(native))) {}

std::string_view Display::server() const {
    const std::string_view name = DisplayString(m_native); // host:server.screen
    const size_t dot = name.rfind('.');
    const size_t colon = name.rfind(':');
    return dot != name.npos && colon != name.npos && dot > colon ? name.substr(0, dot) : name;
}

void Display::report(const Failure& failure, uint8_t minorOpcode) const {
    m_xlib.sendError(m_native, m_codes, failure, minorOpcode);
}

std::shared_ptr<Screen> Display::screen(int index) {
    if (index < 0 || index >= ScreenCount(m_native)) {
        return nullptr;
    }
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<Screen>& screen = m_screens[size_t(index)];
    if (!screen) {
        screen = Screen::open(m_native, index);
    }
    return screen;
}

Outcome<std::shared_ptr<Screen>> Display::requireScreen(int index) {
    std::shared_ptr<Screen> found = screen(index);
    if (!found) {
        return xFailure(BadValue);
    }
    return found;
}

// Ids. A GLXWindow is nothing to the server, but its id has to be its own: when a program has used
// up the ids of its connection, the server hands out those again that it thinks free. A graphics
// context, which costs the server next to nothing, keeps the place.

XID Display::reserveId() const {
    const XID id = xcb_generate_id(m_connection);
    xcb_create_gc(m_connection, xcb_gcontext_t(id), RootWindow(m_native, 0), 0, nullptr);
    return id;
}

void Display::releaseId(XID id) const {
    xcb_free_gc(m_connection, xcb_gcontext_t(id));
}

// Drawables.

XID Display::addLocked(std::shared_ptr<Drawable> drawable) {
    const XID id = reserveId();
    m_drawables.emplace(id, std::move(drawable));
    return id;
}

std::shared_ptr<Drawable> Display::findByWindowLocked(XID window) const {
    const auto it = std::ranges::find_if(m_drawables, [&](const auto& entry) {
        return entry.second->isWindow() && entry.second->native() == window;
    });
    return it != m_drawables.end() ? it->second : nullptr;
}

bool Display::hasWindow(XID window) {
    return base::xcbReply(xcb_get_window_attributes_reply,
                          m_connection,
                          xcb_get_window_attributes(m_connection, xcb_window_t(window))) != nullptr;
}

/// Windows as they are end with their X windows, of which nobody tells us.
void Display::dropClosedWindowsLocked() {
    std::vector<std::pair<XID, xcb_get_window_attributes_cookie_t>> questions;
    for (const auto& [id, drawable] : m_drawables) {
        if (drawable->kind() == Drawable::Kind::Naked) {
            questions.emplace_back(id, xcb_get_window_attributes(m_connection, xcb_window_t(id)));
        }
    }
    for (const auto& [id, question] : questions) {
        if (!base::xcbReply(xcb_get_window_attributes_reply, m_connection, question)) {
            m_drawables.erase(id);
        }
    }
}

Outcome<std::shared_ptr<window::Drawable>> Display::makeWindowLocked(const Config& config,
                                                                     XID window) {
    dropClosedWindowsLocked();
    Screen& screen = *m_screens[size_t(config.screen)];
    auto made = screen.core().createWindow(screen.session(), config.format, window);
    if (!made) {
        return failureOf(made.failure(), window);
    }
    return std::move(*made);
}

Outcome<XID> Display::createWindow(const Config& config, XID window) {
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<window::Drawable> core;
    if (const std::shared_ptr<Drawable> known = findByWindowLocked(window)) {
        if (known->kind() == Drawable::Kind::Window) {
            return xFailure(BadAlloc, window); // Section 3.3.4: one GLXWindow a window.
        }
        // It was current as it is: the GLXWindow goes on with its images, or has it end.
        if (sameBuffers(*known, config)) {
            core = known->core();
        } else if (isCurrentAnywhere(*known)) {
            return xFailure(BadAlloc, window);
        }
        m_drawables.erase(window);
    }
    if (!core) {
        auto made = makeWindowLocked(config, window);
        if (!made) {
            return made.failure();
        }
        core = std::move(*made);
    }
    return addLocked(
        std::make_shared<Drawable>(Drawable::Kind::Window, window, config, std::move(core)));
}

Outcome<XID> Display::createPixmap(const Config& config, XID pixmap, const PixmapRequest& request) {
    const std::lock_guard lock(m_mutex);
    auto made = window::Display::createPixmap(
        m_screens[size_t(config.screen)]->session(), config.format, pixmap);
    if (!made) {
        return failureOf(made.failure(), pixmap);
    }
    return addLocked(std::make_shared<Drawable>(
        Drawable::Kind::Pixmap, pixmap, config, std::move(*made), PbufferRequest(), request));
}

Outcome<XID> Display::createPbuffer(const Config& config, const PbufferRequest& request) {
    const std::lock_guard lock(m_mutex);
    const window::Session session = m_screens[size_t(config.screen)]->session();
    auto made = window::Drawable::createPbuffer(*session.device, config.format, request.size);
    if (!made) {
        return failureOf(made.failure());
    }
    return addLocked(std::make_shared<Drawable>(
        Drawable::Kind::Pbuffer, kNoXid, config, std::move(*made), request));
}

bool Display::destroy(Drawable::Kind kind, XID id) {
    std::shared_ptr<Drawable> drawable; // Ends after the lock is free.
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_drawables.find(id);
        if (it == m_drawables.end() || it->second->kind() != kind) {
            return false;
        }
        drawable = std::move(it->second);
        m_drawables.erase(it);
    }
    releaseId(id);
    // A GLXWindow ends with its window, whatever else is left of it.
    return kind != Drawable::Kind::Window || hasWindow(drawable->native());
}

std::shared_ptr<Drawable> Display::find(XID id) const {
    const std::lock_guard lock(m_mutex);
    const auto it = m_drawables.find(id);
    if (it != m_drawables.end()) {
        return it->second;
    }
    return findByWindowLocked(id); // Of a window with a GLXWindow, by its own id.
}

Outcome<std::shared_ptr<Drawable>>
Display::adoptLocked(XID window, const Config* wanted, int screen) {
    const auto attributes =
        base::xcbReply(xcb_get_window_attributes_reply,
                       m_connection,
                       xcb_get_window_attributes(m_connection, xcb_window_t(window)));
    if (!attributes) {
        return glxFailure(GLXBadDrawable, window);
    }
    const Config* const config =
        wanted != nullptr
            ? wanted
            : configOfVisual(m_screens[size_t(screen)]->configs(), attributes->visual);
    if (config == nullptr) {
        return xFailure(BadMatch, window);
    }
    auto made = makeWindowLocked(*config, window);
    if (!made) {
        return made.failure();
    }
    auto drawable =
        std::make_shared<Drawable>(Drawable::Kind::Naked, window, *config, std::move(*made));
    m_drawables.emplace(window, drawable);
    return drawable;
}

Outcome<std::shared_ptr<Drawable>> Display::require(XID id) {
    Outcome<std::shared_ptr<Drawable>> found = glxFailure(GLXBadDrawable, id);
    for (int index = 0; index < ScreenCount(m_native) && !found; ++index) {
        if (screen(index)) {
            found = require(id, nullptr, index);
        }
    }
    return found;
}

Outcome<std::shared_ptr<Drawable>> Display::require(XID id, const Config* config, int screen) {
    const std::lock_guard lock(m_mutex);
    const auto it = m_drawables.find(id);
    std::shared_ptr<Drawable> known = it != m_drawables.end() ? it->second : findByWindowLocked(id);
    if (!known) {
        return adoptLocked(id, config, screen);
    }
    const bool fits = config == nullptr || sameBuffers(*known, *config);
    if (!fits && known->kind() == Drawable::Kind::Naked && !isCurrentAnywhere(*known)) {
        // What another context made of it, and left.
        m_drawables.erase(id);
        known.reset();
        return adoptLocked(id, config, screen);
    }
    return known;
}

} // namespace glx
