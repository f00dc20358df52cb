// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"

namespace cpu::icd {

struct CoreProperties {
    VkPhysicalDeviceVulkan11Properties v11;
    VkPhysicalDeviceVulkan12Properties v12;
    VkPhysicalDeviceVulkan13Properties v13;
};

/// Fills a structure that Vulkan 1.1, 1.2 or 1.3 took in from the core version's structure. False:
/// it is none.
bool fillPromoted(VkBaseOutStructure* structure, const CoreProperties& core);

} // namespace cpu::icd
