// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "client.h"

#include <cstring>

namespace wayland_test {

Client::Client(Compositor& compositor) : m_display(wl_display_connect_to_fd(compositor.connect())) {
    wl_registry* const registry = wl_display_get_registry(m_display);
    static constexpr wl_registry_listener kListener{
        .global =
            [](void* self, wl_registry* registry, uint32_t name, const char* is, uint32_t version) {
                if (std::strcmp(is, "wl_compositor") == 0) {
                    static_cast<Client*>(self)->m_compositor = static_cast<wl_compositor*>(
                        wl_registry_bind(registry, name, &wl_compositor_interface, version));
                }
            },
        .global_remove = [](void*, wl_registry*, uint32_t) {}};
    wl_registry_add_listener(registry, &kListener, this);
    wl_display_roundtrip(m_display);
    wl_registry_destroy(registry);
    m_surface = wl_compositor_create_surface(m_compositor);
}

Client::~Client() {
    wl_surface_destroy(m_surface);
    wl_compositor_destroy(m_compositor);
    wl_display_disconnect(m_display);
}

} // namespace wayland_test
