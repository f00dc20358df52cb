// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"
#include "format/small_float.h"
#include "format/texel.h"
#include "format/transfer.h"

#include <cassert>
#include <cstring>
#include <vector>

namespace format {

namespace {

/// The depth of a client pixel as a texel of one number; the stride skips the stencil.
Texel clientDepth(const PixelLayout& pixels) {
    if (pixels.format == GL_DEPTH_COMPONENT) {
        const auto texel = clientTexel(pixels.format, pixels.type, false);
        assert(texel);
        return texel.value_or(Texel{});
    }
    assert(pixels.format == GL_DEPTH_STENCIL);
    Texel texel;
    texel.count = 1;
    texel.component = {Component::R};
    if (pixels.type == GL_UNSIGNED_INT_24_8) {
        texel.element = Element::Packed32;
        texel.stride_B = 4;
        texel.bits = {24, 0, 0, 0};
        texel.shift = {8, 0, 0, 0};
    } else {
        texel.element = Element::F32;
        texel.stride_B = 8;
    }
    return texel;
}

/// Of a float, the integer part (GL 2.1 section 3.6.4), masked to the bits of the stencil buffer.
uint8_t indexOf(float f) {
    const bool inRange = f > -2147483648.0f && f < 2147483648.0f;
    return inRange ? static_cast<uint8_t>(static_cast<int32_t>(f)) : 0;
}

uint8_t loadStencil(GLenum type, const uint8_t* p) {
    switch (type) {
    case GL_FLOAT: {
        float f;
        std::memcpy(&f, p, sizeof f);
        return indexOf(f);
    }
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES: {
        uint16_t h;
        std::memcpy(&h, p, sizeof h);
        return indexOf(fromHalf(h));
    }
    case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
        return p[4];
    default:
        return p[0]; // The low byte of an integer, and of UNSIGNED_INT_24_8.
    }
}

void storeStencil(GLenum type, size_t pixel_B, uint8_t stencil, uint8_t* p) {
    switch (type) {
    case GL_BYTE: // Masked to the positive values (GL 2.1 table 4.7).
        *p = stencil & 0x7F;
        break;
    case GL_FLOAT: {
        const float f = stencil;
        std::memcpy(p, &f, sizeof f);
        break;
    }
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES: {
        const uint16_t h = toHalf(stencil);
        std::memcpy(p, &h, sizeof h);
        break;
    }
    case GL_UNSIGNED_INT_24_8:
        p[0] = stencil;
        break;
    case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
        p[4] = stencil;
        std::memset(p + 5, 0, 3);
        break;
    default:
        std::memset(p, 0, pixel_B);
        p[0] = stencil;
    }
}

/// Replaces the depth in a row of DEPTH_STENCIL pixels: 24 bits from the top, or the first float.
void mergeDepth(GLenum type, const uint8_t* depth, size_t count_px, uint8_t* row) {
    for (size_t x = 0; x < count_px; ++x) {
        if (type == GL_UNSIGNED_INT_24_8) {
            std::memcpy(row + x * 4 + 1, depth + x * 4 + 1, 3);
        } else {
            std::memcpy(row + x * 8, depth + x * 8, 4);
        }
    }
}

Conversion depthConversion(const Texel& src, const Texel& dst) {
    Conversion::Plan plan;
    plan.src = src;
    plan.dst = dst;
    plan.clamp = Clamp::Unorm;
    return Conversion(plan);
}

} // namespace

void unpackAspect(const PixelLayout& pixels,
                  const Extent& extent,
                  const void* src,
                  Id storage,
                  Aspect aspect,
                  void* dst,
                  size_t dstRowPitch_B,
                  size_t dstSlicePitch_B) {
    assert(aspect == Aspect::Depth ? layout(storage).hasDepth() : layout(storage).hasStencil());
    const bool depth = aspect == Aspect::Depth;
    const Conversion conversion = depth
                                      ? depthConversion(clientDepth(pixels), storageTexel(storage))
                                      : Conversion(Conversion::Plan{});
    const ClientAddress at = clientAddress(pixels, extent);
    const size_t pixel_B = pixelSize_B(pixels.format, pixels.type);
    const auto width_px = static_cast<size_t>(extent.width_px);
    const size_t row_B = width_px * pixel_B;
    std::vector<uint8_t> swapped(pixels.swapBytes ? row_B : 0);
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        const auto* from = static_cast<const uint8_t*>(src) + at.first_B +
                           static_cast<size_t>(z) * at.slicePitch_B;
        auto* to = static_cast<uint8_t*>(dst) + static_cast<size_t>(z) * dstSlicePitch_B;
        for (int32_t y = 0; y < extent.height_px; ++y) {
            const uint8_t* row = from;
            if (pixels.swapBytes) {
                copySwapped(swapped.data(), from, row_B, swapUnit_B(pixels.type));
                row = swapped.data();
            }
            if (depth) {
                conversion.row(row, to, width_px);
            } else {
                for (size_t x = 0; x < width_px; ++x) {
                    to[x] = loadStencil(pixels.type, row + x * pixel_B);
                }
            }
            from += at.rowPitch_B;
            to += dstRowPitch_B;
        }
    }
}

void packAspect(const PixelLayout& pixels,
                const Extent& extent,
                Id storage,
                Aspect aspect,
                const void* src,
                size_t srcRowPitch_B,
                size_t srcSlicePitch_B,
                void* dst) {
    assert(aspect == Aspect::Depth ? layout(storage).hasDepth() : layout(storage).hasStencil());
    const bool depth = aspect == Aspect::Depth;
    const Conversion conversion = depth
                                      ? depthConversion(storageTexel(storage), clientDepth(pixels))
                                      : Conversion(Conversion::Plan{});
    const ClientAddress at = clientAddress(pixels, extent);
    const size_t pixel_B = pixelSize_B(pixels.format, pixels.type);
    const size_t unit_B = pixels.swapBytes ? swapUnit_B(pixels.type) : 1;
    const auto width_px = static_cast<size_t>(extent.width_px);
    const size_t row_B = width_px * pixel_B;
    std::vector<uint8_t> row(row_B);
    std::vector<uint8_t> depths(row_B);
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        const auto* from =
            static_cast<const uint8_t*>(src) + static_cast<size_t>(z) * srcSlicePitch_B;
        auto* to =
            static_cast<uint8_t*>(dst) + at.first_B + static_cast<size_t>(z) * at.slicePitch_B;
        for (int32_t y = 0; y < extent.height_px; ++y) {
            if (pixels.format == GL_DEPTH_STENCIL) {
                copySwapped(row.data(), to, row_B, unit_B); // The other aspect stays.
            }
            if (!depth) {
                for (size_t x = 0; x < width_px; ++x) {
                    storeStencil(pixels.type, pixel_B, from[x], row.data() + x * pixel_B);
                }
            } else if (pixels.format == GL_DEPTH_STENCIL) {
                conversion.row(from, depths.data(), width_px);
                mergeDepth(pixels.type, depths.data(), width_px, row.data());
            } else {
                conversion.row(from, row.data(), width_px);
            }
            copySwapped(to, row.data(), row_B, unit_B);
            from += srcRowPitch_B;
            to += at.rowPitch_B;
        }
    }
}

} // namespace format
