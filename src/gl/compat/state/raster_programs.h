// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/accumulation.h"
#include "gl/compat/state/bit_rectangles.h"
#include "gl/compat/state/raster_position.h"
#include "gl/objects/executable.h"
#include "gl/objects/texture.h"
#include "gl/objects/vertex_array.h"
#include "gl/regions.h"

#include <array>
#include <map>
#include <memory>
#include <vector>

namespace gl {

/// Bitmaps that wait to be drawn together (Context::kUndrawnBitmaps).
struct WaitingBitmaps {
    RasterPosition raster; ///< The first one's: all have its colour, depth and texture coordinates.
    std::vector<Rect> areas;
    std::vector<Rect> next; ///< Scratch, as the others: of the bitmap that comes.
    std::vector<uint64_t> bits;
    BitRectangles rectangles;
};

/// What pixel rectangles and bitmaps are drawn with (docs/pixel-paths.md). A context's own; all of
/// it is made when first needed.
struct RasterPrograms {
    /// A fragment stage that glsl::makeRasterProgram() made.
    struct Fragment {
        std::shared_ptr<Executable> executable; ///< Null: not made yet.
        uint32_t rows_B = 0;                    ///< As in glsl::RasterProgram.
        int sampler = -1;
    };
    struct Variants {
        std::weak_ptr<const glsl::LinkedProgram> source;
        std::array<Fragment, 3> byPixel; ///< By spirv::RasterInputs::Pixel.
    };
    std::shared_ptr<Executable> vertex;
    std::array<float, 2> vertexScale{};           ///< Its uniform.
    std::vector<std::array<uint16_t, 2>> corners; ///< Scratch: what the arrays point to.
    /// A fragment stage that leaves colours as they come.
    std::shared_ptr<const glsl::LinkedProgram> plain;
    /// … and one that multiplies both colours.
    std::shared_ptr<const glsl::LinkedProgram> scaling;
    std::map<const glsl::LinkedProgram*, Variants> fragments;
    /// What pixels lie in while they are drawn: of each format a texture, as large as was needed.
    std::map<const format::InternalFormat*, Ref<Texture>> images;
    AccumulationBuffer accumulation;
    VertexArrayState arrays; ///< One: window pixels, as normalized shorts.
    WaitingBitmaps bitmaps;
};

} // namespace gl
