// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vulkan as a driver sees it: types without prototypes, and the loader's interface.
#pragma once

#define VK_NO_PROTOTYPES
#define VK_USE_PLATFORM_XCB_KHR
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan.h>
