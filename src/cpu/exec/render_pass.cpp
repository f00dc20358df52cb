// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/render_pass.h"

#include "cpu/exec/parallel.h"
#include "cpu/exec/replay.h"
#include "cpu/exec/resolve.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <algorithm>

namespace cpu::exec {

namespace {

/// Of depth (channel 0, a float) or stencil (channel 1, an integer).
uint32_t
combine(ResolveMode mode, uint32_t channel, const format::TexelValue* values, int32_t samples) {
    if (channel == 1) {
        uint32_t result = values[0].bits[1];
        for (int32_t i = 1; i < samples; ++i) {
            const uint32_t value = values[i].bits[1];
            result = mode == ResolveMode::Min   ? std::min(result, value)
                     : mode == ResolveMode::Max ? std::max(result, value)
                                                : result;
        }
        return result;
    }
    float result = values[0].number(0);
    for (int32_t i = 1; i < samples; ++i) {
        const float value = values[i].number(0);
        result = mode == ResolveMode::Min       ? std::min(result, value)
                 : mode == ResolveMode::Max     ? std::max(result, value)
                 : mode == ResolveMode::Average ? result + value
                                                : result;
    }
    if (mode == ResolveMode::Average) {
        result /= float(samples);
    }
    return std::bit_cast<uint32_t>(result);
}

void resolveAspect(Workers& workers,
                   const ResolveAttachment& command,
                   const Position& position,
                   const Extent& extent) {
    const format::VkFormatLayout& toFormat = format::vkFormatLayout(command.to.format);
    const format::VkFormatLayout& fromFormat = format::vkFormatLayout(command.from.format);
    const uint32_t channel = command.aspects == kDepthAspect ? 0 : 1;
    const Surface& to = command.to.surface;
    const Surface& from = command.from.surface;
    const int32_t samples = std::min(from.sampleCount, int32_t(kMaxSamples));
    const auto rows = uint64_t(extent.height);
    const uint64_t row_B = uint64_t(extent.width) * from.block_B * uint64_t(samples) * 8;
    forEachItem(workers, rows * uint64_t(extent.depth), row_B, [&](uint64_t item) {
        const int32_t y = position.y + int32_t(item % rows);
        const int32_t z = position.z + int32_t(item / rows);
        uint8_t* const toRow = to.row(y, z);
        const uint8_t* const fromRow = from.row(y, z);
        for (int32_t x = position.x; x < position.x + extent.width; ++x) {
            format::TexelValue values[kMaxSamples];
            for (int32_t i = 0; i < samples; ++i) {
                values[i] = format::readTexel(
                    fromFormat, fromRow + from.xOffset_B(x) + uint64_t(i) * from.samplePitch_B);
            }
            format::TexelValue result{};
            result.bits[channel] = combine(command.mode, channel, values, samples);
            format::writeTexel(toFormat, toRow + to.xOffset_B(x), result, 1u << channel);
        }
    });
}

} // namespace

void execute(const BeginRendering& command, Replay& replay) {
    replay.graphics.framebuffer = command.framebuffer;
    replay.drawChanges |= kStateChanged;
}

void execute(const EndRendering& command, Replay& replay) {
    replay.finishDraws();
    replay.graphics.framebuffer = {};
}

void execute(const ResolveAttachment& command, Replay& replay) {
    if (!command.to.surface.base || !command.from.surface.base) {
        return;
    }
    const Position position{
        std::max(command.area.x0, 0), std::max(command.area.y0, 0), int32_t(command.layers.first)};
    const Extent extent = clip(
        {command.area.x1 - position.x, command.area.y1 - position.y, int32_t(command.layers.count)},
        command.to.surface,
        position,
        command.from.surface,
        position);
    if (extent.empty()) {
        return;
    }
    if (command.aspects & kColorAspect) {
        Surface from = command.from.surface;
        from.sampleCount = command.mode == ResolveMode::SampleZero ? 1 : from.sampleCount;
        execute(ResolveSurface{command.to.surface,
                               position,
                               from,
                               position,
                               extent,
                               &format::vkFormatLayout(command.to.format)},
                replay);
        return;
    }
    resolveAspect(replay.workers(), command, position, extent);
}

} // namespace cpu::exec
