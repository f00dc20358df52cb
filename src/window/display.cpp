// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/display.h"

namespace window {

std::vector<Visual> Session::presentableVisuals() const {
    std::vector<Visual> presentable = connection->visuals();
    std::erase_if(presentable, [&](const Visual& visual) {
        return !device->canPresent(connection->probe(visual));
    });
    return presentable;
}

std::vector<PixelFormat> Session::pixelFormats() const {
    std::vector<PixelFormat> formats = makePixelFormats(*device, presentableVisuals());
    for (PixelFormat& format : formats) {
        format.nativeFormat = connection->nativeFormat(*format.images.color);
    }
    return formats;
}

Outcome<Session> Display::open() const {
    Session session;
    session.connection = m_platform->connect();
    if (!session.connection) {
        return Failure::Unreachable;
    }
    session.device = m_devices.open(m_device);
    if (!session.device) {
        return Failure::Unreachable;
    }
    return session;
}

void Display::renew(Session& session) const {
    if (session.isOpen() && session.device->lost()) {
        if (auto fresh = m_devices.open(m_device)) {
            session.device = std::move(fresh);
        }
    }
}

Outcome<std::shared_ptr<Drawable>>
Display::createWindow(const Session& session, const PixelFormat& format, NativeHandle handle) {
    const Outcome<Window> window = session.connection->window(handle);
    if (!window) {
        return window.failure();
    }
    if (!format.hasWindows() || (window->depth != 0 && !format.fitsDepth(window->depth))) {
        return Failure::Mismatch;
    }
    if (!take(window->handle)) {
        return Failure::WindowTaken;
    }
    Outcome<std::shared_ptr<Drawable>> created =
        Drawable::createWindow(*session.device, session.connection, format, *window);
    const std::lock_guard lock(m_mutex);
    if (created) {
        m_taken[window->handle] = *created;
    } else {
        m_taken.erase(window->handle);
    }
    return created;
}

bool Display::take(NativeHandle window) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_taken, [](const auto& taken) {
        return taken.second.has_value() && taken.second->expired();
    });
    return m_taken.try_emplace(window).second;
}

Outcome<std::shared_ptr<Drawable>>
Display::createPixmap(const Session& session, const PixelFormat& format, NativeHandle handle) {
    Outcome<std::shared_ptr<const Pixmap>> pixmap = session.connection->pixmap(handle);
    if (!pixmap) {
        return pixmap.failure();
    }
    if (!format.hasPixmaps() || !format.fitsDepth((*pixmap)->depth())) {
        return Failure::Mismatch;
    }
    return Drawable::createPixmap(*session.device, format, std::move(*pixmap));
}

} // namespace window
