// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/merge.h"

#include "cpu/kernels/merge_blend.h"
#include "cpu/kernels/merge_block.h"
#include "cpu/kernels/merge_depth.h"

using namespace cpu;
using namespace cpu::kernels;
using namespace cpu::kernels::merging;

namespace {

using format::VkFormatLayout;

/// Bits by word of a texel.
struct TexelBits {
    uint32_t at[4];
};

GLISSADE_INLINE TexelBits bitsOfChannels(const VkFormatLayout& layout, uint32_t channels) {
    TexelBits bits = {};
    if (layout.encoding == format::Encoding::E5B9G9R9) { // One exponent for all.
        bits.at[0] = channels & 7 ? ~0u : 0;
        return bits;
    }
    for (uint32_t i = 0; i < 4; ++i) {
        const format::ChannelLayout channel = layout.channels[i];
        if (channels >> i & 1 && channel.bits) {
            bits.at[channel.shift >> 5 & 3] |= ~0u >> (32 - channel.bits & 31)
                                                          << (channel.shift & 31);
        }
    }
    return bits;
}

/// Operations as VkLogicOp numbers them: four bits, for what becomes of 1 and 1, of a source of 1
/// alone, of a destination of 1 alone, of 0 and 0.
GLISSADE_INLINE UInt applyLogic(uint32_t op, UInt source, UInt destination) {
    const auto when = [op](uint32_t bit) { return (UInt)(op & bit ? ~0u : 0u); };
    return (source & destination & when(1)) | (source & ~destination & when(2)) |
           (~source & destination & when(4)) | (~source & ~destination & when(8));
}
/// Whether the bits for either destination differ.
GLISSADE_INLINE bool logicReadsDestination(uint32_t op) {
    return (op & 1) != (op >> 1 & 1) || (op >> 2 & 1) != (op >> 3 & 1);
}

/// Of what is neither a float nor sRGB. What is, is written as without one.
GLISSADE_INLINE bool takesLogic(const VkFormatLayout& layout) {
    return layout.type != format::ChannelType::Float && layout.type != format::ChannelType::Srgb;
}

GLISSADE_INLINE Texel constantsOf(const ColorData* data) {
    return {splat(data->blendConstants[0]),
            splat(data->blendConstants[1]),
            splat(data->blendConstants[2]),
            splat(data->blendConstants[3])};
}

} // namespace

extern "C" GLISSADE_CALL void GLISSADE_KERNEL(merge_color)(ColorKey key,
                                                           const ColorData* data,
                                                           uint8_t* block,
                                                           uint32_t rowPitch_B,
                                                           uint32_t part,
                                                           Mask lanes,
                                                           Float r,
                                                           Float g,
                                                           Float b,
                                                           Float a,
                                                           Float r1,
                                                           Float g1,
                                                           Float b1,
                                                           Float a1) {
    const uint32_t active = bitsOf(lanes);
    if (!active) {
        return;
    }
    const VkFormatLayout& layout = format::vkFormatLayout(format::VkFormatIndex(key.format()));
    const uint32_t texel_B = layout.block_B;
    const bool blends = key.blends() && !layout.integer();
    const bool logic = key.logicOp() < 16 && takesLogic(layout);

    const TexelBits all = bitsOfChannels(layout, 15);
    const TexelBits written = bitsOfChannels(layout, key.writeMask());
    bool partly = false;
    bool nothing = true;
    for (uint32_t i = 0; i < 4; ++i) {
        partly |= written.at[i] != all.at[i];
        nothing &= written.at[i] == 0;
    }
    if (nothing) {
        return; // The mask has only channels that the format has not.
    }

    const Place place = placeOf(block, rowPitch_B, part, key.tiling(), texel_B);
    const bool merges = (blends && blendReadsDestination(key)) ||
                        (logic && logicReadsDestination(key.logicOp())) || partly;
    Words old = {};
    if (merges || (place.tiled && active != kAllLanes)) {
        old = loadTexels(place, texel_B);
    }

    Texel color{r, g, b, a};
    if (blends) {
        BlendInput in;
        in.range = rangeOf(layout);
        in.source = clampFor(in.range, color);
        in.destination = texels::decode(layout, AspectRead::Color, old, destinationWanted(key));
        // Seldom read: what a state does not need should cost nothing where it is not constant.
        in.second = in.constants = {};
        if (hasFactor(key, BlendFactor::Src1Color, BlendFactor::OneMinusSrc1Alpha)) {
            in.second = clampFor(in.range, Texel{r1, g1, b1, a1});
        }
        if (hasFactor(key, BlendFactor::ConstantColor, BlendFactor::OneMinusConstantAlpha)) {
            in.constants = clampFor(in.range, constantsOf(data));
        }
        color = blend(key, in);
    }
    Words words = texels::encode(layout, color, key.writeMask());
    for (uint32_t i = 0; i < 4; ++i) {
        if (logic) {
            words.at[i] = applyLogic(key.logicOp(), words.at[i], old.at[i]);
        }
        if (partly) {
            words.at[i] = (words.at[i] & written.at[i]) | (old.at[i] & ~written.at[i]);
        }
    }
    if (place.tiled && active != kAllLanes) {
        words = keepOthers(lanes, texel_B, words, old);
    }
    storeTexels(place, texel_B, active, words);
}

