// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "compositor.h"

#include <wayland-client.h>

#include <memory>

namespace wayland_test {

/// A client of the compositor: its connection, and a surface.
class Client {
public:
    explicit Client(Compositor& compositor);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    wl_display* display() const { return m_display; }
    wl_surface* surface() const { return m_surface; }

private:
    wl_display* m_display;
    wl_compositor* m_compositor = nullptr;
    wl_surface* m_surface = nullptr;
};

} // namespace wayland_test
