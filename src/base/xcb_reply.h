// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <memory>
#include <type_traits>

#include <xcb/xcb.h>

// Both drivers show their frames through X11, and what libxcb returns is freed alike in both. Calls
// nothing of libxcb by itself: the CPU device loads it late.

namespace base {

struct XcbDeleter {
    void operator()(void* reply) const { std::free(reply); }
};
/// What libxcb's functions return and callers free: replies, errors, events.
template <class T>
using XcbReply = std::unique_ptr<T, XcbDeleter>;

/// Waits for an answer: `function` is one of libxcb's `xcb_…_reply`. Null: the request failed; the
/// error is dropped here instead of being put into the program's event queue.
template <class Function, class Cookie>
auto xcbReply(Function function, xcb_connection_t* connection, Cookie cookie) {
    xcb_generic_error_t* error = nullptr;
    auto* const reply = function(connection, cookie, &error);
    std::free(error);
    return XcbReply<std::remove_pointer_t<decltype(reply)>>(reply);
}

} // namespace base
