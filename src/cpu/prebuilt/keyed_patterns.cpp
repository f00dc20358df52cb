// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/kernels/merge_key.h"
#include "cpu/prebuilt/patterns.h"
#include "format/vk_formats.h"

#include <bit>
#include <vector>

namespace cpu::prebuilt {
namespace {

using format::vkFormatIndex;
using format::VkFormatLayout;
using jit::ArgumentPattern;
using jit::KeyedKernel;

// Numbers of VkFormat: those that are blended most.
constexpr uint32_t kColorFormats[] = {
    4,   // R5G6B5_UNORM_PACK16
    9,   // R8_UNORM
    16,  // R8G8_UNORM
    37,  // R8G8B8A8_UNORM
    43,  // R8G8B8A8_SRGB
    44,  // B8G8R8A8_UNORM
    50,  // B8G8R8A8_SRGB
    64,  // A2B10G10R10_UNORM_PACK32
    76,  // R16_SFLOAT
    83,  // R16G16_SFLOAT
    97,  // R16G16B16A16_SFLOAT
    100, // R32_SFLOAT
    109, // R32G32B32A32_SFLOAT
    122, // B10G11R11_UFLOAT_PACK32
};

// Fields of keys as masks.

constexpr uint64_t kFormatMask = 0xff;

/// All but the tiling and what `blend` has as zero.
uint64_t colorMask(const ColorKey::Blend& blend) {
    const auto logic = [](uint32_t op) {
        return ColorKey::make(0, Tiling(0), 1, false, {}, op).bits;
    };
    return ColorKey::make(0xff, Tiling(0), 15, true, blend, 16).bits | (logic(31) ^ logic(0));
}

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
    for (const uint32_t number : kColorFormats) {
        const uint32_t format = vkFormatIndex(number);
        const auto add = [&](uint64_t mask, bool blends, const ColorKey::Blend& blend) {
            const uint64_t bits =
                ColorKey::make(format, Tiling::Linear, 15, blends, blend, 16).bits;
            all.push_back({mask, bits & mask});
        };
        add(colorMask(kWholeEquation), false, {});
        const auto addBlend = [&](BlendFactor source, BlendFactor destination) {
            ColorKey::Blend blend;
            blend.srcColor = source;
            blend.dstColor = destination;
            blend.dstAlpha = BlendFactor::One; // So that all of them blend.
            add(colorMask(kColorEquation), true, blend);
        };
        addBlend(BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha);
        addBlend(BlendFactor::One, BlendFactor::OneMinusSrcAlpha);
        addBlend(BlendFactor::One, BlendFactor::One);
        addBlend(BlendFactor::SrcAlpha, BlendFactor::One);
    }
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        if (attachable(format::vkFormatLayout(uint8_t(format)))) {
            all.push_back({kFormatMask, format});
        }
    }
    return all;
}

std::vector<ArgumentPattern> makeDepthPatterns() {
    std::vector<ArgumentPattern> all;
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        if (layout.color()) {
            continue;
        }
        if (layout.depth) {
            // All but the tiling, the comparison, and whether depth is written.
            const uint64_t open =
                DepthKey::make(0, Tiling(1), true, Compare(7), true, false, false, {}).bits &
                ~DepthKey::make(0, Tiling(0), true, Compare(0), true, false, false, {}).bits;
            const uint64_t bits =
                DepthKey::make(format, Tiling::Linear, true, Compare::Less, true, false, false, {})
                    .bits;
            all.push_back({~open, bits & ~open});
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

} // namespace cpu::prebuilt
