// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/storage.h"

#include "format/vk_formats.h"

using namespace cpu;
using namespace cpu::kernels;

namespace {

/// Where each lane's texel of level 0 lies, from image->base; -1 outside.
GLISSADE_INLINE Int
texelOffset(uint32_t viewId, const ImageData* image, Int x, Int y, Int z, Int layer, Int sample) {
    const ViewId view{viewId};
    const LevelData& level = image->levels[0];
    const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(view.format()));
    const ViewType type = view.type();
    const auto inside = [](Int v, int32_t size) { return (UInt)v < (UInt)(uint32_t(size)); };

    Mask valid = inside(x, level.width_px);
    const bool oneDimension = type == ViewType::D1 || type == ViewType::D1Array;
    Int row = (Int)(0);
    if (!oneDimension) {
        valid &= inside(y, level.height_px);
        row = y;
    }
    Int slice = (Int)(0);
    if (type == ViewType::D3) {
        valid &= inside(z, level.depth_px);
        slice = z;
    } else if (view.multisampled()) {
        valid &= inside(sample, image->sampleCount);
        slice = sample;
    }
    Int offset_B = slice * int32_t(level.slicePitch_B) + int32_t(level.offset_B);
    if (type == ViewType::Cube || type == ViewType::D1Array || type == ViewType::D2Array ||
        type == ViewType::CubeArray) {
        valid &= inside(layer, image->layerCount);
        offset_B += layer * int32_t(image->layerPitch_B);
    }
    if (view.tiling() == Tiling::Tiled) {
        offset_B += (row >> 2) * int32_t(level.rowPitch_B) +
                    ((x >> 2) * 16 + (row & 3) * 4 + (x & 3)) * int32_t(layout.block_B);
    } else {
        offset_B += row * int32_t(level.rowPitch_B) + x * int32_t(layout.block_B);
    }
    return valid ? offset_B : (Int)(-1);
}

} // namespace

extern "C" GLISSADE_CALL Int GLISSADE_KERNEL(image_texel_offset)(
    uint32_t viewId, const ImageData* image, Int x, Int y, Int z, Int layer, Int sample) {
    return texelOffset(viewId, image, x, y, z, layer, sample);
}
