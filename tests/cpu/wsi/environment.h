// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

// Vulkan with window systems and the validation layer, made once for the program.

#define VK_NO_PROTOTYPES
#include <volk.h>
#include <xcb/xcb.h>

typedef struct _XDisplay Display;
typedef unsigned long Window;
typedef unsigned long VisualID;
#include <vulkan/vulkan_wayland.h>
#include <vulkan/vulkan_xcb.h>
#include <vulkan/vulkan_xlib.h>

#include <string>
#include <vector>

namespace wsit {

struct Environment {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
};
/// Null handles: why is in the test's failures.
const Environment& environment();

/// What the validation layer has said since this was called last.
std::vector<std::string> takeMessages();

} // namespace wsit
