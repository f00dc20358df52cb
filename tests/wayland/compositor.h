// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <wayland-server-core.h>
#include <wayland-server-protocol.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct wl_display;

namespace wayland_test {

struct Rect {
    int32_t x, y, width, height;
    bool operator==(const Rect&) const = default;
};

/// What a commit of a wl_surface showed.
struct Frame {
    int32_t width_px = 0, height_px = 0;
    uint32_t format = 0;                        ///< A wl_shm_format.
    std::vector<uint8_t> pixels;                ///< Rows from the top, without padding.
    std::vector<Rect> damage;                   ///< In pixels.
    std::vector<Rect> oldDamage;                ///< In the surface's units: wl_surface.damage.
    uint32_t pixel(int32_t x, int32_t y) const; ///< Of four bytes.
};

/// When a compositor gives buffers back.
enum class Release { WhenReplaced, Never };
/// When it asks for the next frame.
enum class CallBack { AtOnce, WhenTold };

/// A compositor within the test, on a thread of its own. It has no screen: it reads what is
/// committed at once, and does the rest as well or as badly as it is told to.
class Compositor {
public:
    /// Of wl_compositor, and formats of wl_shm besides the two that all have.
    explicit Compositor(uint32_t version = 4,
                        const std::vector<uint32_t>& formats = {WL_SHM_FORMAT_XRGB2101010,
                                                                WL_SHM_FORMAT_ARGB2101010,
                                                                WL_SHM_FORMAT_RGB565});
    ~Compositor();
    Compositor(const Compositor&) = delete;
    Compositor& operator=(const Compositor&) = delete;

    /// A socket, connected, for wl_display_connect_to_fd().
    int connect();

    /// Takes connections to a socket of this name in XDG_RUNTIME_DIR. False: there is none.
    bool listen(const std::string& name);

    void set(Release release);
    /// AtOnce: what has been asked for so far comes, too.
    void set(CallBack callBack);
    /// Answers what has been asked for so far.
    void callBack();
    /// Ends the connections, as it were by a crash.
    void dropClients();

    // Of all surfaces together.
    /// Waits until there have been so many commits with a buffer; the last of them.
    Frame waitForFrame(size_t count);
    size_t frames();
    /// Asked for, and not answered.
    size_t expectedCallbacks();
    /// Buffers that clients destroyed while they were held.
    size_t buffersLostWhileHeld();

private:
    struct Surface {
        Compositor* compositor;
        wl_resource* pending = nullptr; ///< A buffer.
        bool attached = false;
        wl_resource* held = nullptr;
        wl_listener heldDestroyed{};
        std::vector<wl_resource*> callbacks;
        Frame next;
    };
    static Surface& surfaceOf(wl_resource* resource);
    static void bindCompositor(wl_client* client, void* self, uint32_t version, uint32_t id);
    static void createSurface(wl_client* client, wl_resource* compositor, uint32_t id);
    static void attach(wl_client*, wl_resource* surface, wl_resource* buffer, int32_t, int32_t);
    static void frame(wl_client* client, wl_resource* surface, uint32_t id);
    static void commit(wl_client*, wl_resource* surface);
    static void surfaceDestroyed(wl_resource* surface);
    static void bufferDestroyed(wl_listener* listener, void*);
    static const struct wl_surface_interface kSurface;
    static const struct wl_compositor_interface kCompositor;

    void runThread();
    /// On the compositor's thread; returns when it is done.
    void run(const std::function<void()>& task);
    void takeTasks();
    void hold(Surface& surface, wl_resource* buffer);
    static void read(wl_resource* buffer, Frame& frame);
    void answerCallbacks();

    wl_display* m_display;
    int m_wake;
    wl_event_source* m_wakeSource;
    bool m_stop = false;
    Release m_release = Release::WhenReplaced;
    CallBack m_callBack = CallBack::AtOnce;
    std::list<Surface> m_surfaces;
    std::vector<wl_resource*> m_callbacks; ///< Committed.

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::function<void()>> m_tasks;
    size_t m_taken = 0, m_given = 0; ///< Tasks.
    Frame m_last;
    size_t m_frames = 0;
    size_t m_lostWhileHeld = 0;

    std::thread m_thread;
};

} // namespace wayland_test
