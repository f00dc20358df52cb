// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"
#include "format/texel.h"
#include "format/transfer.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>

namespace format {

namespace {

constexpr size_t kMax = std::numeric_limits<size_t>::max();

size_t add(size_t a, size_t b) {
    size_t r;
    return __builtin_add_overflow(a, b, &r) ? kMax : r;
}

size_t mul(size_t a, size_t b) {
    size_t r;
    return __builtin_mul_overflow(a, b, &r) ? kMax : r;
}

size_t alignUp(size_t v, size_t alignment) {
    const size_t r = add(v, alignment - 1);
    return r == kMax ? kMax : r / alignment * alignment;
}

size_t size(int32_t v) {
    return v > 0 ? static_cast<size_t>(v) : 0;
}

size_t slicePitch_B(const PixelLayout& pixels, const Extent& extent) {
    const int32_t rows = pixels.imageHeight_px > 0 ? pixels.imageHeight_px : extent.height_px;
    return mul(size(rows), rowPitch_B(pixels, extent.width_px));
}

/// Whole bytes of so many pixels of a row.
size_t pixels_B(const PixelLayout& pixels, size_t count) {
    if (pixels.type == GL_BITMAP) {
        return count / 8;
    }
    return mul(count, pixelSize_B(pixels.format, pixels.type));
}

size_t skips_B(const PixelLayout& pixels, const Extent& extent) {
    return add(add(mul(size(pixels.skipImages), slicePitch_B(pixels, extent)),
                   mul(size(pixels.skipRows), rowPitch_B(pixels, extent.width_px))),
               pixels_B(pixels, size(pixels.skipPixels)));
}

/// Bytes of a row from the one in which its first pixel lies.
size_t rowSize_B(const PixelLayout& pixels, int32_t width_px) {
    const bool bits = pixels.type == GL_BITMAP;
    const size_t firstBit = bits ? size(pixels.skipPixels) % 8 : 0;
    return pixels_B(pixels, add(size(width_px), bits ? firstBit + 7 : 0));
}

} // namespace

bool validPixelTransfer(GLenum format, GLenum type) {
    if (type == GL_BITMAP) {
        return format == GL_COLOR_INDEX || format == GL_STENCIL_INDEX;
    }
    return pixelSize_B(format, type) != 0;
}

size_t pixelSize_B(GLenum format, GLenum type) {
    switch (format) {
    case GL_DEPTH_STENCIL:
        return type == GL_UNSIGNED_INT_24_8 ? 4 : type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV ? 8 : 0;
    case GL_COLOR_INDEX:
    case GL_STENCIL_INDEX:
        format = GL_RED; // One number of any plain type.
        break;
    default:
        break;
    }
    const auto texel = clientTexel(format, type, false);
    return texel ? texel->stride_B : 0;
}

size_t elementSize_B(GLenum type) {
    switch (type) {
    case GL_UNSIGNED_INT_8_8_8_8: // Not its own unit of swapping.
    case GL_UNSIGNED_INT_8_8_8_8_REV:
        return 4;
    case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
        return 8;
    default:
        return std::max<size_t>(swapUnit_B(type), 1);
    }
}

size_t rowPitch_B(const PixelLayout& pixels, int32_t width_px) {
    const int32_t length = pixels.rowLength_px > 0 ? pixels.rowLength_px : width_px;
    assert(pixels.alignment_B > 0);
    return alignUp(pixels_B(pixels, add(size(length), pixels.type == GL_BITMAP ? 7 : 0)),
                   static_cast<size_t>(pixels.alignment_B));
}

size_t imageSize_B(const PixelLayout& pixels, const Extent& extent) {
    if (extent.width_px <= 0 || extent.height_px <= 0 || extent.depth_px <= 0) {
        return 0;
    }
    const size_t lastRow_B = rowSize_B(pixels, extent.width_px);
    const size_t rows_B = mul(size(extent.height_px) - 1, rowPitch_B(pixels, extent.width_px));
    const size_t slices_B = mul(size(extent.depth_px) - 1, slicePitch_B(pixels, extent));
    return add(skips_B(pixels, extent), add(slices_B, add(rows_B, lastRow_B)));
}

size_t storageSize_B(Id id, const Extent& extent) {
    const Layout& l = layout(id);
    const size_t across = (size(extent.width_px) + l.blockWidth_px - 1) / l.blockWidth_px;
    const size_t down = (size(extent.height_px) + l.blockHeight_px - 1) / l.blockHeight_px;
    return mul(mul(mul(across, down), size(extent.depth_px)), l.block_B);
}

size_t depthCopySize_B(Id id) {
    return id == Id::D16Unorm ? 2 : 4;
}

ClientAddress clientAddress(const PixelLayout& pixels, const Extent& extent) {
    return {
        skips_B(pixels, extent), rowPitch_B(pixels, extent.width_px), slicePitch_B(pixels, extent)};
}

std::array<uint8_t, 4> logicalFromStored(const InternalFormat& meaning, const Texel& stored) {
    std::array<uint8_t, 4> from{};
    for (size_t i = 0; i < 4; ++i) {
        switch (meaning.view[i]) {
        case Channel::Zero:
            from[i] = kFromZero;
            break;
        case Channel::One:
            from[i] = kFromOne;
            break;
        default: {
            const auto wanted = static_cast<Component>(static_cast<int>(meaning.view[i]) -
                                                       static_cast<int>(Channel::R));
            const auto end = stored.component.begin() + stored.count;
            const auto at = std::find(stored.component.begin(), end, wanted);
            // A stored texel without the channel reads as Vulkan reads it.
            from[i] = at != end ? static_cast<uint8_t>(at - stored.component.begin())
                                : (wanted == Component::A ? kFromOne : kFromZero);
        }
        }
    }
    const GLenum base = meaning.base;
    if (base == GL_LUMINANCE || base == GL_LUMINANCE_ALPHA || base == GL_INTENSITY) {
        from[1] = from[2] = kFromZero;
    }
    if (base == GL_INTENSITY) {
        from[3] = kFromOne;
    }
    return from;
}

std::array<uint8_t, 4> logicalFromClient(const Texel& client) {
    std::array<uint8_t, 4> from{kFromZero, kFromZero, kFromZero, kFromOne};
    for (uint8_t i = 0; i < client.count; ++i) {
        if (client.component[i] == Component::L) {
            from[0] = from[1] = from[2] = i;
        } else {
            from[static_cast<size_t>(client.component[i])] = i;
        }
    }
    return from;
}

} // namespace format
