// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/wayland_surface.h"

#include <climits>
#include <utility>

namespace cpu::wsi {

std::unique_ptr<WaylandSurface> WaylandSurface::open(wl_display* display, wl_surface* surface) {
    auto shm = wayland::Shm::open(display);
    auto queue = shm ? wayland::Queue::create(display) : nullptr;
    if (!queue) {
        return nullptr;
    }
    return std::unique_ptr<WaylandSurface>(
        new WaylandSurface(surface, std::move(shm), std::move(queue)));
}

WaylandSurface::WaylandSurface(wl_surface* surface,
                               std::unique_ptr<wayland::Shm> shm,
                               std::unique_ptr<wayland::Queue> queue)
    : m_surface(surface),
      m_shm(std::move(shm)),
      m_queue(std::move(queue)),
      m_shmWrapper(*m_queue, m_shm->object()) {}

WaylandSurface::~WaylandSurface() {
    for (const Buffer& buffer : m_buffers) {
        m_queue->library().requestAndDestroy(buffer.m_object, WL_BUFFER_DESTROY);
    }
}

/// Null: out of memory.
wl_buffer* WaylandSurface::makeObject(const MemoryFile& memory,
                                      uint32_t width_px,
                                      uint32_t height_px,
                                      size_t pitch_B,
                                      wl_shm_format format) const {
    const wayland::Library& library = m_queue->library();
    auto* const pool = library.create<wl_shm_pool>(m_shmWrapper.proxy(),
                                                   WL_SHM_CREATE_POOL,
                                                   library.wl_shm_pool_interface,
                                                   memory.file(),
                                                   int32_t(pitch_B * height_px));
    if (!pool) {
        return nullptr;
    }
    auto* const object = library.create<wl_buffer>(pool,
                                                   WL_SHM_POOL_CREATE_BUFFER,
                                                   library.wl_buffer_interface,
                                                   /*offset*/ 0,
                                                   int32_t(width_px),
                                                   int32_t(height_px),
                                                   int32_t(pitch_B),
                                                   uint32_t(format));
    library.requestAndDestroy(pool, WL_SHM_POOL_DESTROY);
    return object;
}

WaylandSurface::Buffer* WaylandSurface::makeBuffer(uint32_t width_px,
                                                   uint32_t height_px,
                                                   size_t pitch_B,
                                                   wl_shm_format format,
                                                   Buffer::Released released) {
    const size_t size_B = pitch_B * height_px;
    if (size_B > INT32_MAX || !m_shmWrapper.proxy()) {
        return nullptr;
    }
    auto memory = MemoryFile::create(size_B);
    if (!memory) {
        return nullptr;
    }
    static constexpr wl_buffer_listener kListener{.release = onRelease};
    const std::lock_guard lock(m_mutex);
    m_buffers.push_back(Buffer(*this, std::move(*memory), std::move(released)));
    Buffer& buffer = m_buffers.back();
    buffer.m_object = makeObject(buffer.m_memory, width_px, height_px, pitch_B, format);
    buffer.m_memory.closeFile(); // libwayland has a copy of it until it is sent.
    if (!buffer.m_object || !m_queue->library().listen(buffer.m_object, kListener, &buffer)) {
        destroyLocked(buffer);
        return nullptr;
    }
    return &buffer;
}

void WaylandSurface::dropBuffer(Buffer& buffer) {
    const std::lock_guard lock(m_mutex);
    buffer.m_released = nullptr;
    if (!buffer.m_held) {
        destroyLocked(buffer);
    }
}

void WaylandSurface::attach(Buffer& buffer) {
    {
        const std::lock_guard lock(m_mutex);
        buffer.m_held = true;
    }
    m_queue->library().request(m_surface, WL_SURFACE_ATTACH, buffer.m_object, 0, 0);
}

void WaylandSurface::onRelease(void* released, wl_buffer*) {
    Buffer& buffer = *static_cast<Buffer*>(released);
    WaylandSurface& surface = buffer.m_surface;
    const std::lock_guard lock(surface.m_mutex);
    buffer.m_held = false;
    if (buffer.m_released) {
        buffer.m_released();
    } else {
        surface.destroyLocked(buffer);
    }
}

void WaylandSurface::destroyLocked(Buffer& buffer) {
    if (buffer.m_object) {
        m_queue->library().requestAndDestroy(buffer.m_object, WL_BUFFER_DESTROY);
    }
    m_buffers.remove_if([&](const Buffer& each) { return &each == &buffer; });
}

} // namespace cpu::wsi
