// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/matrix.h"

#include <array>

namespace gl {

/// The current raster position and what goes with it (GL 4.6 compatibility section 18.2): where
/// pixel rectangles and bitmaps are drawn, and what all of their fragments have in common.
struct RasterPosition {
    std::array<float, 4> window{0, 0, 0, 1}; ///< Window x, y and z, and w of clip coordinates.
    bool valid = true;                       ///< False: it was clipped, nothing is drawn.
    float distance = 0;                      ///< From the eye, or the fog coordinate.
    std::array<float, 4> color{1, 1, 1, 1};
    std::array<float, 4> secondaryColor{0, 0, 0, 1};
    std::array<std::array<float, 4>, kTextureCoordUnits> texCoords{{{0, 0, 0, 1},
                                                                    {0, 0, 0, 1},
                                                                    {0, 0, 0, 1},
                                                                    {0, 0, 0, 1},
                                                                    {0, 0, 0, 1},
                                                                    {0, 0, 0, 1},
                                                                    {0, 0, 0, 1},
                                                                    {0, 0, 0, 1}}};

    bool operator==(const RasterPosition&) const = default;
};

} // namespace gl
