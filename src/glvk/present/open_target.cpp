// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/open_target.h"

#include "glvk/present/wayland_target.h"
#include "glvk/present/x11_target.h"

namespace glvk {

namespace {

struct Open {
    std::shared_ptr<Gpu> gpu;
    const format::InternalFormat& color;
    std::string& error;

    auto operator()(const X11Window& window) { return openX11Target(gpu, window, color, error); }
    auto operator()(const WaylandWindow& window) {
        return openWaylandTarget(gpu, window, color, error);
    }
};

struct CanPresent {
    const Gpu& gpu;

    bool operator()(const X11Window& window) const { return canPresentToX11(gpu, window); }
    bool operator()(const WaylandWindow& window) const { return canPresentToWayland(gpu, window); }
};

} // namespace

std::unique_ptr<PresentTarget> openTarget(std::shared_ptr<Gpu> gpu,
                                          const NativeWindow& window,
                                          const format::InternalFormat& color,
                                          std::string& error) {
    return std::visit(Open{std::move(gpu), color, error}, window);
}

bool canPresentTo(const Gpu& gpu, const NativeWindow& window) {
    return std::visit(CanPresent{gpu}, window);
}

} // namespace glvk
