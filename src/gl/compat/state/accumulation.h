// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/framebuffer.h"

#include <array>

namespace gl {

/// The accumulation buffer of a default framebuffer: signed colours. It is made when first used.
struct AccumulationBuffer {
    Ref<Texture> colors; ///< Null: not made yet.
    Ref<Framebuffer> framebuffer;
    const SurfaceBackend* surface = nullptr; ///< Whose it is.
};

/// State of accumulation (GL 4.6 compatibility section 17.4.3).
struct Accumulation {
    std::array<float, 4> clearColor{0, 0, 0, 0}; ///< -1 … 1.

    bool operator==(const Accumulation&) const = default;
};

} // namespace gl
