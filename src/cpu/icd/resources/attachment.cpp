// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/resources/attachment.h"

#include "cpu/abi/descriptors.h"
#include "cpu/icd/physical/limits.h"
#include "cpu/icd/resources/image.h"
#include "cpu/icd/resources/image_view.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <cstring>

namespace cpu::icd {

namespace {

/// The largest image is what limits an area where nothing else does.
int32_t clampTo(int64_t value) {
    return int32_t(std::clamp<int64_t>(value, 0, kMaxExtent_px));
}

} // namespace

exec::Attachment attachmentOf(const ImageView* view) {
    if (!view || !view->image().data()) {
        return {};
    }
    const ImageData& data = view->data();
    const LevelData& level = data.levels[0];
    exec::Attachment attachment;
    attachment.format = uint8_t(ViewId{data.viewId}.format());
    exec::Surface& surface = attachment.surface;
    surface.base = const_cast<uint8_t*>(data.base) + level.offset_B;
    surface.zPitch_B = data.layerPitch_B;
    surface.rowPitch_B = level.rowPitch_B;
    surface.samplePitch_B = level.slicePitch_B;
    surface.tiling = ViewId{data.viewId}.tiling();
    surface.block_B = format::vkFormatLayout(attachment.format).block_B;
    surface.width = level.width_px;
    surface.height = level.height_px;
    surface.depth = data.layerCount;
    surface.sampleCount = data.sampleCount;
    return attachment;
}

exec::ResolveMode resolveModeOf(VkResolveModeFlagBits mode) {
    switch (mode) {
    case VK_RESOLVE_MODE_AVERAGE_BIT:
        return exec::ResolveMode::Average;
    case VK_RESOLVE_MODE_MIN_BIT:
        return exec::ResolveMode::Min;
    case VK_RESOLVE_MODE_MAX_BIT:
        return exec::ResolveMode::Max;
    default:
        return exec::ResolveMode::SampleZero;
    }
}

exec::ClearValue clearValueOf(const VkClearValue& value) {
    exec::ClearValue clear;
    static_assert(sizeof clear == sizeof value);
    std::memcpy(&clear, &value, sizeof clear);
    return clear;
}

Rectangle rectangleOf(const VkRect2D& area) {
    return {clampTo(area.offset.x),
            clampTo(area.offset.y),
            clampTo(int64_t(area.offset.x) + area.extent.width),
            clampTo(int64_t(area.offset.y) + area.extent.height)};
}

void fitFramebuffer(exec::Framebuffer& framebuffer) {
    framebuffer.samples = 0;
    const auto fit = [&](const exec::Attachment& attachment) {
        const exec::Surface& surface = attachment.surface;
        if (!surface.base) {
            return;
        }
        framebuffer.area.x1 = std::min(framebuffer.area.x1, surface.width);
        framebuffer.area.y1 = std::min(framebuffer.area.y1, surface.height);
        framebuffer.layers = std::min(framebuffer.layers, uint32_t(surface.depth));
        if (surface.depth < 32) {
            framebuffer.viewMask &= (1u << surface.depth) - 1;
        }
        framebuffer.samples = std::max(framebuffer.samples, uint32_t(surface.sampleCount));
    };
    for (const exec::Attachment& color : framebuffer.colors) {
        fit(color);
    }
    fit(framebuffer.depth);
    fit(framebuffer.stencil);
}

} // namespace cpu::icd
