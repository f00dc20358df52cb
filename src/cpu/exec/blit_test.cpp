// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The kernel beside texels that are filtered and converted one by one.

#include "cpu/abi/blit_work.h"
#include "cpu/abi/descriptors.h"
#include "cpu/abi/graphics.h"
#include "cpu/abi/level.h"
#include "cpu/kernels/kernel_library.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <vector>

namespace cpu::exec {
namespace {

constexpr uint32_t kMost = 37; // texels: whole vectors, and some more
constexpr uint8_t kUntouched = 0xa5;

bool canBeBlitted(const format::VkFormatLayout& layout) {
    return layout.encoding != format::Encoding::None && layout.color() && !layout.compressed() &&
           std::has_single_bit(layout.block_B) && layout.block_B <= 16 &&
           layout.channels[0].bits <= 32;
}

std::vector<const format::VkFormatLayout*> formats() {
    std::vector<const format::VkFormatLayout*> all;
    for (uint32_t index = 1; index < format::kVkFormatCount; ++index) {
        const auto& layout = format::vkFormatLayout(format::VkFormatIndex(index));
        if (canBeBlitted(layout)) {
            all.push_back(&layout);
        }
    }
    return all;
}

void mix(format::TexelValue& a, const format::TexelValue& b, float weight) {
    for (uint32_t i = 0; weight != 0.0f && i < 4; ++i) {
        a.setNumber(i, a.number(i) + weight * (b.number(i) - a.number(i)));
    }
}

/// Vulkan 1.3, "Image Copies With Scaling".
format::TexelValue texelOf(const BlitWork& work, uint32_t at) {
    const auto read = [&](const uint8_t* row, const int32_t* offset_B) {
        return format::readTexel(*work.fromFormat, row + offset_B[at]);
    };
    if (!work.weights) {
        return read(work.rows[0][0], work.first_B);
    }
    format::TexelValue slices[2];
    for (int slice = 0; slice < 2; ++slice) {
        format::TexelValue lines[2];
        for (int line = 0; line < 2; ++line) {
            lines[line] = read(work.rows[slice][line], work.first_B);
            mix(lines[line], read(work.rows[slice][line], work.second_B), work.weights[at]);
        }
        mix(lines[0], lines[1], work.weightY);
        slices[slice] = lines[0];
    }
    mix(slices[0], slices[1], work.weightZ);
    return slices[0];
}

/// Anything but what is no number: which of two such it becomes is nobody's promise.
void fill(const format::VkFormatLayout& layout, std::vector<uint8_t>& row, std::mt19937& random) {
    std::ranges::generate(row, [&] { return uint8_t(random()); });
    if (layout.type != format::ChannelType::Float) {
        return;
    }
    std::uniform_real_distribution<float> number(-3, 3);
    for (uint32_t i = 0; i < kMost; ++i) {
        const auto value = format::TexelValue::ofFloats(
            number(random), number(random), number(random), number(random));
        format::writeTexel(layout, row.data() + size_t(i) * layout.block_B, value);
    }
}

TEST(BlitKernel, MakesWhatIsMadeTexelByTexel) {
    std::mt19937 random(5);
    const auto weight = [&] { return random() % 3 ? float(random() % 1000) / 1000.0f : 0.0f; };
    uint32_t pairs = 0;
    for (const format::VkFormatLayout* from : formats()) {
        for (const format::VkFormatLayout* to : formats()) {
            const bool same = from->integer() ? from->type == to->type : !to->integer();
            if (!same) {
                continue;
            }
            ++pairs;
            // Readable beyond the last texel, as the memory of images is.
            std::array<std::vector<uint8_t>, 4> rows;
            for (auto& row : rows) {
                row.resize(size_t(kMost) * from->block_B + kOverread_B);
                fill(*from, row, random);
            }
            std::vector<int32_t> first(kMost + kMaxLanes), second(kMost + kMaxLanes);
            std::vector<float> weights(kMost + kMaxLanes);
            for (uint32_t i = 0; i < kMost; ++i) {
                first[i] = int32_t(random() % kMost * from->block_B);
                second[i] = int32_t(random() % kMost * from->block_B);
                weights[i] = weight();
            }
            const bool linear = !from->integer() && random() % 2;
            const uint32_t count = random() % 2 ? kMost : 1 + uint32_t(random() % kMost);
            std::vector<uint8_t> expected(size_t(kMost) * to->block_B, kUntouched);
            BlitWork work{to,
                          from,
                          nullptr,
                          {{rows[0].data(), rows[1].data()}, {rows[2].data(), rows[3].data()}},
                          weight(),
                          weight(),
                          first.data(),
                          second.data(),
                          linear ? weights.data() : nullptr,
                          count};
            for (uint32_t i = 0; i < count; ++i) {
                format::writeTexel(
                    *to, expected.data() + size_t(i) * to->block_B, texelOf(work, i));
            }
            for (const Level level : {Level::V2, Level::V3, Level::V4}) {
                if (level > processLevel()) {
                    continue;
                }
                std::vector<uint8_t> made(expected.size(), kUntouched);
                work.to = made.data();
                reinterpret_cast<void (*)(const BlitWork*)>(kernels::kernel("blit_texels", level))(
                    &work);
                ASSERT_EQ(made, expected)
                    << "VkFormat " << from->vkFormat << " to " << to->vkFormat
                    << (linear ? ", linear" : ", nearest") << ", v" << int(level);
            }
        }
    }
    EXPECT_GT(pairs, 1000u);
}

} // namespace
} // namespace cpu::exec
