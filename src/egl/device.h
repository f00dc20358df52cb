// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"
#include "window/device_list.h"

namespace egl {

// An EGLDeviceEXT (EGL_EXT_device_base) is the address of a window::Device.

/// eglQueryDeviceStringEXT; null: `name` is no string of a device.
const char* deviceString(const window::Device& device, EGLint name);

} // namespace egl
