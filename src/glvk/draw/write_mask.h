// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/state.h"
#include "glvk/gpu/vulkan.h"

#include <cstdint>

namespace glvk {

class Program;
struct RenderTargets;

/// Components of attachment `index` that are written: the colour mask, without an absent alpha,
/// and nothing where the shader has no such output.
VkColorComponentFlags writeMask(const gl::State& state,
                                const RenderTargets& targets,
                                uint32_t index,
                                const Program& program);
} // namespace glvk
