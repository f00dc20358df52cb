// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/log.h"
#include "egl/platform/platform.h"

#include <bit>
#include <cstdlib>
#include <dlfcn.h>
#include <xcb/xcb.h>

// Only libxcb is linked. Xlib is needed for nothing but the way from a Display to its xcb
// connection and to its default screen, so it is loaded when a program passes a Display, which
// means that the program has Xlib in memory already.

namespace egl {

namespace {

template <class T>
struct FreeDeleter {
    void operator()(T* reply) const { std::free(reply); }
};
template <class T>
using Reply = std::unique_ptr<T, FreeDeleter<T>>;

xcb_connection_t* connectionOfXlib(void* display) {
    static void* const library = dlopen("libX11-xcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
        base::logErrorOnce("an Xlib display needs libX11-xcb.so.1, which is not installed");
        return nullptr;
    }
    using GetConnection = xcb_connection_t* (*)(void*);
    static const auto get = GetConnection(dlsym(library, "XGetXCBConnection"));
    return get != nullptr ? get(display) : nullptr;
}

int defaultScreenOfXlib(void* display) {
    static void* const library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL);
    using DefaultScreen = int (*)(void*);
    static const auto get =
        library != nullptr ? DefaultScreen(dlsym(library, "XDefaultScreen")) : nullptr;
    return get != nullptr ? get(display) : 0;
}

const xcb_screen_t* screenAt(xcb_connection_t* connection, int index) {
    xcb_screen_iterator_t it = xcb_setup_roots_iterator(xcb_get_setup(connection));
    for (; it.rem > 0; xcb_screen_next(&it), --index) {
        if (index == 0) {
            return it.data;
        }
    }
    return nullptr;
}

std::vector<Visual> visualsOf(const xcb_screen_t& screen) {
    std::vector<Visual> result;
    xcb_depth_iterator_t depth = xcb_screen_allowed_depths_iterator(&screen);
    for (; depth.rem > 0; xcb_depth_next(&depth)) {
        xcb_visualtype_iterator_t type = xcb_depth_visuals_iterator(depth.data);
        for (; type.rem > 0; xcb_visualtype_next(&type)) {
            if (type.data->_class != XCB_VISUAL_CLASS_TRUE_COLOR &&
                type.data->_class != XCB_VISUAL_CLASS_DIRECT_COLOR) {
                continue;
            }
            result.push_back({.id = type.data->visual_id,
                              .type = type.data->_class,
                              .depth = depth.data->depth,
                              .red = std::popcount(type.data->red_mask),
                              .green = std::popcount(type.data->green_mask),
                              .blue = std::popcount(type.data->blue_mask)});
        }
    }
    // The screen's own visual first: it is what most windows have.
    for (Visual& visual : result) {
        if (visual.id == screen.root_visual) {
            std::swap(visual, result.front());
        }
    }
    return result;
}

class XcbConnection : public Connection {
public:
    /// `xlibWindows`: eglCreatePlatformWindowSurface gets a Window*, not an xcb_window_t*.
    XcbConnection(xcb_connection_t* connection,
                  const xcb_screen_t& screen,
                  bool owned,
                  bool xlibWindows)
        : m_connection(connection),
          m_root(screen.root),
          m_visuals(visualsOf(screen)),
          m_owned(owned),
          m_xlibWindows(xlibWindows) {}

    ~XcbConnection() override {
        if (m_owned) {
            xcb_disconnect(m_connection);
        }
    }

    const std::vector<Visual>& visuals() const override { return m_visuals; }

    glvk::XcbWindow probe(const Visual& visual) const override {
        return {m_connection, m_root, visual.id};
    }

    Outcome<NativeWindow> window(const WindowHandle& handle) const override {
        const xcb_window_t id = windowId(handle);
        const auto attributesCookie = xcb_get_window_attributes(m_connection, id);
        const auto geometryCookie = xcb_get_geometry(m_connection, id);
        xcb_generic_error_t* attributesError = nullptr;
        xcb_generic_error_t* geometryError = nullptr;
        const Reply<xcb_get_window_attributes_reply_t> attributes(
            xcb_get_window_attributes_reply(m_connection, attributesCookie, &attributesError));
        const Reply<xcb_get_geometry_reply_t> geometry(
            xcb_get_geometry_reply(m_connection, geometryCookie, &geometryError));
        std::free(attributesError);
        std::free(geometryError);
        if (!attributes || !geometry || attributes->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT) {
            return Failure{EGL_BAD_NATIVE_WINDOW};
        }
        return NativeWindow{{m_connection, id, attributes->visual}, geometry->depth};
    }

    void sync() const override {
        Reply<xcb_get_input_focus_reply_t>(
            xcb_get_input_focus_reply(m_connection, xcb_get_input_focus(m_connection), nullptr));
    }

private:
    xcb_window_t windowId(const WindowHandle& handle) const {
        if (!handle.platformStyle) {
            return xcb_window_t(reinterpret_cast<uintptr_t>(handle.native));
        }
        if (handle.native == nullptr) {
            return XCB_WINDOW_NONE;
        }
        return m_xlibWindows ? xcb_window_t(*static_cast<const unsigned long*>(handle.native))
                             : *static_cast<const xcb_window_t*>(handle.native);
    }

    xcb_connection_t* m_connection;
    xcb_window_t m_root;
    std::vector<Visual> m_visuals;
    bool m_owned;
    bool m_xlibWindows;
};

class X11Platform : public Platform {
public:
    X11Platform(void* display, int screen, bool xlib)
        : m_display(display), m_screen(screen), m_xlib(xlib) {}

    std::shared_ptr<Connection> connect() const override {
        int screen = 0;
        xcb_connection_t* const connection = open(screen);
        if (connection == nullptr) {
            return nullptr;
        }
        const bool owned = m_display == nullptr;
        const bool failed = xcb_connection_has_error(connection) != 0;
        const xcb_screen_t* const found =
            failed ? nullptr : screenAt(connection, m_screen >= 0 ? m_screen : screen);
        if (found == nullptr) {
            if (owned) {
                xcb_disconnect(connection);
            }
            return nullptr;
        }
        return std::make_shared<XcbConnection>(connection, *found, owned, m_xlib);
    }

private:
    xcb_connection_t* open(int& screen) const {
        if (m_display == nullptr) {
            return xcb_connect(nullptr, &screen);
        }
        if (!m_xlib) {
            return static_cast<xcb_connection_t*>(m_display);
        }
        screen = defaultScreenOfXlib(m_display);
        return connectionOfXlib(m_display);
    }

    void* m_display;
    int m_screen;
    bool m_xlib;
};

} // namespace

std::unique_ptr<Platform> makeX11Platform(void* xlibDisplay, int screen) {
    return std::make_unique<X11Platform>(xlibDisplay, screen, true);
}

std::unique_ptr<Platform> makeXcbPlatform(void* xcbConnection, int screen) {
    return std::make_unique<X11Platform>(xcbConnection, screen, false);
}

bool x11Reachable() {
    if (std::getenv("DISPLAY") == nullptr) {
        return false;
    }
    xcb_connection_t* const connection = xcb_connect(nullptr, nullptr);
    const bool reachable = xcb_connection_has_error(connection) == 0;
    xcb_disconnect(connection);
    return reachable;
}

} // namespace egl
