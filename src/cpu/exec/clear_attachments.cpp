// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/clear_attachments.h"

#include "cpu/exec/parallel.h"
#include "cpu/exec/replay.h"
#include "cpu/exec/texel.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <cstring>

namespace cpu::exec {

namespace {

Rectangle intersect(const Rectangle& a, const Rectangle& b) {
    return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

/// Blocks that follow each other in memory.
void fillRun(uint8_t* to, int32_t count, uint32_t block_B, const TexelBytes& texel) {
    if (texel.size_B == 4 && block_B == 4) {
        for (int32_t i = 0; i < count; ++i, to += 4) {
            std::memcpy(to, texel.bytes, 4);
        }
        return;
    }
    for (int32_t i = 0; i < count; ++i, to += block_B) {
        std::memcpy(to + texel.offset_B, texel.bytes, texel.size_B);
    }
}

void clearAttachment(Replay& replay,
                     const Attachment& attachment,
                     const Rectangle& area,
                     Layers layers,
                     uint8_t aspects,
                     const ClearValue& value) {
    if (attachment.surface.base) {
        clearRectangle(replay.workers(),
                       attachment.surface,
                       area,
                       layers,
                       encodeClear(format::vkFormatLayout(attachment.format), aspects, value));
    }
}

} // namespace

TexelBytes
encodeClear(const format::VkFormatLayout& format, uint8_t aspects, const ClearValue& value) {
    TexelBytes texel{0, format.block_B, {}};
    TexelValue channels{};
    std::memcpy(channels.bits, value.bits, sizeof channels.bits);
    if (!format.color()) {
        channels.bits[1] &= 0xff; // The bits that there are.
    }
    writeTexel(format, texel.bytes, channels);
    const bool one = aspects == kDepthAspect || aspects == kStencilAspect;
    if (one && format.depth && format.stencil) {
        const format::ChannelLayout& channel = format.channels[aspects == kDepthAspect ? 0 : 1];
        texel.offset_B = channel.shift / 8;
        texel.size_B = channel.bits / 8;
        std::memmove(texel.bytes, texel.bytes + texel.offset_B, texel.size_B);
    }
    return texel;
}

void clearRectangle(Workers& workers,
                    const Surface& surface,
                    const Rectangle& area,
                    Layers layers,
                    const TexelBytes& texel) {
    const Rectangle whole{0, 0, surface.width, surface.height};
    const Rectangle inside = intersect(area, whole);
    const auto depth = uint32_t(surface.depth);
    const uint32_t first = std::min(layers.first, depth);
    const uint32_t count = std::min(layers.count, depth - first);
    if (inside.x0 >= inside.x1 || inside.y0 >= inside.y1 || count == 0) {
        return;
    }
    Surface part = surface;
    part.base += first * surface.zPitch_B;
    part.depth = int32_t(count);
    if (inside.x0 == 0 && inside.y0 == 0 && inside.x1 == whole.x1 && inside.y1 == whole.y1) {
        part.base += texel.offset_B;
        fillBlocks(workers, part, texel.bytes, texel.size_B);
        return;
    }
    const auto rows = uint64_t(inside.y1 - inside.y0);
    const auto samples = uint64_t(surface.sampleCount);
    const uint64_t row_B = uint64_t(inside.x1 - inside.x0) * surface.block_B;
    forEachItem(workers, rows * samples * count, row_B, [&](uint64_t item) {
        const Surface sample = part.sample(int32_t(item / rows % samples));
        const int32_t y = inside.y0 + int32_t(item % rows);
        uint8_t* const row = sample.row(y, int32_t(item / rows / samples));
        for (int32_t x = inside.x0; x < inside.x1;) {
            const int32_t run = sample.run(x, inside.x1 - x);
            fillRun(row + sample.xOffset_B(x), run, sample.block_B, texel);
            x += run;
        }
    });
}

void execute(const ClearOnLoad& command, Replay& replay) {
    clearAttachment(
        replay, command.attachment, command.area, command.layers, command.aspects, command.value);
}

void execute(const ClearAttachments& command, Replay& replay) {
    if (replay.skips) {
        return;
    }
    const Framebuffer& framebuffer = replay.graphics.framebuffer;
    for (const ClearAttachments::Item& item : command.items) {
        const Attachment& attachment =
            item.aspects & kColorAspect
                ? framebuffer.colors[std::min(item.color, shader::kMaxColorAttachments - 1)]
            : item.aspects & kDepthAspect ? framebuffer.depth
                                          : framebuffer.stencil;
        const auto clear = [&](const Attachment& target, uint8_t aspects) {
            for (const ClearAttachments::Place& place : command.places) {
                const Rectangle area = intersect(place.area, framebuffer.area);
                // With views the one layer that is named stands for those of all views.
                const auto each = [&](Layers layers) {
                    clearAttachment(replay, target, area, layers, aspects, item.value);
                };
                if (framebuffer.viewMask) {
                    forEachLayers(framebuffer.viewMask, 1, each);
                } else {
                    each(place.layers);
                }
            }
        };
        const bool both = (item.aspects & kDepthAspect) && (item.aspects & kStencilAspect);
        if (both && framebuffer.depth.surface.base != framebuffer.stencil.surface.base) {
            clear(framebuffer.depth, kDepthAspect);
            clear(framebuffer.stencil, kStencilAspect);
        } else {
            clear(attachment, item.aspects);
        }
    }
}

} // namespace cpu::exec
