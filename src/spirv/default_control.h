// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <vector>

namespace spirv {

/// GL tessellates without a control shader: vertices pass through, levels are state (OpenGL 4.0
/// section 2.12.2). Vulkan wants the shader. This makes the one that suits an evaluation shader.
class DefaultControl {
public:
    /// Levels come from a uniform block: a vec4 of outer levels, then one with the inner levels.
    static constexpr uint32_t kBlock_B = 32;

    /// `evaluation` is the evaluation shader's module; patches have `vertices` vertices. Empty
    /// words where the module's inputs are not understood.
    [[nodiscard]] static std::vector<uint32_t>
    run(const Module& evaluation, uint32_t vertices, uint32_t set, uint32_t binding);
};

} // namespace spirv
