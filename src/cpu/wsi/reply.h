// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <memory>
#include <type_traits>

#include <xcb/xcb.h>

namespace cpu::wsi {

struct FreeDeleter {
    void operator()(void* reply) const { std::free(reply); }
};
/// What xcb's functions return and callers free.
template <typename T>
using Reply = std::unique_ptr<T, FreeDeleter>;

/// Calls one of xcb's functions of replies. Null: the request failed; the error is dropped here
/// instead of being put into the event queue.
template <typename Function, typename Cookie>
auto replyOf(Function function, xcb_connection_t* connection, Cookie cookie) {
    xcb_generic_error_t* error = nullptr;
    auto* reply = function(connection, cookie, &error);
    std::free(error);
    return Reply<std::remove_pointer_t<decltype(reply)>>(reply);
}

} // namespace cpu::wsi
