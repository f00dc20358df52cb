// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/abi/merge_key.h"
#include "cpu/routine/patterns.h"
#include "format/vk_format_number.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace cpu::routine {
namespace {

using format::vkFormatIndex;
using format::VkFormatLayout;
using jit::ArgumentPattern;
using jit::KeyedKernel;

// Those that are blended most.
constexpr format::VkFormatNumber kBlendedFormats[] = {
    format::R5G6B5_UNORM_PACK16,
    format::R8_UNORM,
    format::R8G8_UNORM,
    format::R8G8B8A8_UNORM,
    format::R8G8B8A8_SRGB,
    format::B8G8R8A8_UNORM,
    format::B8G8R8A8_SRGB,
    format::A2B10G10R10_UNORM_PACK32,
    format::R16_SFLOAT,
    format::R16G16_SFLOAT,
    format::R16G16B16A16_SFLOAT,
    format::R32_SFLOAT,
    format::R32G32B32A32_SFLOAT,
    format::B10G11R11_UFLOAT_PACK32,
};

// Of those, the ones whose merging costs so little that finding out what is written shows.
constexpr format::VkFormatNumber kMaskedFormats[] = {
    format::R8G8B8A8_UNORM, format::B8G8R8A8_UNORM, format::R16G16B16A16_SFLOAT};

// Fields of keys as masks.

constexpr uint64_t kFormatMask = 0xff;

/// All but the tiling and what `blend` has as zero.
uint64_t colorMask(const ColorKey::Blend& blend) {
    const auto logic = [](uint32_t op) {
        return ColorKey::make(0, Tiling(0), 1, false, {}, op).bits;
    };
    return ColorKey::make(0xff, Tiling(0), 15, true, blend, 16).bits | (logic(31) ^ logic(0));
}

/// No factors and no operations: they stay open.
constexpr ColorKey::Blend kNoEquation = {
    BlendFactor(0), BlendFactor(0), BlendOp(0), BlendFactor(0), BlendFactor(0), BlendOp(0)};
/// Factors and operation of colors; those of alpha stay open.
constexpr ColorKey::Blend kColorEquation = {
    BlendFactor(31), BlendFactor(31), BlendOp(7), BlendFactor(0), BlendFactor(0), BlendOp(0)};
constexpr ColorKey::Blend kWholeEquation = {
    BlendFactor(31), BlendFactor(31), BlendOp(7), BlendFactor(31), BlendFactor(31), BlendOp(7)};

bool attachable(const VkFormatLayout& layout) {
    using enum format::ChannelType;
    return layout.color() && !layout.compressed() && std::has_single_bit(layout.block_B) &&
           layout.encoding != format::Encoding::E5B9G9R9 && layout.type != Uscaled &&
           layout.type != Sscaled && layout.channels[0].bits < 64;
}

std::vector<ArgumentPattern> makeColorPatterns() {
    std::vector<ArgumentPattern> all;
    for (const format::VkFormatNumber number : kBlendedFormats) {
        const uint32_t format = vkFormatIndex(number);
        const auto add =
            [&](uint64_t mask, uint32_t writeMask, bool blends, const ColorKey::Blend& blend) {
                const uint64_t bits =
                    ColorKey::make(format, Tiling::Linear, writeMask, blends, blend, 16).bits;
                all.push_back({mask, bits & mask});
            };
        add(colorMask(kWholeEquation), 15, false, {});
        if (format::vkFormatLayout(uint8_t(format)).channels[3].bits) {
            add(colorMask(kWholeEquation), 7, false, {});
        }
        const auto addBlend = [&](BlendFactor source, BlendFactor destination) {
            ColorKey::Blend blend;
            blend.srcColor = source;
            blend.dstColor = destination;
            blend.dstAlpha = BlendFactor::One; // So that all of them blend.
            add(colorMask(kColorEquation), 15, true, blend);
        };
        addBlend(BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha);
        addBlend(BlendFactor::One, BlendFactor::OneMinusSrcAlpha);
        addBlend(BlendFactor::One, BlendFactor::One);
        addBlend(BlendFactor::SrcAlpha, BlendFactor::One);
        // Any other equation: what masks cost is left out.
        const bool masked = std::ranges::find(kMaskedFormats, number) != std::end(kMaskedFormats);
        for (uint32_t written = masked ? 1 : 15; written <= 15; ++written) {
            add(colorMask(kNoEquation), written, true, kWholeEquation);
        }
    }
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        if (attachable(format::vkFormatLayout(uint8_t(format)))) {
            all.push_back({kFormatMask, format});
        }
    }
    return all;
}

