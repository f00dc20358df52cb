// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <vector>

namespace spirv {

/// Samplers of signed integers become samplers of unsigned ones and the other way round; what they
/// read keeps its bits and goes on as the type that the code expects. GL lets a sampler read
/// textures of the other kind (the values are undefined), Vulkan does not.
class FlipSamplers {
public:
    /// `bindings`: bits of the bindings whose samplers change. Samplers that are handed to
    /// functions stay.
    [[nodiscard]] static std::vector<uint32_t> run(const Module& module, uint32_t bindings);
};

} // namespace spirv
