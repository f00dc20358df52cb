// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

namespace gl {

// What contexts have room for. A device may offer less (Caps).

inline constexpr int kMaxTextureUnits = 80;
/// One more, that no application sees: what pixel rectangles are drawn from.
inline constexpr int kRasterTextureUnit = kMaxTextureUnits;
inline constexpr int kMaxUniformBufferBindings = 84;
/// Of each colour of accumulation buffers, as GL tells; there are more.
inline constexpr int kAccumulationBits = 16;
inline constexpr int kMaxViewports = 16;
inline constexpr int kMaxClipDistances = 8;
/// OpenGL ES 1.1 has names for no more.
inline constexpr int kES1ClipPlanes = 6;

} // namespace gl
