// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <span>
#include <vector>

namespace spirv {

/// State that chooses what a fragment shader reads as gl_Color and gl_SecondaryColor, for which
/// Vulkan has nothing: the shading model, and lighting with two sides.
class VertexColors {
public:
    struct Color {
        uint32_t location = 0; ///< of the input, a vec4, that holds the front colour
        int backLocation = -1; ///< at which back faces find theirs; -1: they have the front's
        bool flat = false;     ///< the same over the whole primitive
    };

    /// Inputs that are not there are left out.
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words,
                                                   std::span<const Color> colors);
};

} // namespace spirv
