// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#define VK_NO_PROTOTYPES
#include <volk.h>

#include <cstdint>
#include <memory>

namespace process {

/// What the programs run: compiled once, before anything is made to fail.
struct Shaders;
std::shared_ptr<const Shaders> compileShaders();

/// How far a program came.
struct WholeVulkan {
    const char* failed = nullptr; ///< The first command that did not succeed; null: all did.
    VkResult result = VK_SUCCESS; ///< Its own.
    bool wrong = false;           ///< All succeeded, but what was read back is not right.
};

/// A small program on the first device there is: an instance, a device, buffers, images, a compute
/// and a graphics pipeline, commands of each kind, their results; and all of it destroyed, however
/// far it came. `salt` makes its pipelines others, and shows in what they give.
WholeVulkan runWholeVulkan(const Shaders& shaders, uint32_t salt);

} // namespace process
