// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

// The only way to Vulkan's declarations: no prototypes, instance functions from volk's table, and
// device functions from the VolkDeviceTable that each Gpu owns.

#include <volk.h>
// After Vulkan's own header.
#include "base/vk_shader_object.h"

namespace glvk {

/// The spelling of a VkResult for logs: "VK_ERROR_DEVICE_LOST".
const char* resultName(VkResult result);

} // namespace glvk
