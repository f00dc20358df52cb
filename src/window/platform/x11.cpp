// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/platform/x11.h"

#include "base/environment.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/xcb_reply.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <xcb/xcb.h>

// Of X, only libxcb is linked. Xlib is needed for nothing but the way from a Display to its xcb
// connection and to its default screen, so it is loaded when a program passes a Display, which
// means that the program has Xlib in memory already.

namespace window {

namespace {

xcb_connection_t* connectionOfXlib(void* display) {
    static void* const library = dlopen("libX11-xcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
        base::logErrorOnce(base::Log::Windows,
                           "an Xlib display needs libX11-xcb.so.1, which is not installed");
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

/// Whether pixels are as ours are, blue in their lowest bits. Servers of 2024 and later offer each
/// visual a second time with red there.
bool hasBlueLowest(const xcb_visualtype_t& type) {
    return type.blue_mask < type.red_mask;
}

std::vector<Visual> visualsOf(const xcb_screen_t& screen) {
    std::vector<Visual> result;
    xcb_depth_iterator_t depth = xcb_screen_allowed_depths_iterator(&screen);
    for (; depth.rem > 0; xcb_depth_next(&depth)) {
        xcb_visualtype_iterator_t type = xcb_depth_visuals_iterator(depth.data);
        for (; type.rem > 0; xcb_visualtype_next(&type)) {
            const bool hasMasks = type.data->_class == XCB_VISUAL_CLASS_TRUE_COLOR ||
                                  type.data->_class == XCB_VISUAL_CLASS_DIRECT_COLOR;
            if (!hasMasks || !hasBlueLowest(*type.data)) {
                continue;
            }
            result.push_back({.id = type.data->visual_id,
                              .nativeClass = type.data->_class,
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

/// Connects to the server that DISPLAY names. A server that resets itself, as its last client has
/// left, drops who is connecting meanwhile, and serves who comes back when it is done. One that is
/// not there refuses at once, every time.
OwnConnection connectToServer() {
    constexpr int kAttempts = 4;
    OwnConnection made;
    for (int attempt = 1; attempt <= kAttempts; ++attempt) {
        if (made.connection != nullptr) {
            xcb_disconnect(made.connection);
        }
        made.connection = xcb_connect(nullptr, &made.screen);
        if (xcb_connection_has_error(made.connection) != XCB_CONN_ERROR) {
            break;
        }
    }
    return made;
}

/// The process's own connection to the server that DISPLAY names, for displays without a native
/// one. Kept until the process ends, and longer than static objects, as exit handlers may call EGL:
/// a server without other clients may reset itself when we leave.
OwnConnection ownConnection() {
    struct Connections {
        std::mutex mutex;
        std::map<std::string, OwnConnection> byName;
    };
    static constinit base::PerProcess<Connections> connections; // A child shares no socket.
    Connections& all = connections.get();
    const char* const name = base::anyEnvironment("DISPLAY");
    const std::lock_guard lock(all.mutex);
    OwnConnection& own = all.byName[name != nullptr ? name : ""];
    if (own.connection == nullptr || xcb_connection_has_error(own.connection) != 0) {
        own = connectToServer();
    }
    return own;
}

void waitFor(xcb_connection_t* connection) {
    base::xcbReply(xcb_get_input_focus_reply, connection, xcb_get_input_focus(connection));
}

class X11Pixmap final : public Pixmap {
public:
    X11Pixmap(xcb_connection_t* connection,
              xcb_pixmap_t id,
              const xcb_get_geometry_reply_t& geometry)
        : Pixmap(geometry.depth, geometry.width, geometry.height),
          m_connection(connection),
          m_id(id) {}

    bool fill(const gl::Rect& area, const ReadColors& read) const override {
        std::vector<uint32_t> pixels(size_t(area.width_px) * size_t(area.height_px));
        const format::PixelLayout layout{.format = GL_BGRA, .type = GL_UNSIGNED_INT_8_8_8_8_REV};
        if (!read(area, layout, pixels.data())) {
            return false;
        }
        for (int32_t y = 0; y < area.height_px / 2; ++y) { // X has the top row first.
            const auto top = pixels.begin() + ptrdiff_t(y) * area.width_px;
            const auto bottom = pixels.begin() + ptrdiff_t(area.height_px - 1 - y) * area.width_px;
            std::swap_ranges(top, top + area.width_px, bottom);
        }
        put(area.width_px, area.height_px, pixels);
        return true;
    }

    std::vector<uint32_t> download() const override {
        const auto image = base::xcbReply(xcb_get_image_reply,
                                          m_connection,
                                          xcb_get_image(m_connection,
                                                        XCB_IMAGE_FORMAT_Z_PIXMAP,
                                                        m_id,
                                                        0,
                                                        0,
                                                        uint16_t(width_px()),
                                                        uint16_t(height_px()),
                                                        ~0u));
        const size_t size_el = size_t(width_px()) * size_t(height_px());
        if (!image || size_t(xcb_get_image_data_length(image.get())) < size_el * sizeof(uint32_t)) {
            return {};
        }
        std::vector<uint32_t> pixels(size_el);
        std::memcpy(pixels.data(), xcb_get_image_data(image.get()), size_el * sizeof(uint32_t));
        return pixels;
    }

private:
    void put(int32_t width_px, int32_t height_px, std::span<const uint32_t> pixels) const {
        // Checked and dropped: the program may have freed the pixmap, and must not see our errors.
        const auto ignore = [&](xcb_void_cookie_t request) {
            xcb_discard_reply(m_connection, request.sequence);
        };
        const xcb_gcontext_t context = xcb_generate_id(m_connection);
        ignore(xcb_create_gc_checked(m_connection, context, m_id, 0, nullptr));
        // In bands that fit into a request, whose header takes up to 32 bytes.
        const size_t request_B = size_t(xcb_get_maximum_request_length(m_connection)) * 4 - 32;
        const size_t row_B = size_t(width_px) * sizeof(uint32_t);
        const auto band_px = int32_t(std::max<size_t>(request_B / row_B, 1));
        for (int32_t y = 0; y < height_px; y += band_px) {
            const int32_t rows = std::min(band_px, height_px - y);
            const uint32_t* const first = pixels.data() + size_t(y) * size_t(width_px);
            ignore(xcb_put_image_checked(m_connection,
                                         XCB_IMAGE_FORMAT_Z_PIXMAP,
                                         m_id,
                                         context,
                                         uint16_t(width_px),
                                         uint16_t(rows),
                                         0,
                                         int16_t(y),
                                         0,
                                         uint8_t(depth()),
                                         uint32_t(row_B * size_t(rows)),
                                         reinterpret_cast<const uint8_t*>(first)));
        }
        ignore(xcb_free_gc_checked(m_connection, context));
        waitFor(m_connection);
    }

    xcb_connection_t* m_connection;
    xcb_pixmap_t m_id;
};

class X11Connection final : public Connection {
public:
    X11Connection(xcb_connection_t* connection, const xcb_screen_t& screen)
        : m_connection(connection), m_root(screen.root), m_visuals(visualsOf(screen)) {}

    const std::vector<Visual>& visuals() const override { return m_visuals; }

    glvk::NativeWindow probe(const Visual& visual) const override {
        return glvk::X11Window{m_connection, m_root, visual.id};
    }

    Outcome<Window> window(NativeHandle handle) const override {
        const auto id = xcb_window_t(handle);
        // Both questions go out before the first answer is waited for.
        const auto attributesCookie = xcb_get_window_attributes(m_connection, id);
        const auto geometryCookie = xcb_get_geometry(m_connection, id);
        const auto attributes =
            base::xcbReply(xcb_get_window_attributes_reply, m_connection, attributesCookie);
        const auto geometry = base::xcbReply(xcb_get_geometry_reply, m_connection, geometryCookie);
        if (!attributes || !geometry || attributes->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT) {
            return Failure::NoSuchWindow;
        }
        return Window{.handle = id,
                      .native = glvk::X11Window{m_connection, id, attributes->visual},
                      .depth = geometry->depth};
    }

    Outcome<std::shared_ptr<const Pixmap>> pixmap(NativeHandle handle) const override {
        const auto id = xcb_pixmap_t(handle);
        const auto geometry = base::xcbReply(
            xcb_get_geometry_reply, m_connection, xcb_get_geometry(m_connection, id));
        if (!geometry) {
            return Failure::NoSuchPixmap;
        }
        return std::shared_ptr<const Pixmap>(
            std::make_shared<const X11Pixmap>(m_connection, id, *geometry));
    }

    void sync() const override { waitFor(m_connection); }

private:
    xcb_connection_t* m_connection;
    xcb_window_t m_root;
    std::vector<Visual> m_visuals;
};

enum class NativeDisplay : uint8_t { Xlib, Xcb };

class X11Platform : public Platform {
public:
    X11Platform(void* display, NativeDisplay kind, int screen)
        : m_display(display), m_kind(kind), m_screen(screen) {}

    std::shared_ptr<Connection> connect() const override {
        int screen = 0;
        xcb_connection_t* const connection = open(screen);
        if (connection == nullptr || xcb_connection_has_error(connection) != 0) {
            base::logInfo(base::Log::Windows, "the X server cannot be reached");
            return nullptr;
        }
        const int wanted = m_screen >= 0 ? m_screen : screen;
        const xcb_screen_t* const found = screenAt(connection, wanted);
        if (found == nullptr) {
            base::logInfo(base::Log::Windows, "the X server has no screen {}", wanted);
            return nullptr;
        }
        return std::make_shared<X11Connection>(connection, *found);
    }

private:
    xcb_connection_t* open(int& screen) const {
        if (m_display == nullptr) {
            const OwnConnection own = ownConnection();
            screen = own.screen;
            return own.connection;
        }
        if (m_kind == NativeDisplay::Xcb) {
            return static_cast<xcb_connection_t*>(m_display);
        }
        screen = defaultScreenOfXlib(m_display);
        return connectionOfXlib(m_display);
    }

    void* m_display;
    NativeDisplay m_kind;
    int m_screen;
};

} // namespace

std::unique_ptr<Platform> makeX11Platform(void* xlibDisplay, int screen) {
    return std::make_unique<X11Platform>(xlibDisplay, NativeDisplay::Xlib, screen);
}

std::unique_ptr<Platform> makeXcbPlatform(void* xcbConnection, int screen) {
    return std::make_unique<X11Platform>(xcbConnection, NativeDisplay::Xcb, screen);
}

bool x11Reachable() {
    return base::anyEnvironment("DISPLAY") != nullptr &&
           xcb_connection_has_error(ownConnection().connection) == 0;
}

} // namespace window
