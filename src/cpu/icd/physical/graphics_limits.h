// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"

/// What a device with graphics reports beyond one that only computes.
namespace cpu::icd {

void addGraphicsLimits(VkPhysicalDeviceLimits& limits);
void addGraphicsProperties(VkPhysicalDeviceVulkan11Properties& properties);
void addGraphicsProperties(VkPhysicalDeviceVulkan12Properties& properties);
/// Structures of extensions. False: it is none of them.
bool fillGraphicsProperties(VkBaseOutStructure* structure);

} // namespace cpu::icd
