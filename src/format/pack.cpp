// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"
#include "format/texel.h"
#include "format/transfer.h"

#include <cassert>
#include <cstring>
#include <vector>

namespace format {

void pack(const PixelLayout& pixels,
          const Extent& extent,
          const InternalFormat& meaning,
          Id storage,
          const void* src,
          size_t srcRowPitch_B,
          size_t srcSlicePitch_B,
          void* dst,
          bool sumLuminance) {
    if (!layout(storage).isColor()) {
        const bool stencil = pixels.format == GL_STENCIL_INDEX || !layout(storage).hasDepth();
        packAspect(pixels,
                   extent,
                   storage,
                   stencil ? Aspect::Stencil : Aspect::Depth,
                   src,
                   srcRowPitch_B,
                   srcSlicePitch_B,
                   dst);
        return;
    }
    const auto client = clientTexel(pixels.format, pixels.type, pixels.swapBytes);
    assert(client && "the front end validates format and type");
    assert(!layout(storage).compressed());
    if (!client) {
        return;
    }
    Conversion::Plan plan;
    plan.src = storageTexel(storage);
    plan.dst = *client;
    const std::array<uint8_t, 4> logical = logicalFromStored(meaning, plan.src);
    for (size_t i = 0; i < plan.dst.count; ++i) {
        if (plan.dst.component[i] != Component::L) {
            plan.from[i] = logical[static_cast<size_t>(plan.dst.component[i])];
        } else if (sumLuminance) {
            plan.from[i] = kFromSum;
            plan.sumOf = {logical[0], logical[1], logical[2]};
        } else {
            plan.from[i] = logical[0];
        }
    }
    plan.clamp = pixels.clamp ? Clamp::Unorm : clampOf(meaning.numeric);
    const Conversion conversion(plan);

    const ClientAddress at = clientAddress(pixels, extent);
    const auto* slice = static_cast<const uint8_t*>(src);
    auto* out = static_cast<uint8_t*>(dst) + at.first_B;
    const auto width_px = static_cast<size_t>(extent.width_px);
    const size_t row_B = width_px * plan.dst.stride_B;
    const size_t unit_B = swapUnit_B(pixels.type);
    const bool swap = pixels.swapBytes && unit_B > 1;
    std::vector<uint8_t> unswapped(swap ? row_B : 0);
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        const uint8_t* from = slice;
        uint8_t* to = out;
        for (int32_t y = 0; y < extent.height_px; ++y) {
            conversion.row(from, swap ? unswapped.data() : to, width_px);
            if (swap) {
                copySwapped(to, unswapped.data(), row_B, unit_B);
            }
            from += srcRowPitch_B;
            to += at.rowPitch_B;
        }
        slice += srcSlicePitch_B;
        out += at.slicePitch_B;
    }
}

} // namespace format
