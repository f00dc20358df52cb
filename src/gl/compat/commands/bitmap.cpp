// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glBitmap (GL 4.6 compatibility section 18.3.2).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/compat/commands/raster_draw.h"
#include "gl/compat/state/compat_state.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace gl {

namespace {

/// What the bits that are set cover of the framebuffer: `waiting.next`.
void findAreas(Context& context,
               const format::PixelLayout& layout,
               const format::Extent& extent,
               std::array<float, 2> origin,
               const void* data,
               WaitingBitmaps& waiting) {
    waiting.bits.resize(format::bitRow_words(extent.width_px) * size_t(extent.height_px));
    format::unpackBits(layout, extent, data, waiting.bits.data());
    constexpr float kFar = 1 << 24; // No framebuffer is that large.
    const std::array<float, 4>& window = context.compat()->raster.window;
    // Whole positions may be a little less after they were transformed.
    constexpr float kRounding_px = 1e-4f;
    const auto whole = [&](float at, float from) {
        return int32_t(std::floor(std::clamp(at - from, -kFar, kFar) + kRounding_px));
    };
    const Rect all{whole(window[0], origin[0]),
                   whole(window[1], origin[1]),
                   extent.width_px,
                   extent.height_px};
    std::vector<Rect>& areas = waiting.next;
    areas.clear();
    waiting.rectangles.append(waiting.bits, all.width_px, all.height_px, all.x, all.y, areas);
    if (insideDrawFramebuffer(context, all) == all) {
        return;
    }
    for (Rect& area : areas) {
        area = insideDrawFramebuffer(context, area);
    }
    std::erase_if(areas,
                  [](const Rect& area) { return area.width_px == 0 || area.height_px == 0; });
}

/// Fragments of both differ in nothing but their places.
bool drawsAlike(const RasterPosition& a, const RasterPosition& b) {
    return a.window[2] == b.window[2] && a.distance == b.distance && a.color == b.color &&
           a.secondaryColor == b.secondaryColor && a.texCoords == b.texCoords;
}

} // namespace

void Context::addBitmap(std::span<const Rect> areas) {
    constexpr size_t kEnough = 1 << 14;
    WaitingBitmaps& waiting = m_rasterPrograms->bitmaps;
    if (!waiting.areas.empty() &&
        (waiting.areas.size() > kEnough || !drawsAlike(waiting.raster, m_compat->raster))) {
        drawWaitingBitmaps();
    }
    waiting.raster = m_compat->raster;
    waiting.areas.insert(waiting.areas.end(), areas.begin(), areas.end());
    setInterruptions(m_interruptions | kUndrawnBitmaps);
    if (m_compiler) { // What it executes does not wait for what it compiles.
        drawWaitingBitmaps();
    }
}

void Context::drawWaitingBitmaps() {
    if ((m_interruptions & kUndrawnBitmaps) == 0) {
        return;
    }
    setInterruptions(uint8_t(m_interruptions & ~kUndrawnBitmaps));
    WaitingBitmaps& waiting = m_rasterPrograms->bitmaps;
    const RasterPosition now = std::exchange(m_compat->raster, waiting.raster);
    try {
        RasterDraw(*this, RasterDraw::Pixel::None).draw(waiting.areas);
    } catch (const std::bad_alloc&) {
        outOfMemory();
    }
    m_compat->raster = now;
    waiting.areas.clear();
}

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
    if (!settlePrimitives()) {
        return;
    }
    if (width < 0 || height < 0) {
        return setError(GL_INVALID_VALUE, "glBitmap: {}×{}", width, height);
    }
    // While others wait nothing has changed.
    if ((m_interruptions & kUndrawnBitmaps) == 0 && !requireRasterDraw()) {
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
        WaitingBitmaps& waiting = m_rasterPrograms->bitmaps;
        findAreas(*this, layout, extent, {xorig, yorig}, source.data(), waiting);
        if (!waiting.next.empty()) {
            addBitmap(waiting.next);
        }
    }
    raster.window[0] += xmove;
    raster.window[1] += ymove;
}

} // namespace gl
