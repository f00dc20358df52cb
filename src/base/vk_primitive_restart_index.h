// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

/// VK_EXT_primitive_restart_index, for Vulkan headers from before 2026. Names and values are the
/// extension's (revision 1). Vulkan's own header comes first.

#ifndef VK_EXT_primitive_restart_index
#define VK_EXT_primitive_restart_index 1
#define VK_EXT_PRIMITIVE_RESTART_INDEX_SPEC_VERSION 1
#define VK_EXT_PRIMITIVE_RESTART_INDEX_EXTENSION_NAME "VK_EXT_primitive_restart_index"

inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_RESTART_INDEX_FEATURES_EXT =
    VkStructureType(1000678000);

struct VkPhysicalDevicePrimitiveRestartIndexFeaturesEXT {
    VkStructureType sType;
    void* pNext;
    VkBool32 primitiveRestartIndex;
};

typedef void(VKAPI_PTR* PFN_vkCmdSetPrimitiveRestartIndexEXT)(VkCommandBuffer commandBuffer,
                                                              uint32_t primitiveRestartIndex);
#endif
