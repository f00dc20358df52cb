// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"

#include <span>

namespace cpu::icd {

/// A structure of features: after sType and pNext come VkBool32s of these names and nothing else.
struct FeatureStructure {
    VkStructureType type;
    std::span<const char* const> names;
};

/// Those of all core versions and of the extensions that the device has.
std::span<const FeatureStructure> featureStructures();

} // namespace cpu::icd
