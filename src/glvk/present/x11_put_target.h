// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/interface/native_window.h"
#include "glvk/present/target.h"

#include <memory>

namespace glvk {

class Gpu;

/// Frames for an X11 window that no swapchain of the device shows: they are copied into memory that
/// the host reads, and sent to the X server by PutImage. A frame has been shown when its swap
/// returns; there is no vertical blank to wait for. `depth`: the window's.
std::unique_ptr<PresentTarget>
openX11PutTarget(std::shared_ptr<Gpu> gpu, const X11Window& window, uint8_t depth);
/// True where the device can copy frames into such memory.
bool canPutImages(const Gpu& gpu);

} // namespace glvk
