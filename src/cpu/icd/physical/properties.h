// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"

namespace cpu::icd {

class PhysicalDevice;

VkPhysicalDeviceProperties deviceProperties();
/// Writes all structures of properties in the chain, the first included; leaves others alone.
void queryProperties(const PhysicalDevice& device, VkPhysicalDeviceProperties2* properties);

} // namespace cpu::icd
