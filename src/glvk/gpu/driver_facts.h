// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

namespace glvk {

/// What is known of a driver beyond what it says of itself. Everything else that is decided follows
/// from features, limits and options.
struct DriverFacts {
    /// Glissade's own CPU device.
    bool isOwn = false;
    /// Shader objects were found to work without the layouts of other stages' sets. The extension
    /// does not promise it: layouts must be valid, and sets are compatible with those below them.
    bool openSets = false;
    /// Lookups without a reference were found to compare nothing, whatever the sampler says.
    bool comparesByInstruction = false;
    /// Command buffers for whose recording memory ran out hold pointers that were never theirs, and
    /// free them when they are reset or destroyed: they stay as they are.
    bool failedCommandsStay = false;
    /// The draws of one vkCmdDrawMultiEXT number their primitives on; each has to begin with zero.
    bool numbersOnInRuns = false;
    /// It lists VK_EXT_shader_stencil_export, and compares with the state's reference all the same.
    bool ignoresStencilExport = false;
    /// With shader objects primitives are clipped at the near and far planes only where a command
    /// says so (VK_EXT_depth_clip_enable), not wherever depths are not clamped.
    bool clipsByCommand = false;
    /// Its swapchains send X servers every frame as one of depth 24, which windows with alpha
    /// (depth 32) do not take: they stay as they were.
    bool swapsDepth24Alone = false;
    /// Of the ways to bind descriptors no other gains over sets: there is nothing to measure.
    bool setsCostLeast = false;
};

/// The one table of facts about drivers. A driver that is not in it has the defaults.
const DriverFacts& driverFacts(const VkPhysicalDeviceDriverProperties& driver);

} // namespace glvk
