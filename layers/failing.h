// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// VK_LAYER_GLISSADE_failing: commands of a device that may fail do so when a program in the same
// process says so. It finds the function in the layer's library, which the Vulkan loader has open
// while an instance with the layer exists.

#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>

#define GLISSADE_FAILING_LIBRARY "libVkLayer_glissade_failing.so"
#define GLISSADE_FAILING_SYMBOL "glissadeFail"

struct GlissadeFailing {
    uint64_t calls;     ///< That might have failed so, since glissadeFail() was called last.
    const char* failed; ///< The command that was made to; null: none.
};

/// From now on the call number `first`, counted from 1, and the `count` - 1 after it return
/// `result`, if their command may return that. For want of memory only the first of them fails to
/// wait: nobody could tell any more when a device is done. Returns what came of the last time.
extern "C" GlissadeFailing glissadeFail(uint64_t first, uint64_t count, VkResult result);

using GlissadeFailFunction = decltype(&glissadeFail);
