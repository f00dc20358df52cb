// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "wayland/library.h"

#include <chrono>
#include <memory>
#include <optional>

namespace wayland {

using Clock = std::chrono::steady_clock;

/// An event queue of ours on an application's connection: what we wait for comes here, and what
/// comes to the application's queues waits there for the application. Used by one thread at a time.
class Queue {
public:
    /// Null: no library, or no memory.
    static std::unique_ptr<Queue> create(wl_display* display);
    /// What belongs to it has to be destroyed before.
    ~Queue();
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    const Library& library() const { return m_library; }
    wl_display* display() const { return m_display; }
    /// False: the compositor is gone, or has thrown the application out. It stays so.
    bool connected() const { return m_library.wl_display_get_error(m_display) == 0; }

    /// What is made through a wrapper (wl_proxy_create_wrapper) has its events come here.
    void adopt(void* wrapper) const {
        m_library.wl_proxy_set_queue(static_cast<wl_proxy*>(wrapper), m_queue);
    }

    enum class Result : uint8_t { Dispatched, TimedOut, Disconnected };
    /// Sends what was requested, waits for events of this queue until `deadline` (nothing: for
    /// ever) and has them handled.
    Result dispatch(std::optional<Clock::time_point> deadline);
    /// Sends what was requested. False: disconnected.
    bool flush() { return flush(std::nullopt) == Result::Dispatched; }
    /// Returns when the compositor has done everything requested before. False: disconnected.
    bool roundtrip();

private:
    Queue(const Library& library, wl_display* display, wl_event_queue* queue)
        : m_library(library), m_display(display), m_queue(queue) {}
    Result flush(std::optional<Clock::time_point> deadline);
    Result dispatchPending();
    Result poll(short events, std::optional<Clock::time_point> deadline) const;

    const Library& m_library;
    wl_display* m_display;
    wl_event_queue* m_queue;
};

/// One of the application's objects as a factory: what is made through it belongs to our queue.
class Wrapper {
public:
    Wrapper(const Queue& queue, void* proxy);
    ~Wrapper();
    Wrapper(const Wrapper&) = delete;
    Wrapper& operator=(const Wrapper&) = delete;

    /// Null: out of memory.
    void* proxy() const { return m_proxy; }

private:
    const Library& m_library;
    void* m_proxy;
};

} // namespace wayland
