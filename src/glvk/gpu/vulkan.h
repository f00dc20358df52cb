// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

// The only way to Vulkan's declarations: no prototypes, instance functions from volk's table, and
// device functions from the VolkDeviceTable that each Gpu owns.

#include <volk.h>
// After Vulkan's own header.
#include "base/vk_primitive_restart_index.h"
#include "base/vk_shader_object.h"

namespace glvk {

/// The spelling of a VkResult for logs: "VK_ERROR_DEVICE_LOST".
const char* resultName(VkResult result);

/// The host's memory, or the device's.
inline bool isOutOfMemory(VkResult result) {
    return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

} // namespace glvk
