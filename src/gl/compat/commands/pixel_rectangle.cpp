// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/commands/pixel_rectangle.h"

#include "base/bits.h"
#include "gl/compat/state/compat_state.h"
#include "glsl/language/types.h"

#include <algorithm>
#include <cstring>

namespace gl {

namespace {

using Pixel = RasterDraw::Pixel;

Rect intersection(const Rect& a, const Rect& b) {
    const int32_t x0 = std::max(a.x, b.x);
    const int32_t y0 = std::max(a.y, b.y);
    const int32_t x1 = std::min(a.x + a.width_px, b.x + b.width_px);
    const int32_t y1 = std::min(a.y + a.height_px, b.y + b.height_px);
    return {x0, y0, std::max(x1 - x0, 0), std::max(y1 - y0, 0)};
}

bool isEmpty(const Rect& area) {
    return area.width_px <= 0 || area.height_px <= 0;
}

/// What is written past all stages still is cut by the scissor box.
Rect writableArea(Context& context, const Rect& area) {
    const State& s = context.state();
    const Rect inside = insideDrawFramebuffer(context, area);
    return s.scissorMask & 1 ? intersection(inside, s.scissors[0]) : inside;
}

bool isMultisampled(Context& context) {
    return context.state().drawFramebuffer->samples() > 1;
}

/// Part of the pixels: columns and rows from `x`, `y` on.
PixelRectangle
partOf(const PixelRectangle& pixels, int32_t x, int32_t y, int32_t width_px, int32_t height_px) {
    PixelRectangle part = pixels;
    part.width_px = width_px;
    part.height_px = height_px;
    if (part.layout.rowLength_px == 0) {
        part.layout.rowLength_px = pixels.width_px;
    }
    part.layout.skipPixels += x;
    part.layout.skipRows += y;
    return part;
}

/// Writes pixels that lie as the window does, or say so where memory runs out.
void writeStraight(Context& context, const PixelRectangle& pixels) {
    const Rect covered = pixels.place.covered(pixels.width_px, pixels.height_px);
    const Rect area = writableArea(context, covered);
    if (isEmpty(area)) {
        return;
    }
    const PixelRectangle part =
        partOf(pixels, area.x - covered.x, area.y - covered.y, area.width_px, area.height_px);
    if (!context.backend().writePixels(
            *context.state().drawFramebuffer, area, part.layout, part.data)) {
        context.outOfMemory();
    }
}

/// What `part` is drawn from: the texture, filled. Null: out of memory.
Texture*
fillImage(Context& context, const format::InternalFormat& format, const PixelRectangle& part) {
    Texture* const texture = rasterImage(context, format, part.width_px, part.height_px);
    const bool filled =
        texture &&
        texture->backend().update(
            context.backend(), {}, {}, {part.width_px, part.height_px, 1}, part.layout, part.data);
    if (!filled) {
        context.outOfMemory();
    }
    return filled ? texture : nullptr;
}

/// Fragments of all pixels that can be seen.
void drawFragments(Context& context,
                   const PixelRectangle& pixels,
                   const format::InternalFormat& format,
                   Pixel pixel) {
    const RasterPlace& place = pixels.place;
    const Rect seen =
        insideDrawFramebuffer(context, place.covered(pixels.width_px, pixels.height_px));
    if (isEmpty(seen)) {
        return;
    }
    // Columns and rows of pixels that can be seen, in pieces that textures have room for.
    std::array<int32_t, 2> first{};
    std::array<int32_t, 2> end{};
    const int32_t size[] = {pixels.width_px, pixels.height_px};
    const int32_t ends[2][2] = {{seen.x, seen.x + seen.width_px - 1},
                                {seen.y, seen.y + seen.height_px - 1}};
    for (size_t axis = 0; axis < 2; ++axis) {
        const int32_t a = place.pixelAt(axis, ends[axis][0], size[axis]);
        const int32_t b = place.pixelAt(axis, ends[axis][1], size[axis]);
        first[axis] = std::min(a, b);
        end[axis] = std::max(a, b) + 1;
    }
    const int32_t most_px = context.caps().maxTextureSize_px;
    RasterDraw draw(context, pixel);
    for (int32_t y = first[1]; y < end[1]; y += most_px) {
        for (int32_t x = first[0]; x < end[0]; x += most_px) {
            const PixelRectangle part =
                partOf(pixels, x, y, std::min(most_px, end[0] - x), std::min(most_px, end[1] - y));
            RasterPlace there = place;
            there.corner[0] += place.zoom[0] * float(x);
            there.corner[1] += place.zoom[1] * float(y);
            Texture* const texture = fillImage(context, format, part);
            if (!texture) {
                return;
            }
            draw.setImage(*texture, there, part.width_px, part.height_px);
            const Rect areas[] = {
                insideDrawFramebuffer(context, there.covered(part.width_px, part.height_px))};
            draw.draw(areas);
        }
    }
}

/// What holds colours of this type while they are drawn.
const format::InternalFormat& colorImageFormat(GLenum type) {
    bool bytes = false;
    switch (type) {
    case GL_UNSIGNED_BYTE:
    case GL_UNSIGNED_BYTE_3_3_2:
    case GL_UNSIGNED_BYTE_2_3_3_REV:
    case GL_UNSIGNED_SHORT_4_4_4_4:
    case GL_UNSIGNED_SHORT_4_4_4_4_REV:
    case GL_UNSIGNED_INT_8_8_8_8:
    case GL_UNSIGNED_INT_8_8_8_8_REV:
        bytes = true;
        break;
    default:
        break;
    }
    return *format::findInternalFormat(bytes ? GL_RGBA8 : GL_RGBA32F);
}

/// Draw buffers take no colours.
bool masksColors(const State& s) {
    bool masked = true;
    base::forEachBit(s.drawFramebuffer->drawBufferMask(),
                     [&](unsigned i) { masked &= s.colorMasks[i] == 0; });
    return masked;
}

/// No test but the scissor test, and no query that would see it.
bool passesTests(Context& context, const RasterPlace& place) {
    const State& s = context.state();
    return place.zoom == std::array<float, 2>{1, 1} && !isMultisampled(context) && !s.stencilTest &&
           !context.compat()->alphaTest.enabled && !s.sampleMaskEnabled && !context.countsSamples();
}

std::vector<DepthStencilPixel> depthStencils(const PixelRectangle& pixels) {
    const format::Extent extent{pixels.width_px, pixels.height_px, 1};
    const size_t width = size_t(pixels.width_px);
    std::vector<DepthStencilPixel> result(width * size_t(pixels.height_px));
    if (pixels.layout.format == GL_STENCIL_INDEX) {
        std::vector<uint32_t> indices(result.size());
        format::unpackIndices(pixels.layout, extent, pixels.data, indices.data());
        for (size_t i = 0; i < result.size(); ++i) {
            result[i].stencil = indices[i] & 0xff;
        }
        return result;
    }
    std::vector<float> depths(result.size());
    std::vector<uint8_t> stencils(result.size());
    format::unpackAspect(pixels.layout,
                         extent,
                         pixels.data,
                         format::Id::D32Sfloat,
                         format::Aspect::Depth,
                         depths.data(),
                         width * 4,
                         result.size() * 4);
    format::unpackAspect(pixels.layout,
                         extent,
                         pixels.data,
                         format::Id::S8Uint,
                         format::Aspect::Stencil,
                         stencils.data(),
                         width,
                         result.size());
    for (size_t i = 0; i < result.size(); ++i) {
        result[i] = {depths[i], stencils[i]};
    }
    return result;
}

/// What masks keep of what is there.
bool keepMasked(Context& context, const Rect& area, std::vector<DepthStencilPixel>& pixels) {
    const uint32_t mask = context.state().stencilFront.writeMask & 0xff;
    if (mask == 0xff) {
        return true;
    }
    format::PixelLayout bytes;
    bytes.format = GL_STENCIL_INDEX;
    bytes.alignment_B = 1;
    std::vector<uint8_t> there(pixels.size());
    if (!context.backend().readPixels(
            *context.state().drawFramebuffer, area, bytes, there.data())) {
        return false;
    }
    for (size_t i = 0; i < pixels.size(); ++i) {
        pixels[i].stencil = (pixels[i].stencil & mask) | (there[i] & ~mask);
    }
    return true;
}

} // namespace

RasterPlace currentRasterPlace(Context& context) {
    const CompatState& compat = *context.compat();
    return {{compat.raster.window[0], compat.raster.window[1]}, compat.pixelZoom};
}

bool writesColorsStraight(Context& context, const RasterPlace& place) {
    const State& s = context.state();
    bool straight = passesTests(context, place) && !s.depthTest && !s.logicOpEnabled &&
                    context.keepsPrimaryColors() && !s.sampleAlphaToOne &&
                    !s.sampleAlphaToCoverage && !s.clampOutputs;
    base::forEachBit(s.drawFramebuffer->drawBufferMask(), [&](unsigned i) {
        const format::InternalFormat* format = s.drawFramebuffer->colorFormat(int(i));
        const bool encodes = format && format->numeric == format::Numeric::Srgb;
        straight &= !s.blends[i].enabled && s.colorMasks[i] == kColorMaskAll && format &&
                    !format->integer() && !(encodes && s.framebufferSrgb);
    });
    return straight;
}

void drawColors(Context& context, const PixelRectangle& pixels) {
    if (writesColorsStraight(context, pixels.place)) {
        return writeStraight(context, pixels);
    }
    drawFragments(context, pixels, colorImageFormat(pixels.layout.type), Pixel::Color);
}

void drawCopiedColors(Context& context, const Rect& area, const RasterPlace& place) {
    const Framebuffer& source = *context.state().readFramebuffer;
    const format::InternalFormat& read = *source.readFormat();
    const bool isBytes = read.numeric == format::Numeric::Unorm && read.red <= 8;
    Texture* const texture =
        rasterImage(context,
                    *format::findInternalFormat(isBytes ? GL_RGBA8 : GL_RGBA32F),
                    area.width_px,
                    area.height_px);
    if (!texture || !texture->backend().copyFrom(context.backend(), {}, {}, source, area)) {
        return context.outOfMemory();
    }
    const Rect areas[] = {
        insideDrawFramebuffer(context, place.covered(area.width_px, area.height_px))};
    RasterDraw draw(context, Pixel::Color);
    draw.setImage(*texture, place, area.width_px, area.height_px);
    draw.draw(areas);
}

void drawDepths(Context& context, const PixelRectangle& pixels) {
    const State& s = context.state();
    if (passesTests(context, pixels.place) && s.depthTest && s.depthFunc == GL_ALWAYS &&
        s.depthMask && masksColors(s)) {
        return writeStraight(context, pixels);
    }
    const format::Extent extent{pixels.width_px, pixels.height_px, 1};
    std::vector<float> depths(size_t(pixels.width_px) * size_t(pixels.height_px));
    format::unpackAspect(pixels.layout,
                         extent,
                         pixels.data,
                         format::Id::D32Sfloat,
                         format::Aspect::Depth,
                         depths.data(),
                         size_t(pixels.width_px) * 4,
                         depths.size() * 4);
    PixelRectangle floats{pixels.place, pixels.width_px, pixels.height_px, {}, depths.data()};
    floats.layout.format = GL_RED;
    floats.layout.type = GL_FLOAT;
    drawDepthFragments(context, floats);
}

void drawDepthFragments(Context& context, const PixelRectangle& floats) {
    drawFragments(context, floats, *format::findInternalFormat(GL_R32F), Pixel::Depth);
}

void writeStencils(Context& context, const PixelRectangle& pixels) {
    const RasterPlace& place = pixels.place;
    const Rect area = writableArea(context, place.covered(pixels.width_px, pixels.height_px));
    if (isEmpty(area)) {
        return;
    }
    const std::vector<DepthStencilPixel> source = depthStencils(pixels);
    std::vector<DepthStencilPixel> window;
    window.reserve(size_t(area.width_px) * size_t(area.height_px));
    for (int32_t y = 0; y < area.height_px; ++y) {
        const size_t row = size_t(place.pixelAt(1, area.y + y, pixels.height_px));
        for (int32_t x = 0; x < area.width_px; ++x) {
            const size_t column = size_t(place.pixelAt(0, area.x + x, pixels.width_px));
            window.push_back(source[row * size_t(pixels.width_px) + column]);
        }
    }
    if (isMultisampled(context)) {
        const bool hasDepths =
            pixels.layout.format == GL_DEPTH_STENCIL && context.state().depthMask;
        return drawStencils(context, area, window, hasDepths);
    }
    if (!keepMasked(context, area, window)) {
        return context.outOfMemory();
    }
    format::PixelLayout layout;
    layout.format = pixels.layout.format;
    layout.type = GL_FLOAT_32_UNSIGNED_INT_24_8_REV;
    std::vector<uint8_t> stencils;
    const void* data = window.data();
    if (layout.format == GL_STENCIL_INDEX || !context.state().depthMask) {
        layout.format = GL_STENCIL_INDEX;
        layout.type = GL_UNSIGNED_BYTE;
        layout.alignment_B = 1;
        std::transform(window.begin(),
                       window.end(),
                       std::back_inserter(stencils),
                       [](const DepthStencilPixel& pixel) { return uint8_t(pixel.stencil); });
        data = stencils.data();
    }
    if (!context.backend().writePixels(*context.state().drawFramebuffer, area, layout, data)) {
        context.outOfMemory();
    }
}

} // namespace gl