extern "C" GLISSADE_CALL Mask GLISSADE_KERNEL(merge_depth)(DepthKey key,
                                                           const DepthData* data,
                                                           uint8_t* block,
                                                           uint32_t rowPitch_B,
                                                           uint32_t part,
                                                           Mask lanes,
                                                           Float depth,
                                                           Int stencilReference) {
    const VkFormatLayout& layout = format::vkFormatLayout(format::VkFormatIndex(key.format()));
    const bool stencils = key.stencils() && layout.stencil;
    const bool tests = key.tests() && layout.depth;
    const bool bounds = key.bounds() && layout.depth;
    if (!bitsOf(lanes) || (!stencils && !tests && !bounds)) {
        return lanes;
    }
    if (tests && !stencils && key.compare() == Compare::Never) {
        return splat(0);
    }
    const uint32_t texel_B = layout.block_B;
    const Place place = placeOf(block, rowPitch_B, part, key.tiling(), texel_B);
    const Words old = loadTexels(place, texel_B);

    const UInt depthBits = (UInt)(~0u >> (32 - layout.channels[0].bits & 31));
    if (bounds) {
        lanes &= isBetween(layout, data, old.at[0] & depthBits);
    }
    const DepthKey::Stencil ops = key.stencil();
    const format::ChannelLayout stencilChannel = layout.channels[1];
    const Int reference = stencilReference & 255;
    Int stencil = splat(0);
    Mask stencilPasses = lanes;
    if (stencils) {
        stencil = asInt(texels::lowBits(old, stencilChannel));
        const auto mask = int32_t(data->compareMask & 255);
        stencilPasses &= compares(ops.compare, reference & mask, stencil & mask);
    }

    Mask passes = stencilPasses;
    Words words = old;
    if (tests) {
        const UInt encoded = encodeDepth(layout, key, data, depth);
        passes &= compareDepth(layout, key.compare(), encoded, old.at[0] & depthBits);
        if (key.writes()) {
            const UInt others =
                layout.channels[0].bits < 32 && layout.stencil ? ~depthBits : (UInt)(0u);
            words.at[0] = passes ? encoded | (old.at[0] & others) : old.at[0];
        }
    }

    uint32_t changed = tests && key.writes() ? bitsOf(passes) : 0;
    if (stencils && (ops.fail != StencilOp::Keep || ops.pass != StencilOp::Keep ||
                     ops.depthFail != StencilOp::Keep)) {
        Int next = applyStencil(ops.fail, stencil, reference);
        if (tests) {
            next = stencilPasses ? applyStencil(ops.depthFail, stencil, reference) : next;
        }
        next = passes ? applyStencil(ops.pass, stencil, reference) : next;
        next = lanes ? next : stencil;
        const auto writeMask = int32_t(data->writeMask & 255);
        next = (stencil & ~writeMask) | (next & writeMask);
        UInt& word = words.at[stencilChannel.shift >> 5 & 3];
        const auto shift = (UInt)(uint32_t(stencilChannel.shift) & 31);
        word = (word & ~((UInt)(255u) << shift)) | asUInt(next) << shift;
        changed |= bitsOf(lanes);
    }
    if (changed) {
        storeTexels(place, texel_B, changed, words);
    }
    return passes;
}
