// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glBitmap (GL 4.6 compatibility section 18.3.2).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/compat/commands/raster_draw.h"
#include "gl/compat/state/compat_state.h"

#include <cmath>

namespace gl {

namespace {

/// The bits that are set as rectangles: runs of a row, which go on in the rows above where those
/// have the same.
std::vector<Rect>
rectanglesOf(std::span<const uint32_t> bits, int32_t width_px, int32_t height_px) {
    std::vector<Rect> rectangles;
    std::vector<size_t> below; // Those that reach to the row before, from left to right.
    std::vector<size_t> here;
    for (int32_t y = 0; y < height_px; ++y) {
        const uint32_t* row = bits.data() + size_t(y) * size_t(width_px);
        auto next = below.begin();
        here.clear();
        for (int32_t x = 0; x < width_px; ++x) {
            if (!row[x]) {
                continue;
            }
            const int32_t start = x;
            while (x < width_px && row[x]) {
                ++x;
            }
            while (next != below.end() && rectangles[*next].x < start) {
                ++next;
            }
            if (next != below.end() && rectangles[*next].x == start &&
                rectangles[*next].width_px == x - start) {
                ++rectangles[*next].height_px;
                here.push_back(*next);
            } else {
                here.push_back(rectangles.size());
                rectangles.push_back({start, y, x - start, 1});
            }
        }
        std::swap(below, here);
    }
    return rectangles;
}

void drawBits(Context& context,
              const format::PixelLayout& layout,
              const format::Extent& extent,
              std::array<float, 2> origin,
              const void* data) {
    std::vector<uint32_t> bits(size_t(extent.width_px) * size_t(extent.height_px));
    format::unpackIndices(layout, extent, data, bits.data());
    std::vector<Rect> areas = rectanglesOf(bits, extent.width_px, extent.height_px);
    constexpr float kFar = 1 << 24; // No framebuffer is that large.
    const std::array<float, 4>& window = context.compat()->raster.window;
    // Whole positions may be a little less after they were transformed.
    constexpr float kRounding_px = 1e-4f;
    const auto whole = [&](float at, float from) {
        return int32_t(std::floor(std::clamp(at - from, -kFar, kFar) + kRounding_px));
    };
    const int32_t x = whole(window[0], origin[0]);
    const int32_t y = whole(window[1], origin[1]);
    for (Rect& area : areas) {
        area.x += x;
        area.y += y;
        area = insideDrawFramebuffer(context, area);
    }
    std::erase_if(areas,
                  [](const Rect& area) { return area.width_px == 0 || area.height_px == 0; });
    if (!areas.empty()) {
        RasterDraw(context, RasterDraw::Pixel::None).draw(areas);
    }
}

} // namespace

void Context::bitmap(GLsizei width,
                     GLsizei height,
                     GLfloat xorig,
                     GLfloat yorig,
                     GLfloat xmove,
                     GLfloat ymove,
                     const GLubyte* bitmap) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no glBitmap in this context");
    }
    if (!outsideBeginEnd()) {
        return;
    }
    if (width < 0 || height < 0) {
        return setError(GL_INVALID_VALUE, "glBitmap: {}×{}", width, height);
    }
    if (!requireRasterDraw()) {
        return;
    }
    RasterPosition& raster = m_compat->raster;
    if (!raster.valid) {
        return;
    }
    format::PixelLayout layout = m_client.unpack;
    layout.format = GL_COLOR_INDEX;
    layout.type = GL_BITMAP;
    layout.imageHeight_px = 0;
    layout.skipImages = 0;
    const format::Extent extent{width, height, 1};
    UnpackSource source;
    if (!source.prepare(*this, format::imageSize_B(layout, extent), bitmap)) {
        return;
    }
    if (source.data() && width > 0 && height > 0 && !m_state.rasterizerDiscard &&
        conditionPasses() && !feedsBackPixels(GL_BITMAP_TOKEN)) {
        drawBits(*this, layout, extent, {xorig, yorig}, source.data());
    }
    raster.window[0] += xmove;
    raster.window[1] += ymove;
}

} // namespace gl
