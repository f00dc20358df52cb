// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/texture.h"
#include "glvk/gpu/vulkan.h"

namespace glvk {

VkImageType imageType(gl::TextureType type);
VkImageViewType viewType(gl::TextureType type);
bool isCube(gl::TextureType type);
using gl::isMultisample;

} // namespace glvk
