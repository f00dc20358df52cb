// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gl {

inline constexpr int kMaxVertexAttribs = 16;

/// Conventional vertex arrays (GL 2.1 section 2.8) follow the generic ones in `VertexArrayState`.
enum ConventionalArray : uint8_t {
    kArrayVertex = kMaxVertexAttribs,
    kArrayNormal,
    kArrayColor,
    kArraySecondaryColor,
    kArrayFogCoord,
    kArrayTexCoord0,                      ///< …7
    kArrayEdgeFlag = kArrayTexCoord0 + 8, ///< No shader reads it.
    kArrayPointSize,                      ///< Of OpenGL ES 1.1
    kArrayColorIndex,                     ///< No shader reads it.
    kArrayCount
};
static_assert(kArrayCount <= 32, "masks have a bit for each");

} // namespace gl
