// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/platform/wayland.h"

#include "base/environment.h"
#include "base/log.h"
#include "wayland/shm.h"

#include <wayland-egl-backend.h>

namespace window {

namespace {

/// A way that frames may look to the compositor, and the format of wl_shm that says so.
struct FrameFormat {
    wl_shm_format format;
    int depth; ///< Bits that count, alpha included.
    int red, green, blue;
};

/// None of ten bits: eglChooseConfig has to prefer the deepest colours, and so would give them,
/// with two bits of alpha, to whoever asks for eight or more. That a compositor can read them does
/// not mean that anybody sees them.
constexpr FrameFormat kFrameFormats[] = {
    {WL_SHM_FORMAT_XRGB8888, 24, 8, 8, 8},
    {WL_SHM_FORMAT_ARGB8888, 32, 8, 8, 8},
    {WL_SHM_FORMAT_RGB565, 16, 5, 6, 5},
};

/// wl_shm has numbers of its own for the two formats that every compositor has, else these codes.
uint32_t drmFormatOf(wl_shm_format format) {
    switch (format) {
    case WL_SHM_FORMAT_ARGB8888:
        return 0x34325241; // "AR24"
    case WL_SHM_FORMAT_XRGB8888:
        return 0x34325258; // "XR24"
    default:
        return format;
    }
}

std::vector<Visual> visualsOf(const wayland::Shm& shm) {
    std::vector<Visual> result;
    for (const FrameFormat& format : kFrameFormats) {
        if (shm.has(format.format)) {
            result.push_back({.id = drmFormatOf(format.format),
                              .depth = format.depth,
                              .red = format.red,
                              .green = format.green,
                              .blue = format.blue,
                              .ofFrames = true});
        }
    }
    return result;
}

/// A wl_egl_window, as long as the client has it.
class EglWindow final : public glvk::WaylandClient {
public:
    /// Of a window that no driver has.
    explicit EglWindow(wl_egl_window* window) : m_window(window) {
        takeSize();
        window->driver_private = this;
        window->destroy_window_callback = [](void* self) {
            static_cast<EglWindow*>(self)->m_window = nullptr;
        };
    }
    ~EglWindow() override {
        if (m_window != nullptr) {
            m_window->driver_private = nullptr;
            m_window->destroy_window_callback = nullptr;
        }
    }
    EglWindow(const EglWindow&) = delete;
    EglWindow& operator=(const EglWindow&) = delete;

    Size size() override {
        takeSize();
        return m_size;
    }
    void attached(const Size& size) override {
        if (m_window != nullptr) {
            m_window->attached_width = int(size.width_px);
            m_window->attached_height = int(size.height_px);
        }
    }
    bool alive() const override { return m_window != nullptr; }

private:
    void takeSize() {
        if (m_window != nullptr) {
            m_size = {uint32_t(m_window->width), uint32_t(m_window->height)};
        }
    }

    wl_egl_window* m_window; ///< Null: destroyed.
    Size m_size;
};

/// The application's, or our own, which ends with the last who uses it.
using SharedDisplay = std::shared_ptr<wl_display>;

SharedDisplay connectToCompositor() {
    // An inherited socket serves one connection, and that is the application's.
    const bool named = base::anyEnvironment("WAYLAND_DISPLAY") != nullptr &&
                       base::anyEnvironment("WAYLAND_SOCKET") == nullptr;
    const wayland::Library* const library = named ? wayland::library() : nullptr;
    wl_display* const display = library != nullptr ? library->wl_display_connect(nullptr) : nullptr;
    return display != nullptr ? SharedDisplay(display, library->wl_display_disconnect) : nullptr;
}

/// Keeps nothing in the connection that has to be destroyed: applications may disconnect before
/// they terminate.
class WaylandConnection final : public Connection {
public:
    WaylandConnection(SharedDisplay display, const wayland::Shm& shm)
        : m_display(std::move(display)), m_visuals(visualsOf(shm)) {}

    const std::vector<Visual>& visuals() const override { return m_visuals; }

    glvk::NativeWindow probe(const Visual&) const override {
        return glvk::WaylandWindow{.display = m_display.get()};
    }

    Outcome<Window> window(NativeHandle handle) const override {
        auto* const window = reinterpret_cast<wl_egl_window*>(handle);
        // Before version 3 the surface was in the version's place.
        if (window == nullptr || window->version != WL_EGL_WINDOW_VERSION ||
            window->surface == nullptr) {
            return Failure::NoSuchWindow;
        }
        if (window->driver_private != nullptr) {
            return Failure::WindowTaken;
        }
        return Window{.handle = handle,
                      .native = glvk::WaylandWindow{.display = m_display.get(),
                                                    .surface = window->surface,
                                                    .client = std::make_shared<EglWindow>(window)}};
    }

    Outcome<std::shared_ptr<const Pixmap>> pixmap(NativeHandle) const override {
        return Failure::NoSuchPixmap;
    }

    void sync() const override {
        if (const auto queue = wayland::Queue::create(m_display.get())) {
            queue->roundtrip();
        }
    }

private:
    SharedDisplay m_display;
    std::vector<Visual> m_visuals;
};

class WaylandPlatform : public Platform {
public:
    explicit WaylandPlatform(void* display) : m_display(static_cast<wl_display*>(display)) {}

    std::shared_ptr<Connection> connect() const override {
        SharedDisplay display = m_display != nullptr ? SharedDisplay(m_display, [](wl_display*) {})
                                                     : connectToCompositor();
        const auto shm = wayland::Shm::open(display.get());
        if (!shm) {
            base::logInfo(base::Log::Windows,
                          "the Wayland compositor cannot be reached, or has no wl_shm");
            return nullptr;
        }
        return std::make_shared<WaylandConnection>(std::move(display), *shm);
    }

private:
    wl_display* m_display;
};

} // namespace

std::unique_ptr<Platform> makeWaylandPlatform(void* display) {
    return std::make_unique<WaylandPlatform>(display);
}

bool waylandReachable() {
    return connectToCompositor() != nullptr;
}

} // namespace window
