// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <vector>

namespace spirv {

/// GL lets several attributes of a vertex shader have one location (OpenGL ES 2.0 section 2.10.4,
/// "aliasing"); Vulkan has one input there. Inputs that share a location turn private and are put
/// together, when the entry point starts, from one vec4 for each location. Its components are of
/// the kind that the location's first variable has; others get the same bits.
class MergeInputs {
public:
    /// Inputs of 32-bit components with a location. The words unchanged where none share one.
    [[nodiscard]] static std::vector<uint32_t> run(const Module& module);
};

} // namespace spirv
