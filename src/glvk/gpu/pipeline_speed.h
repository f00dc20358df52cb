// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

#include <optional>
#include <stop_token>

namespace glvk {

/// What a driver takes for a pipeline of stages that it knows, one by one, and that have not met:
/// the least seen, of stages of the size that programs have. See docs/pipelines.md, "Measured".
struct PipelineSpeed {
    float whole_us = 0;  ///< Built whole.
    float linked_us = 0; ///< Linked from libraries (VK_EXT_graphics_pipeline_library).

    /// Libraries are for draws that come upon a mix: linking is nothing beside building.
    bool linksFast() const { return linked_us * 8 <= whole_us && linked_us <= 200; }
};

/// What was measured of this device and driver before and kept on disk.
std::optional<PipelineSpeed> knownPipelineSpeed(const VkPhysicalDeviceProperties& properties);
/// Measures on a VkDevice of its own, which takes some milliseconds, and keeps it on disk. Nothing:
/// the device has no libraries, something failed, or it was to stop.
std::optional<PipelineSpeed> measurePipelineSpeed(VkPhysicalDevice physical,
                                                  std::stop_token stop = {});

} // namespace glvk
