// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wayland/queue.h"

#include <memory>
#include <vector>

namespace wayland {

/// A compositor's wl_shm: pictures in memory that is shared with it.
class Shm {
public:
    /// Asks the compositor, on a queue of our own. Null: it cannot be reached, or has none.
    static std::unique_ptr<Shm> open(wl_display* display);
    ~Shm();
    Shm(const Shm&) = delete;
    Shm& operator=(const Shm&) = delete;

    /// True where buffers may have it.
    bool has(wl_shm_format format) const;
    wl_shm* object() const { return m_shm; }

private:
    explicit Shm(std::unique_ptr<Queue> queue) : m_queue(std::move(queue)) {}
    bool bind();
    static void
    onGlobal(void* self, wl_registry* registry, uint32_t name, const char* interface, uint32_t);

    std::unique_ptr<Queue> m_queue;
    wl_shm* m_shm = nullptr;
    std::vector<uint32_t> m_formats; ///< As the compositor announced them.
};

} // namespace wayland
