// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The kernel beside means that are made texel by texel.

#include "cpu/abi/level.h"
#include "cpu/abi/resolve_work.h"
#include "cpu/kernels/kernel_library.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace cpu::exec {
namespace {

constexpr uint32_t kMost = 61; // texels of a run: whole vectors, and some more
constexpr uint8_t kUntouched = 0xa5;

/// Vulkan 1.3, "Resolving Multisample Images".
void mean(const format::VkFormatLayout& layout,
          uint8_t* to,
          const uint8_t* from,
          uint32_t samplePitch_B,
          uint32_t samples) {
    format::TexelValue sum = format::readTexel(layout, from);
    double exact[4] = {sum.number(0), sum.number(1), sum.number(2), sum.number(3)};
    for (uint32_t i = 1; i < samples; ++i) {
        const format::TexelValue value =
            format::readTexel(layout, from + size_t(i) * samplePitch_B);
        for (uint32_t channel = 0; channel < 4; ++channel) {
            sum.setNumber(channel, sum.number(channel) + value.number(channel));
            exact[channel] += double(value.number(channel));
        }
    }
    for (uint32_t channel = 0; channel < 4; ++channel) {
        const uint32_t bits = layout.channels[channel].bits;
        if (layout.type == format::ChannelType::Unorm && (bits == 8 || bits == 16)) {
            // Halves are told from what is beside them: the sum is that of integers.
            const double most = double((1u << bits) - 1);
            const double integers = std::round(exact[channel] * most);
            sum.setNumber(channel, float(std::nearbyint(integers / samples) / most));
        } else {
            sum.setNumber(channel, sum.number(channel) / float(samples));
        }
    }
    format::writeTexel(layout, to, sum);
}

bool canBeDrawnTo(const format::VkFormatLayout& layout) {
    return layout.encoding != format::Encoding::None && layout.color() && !layout.compressed() &&
           !layout.integer() && std::has_single_bit(layout.block_B) && layout.block_B <= 16 &&
           layout.channels[0].bits <= 32;
}

/// Which of two that are no numbers a sum becomes is nobody's promise.
void makeNumbers(const format::VkFormatLayout& layout,
                 std::vector<uint8_t>& texels,
                 std::mt19937& random) {
    std::uniform_real_distribution<float> number(-3, 3);
    for (size_t at_B = 0; at_B + layout.block_B <= texels.size(); at_B += layout.block_B) {
        const auto value = format::TexelValue::ofFloats(
            number(random), number(random), number(random), number(random));
        format::writeTexel(layout, texels.data() + at_B, value);
    }
}

TEST(ResolveKernel, MakesWhatIsMadeTexelByTexel) {
    uint32_t formats = 0;
    std::mt19937 random(3);
    for (uint32_t index = 1; index < format::kVkFormatCount; ++index) {
        const format::VkFormatLayout& layout = format::vkFormatLayout(format::VkFormatIndex(index));
        if (!canBeDrawnTo(layout)) {
            continue;
        }
        ++formats;
        for (const uint32_t samples : {2u, 4u, 8u, 16u}) {
            const uint32_t pitch_B = kMost * layout.block_B + 16;
            std::vector<uint8_t> from(size_t(pitch_B) * samples);
            std::ranges::generate(from, [&] { return uint8_t(random()); });
            if (layout.type == format::ChannelType::Float) {
                makeNumbers(layout, from, random);
            }
            for (const uint32_t count : {1u, 3u, 16u, 17u, kMost}) {
                std::vector<uint8_t> expected(size_t(kMost) * layout.block_B, kUntouched);
                for (uint32_t i = 0; i < count; ++i) {
                    const size_t at_B = size_t(i) * layout.block_B;
                    mean(layout, expected.data() + at_B, from.data() + at_B, pitch_B, samples);
                }
                for (const Level level : {Level::V2, Level::V3, Level::V4}) {
                    if (level > processLevel()) {
                        continue;
                    }
                    std::vector<uint8_t> made(expected.size(), kUntouched);
                    const ResolveWork work{
                        &layout, made.data(), from.data(), pitch_B, samples, count};
                    reinterpret_cast<void (*)(const ResolveWork*)>(
                        kernels::kernel("resolve_texels", level))(&work);
                    ASSERT_EQ(made, expected)
                        << "VkFormat " << layout.vkFormat << ", " << samples << " samples, "
                        << count << " texels, v" << int(level);
                }
            }
        }
    }
    EXPECT_GT(formats, 30u);
}

TEST(ResolveKernel, RoundsHalvesToEvenNumbers) {
    const format::VkFormatLayout& layout = format::vkFormatLayout(format::vkFormatIndex(9)); // R8
    const uint8_t from[2][4] = {{0, 1, 2, 254}, {1, 2, 3, 255}};
    uint8_t to[4] = {};
    const ResolveWork work{&layout, to, from[0], 4, 2, 4};
    reinterpret_cast<void (*)(const ResolveWork*)>(
        kernels::kernel("resolve_texels", processLevel()))(&work);
    EXPECT_EQ(std::to_array(to), (std::array<uint8_t, 4>{0, 2, 2, 254}));
}

} // namespace
} // namespace cpu::exec
