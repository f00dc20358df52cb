// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/device.h"

#include "egl/extensions.h"

namespace egl {

const char* deviceString(const window::Device& device, EGLint name) {
    switch (name) {
    case EGL_EXTENSIONS:
        return deviceExtensions(device.description().isCpu);
    case EGL_RENDERER_EXT:
        return device.description().name.c_str();
    case EGL_VENDOR:
        return device.description().driver.c_str();
    default:
        return nullptr;
    }
}

} // namespace egl
