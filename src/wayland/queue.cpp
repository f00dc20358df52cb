// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "wayland/queue.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>

namespace wayland {

std::unique_ptr<Queue> Queue::create(wl_display* display) {
    const Library* const library = wayland::library();
    if (!library || !display) {
        return nullptr;
    }
    wl_event_queue* const queue = library->wl_display_create_queue(display);
    return queue ? std::unique_ptr<Queue>(new Queue(*library, display, queue)) : nullptr;
}

Queue::~Queue() {
    m_library.wl_event_queue_destroy(m_queue);
}

Queue::Result Queue::poll(short events, std::optional<Clock::time_point> deadline) const {
    pollfd socket{m_library.wl_display_get_fd(m_display), events, 0};
    for (;;) {
        timespec left{};
        if (deadline) {
            const auto left_ns = std::max(std::chrono::nanoseconds(0), *deadline - Clock::now());
            left = {time_t(left_ns.count() / 1'000'000'000), long(left_ns.count() % 1'000'000'000)};
        }
        const int count = ppoll(&socket, 1, deadline ? &left : nullptr, nullptr);
        if (count > 0) {
            return Result::Dispatched;
        }
        if (count == 0) {
            return Result::TimedOut;
        }
        if (errno != EINTR) {
            return Result::Disconnected;
        }
    }
}

Queue::Result Queue::flush(std::optional<Clock::time_point> deadline) {
    while (m_library.wl_display_flush(m_display) < 0) {
        if (errno == EPIPE) {
            break; // Why it closed the connection is yet to be read.
        }
        if (errno != EAGAIN) {
            return Result::Disconnected;
        }
        if (const Result result = poll(POLLOUT, deadline); result != Result::Dispatched) {
            return result;
        }
    }
    return Result::Dispatched;
}

Queue::Result Queue::dispatch(std::optional<Clock::time_point> deadline) {
    // Events that another thread has read for us come first.
    if (m_library.wl_display_prepare_read_queue(m_display, m_queue) != 0) {
        return dispatchPending();
    }
    Result result = flush(deadline);
    if (result == Result::Dispatched) {
        result = poll(POLLIN, deadline);
    }
    if (result != Result::Dispatched) {
        m_library.wl_display_cancel_read(m_display);
        return result;
    }
    if (m_library.wl_display_read_events(m_display) < 0) {
        return Result::Disconnected;
    }
    return dispatchPending();
}

/// Has the events handled that are here.
Queue::Result Queue::dispatchPending() {
    return m_library.wl_display_dispatch_queue_pending(m_display, m_queue) >= 0
               ? Result::Dispatched
               : Result::Disconnected;
}

bool Queue::roundtrip() {
    return m_library.wl_display_roundtrip_queue(m_display, m_queue) >= 0;
}

Wrapper::Wrapper(const Queue& queue, void* proxy)
    : m_library(queue.library()), m_proxy(m_library.wl_proxy_create_wrapper(proxy)) {
    if (m_proxy) {
        queue.adopt(m_proxy);
    }
}

Wrapper::~Wrapper() {
    if (m_proxy) {
        m_library.wl_proxy_wrapper_destroy(m_proxy);
    }
}

} // namespace wayland
