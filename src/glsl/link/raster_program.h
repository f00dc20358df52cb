// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The programs that pixel rectangles and bitmaps are drawn with.
#pragma once

#include "glsl/link/program.h"
#include "spirv/raster_inputs.h"

#include <memory>

namespace glsl {

/// The fragment stage of a program, as an end of its own that spirv::RasterInputs feeds.
struct RasterProgram {
    std::shared_ptr<const LinkedProgram> program; ///< separable; what it reads is the source's
    uint32_t rows_B = 0;                          ///< RasterInputs' rows, in its default block
    int sampler = -1; ///< into LinkedProgram::samplers: the image of pixels
};

/// `source` has a fragment stage. Its samplers, uniform blocks and the bytes of its default block
/// keep their places; it has no uniforms by name.
[[nodiscard]] RasterProgram makeRasterProgram(const LinkedProgram& source,
                                              spirv::RasterInputs::Pixel pixel);

} // namespace glsl
