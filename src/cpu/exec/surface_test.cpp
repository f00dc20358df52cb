// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/surface.h"

#include "cpu/exec/resolve.h"
#include "cpu/exec/workers.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace cpu::exec {
namespace {

const Interruption kNoInterruption;

constexpr uint8_t kUntouched = 0xa5;

/// A surface with memory of its own, every byte of it kUntouched.
struct Memory {
    Memory(Tiling tiling, uint32_t block_B, Extent size, int32_t samples = 1) {
        const int32_t step = tiling == Tiling::Tiled ? 4 : 1;
        const auto columns = uint32_t((size.width + step - 1) / step * step);
        const auto rows = uint32_t((size.height + step - 1) / step);
        surface.tiling = tiling;
        surface.block_B = block_B;
        surface.width = size.width;
        surface.height = size.height;
        surface.depth = size.depth;
        surface.sampleCount = samples;
        // Some bytes between rows show what goes beyond them.
        surface.rowPitch_B = columns * uint32_t(step) * block_B + 16 * block_B;
        surface.samplePitch_B = uint32_t(surface.rowPitch_B) * rows + 64;
        surface.zPitch_B = uint64_t(surface.samplePitch_B) * uint32_t(samples);
        bytes.assign(size_t(surface.zPitch_B) * uint32_t(size.depth), kUntouched);
        surface.base = bytes.data();
    }
    void fill(uint32_t seed) {
        std::mt19937 random(seed);
        std::ranges::generate(bytes, [&] { return uint8_t(random()); });
    }
    std::vector<uint8_t> block(int32_t x, int32_t y, int32_t z, int32_t sample = 0) const {
        const uint8_t* at = surface.sample(sample).block(x, y, z);
        return {at, at + surface.block_B};
    }

