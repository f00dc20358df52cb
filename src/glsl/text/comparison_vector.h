// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string_view>

namespace glsl {

/// Around a lookup that compares and gave a vector once (shadow2D): what the default depth texture
/// mode, luminance, makes of the number, in the shape that spirv::ClampCoordinates knows.
inline constexpr std::string_view kVectorBegin = "max(vec4(1.0, 1.0, 1.0, -0.0) * ";
inline constexpr std::string_view kVectorEnd = ", vec4(0.0, 0.0, 0.0, 1.0))";

} // namespace glsl
