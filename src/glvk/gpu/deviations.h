// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

#include <string>

namespace glvk {

/// What Glissade does though Vulkan's specification does not allow it, on drivers on which it was
/// tried: a rule, and the label of the draws that break it. And what the validation layer says
/// though it cannot be. Null: its message is about anything else. Otherwise why, for people.
const char* whyDeviates(const VkDebugUtilsMessengerCallbackDataEXT& message);

/// Draws with stages of separable programs, each compiled for its own set alone.
inline constexpr char kOpenSetsLabel[] = "stages compiled for a set each";
/// Draws with stages that are compiled for all sets.
inline constexpr char kNamedSetsLabel[] = "stages compiled for all sets";

/// Of buffers that cannot be bound as vertices: what is said of their being read as such is wrong.
inline constexpr char kNoVerticesName[] = "never vertices";
/// Where the validation layer listens.
void nameBuffer(VkDevice device, VkBuffer buffer, const char* name);

/// Of shaders, for who looks at them from below: the validation layer, and records of the CPU
/// device. Where one of them listens.
void nameShader(VkDevice device, VkShaderModule shader, const std::string& name);
void nameShader(VkDevice device, VkShaderEXT shader, const std::string& name);

/// What follows in the command buffer has this label. Where the validation layer listens.
void labelDraws(VkCommandBuffer commands, const char* label);

} // namespace glvk
