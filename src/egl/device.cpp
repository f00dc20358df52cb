// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/device.h"

#include "egl/extensions.h"

namespace egl {

namespace {

const char* textOrNull(const std::string& text) {
    return text.empty() ? nullptr : text.c_str();
}

} // namespace

const char* deviceString(const window::Device& device, EGLint name) {
    const glvk::DeviceDescription& description = device.description();
    switch (name) {
    case EGL_EXTENSIONS:
        return deviceExtensions({.isCpu = description.isCpu,
                                 .primaryNode = !description.primaryNode.path.empty(),
                                 .renderNode = !description.renderNode.path.empty()});
    case EGL_DRM_DEVICE_FILE_EXT:
        return textOrNull(description.primaryNode.path);
    case EGL_DRM_RENDER_NODE_FILE_EXT:
        return textOrNull(description.renderNode.path);
    case EGL_RENDERER_EXT:
        return description.name.c_str();
    case EGL_VENDOR:
        return description.driver.c_str();
    default:
        return nullptr;
    }
}

} // namespace egl
