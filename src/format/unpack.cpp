// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"
#include "format/texel.h"
#include "format/transfer.h"

#include <cassert>
#include <cstring>
#include <vector>

namespace format {

namespace {

/// Which number of a client pixel each number of a stored texel keeps. What no component of the
/// view reads is zero, an alpha one.
std::array<uint8_t, 4>
storedFromClient(const InternalFormat& meaning, const Texel& stored, const Texel& client) {
    const std::array<uint8_t, 4> logical = logicalFromClient(client);
    std::array<uint8_t, 4> from{};
    for (size_t i = 0; i < stored.count; ++i) {
        const auto channel = static_cast<Channel>(static_cast<int>(stored.component[i]) +
                                                  static_cast<int>(Channel::R));
        from[i] = stored.component[i] == Component::A ? kFromOne : kFromZero;
        for (size_t c = 0; c < 4; ++c) {
            if (meaning.view[c] == channel) {
                from[i] = logical[c];
                break;
            }
        }
    }
    return from;
}

} // namespace

void unpack(const PixelLayout& pixels,
            const Extent& extent,
            const void* src,
            const InternalFormat& meaning,
            Id storage,
            void* dst,
            size_t dstRowPitch_B,
            size_t dstSlicePitch_B) {
    if (!layout(storage).isColor()) {
        const bool stencil = pixels.format == GL_STENCIL_INDEX || !layout(storage).hasDepth();
        unpackAspect(pixels,
                     extent,
                     src,
                     storage,
                     stencil ? Aspect::Stencil : Aspect::Depth,
                     dst,
                     dstRowPitch_B,
                     dstSlicePitch_B);
        return;
    }
    const auto client = clientTexel(pixels.format, pixels.type, pixels.swapBytes);
    assert(client && "the front end validates format and type");
    assert(!layout(storage).compressed());
    if (!client) {
        return;
    }
    Conversion::Plan plan;
    plan.src = *client;
    plan.dst = storageTexel(storage);
    plan.from = storedFromClient(meaning, plan.dst, plan.src);
    plan.clamp = clampOf(meaning.numeric);
    const Conversion conversion(plan);

    const ClientAddress at = clientAddress(pixels, extent);
    const auto* slice = static_cast<const uint8_t*>(src) + at.first_B;
    auto* out = static_cast<uint8_t*>(dst);
    const auto width_px = static_cast<size_t>(extent.width_px);
    const size_t row_B = width_px * plan.src.stride_B;
    const size_t unit_B = swapUnit_B(pixels.type);
    const bool swap = pixels.swapBytes && unit_B > 1;
    const bool whole = conversion.isCopy() && !swap && at.rowPitch_B == row_B &&
                       dstRowPitch_B == row_B && extent.height_px > 0;
    std::vector<uint8_t> swapped(swap ? row_B : 0);
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        const uint8_t* from = slice;
        uint8_t* to = out;
        if (whole) {
            std::memcpy(to, from, row_B * static_cast<size_t>(extent.height_px));
        }
        for (int32_t y = 0; !whole && y < extent.height_px; ++y) {
            if (swap) {
                copySwapped(swapped.data(), from, row_B, unit_B);
            }
            conversion.row(swap ? swapped.data() : from, to, width_px);
            from += at.rowPitch_B;
            to += dstRowPitch_B;
        }
        slice += at.slicePitch_B;
        out += dstSlicePitch_B;
    }
}

} // namespace format
