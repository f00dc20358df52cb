// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "compositor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace wayland_test {

uint32_t Frame::pixel(int32_t x, int32_t y) const {
    uint32_t value = 0;
    std::memcpy(&value, &pixels.at((size_t(y) * size_t(width_px) + size_t(x)) * 4), 4);
    return value;
}

Compositor::Surface& Compositor::surfaceOf(wl_resource* resource) {
    return *static_cast<Surface*>(wl_resource_get_user_data(resource));
}

const struct wl_surface_interface Compositor::kSurface{
    .destroy = [](wl_client*, wl_resource* surface) { wl_resource_destroy(surface); },
    .attach = attach,
    .damage =
        [](wl_client*, wl_resource* surface, int32_t x, int32_t y, int32_t width, int32_t height) {
            surfaceOf(surface).next.oldDamage.push_back({x, y, width, height});
        },
    .frame = frame,
    .set_opaque_region = [](wl_client*, wl_resource*, wl_resource*) {},
    .set_input_region = [](wl_client*, wl_resource*, wl_resource*) {},
    .commit = commit,
    .set_buffer_transform = [](wl_client*, wl_resource*, int32_t) {},
    .set_buffer_scale = [](wl_client*, wl_resource*, int32_t) {},
    .damage_buffer =
        [](wl_client*, wl_resource* surface, int32_t x, int32_t y, int32_t width, int32_t height) {
            surfaceOf(surface).next.damage.push_back({x, y, width, height});
        },
};

const struct wl_compositor_interface Compositor::kCompositor{
    .create_surface = createSurface,
    .create_region = [](wl_client*, wl_resource*, uint32_t) {},
};

Compositor::Compositor(uint32_t version, const std::vector<uint32_t>& formats)
    : m_display(wl_display_create()), m_wake(eventfd(0, EFD_CLOEXEC)) {
    wl_display_init_shm(m_display);
    for (const uint32_t format : formats) {
        wl_display_add_shm_format(m_display, format);
    }
    wl_global_create(m_display, &wl_compositor_interface, int(version), this, bindCompositor);
    m_wakeSource = wl_event_loop_add_fd(
        wl_display_get_event_loop(m_display),
        m_wake,
        WL_EVENT_READABLE,
        [](int, uint32_t, void* self) {
            static_cast<Compositor*>(self)->takeTasks();
            return 0;
        },
        this);
    m_thread = std::thread([this] { runThread(); });
}

Compositor::~Compositor() {
    run([this] { m_stop = true; });
    m_thread.join();
    wl_display_destroy_clients(m_display);
    wl_event_source_remove(m_wakeSource);
    wl_display_destroy(m_display);
    close(m_wake);
}

void Compositor::runThread() {
    while (!m_stop) {
        wl_display_flush_clients(m_display);
        wl_event_loop_dispatch(wl_display_get_event_loop(m_display), -1);
    }
}

void Compositor::run(const std::function<void()>& task) {
    std::unique_lock lock(m_mutex);
    m_tasks.push_back(task);
    const size_t number = ++m_given;
    const uint64_t one = 1;
    static_cast<void>(::write(m_wake, &one, sizeof one));
    m_changed.wait(lock, [&] { return m_taken >= number; });
}

void Compositor::takeTasks() {
    uint64_t count = 0;
    static_cast<void>(::read(m_wake, &count, sizeof count));
    std::vector<std::function<void()>> tasks;
    {
        const std::lock_guard lock(m_mutex);
        tasks.swap(m_tasks);
    }
    for (const auto& task : tasks) {
        task();
    }
    const std::lock_guard lock(m_mutex);
    m_taken += tasks.size();
    m_changed.notify_all();
}

int Compositor::connect() {
    int ends[2] = {-1, -1};
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    run([&] { wl_client_create(m_display, ends[0]); });
    return ends[1];
}

bool Compositor::listen(const std::string& name) {
    bool listens = false;
    run([&] { listens = wl_display_add_socket(m_display, name.c_str()) == 0; });
    return listens;
}

void Compositor::set(Release release) {
    run([&] { m_release = release; });
}

void Compositor::set(CallBack callBack) {
    run([&] {
        m_callBack = callBack;
        if (callBack == CallBack::AtOnce) {
            answerCallbacks();
        }
    });
}

void Compositor::callBack() {
    run([&] { answerCallbacks(); });
}

void Compositor::dropClients() {
    run([&] { wl_display_destroy_clients(m_display); });
}

Frame Compositor::waitForFrame(size_t count) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_frames >= count; });
    return m_last;
}

size_t Compositor::frames() {
    const std::lock_guard lock(m_mutex);
    return m_frames;
}

size_t Compositor::expectedCallbacks() {
    size_t count = 0;
    run([&] { count = m_callbacks.size(); });
    return count;
}

