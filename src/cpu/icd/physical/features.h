// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"

#include <string_view>

/// What the device can do, by the names of Vulkan's feature bits. One table, features.cpp; a name
/// has one meaning in whatever structure it appears.
namespace cpu::icd {

bool supportsFeature(std::string_view name);

/// Writes all structures of features in the chain, the first included; leaves others alone.
void queryFeatures(VkPhysicalDeviceFeatures2* features);

/// False: the chain enables what the device cannot do. `core` may be null.
bool checkFeatures(const VkPhysicalDeviceFeatures* core, const void* chain);

} // namespace cpu::icd
