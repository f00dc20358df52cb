// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/wsi/memory_file.h"
#include "wayland/shm.h"

#include <functional>
#include <list>
#include <memory>
#include <mutex>

namespace cpu::wsi {

/// A wl_surface of an application, and the buffers that its compositor holds. Swapchains come and
/// go meanwhile: a buffer is kept until it is released, so that the surface shows its frame until
/// it shows another. One thread at a time dispatches, other threads may destroy what was made.
class WaylandSurface {
public:
    /// Asks the compositor what it can read. Null: it cannot be reached.
    static std::unique_ptr<WaylandSurface> open(wl_display* display, wl_surface* surface);
    ~WaylandSurface();
    WaylandSurface(const WaylandSurface&) = delete;
    WaylandSurface& operator=(const WaylandSurface&) = delete;

    wayland::Queue& queue() { return *m_queue; }
    const wayland::Shm& shm() const { return *m_shm; }
    wl_surface* object() const { return m_surface; }

    /// Pixels that the compositor reads.
    class Buffer {
    public:
        /// The compositor has read the buffer and will not any more; on the thread that dispatches.
        using Released = std::function<void()>;

        uint8_t* pixels() const { return m_memory.data(); }

    private:
        friend class WaylandSurface;
        Buffer(WaylandSurface& surface, MemoryFile memory, Released released)
            : m_surface(surface), m_memory(std::move(memory)), m_released(std::move(released)) {}

        WaylandSurface& m_surface;
        MemoryFile m_memory;
        Released m_released; ///< Empty: whoever made it has gone.
        wl_buffer* m_object = nullptr;
        bool m_held = false; ///< Attached, and not released.
    };

    /// Rows are `pitch_B` apart. Null: out of memory, or too large for wl_shm.
    Buffer* makeBuffer(uint32_t width_px,
                       uint32_t height_px,
                       size_t pitch_B,
                       wl_shm_format format,
                       Buffer::Released released);
    /// Its owner lets go of it.
    void dropBuffer(Buffer& buffer);
    /// Makes it what the surface's next commit shows.
    void attach(Buffer& buffer);

private:
    WaylandSurface(wl_surface* surface,
                   std::unique_ptr<wayland::Shm> shm,
                   std::unique_ptr<wayland::Queue> queue);
    wl_buffer* makeObject(const MemoryFile& memory,
                          uint32_t width_px,
                          uint32_t height_px,
                          size_t pitch_B,
                          wl_shm_format format) const;
    static void onRelease(void* buffer, wl_buffer*);
    void destroyLocked(Buffer& buffer);

    wl_surface* m_surface;
    std::unique_ptr<wayland::Shm> m_shm;
    std::unique_ptr<wayland::Queue> m_queue;
    wayland::Wrapper m_shmWrapper;

    std::mutex m_mutex;
    std::list<Buffer> m_buffers;
};

} // namespace cpu::wsi