size_t Compositor::buffersLostWhileHeld() {
    size_t count = 0;
    run([&] { count = m_lostWhileHeld; });
    return count;
}

// On the compositor's thread.

void Compositor::bindCompositor(wl_client* client, void* self, uint32_t version, uint32_t id) {
    wl_resource* const resource =
        wl_resource_create(client, &wl_compositor_interface, int(version), id);
    wl_resource_set_implementation(resource, &kCompositor, self, nullptr);
}

void Compositor::createSurface(wl_client* client, wl_resource* compositor, uint32_t id) {
    auto& self = *static_cast<Compositor*>(wl_resource_get_user_data(compositor));
    Surface& surface = self.m_surfaces.emplace_back(Surface{.compositor = &self});
    wl_resource* const resource =
        wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(compositor), id);
    wl_resource_set_implementation(resource, &kSurface, &surface, surfaceDestroyed);
}

void Compositor::surfaceDestroyed(wl_resource* resource) {
    Surface& surface = surfaceOf(resource);
    surface.compositor->hold(surface, nullptr);
    surface.compositor->m_surfaces.remove_if(
        [&](const Surface& each) { return &each == &surface; });
}

void Compositor::attach(wl_client*, wl_resource* resource, wl_resource* buffer, int32_t, int32_t) {
    surfaceOf(resource).pending = buffer;
    surfaceOf(resource).attached = true;
}

void Compositor::frame(wl_client* client, wl_resource* resource, uint32_t id) {
    wl_resource* const callback = wl_resource_create(client, &wl_callback_interface, 1, id);
    wl_resource_set_implementation(
        callback, nullptr, surfaceOf(resource).compositor, [](wl_resource* gone) {
            auto& self = *static_cast<Compositor*>(wl_resource_get_user_data(gone));
            std::erase(self.m_callbacks, gone);
            for (Surface& surface : self.m_surfaces) {
                std::erase(surface.callbacks, gone);
            }
        });
    surfaceOf(resource).callbacks.push_back(callback);
}

void Compositor::read(wl_resource* resource, Frame& frame) {
    wl_shm_buffer* const buffer = wl_shm_buffer_get(resource);
    frame.width_px = wl_shm_buffer_get_width(buffer);
    frame.height_px = wl_shm_buffer_get_height(buffer);
    frame.format = wl_shm_buffer_get_format(buffer);
    const bool small = frame.format == WL_SHM_FORMAT_RGB565;
    const size_t row_B = size_t(frame.width_px) * (small ? 2 : 4);
    frame.pixels.resize(row_B * size_t(frame.height_px));
    wl_shm_buffer_begin_access(buffer);
    const auto* const data = static_cast<const uint8_t*>(wl_shm_buffer_get_data(buffer));
    for (size_t y = 0; y < size_t(frame.height_px); ++y) {
        std::memcpy(
            &frame.pixels[y * row_B], data + y * size_t(wl_shm_buffer_get_stride(buffer)), row_B);
    }
    wl_shm_buffer_end_access(buffer);
}

void Compositor::bufferDestroyed(wl_listener* listener, void*) {
    Surface* surface = wl_container_of(listener, surface, heldDestroyed);
    surface->held = nullptr;
    ++surface->compositor->m_lostWhileHeld;
}

void Compositor::hold(Surface& surface, wl_resource* buffer) {
    if (surface.held == buffer) {
        return;
    }
    if (surface.held) {
        wl_list_remove(&surface.heldDestroyed.link);
        if (m_release == Release::WhenReplaced) {
            wl_buffer_send_release(surface.held);
        }
    }
    surface.held = buffer;
    if (buffer) {
        surface.heldDestroyed.notify = bufferDestroyed;
        wl_resource_add_destroy_listener(buffer, &surface.heldDestroyed);
    }
}

void Compositor::commit(wl_client*, wl_resource* resource) {
    Surface& surface = surfaceOf(resource);
    Compositor& self = *surface.compositor;
    self.m_callbacks.insert(
        self.m_callbacks.end(), surface.callbacks.begin(), surface.callbacks.end());
    surface.callbacks.clear();
    if (surface.attached && surface.pending) {
        read(surface.pending, surface.next);
        self.hold(surface, surface.pending);
        const std::lock_guard lock(self.m_mutex);
        self.m_last = std::exchange(surface.next, {});
        ++self.m_frames;
        self.m_changed.notify_all();
    }
    surface.attached = false;
    if (self.m_callBack == CallBack::AtOnce) {
        self.answerCallbacks();
    }
}

void Compositor::answerCallbacks() {
    for (wl_resource* const callback : std::vector(m_callbacks)) {
        wl_callback_send_done(callback, 0);
        wl_resource_destroy(callback);
    }
}

} // namespace wayland_test
