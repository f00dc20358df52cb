// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/platform.h"

#include <optional>
#include <sys/types.h>

namespace window {

/// No windows, which would be gbm_surfaces. Pixmaps are gbm_bos: nothing is copied to them, but
/// their memory can be had. Each knows the libgbm and the device that it comes from (docs/gbm.md).
std::unique_ptr<Platform> makeGbmPlatform();
/// The number of the file that a gbm_device was made for, as stat() tells it. Nothing: `device` is
/// no gbm_device, or its file is closed.
std::optional<dev_t> gbmNode(const void* device);

} // namespace window