/// With stencil, whose operations are open, with or without a test of depth.
ArgumentPattern stencilPattern(uint32_t format, bool depthTests) {
    const uint64_t mask = kFormatMask | DepthKey::kTestsBit | DepthKey::kStencilsBit;
    return {mask, format | (depthTests ? DepthKey::kTestsBit : 0) | DepthKey::kStencilsBit};
}
/// The bits of operations.
uint64_t stencilOpBits(const DepthKey::Stencil& ops) {
    const auto bits = [](const DepthKey::Stencil& stencil) {
        return DepthKey::make(0, Tiling::Linear, true, Compare::Less, false, false, true, stencil)
            .bits;
    };
    const DepthKey::Stencil none = {
        StencilOp::Keep, StencilOp::Keep, StencilOp::Keep, Compare::Equal};
    return bits(ops) ^ bits(none);
}
/// No fragment passes, whatever its depth; `writes`: what becomes of those that fail is open.
ArgumentPattern stencilNeverPattern(uint32_t format, bool writes) {
    constexpr StencilOp kAll = StencilOp::DecrementAndWrap;
    const auto never = uint64_t(Compare::Never) * DepthKey::kStencilCompareUnit;
    const ArgumentPattern any = stencilPattern(format, false);
    // Keys have no operations where no fragment comes to.
    const uint64_t kept =
        stencilOpBits({writes ? StencilOp::Keep : kAll, kAll, kAll, Compare::Equal});
    return {any.mask | 7 * DepthKey::kStencilCompareUnit | kept, any.value | never};
}

std::vector<ArgumentPattern> makeDepthPatterns() {
    std::vector<ArgumentPattern> all;
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        if (layout.color()) {
            continue;
        }
        if (layout.depth) {
            // All but the tiling, the comparison, and whether depth is written and clamped.
            const uint64_t open =
                DepthKey::make(0, Tiling(1), true, Compare(7), true, true, false, {}).bits &
                ~DepthKey::make(0, Tiling(0), true, Compare(0), true, false, false, {}).bits;
            const uint64_t bits =
                DepthKey::make(format, Tiling::Linear, true, Compare::Less, true, false, false, {})
                    .bits;
            all.push_back({~open, bits & ~open});
        }
        if (layout.stencil) {
            all.push_back(stencilNeverPattern(format, false));
            all.push_back(stencilNeverPattern(format, true));
            all.push_back(stencilPattern(format, false));
        }
        if (layout.stencil && layout.depth) {
            all.push_back(stencilPattern(format, true));
        }
        all.push_back({kFormatMask, format});
    }
    return all;
}

/// All formats: there is nothing else that fetching depends on.
std::vector<ArgumentPattern> makeFetchPatterns() {
    std::vector<ArgumentPattern> all;
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        if (layout.color() && !layout.compressed() && layout.channels[0].bits < 64) {
            all.push_back(ArgumentPattern::exactly(format));
        }
    }
    return all;
}

} // namespace

std::span<const ArgumentPattern> patterns(KeyedKernel kernel) {
    static const std::vector<ArgumentPattern> all[] = {
        makeColorPatterns(), makeDepthPatterns(), makeFetchPatterns()};
    return all[size_t(kernel)];
}

} // namespace cpu::routine
