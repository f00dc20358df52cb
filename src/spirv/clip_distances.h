// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

namespace spirv {

/// GL clips by those gl_ClipDistance elements that are enabled (GL_CLIP_DISTANCEi), Vulkan by all
/// that the stage before rasterisation writes: those that are off have to be zero.
class ClipDistances {
public:
    /// Bits of the elements that the module's output array has; 0: it is not there, or never
    /// accessed.
    [[nodiscard]] static uint32_t written(const Module& module);
    /// Stores zero to the elements in `off` when the entry point returns, in geometry shaders
    /// before each vertex is emitted.
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words, uint32_t off);
};

} // namespace spirv
