// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Combinations of blending, write mask, depth and stencil, in Vulkan's terms.
#pragma once

#include "vk_compute/device.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace draws {

struct MergeState {
    /// Also dynamic state of this type.
    VkPipelineColorBlendAttachmentState blend;
    bool depthTests, depthWrites;
    VkCompareOp depthCompare;
    bool stencilTests;
    VkStencilOpState stencil; ///< Of both faces.
    std::string name;
};

/// What is drawn into.
struct TargetFormat {
    const char* name;
    VkFormat color;
    VkFormat depth; ///< May have stencil.
    uint32_t samples;

    bool hasStencil() const {
        return depth == VK_FORMAT_D24_UNORM_S8_UINT || depth == VK_FORMAT_D32_SFLOAT_S8_UINT;
    }
};

std::span<const TargetFormat> targetFormats();

/// States that differ from each other, always the same ones, in an order that jumps about.
std::vector<MergeState> mergeStates(uint32_t count, bool hasStencil);

} // namespace draws
