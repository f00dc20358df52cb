// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "glvk/interface/native_window.h"
#include "glvk/present/target.h"

#include <memory>
#include <string>

namespace glvk {

class Gpu;

/// A swapchain in a Wayland window, whose size is the client's. Waiting for the display is done
/// here, by the compositor's frame callbacks, and not in the swapchain, whose present modes would
/// keep other threads from the device meanwhile: docs/wayland.md. Null: see openTarget().
std::unique_ptr<PresentTarget> openWaylandTarget(std::shared_ptr<Gpu> gpu,
                                                 const WaylandWindow& window,
                                                 const format::InternalFormat& color,
                                                 std::string& error);
bool canPresentToWayland(const Gpu& gpu, const WaylandWindow& window);

} // namespace glvk
