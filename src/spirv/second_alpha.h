// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

class Module;

/// Sets the alpha of a fragment shader's second color for blending (Index 1) to one:
/// GL_SAMPLE_ALPHA_TO_ONE is for every color (GL 4.6 section 17.3.1), Vulkan's alphaToOne for
/// Index 0 alone.
class SecondAlphaToOne {
public:
    /// There is such an alpha.
    [[nodiscard]] static bool applies(const Module& module);
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