    Surface surface{};
    std::vector<uint8_t> bytes;
};

TEST(Surface, PlacesTheBlocksOfTilesRowByRow) {
    const Memory memory(Tiling::Tiled, 4, {10, 9, 2});
    const Surface& surface = memory.surface;
    EXPECT_EQ(surface.block(0, 0, 0) - surface.base, 0);
    EXPECT_EQ(surface.block(3, 0, 0) - surface.base, 12);
    EXPECT_EQ(surface.block(0, 1, 0) - surface.base, 16);
    EXPECT_EQ(surface.block(4, 0, 0) - surface.base, 64);
    EXPECT_EQ(surface.block(5, 6, 1) - surface.base,
              int64_t(surface.zPitch_B + surface.rowPitch_B + 64 + 2 * 16 + 4));
}

TEST(Surface, CopiesBoxesOfAnyPlaceSizeAndTiling) {
    std::mt19937 random(1);
    const auto pick = [&](int32_t below) { return int32_t(random() % uint32_t(below)); };
    for (int i = 0; i < 4000; ++i) {
        Workers workers(uint32_t(1 + i % 3), kNoInterruption);
        const uint32_t sizes_B[] = {1, 2, 3, 4, 6, 8, 12, 16};
        const uint32_t block_B = sizes_B[i % 8];
        const int32_t samples = i % 11 == 0 ? 4 : 1;
        const Extent toSize{1 + pick(24), 1 + pick(14), 1 + pick(3)};
        const Extent fromSize{1 + pick(24), 1 + pick(14), 1 + pick(3)};
        Memory to(Tiling(random() % 2), block_B, toSize, samples);
        Memory from(Tiling(random() % 2), block_B, fromSize, samples);
        from.fill(uint32_t(i));
        const Position at{pick(toSize.width), pick(toSize.height), pick(toSize.depth)};
        Position fromAt{pick(fromSize.width), pick(fromSize.height), pick(fromSize.depth)};
        if (i % 5 == 0) { // Whole tiles.
            fromAt.x = fromAt.x / 4 * 4;
            fromAt.y = fromAt.y / 4 * 4;
        }
        const Extent box{1 + pick(24), 1 + pick(14), 1 + pick(3)};
        copyBlocks(workers, to.surface, at, from.surface, fromAt, box);
        for (int32_t sample = 0; sample < samples; ++sample) {
            for (int32_t z = 0; z < toSize.depth; ++z) {
                for (int32_t y = 0; y < toSize.height; ++y) {
                    for (int32_t x = 0; x < toSize.width; ++x) {
                        const Position in{x - at.x, y - at.y, z - at.z};
                        const Position source{in.x + fromAt.x, in.y + fromAt.y, in.z + fromAt.z};
                        const bool copied = in.x >= 0 && in.y >= 0 && in.z >= 0 &&
                                            in.x < box.width && in.y < box.height &&
                                            in.z < box.depth && source.x < fromSize.width &&
                                            source.y < fromSize.height && source.z < fromSize.depth;
                        const auto expected = copied
                                                  ? from.block(source.x, source.y, source.z, sample)
                                                  : std::vector<uint8_t>(block_B, kUntouched);
                        ASSERT_EQ(to.block(x, y, z, sample), expected)
                            << i << ": " << x << " " << y << " " << z;
                    }
                }
            }
        }
    }
}

TEST(Surface, CopiesNothingFromOutside) {
    Workers workers(1, kNoInterruption);
    Memory to(Tiling::Tiled, 4, {8, 8, 1});
    const Memory from(Tiling::Linear, 4, {8, 8, 1});
    const std::vector<uint8_t> before = to.bytes;
    copyBlocks(workers, to.surface, {8, 0, 0}, from.surface, {0, 0, 0}, {4, 4, 1});
    copyBlocks(workers, to.surface, {0, 0, 0}, from.surface, {-1, 0, 0}, {4, 4, 1});
    copyBlocks(workers, to.surface, {0, 0, 0}, from.surface, {0, 0, 0}, {4, 0, 1});
    copyBlocks(workers, to.surface, {0, 0, 0}, from.surface, {0, 0, 1}, {4, 4, 1});
    EXPECT_EQ(to.bytes, before);
}

TEST(Surface, CopiesMuchOnAllWorkersTheSame) {
    Memory from(Tiling::Tiled, 4, {1021, 515, 2});
    from.fill(7);
    std::vector<uint8_t> results[2];
    for (const uint32_t threads : {1u, 5u}) {
        Workers workers(threads, kNoInterruption);
        Memory to(Tiling::Linear, 4, {1021, 515, 2});
        copyBlocks(workers, to.surface, {}, from.surface, {}, {1021, 515, 2});
        results[threads > 1] = to.bytes;
        for (int32_t y = 0; y < 515; y += 7) {
            for (int32_t x = 0; x < 1021; x += 3) {
                ASSERT_EQ(to.block(x, y, 1), from.block(x, y, 1));
            }
        }
    }
    EXPECT_EQ(results[0], results[1]);
}

TEST(Surface, CopiesPartsBetweenBlocksOfOtherSizes) {
    Workers workers(2, kNoInterruption);
    Memory texels(Tiling::Tiled, 8, {9, 7, 2});
    texels.fill(3);
    const Memory before = texels;
    Memory bytes(Tiling::Linear, 1, {9, 7, 2});
    bytes.fill(4);
    Surface part = texels.surface;
    part.base += 4;
    copyParts(workers, part, {1, 2, 0}, bytes.surface, {0, 1, 0}, {8, 5, 2}, 1);
    for (int32_t z = 0; z < 2; ++z) {
        for (int32_t y = 0; y < 7; ++y) {
            for (int32_t x = 0; x < 9; ++x) {
                std::vector<uint8_t> expected(texels.surface.block_B);
                std::memcpy(expected.data(),
                            before.bytes.data() +
                                (texels.surface.block(x, y, z) - texels.surface.base),
                            8);
                if (x >= 1 && y >= 2) {
                    expected[4] = bytes.block(x - 1, y - 1, z)[0];
                }
                ASSERT_EQ(texels.block(x, y, z), expected) << x << " " << y << " " << z;
            }
        }
    }
}

TEST(Surface, FillsBlocksOfAnySizeAndTheirParts) {
    Workers workers(3, kNoInterruption);
    const uint8_t value[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    for (const Tiling tiling : {Tiling::Linear, Tiling::Tiled}) {
        for (const uint32_t block_B : {1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u}) {
            for (const int32_t samples : {1, 4}) {
                for (const uint32_t part_B : {block_B, (block_B + 1) / 2}) {
                    Memory memory(tiling, block_B, {13, 6, 2}, samples);
                    fillBlocks(workers, memory.surface, value, part_B);
                    std::vector<uint8_t> expected(block_B, kUntouched);
                    std::copy_n(value, part_B, expected.begin());
                    for (int32_t i = 0; i < 13 * 6 * 2 * samples; ++i) {
                        ASSERT_EQ(memory.block(i % 13, i / 13 % 6, i / 78 % 2, i / 156), expected);
                    }
                    // Nothing between the rows.
                    EXPECT_EQ(memory.bytes.back(), kUntouched);
                }
            }
        }
    }
}

TEST(Surface, FillsAndCopiesBytes) {
    const uint8_t pattern[4] = {1, 2, 3, 4};
    for (const uint64_t size_B : {0u, 4u, 60u, 64u, 68u, 1000u, 300'000u, 1'000'004u}) {
        Workers workers(4, kNoInterruption);
        std::vector<uint8_t> bytes(size_B + 8, kUntouched);
        fillBytes(workers, bytes.data(), size_B, pattern, 4);
        for (uint64_t i = 0; i < bytes.size(); ++i) {
            ASSERT_EQ(bytes[i], i < size_B ? pattern[i % 4] : kUntouched) << size_B << " " << i;
        }
        std::vector<uint8_t> copy(size_B + 8, kUntouched);
        copyBytes(workers, copy.data(), bytes.data(), size_B);
        EXPECT_EQ(copy, bytes);
    }
}

const format::VkFormatLayout& layoutOf(uint32_t vkFormat) {
    return format::vkFormatLayout(format::vkFormatIndex(vkFormat));
}

constexpr uint32_t kRgba8Unorm = 37;
constexpr uint32_t kRgba8Uint = 41;
constexpr uint32_t kRg32Float = 103;

TEST(Resolve, IsTheMeanOfTheSamples) {
    Workers workers(2, kNoInterruption);
    const auto& layout = layoutOf(kRg32Float);
    Memory from(Tiling::Tiled, 8, {5, 6, 2}, 4);
    Memory to(Tiling::Linear, 8, {5, 6, 2});
    for (int32_t i = 0; i < 5 * 6 * 2 * 4; ++i) {
        const float value[2] = {float(i), float(i % 60) * 0.5f};
        std::memcpy(
            from.surface.sample(i / 60).block(i % 5, i / 5 % 6, i / 30 % 2), value, sizeof value);
    }
    resolve(workers, {to.surface, {1, 0, 0}, from.surface, {0, 2, 0}, {4, 4, 2}, &layout});
    for (int32_t z = 0; z < 2; ++z) {
        for (int32_t y = 0; y < 4; ++y) {
            EXPECT_EQ(to.block(0, y, z), std::vector<uint8_t>(8, kUntouched));
            for (int32_t x = 0; x < 4; ++x) {
                float value[2];
                std::memcpy(value, to.surface.block(x + 1, y, z), sizeof value);
                const auto first = float(x + (y + 2) * 5 + z * 30);
                EXPECT_EQ(value[0], first + 90.0f);
                EXPECT_EQ(value[1], first * 0.5f);
            }
        }
    }
}

TEST(Resolve, RoundsNormalizedTexelsToTheNearest) {
    Workers workers(1, kNoInterruption);
    Memory from(Tiling::Linear, 4, {1, 1, 1}, 4);
    Memory to(Tiling::Linear, 4, {1, 1, 1});
    const uint8_t samples[4][4] = {
        {0, 255, 1, 3}, {0, 255, 2, 3}, {0, 255, 2, 4}, {255, 255, 2, 3}};
    for (int32_t i = 0; i < 4; ++i) {
        std::memcpy(from.surface.sample(i).block(0, 0, 0), samples[i], 4);
    }
    resolve(workers, {to.surface, {}, from.surface, {}, {1, 1, 1}, &layoutOf(kRgba8Unorm)});
    EXPECT_EQ(to.block(0, 0, 0), (std::vector<uint8_t>{64, 255, 2, 3}));
}

TEST(Resolve, TakesTheFirstSampleOfIntegers) {
    Workers workers(1, kNoInterruption);
    Memory from(Tiling::Tiled, 4, {3, 3, 1}, 4);
    from.fill(9);
    Memory to(Tiling::Tiled, 4, {3, 3, 1});
    resolve(workers, {to.surface, {}, from.surface, {}, {3, 3, 1}, &layoutOf(kRgba8Uint)});
    for (int32_t i = 0; i < 9; ++i) {
        EXPECT_EQ(to.block(i % 3, i / 3, 0), from.block(i % 3, i / 3, 0));
    }
}

} // namespace
} // namespace cpu::exec
