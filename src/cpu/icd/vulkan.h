// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vulkan as a driver sees it: types without prototypes, and the loader's interface.
#pragma once

#define VK_NO_PROTOTYPES
#define VK_USE_PLATFORM_WAYLAND_KHR
#define VK_USE_PLATFORM_XCB_KHR
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan.h>
// After Vulkan's own header.
#include "base/vk_dynamic_rendering_local_read.h"
#include "base/vk_maintenance5.h"
#include "base/vk_primitive_restart_index.h"
#include "base/vk_shader_object.h"

// The names of Xlib that Vulkan's header needs: Xlib's own headers define macros like None and
// Bool.
typedef struct _XDisplay Display;
typedef unsigned long Window;
typedef unsigned long VisualID;
#include <vulkan/vulkan_xlib.h>
