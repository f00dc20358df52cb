// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace glvk {

/// What becomes of a border color in a view with a swizzle (VK_EXT_border_color_swizzle).
enum class BorderSwizzle : uint8_t {
    View,    ///< The view's swizzle is applied to it.
    Sampler, ///< The same, if the sampler says what the swizzle is.
    None,    ///< It is what the shader gets.
};

} // namespace glvk
