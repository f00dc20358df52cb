// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/clear_attachments.h"

#include "cpu/exec/draw_engine.h"
#include "cpu/exec/replay.h"
#include "format/vk_formats.h"

namespace cpu::exec {

namespace {

void addClear(Replay& replay,
              const Attachment& attachment,
              const Rectangle& area,
              Layers layers,
              uint8_t aspects,
              const ClearValue& value) {
    if (!attachment.surface.base) {
        return;
    }
    const auto clear =
        makeClear(attachment.surface,
                  area,
                  layers,
                  encodeClear(format::vkFormatLayout(attachment.format), aspects, value));
    if (clear && !replay.drawEngine().clear(*clear)) {
        replay.fail("out of memory for a clear");
    }
}

} // namespace

void execute(const ClearOnLoad& command, Replay& replay) {
    addClear(
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
                ? framebuffer.colors[std::min(item.color, kMaxColorAttachments - 1)]
            : item.aspects & kDepthAspect ? framebuffer.depth
                                          : framebuffer.stencil;
        const auto clear = [&](const Attachment& target, uint8_t aspects) {
            for (const ClearAttachments::Place& place : command.places) {
                const Rectangle area = common(place.area, framebuffer.area);
                // With views the one layer that is named stands for those of all views.
                const auto each = [&](Layers layers) {
                    addClear(replay, target, area, layers, aspects, item.value);
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
