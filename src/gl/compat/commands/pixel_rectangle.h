// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/commands/raster_draw.h"
#include "gl/compat/state/pixel_transfer.h"

namespace gl {

/// Pixels on their way to the framebuffer, after their transfer (docs/pixel-paths.md).
struct PixelRectangle {
    RasterPlace place;
    int32_t width_px = 0;
    int32_t height_px = 0;
    format::PixelLayout layout;
    const void* data = nullptr;
};

/// Where pixels come to lie now.
RasterPlace currentRasterPlace(Context& context);

/// Nothing happens to colours on their way but that they are converted: they may be written as they
/// are. Not said of the format.
bool writesColorsStraight(Context& context, const RasterPlace& place);

void drawColors(Context& context, const PixelRectangle& pixels);
/// glCopyPixels of colours as they are, from `area` of the framebuffer that is read.
void drawCopiedColors(Context& context, const Rect& area, const RasterPlace& place);
/// GL_DEPTH_COMPONENT.
void drawDepths(Context& context, const PixelRectangle& pixels);
/// Depths as floats (GL_RED), drawn with the state there is.
void drawDepthFragments(Context& context, const PixelRectangle& floats);
/// GL_STENCIL_INDEX or GL_DEPTH_STENCIL, which go past all tests.
void writeStencils(Context& context, const PixelRectangle& pixels);
/// The same of window pixels, drawn: to all samples of each, a draw for each index. `area` is
/// inside of the framebuffer, `hasDepths`: depths are written too.
void drawStencils(Context& context,
                  const Rect& area,
                  std::span<const DepthStencilPixel> pixels,
                  bool hasDepths);

} // namespace gl
