// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/log.h"
#include "egl/platform/platform.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>
#include <xcb/xcb.h>

// Of X, only libxcb is linked. Xlib is needed for nothing but the way from a Display to its xcb
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

struct OwnConnection {
    xcb_connection_t* connection = nullptr;
    int screen = 0;
};

/// The process's own connection to the server that DISPLAY names, for displays without a native
/// one. Kept until the process ends, and longer than static objects, as exit handlers may call EGL:
/// a server without other clients may reset itself when we leave, and refuse us when we come back.
OwnConnection ownConnection() {
    static std::mutex mutex;
    static auto& connections = *new std::map<std::string, OwnConnection>;
    const char* const name = std::getenv("DISPLAY");
    const std::lock_guard lock(mutex);
    OwnConnection& own = connections[name != nullptr ? name : ""];
    if (own.connection == nullptr || xcb_connection_has_error(own.connection) != 0) {
        own.connection = xcb_connect(nullptr, &own.screen);
    }
    return own;
}

class XcbConnection : public Connection {
public:
    /// `xlibHandles`: eglCreatePlatformWindowSurface gets a Window*, not an xcb_window_t*.
    XcbConnection(xcb_connection_t* connection, const xcb_screen_t& screen, bool xlibHandles)
        : m_connection(connection),
          m_root(screen.root),
          m_visuals(visualsOf(screen)),
          m_xlibHandles(xlibHandles) {}

    const std::vector<Visual>& visuals() const override { return m_visuals; }

    glvk::X11Window probe(const Visual& visual) const override {
        return {m_connection, m_root, visual.id};
    }

    Outcome<NativeWindow> window(const NativeHandle& handle) const override {
        const xcb_window_t id = resourceId(handle);
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

    Outcome<NativePixmap> pixmap(const NativeHandle& handle) const override {
        const uint32_t id = resourceId(handle);
        xcb_generic_error_t* error = nullptr;
        const Reply<xcb_get_geometry_reply_t> geometry(
            xcb_get_geometry_reply(m_connection, xcb_get_geometry(m_connection, id), &error));
        std::free(error);
        if (!geometry) {
            return Failure{EGL_BAD_NATIVE_PIXMAP};
        }
        return NativePixmap{id, geometry->depth, geometry->width, geometry->height};
    }

    void upload(const NativePixmap& pixmap,
                int32_t width_px,
                int32_t height_px,
                std::span<const uint32_t> pixels) const override {
        const xcb_gcontext_t context = xcb_generate_id(m_connection);
        xcb_create_gc(m_connection, context, pixmap.id, 0, nullptr);
        // In bands that fit into a request, whose header takes up to 32 bytes.
        const size_t request_B = size_t(xcb_get_maximum_request_length(m_connection)) * 4 - 32;
        const size_t row_B = size_t(width_px) * sizeof(uint32_t);
        const auto band_px = int32_t(std::max<size_t>(request_B / row_B, 1));
        for (int32_t y = 0; y < height_px; y += band_px) {
            const int32_t rows = std::min(band_px, height_px - y);
            const uint32_t* const first = pixels.data() + size_t(y) * size_t(width_px);
            xcb_put_image(m_connection,
                          XCB_IMAGE_FORMAT_Z_PIXMAP,
                          pixmap.id,
                          context,
                          uint16_t(width_px),
                          uint16_t(rows),
                          0,
                          int16_t(y),
                          0,
                          uint8_t(pixmap.depth),
                          uint32_t(row_B * size_t(rows)),
                          reinterpret_cast<const uint8_t*>(first));
        }
        xcb_free_gc(m_connection, context);
        sync();
    }

    void sync() const override {
        Reply<xcb_get_input_focus_reply_t>(
            xcb_get_input_focus_reply(m_connection, xcb_get_input_focus(m_connection), nullptr));
    }

private:
    uint32_t resourceId(const NativeHandle& handle) const {
        if (!handle.platformStyle) {
            return uint32_t(reinterpret_cast<uintptr_t>(handle.native));
        }
        if (handle.native == nullptr) {
            return XCB_NONE;
        }
        return m_xlibHandles ? uint32_t(*static_cast<const unsigned long*>(handle.native))
                             : *static_cast<const uint32_t*>(handle.native);
    }

    xcb_connection_t* m_connection;
    xcb_window_t m_root;
    std::vector<Visual> m_visuals;
    bool m_xlibHandles;
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
        if (xcb_connection_has_error(connection) != 0) {
            return nullptr;
        }
        const xcb_screen_t* const found = screenAt(connection, m_screen >= 0 ? m_screen : screen);
        return found != nullptr ? std::make_shared<XcbConnection>(connection, *found, m_xlib)
                                : nullptr;
    }

private:
    xcb_connection_t* open(int& screen) const {
        if (m_display == nullptr) {
            const OwnConnection own = ownConnection();
            screen = own.screen;
            return own.connection;
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
    return std::getenv("DISPLAY") != nullptr &&
           xcb_connection_has_error(ownConnection().connection) == 0;
}

} // namespace egl
