// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <wayland-client-core.h>
// Its inline functions call libwayland-client directly: for types and numbers alone.
#include <wayland-client-protocol.h>

namespace wayland {

#define GLISSADE_WAYLAND_FUNCTIONS(X)                                                              \
    X(wl_display_cancel_read)                                                                      \
    X(wl_display_connect)                                                                          \
    X(wl_display_create_queue)                                                                     \
    X(wl_display_disconnect)                                                                       \
    X(wl_display_dispatch_queue_pending)                                                           \
    X(wl_display_flush)                                                                            \
    X(wl_display_get_error)                                                                        \
    X(wl_display_get_fd)                                                                           \
    X(wl_display_prepare_read_queue)                                                               \
    X(wl_display_read_events)                                                                      \
    X(wl_display_roundtrip_queue)                                                                  \
    X(wl_event_queue_destroy)                                                                      \
    X(wl_proxy_add_listener)                                                                       \
    X(wl_proxy_create_wrapper)                                                                     \
    X(wl_proxy_destroy)                                                                            \
    X(wl_proxy_get_version)                                                                        \
    X(wl_proxy_marshal_flags)                                                                      \
    X(wl_proxy_set_queue)                                                                          \
    X(wl_proxy_wrapper_destroy)

#define GLISSADE_WAYLAND_INTERFACES(X)                                                             \
    X(wl_buffer_interface)                                                                         \
    X(wl_callback_interface)                                                                       \
    X(wl_registry_interface)                                                                       \
    X(wl_shm_interface)                                                                            \
    X(wl_shm_pool_interface)

/// libwayland-client, as far as drivers need it. No function here dispatches the default queue,
/// which is the application's.
struct Library {
#define GLISSADE_MEMBER(function) decltype(&::function) function = nullptr;
    GLISSADE_WAYLAND_FUNCTIONS(GLISSADE_MEMBER)
#undef GLISSADE_MEMBER
#define GLISSADE_MEMBER(interface) const ::wl_interface* interface = nullptr;
    GLISSADE_WAYLAND_INTERFACES(GLISSADE_MEMBER)
#undef GLISSADE_MEMBER

    /// A request of the object that `proxy` (a wl_proxy, under any of its types) stands for.
    template <class... Args>
    void request(void* proxy, uint32_t opcode, Args... args) const {
        send(proxy, opcode, nullptr, 0, args...);
    }
    /// The same, and the object is no more.
    template <class... Args>
    void requestAndDestroy(void* proxy, uint32_t opcode, Args... args) const {
        send(proxy, opcode, nullptr, WL_MARSHAL_FLAG_DESTROY, args...);
    }
    /// A request whose first argument is a new object of `interface`. Null: out of memory.
    template <class T, class... Args>
    T* create(void* proxy, uint32_t opcode, const ::wl_interface* interface, Args... args) const {
        return reinterpret_cast<T*>(send(proxy, opcode, interface, 0, nullptr, args...));
    }
    /// Has the events of `proxy` handled by `listener`, a wl_…_listener that stays, with `data`.
    template <class Listener>
    [[nodiscard]] bool listen(void* proxy, const Listener& listener, void* data) const {
        using Handlers = void (**)();
        auto* const handlers = reinterpret_cast<Handlers>(const_cast<Listener*>(&listener));
        return wl_proxy_add_listener(static_cast<wl_proxy*>(proxy), handlers, data) == 0;
    }
    void destroy(void* proxy) const { wl_proxy_destroy(static_cast<wl_proxy*>(proxy)); }

private:
    template <class... Args>
    wl_proxy* send(void* object,
                   uint32_t opcode,
                   const ::wl_interface* interface,
                   uint32_t flags,
                   Args... args) const {
        auto* const proxy = static_cast<wl_proxy*>(object);
        return wl_proxy_marshal_flags(
            proxy, opcode, interface, wl_proxy_get_version(proxy), flags, args...);
    }
};

/// Null: libwayland-client is not installed, or older than 1.20; the log says so.
const Library* library();

} // namespace wayland
