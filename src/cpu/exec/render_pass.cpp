// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/render_pass.h"

#include "cpu/exec/parallel.h"
#include "cpu/exec/replay.h"
#include "cpu/exec/resolve.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <bit>
#include <cstring>

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

/// Whether sample 0 can be taken as it is stored.
bool isMove(const ResolveAttachment& command, uint32_t channel) {
    const format::VkFormatLayout& to = format::vkFormatLayout(command.to.format);
    const format::VkFormatLayout& from = format::vkFormatLayout(command.from.format);
    return command.mode == ResolveMode::SampleZero &&
           to.channels[channel].bits == from.channels[channel].bits &&
           (channel == 1 || to.type == from.type);
}

/// The bytes of one channel of sample 0; all channels of depth and stencil are whole bytes.
template <uint32_t kSize_B>
void moveChannel(Workers& workers,
                 const ResolveAttachment& command,
                 uint32_t channel,
                 const Position& position,
                 const Extent& extent) {
    const uint32_t toShift_B =
        format::vkFormatLayout(command.to.format).channels[channel].shift / 8;
    const uint32_t fromShift_B =
        format::vkFormatLayout(command.from.format).channels[channel].shift / 8;
    const Surface& to = command.to.surface;
    const Surface& from = command.from.surface;
    const bool whole = to.block_B == kSize_B && from.block_B == kSize_B;
    const auto rows = uint64_t(extent.height);
    const int32_t end = position.x + extent.width;
    const uint64_t row_B = uint64_t(extent.width) * from.block_B;
    forEachItem(workers, rows * uint64_t(extent.depth), row_B, [&](uint64_t item) {
        const int32_t y = position.y + int32_t(item % rows);
        const int32_t z = position.z + int32_t(item / rows);
        uint8_t* const toRow = to.row(y, z) + toShift_B;
        const uint8_t* const fromRow = from.row(y, z) + fromShift_B;
        for (int32_t x = position.x; x < end;) {
            const int32_t count = from.run(x, to.run(x, end - x));
            uint8_t* const toRun = toRow + to.xOffset_B(x);
            const uint8_t* const fromRun = fromRow + from.xOffset_B(x);
            if (whole) {
                std::memcpy(toRun, fromRun, uint64_t(count) * kSize_B);
            } else {
                for (int32_t i = 0; i < count; ++i) {
                    std::memcpy(toRun + uint64_t(i) * to.block_B,
                                fromRun + uint64_t(i) * from.block_B,
                                kSize_B);
                }
            }
            x += count;
        }
    });
}

void resolveAspect(Workers& workers,
                   const ResolveAttachment& command,
                   const Position& position,
                   const Extent& extent) {
    const format::VkFormatLayout& toFormat = format::vkFormatLayout(command.to.format);
    const format::VkFormatLayout& fromFormat = format::vkFormatLayout(command.from.format);
    const uint32_t channel = command.aspects == kDepthAspect ? 0 : 1;
    if (isMove(command, channel)) {
        const uint32_t size_B = toFormat.channels[channel].bits / 8u;
        const auto move = size_B == 1   ? moveChannel<1>
                          : size_B == 2 ? moveChannel<2>
                          : size_B == 3 ? moveChannel<3>
                                        : moveChannel<4>;
        move(workers, command, channel, position, extent);
        return;
    }
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
