// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

#include <optional>
#include <span>

namespace osmesa {

/// How an application's memory holds pixels, and what is drawn to for it.
struct BufferLayout {
    format::PixelLayout pixels;     ///< In glReadPixels' terms, rows without gaps.
    std::span<const GLenum> colors; ///< Images of that precision or more, the best first.
};

/// Whether contexts of this format can be made current with memory of some type.
bool isColorFormat(GLenum format);
/// `format`: OSMesaCreateContext's; `type`: OSMesaMakeCurrent's. Nothing: they do not go together.
std::optional<BufferLayout> bufferLayout(GLenum format, GLenum type);

} // namespace osmesa
