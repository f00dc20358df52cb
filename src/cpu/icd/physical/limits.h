// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/physical/named_limits.h"
#include "cpu/icd/vulkan.h"

namespace cpu::icd {

VkPhysicalDeviceLimits deviceLimits();

} // namespace cpu::icd
