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

/// A swapchain in an X11 window, whose size is followed as docs/presentation.md tells; frames that
/// are sent where the device has none for it. Null: see openTarget().
std::unique_ptr<PresentTarget> openX11Target(std::shared_ptr<Gpu> gpu,
                                             const X11Window& window,
                                             const format::InternalFormat& color,
                                             std::string& error);
bool canPresentToX11(const Gpu& gpu, const X11Window& window);

} // namespace glvk
