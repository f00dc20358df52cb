// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "environment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

std::vector<uint8_t> bytesOf(vkc::Buffer& buffer) {
    const auto bytes = buffer.as<uint8_t>();
    return {bytes.begin(), bytes.end()};
}

TEST(Buffers, CopiesRegions) {
    vkc::Buffer from(device(), 1000, kUsage);
    vkc::Buffer to(device(), 1000, kUsage);
    const auto source = noise(1000, 1);
    std::ranges::copy(source, from.as<uint8_t>().begin());
    const VkBufferCopy regions[] = {{0, 500, 17}, {100, 3, 400}, {999, 999, 1}};
    device().run([&](VkCommandBuffer commands) {
        vkCmdCopyBuffer(commands, from.handle(), to.handle(), 3, regions);
    });
    std::vector<uint8_t> expected(1000);
    for (const VkBufferCopy& region : regions) {
        std::copy_n(
            source.begin() + region.srcOffset, region.size, expected.begin() + region.dstOffset);
    }
    EXPECT_EQ(bytesOf(to), expected);
}

TEST(Buffers, CopiesMuch) {
    constexpr size_t kSize_B = (size_t(5) << 20) + 13;
    vkc::Buffer from(device(), kSize_B, kUsage);
    vkc::Buffer to(device(), kSize_B, kUsage);
    const auto source = noise(kSize_B, 2);
    std::ranges::copy(source, from.as<uint8_t>().begin());
    const VkBufferCopy region{5, 7, kSize_B - 9};
    device().run([&](VkCommandBuffer commands) {
        vkCmdCopyBuffer(commands, from.handle(), to.handle(), 1, &region);
    });
    std::vector<uint8_t> expected(kSize_B);
    std::copy_n(source.begin() + 5, region.size, expected.begin() + 7);
    EXPECT_EQ(bytesOf(to), expected);
}

TEST(Buffers, Fills) {
    vkc::Buffer buffer(device(), 1003, kUsage);
    device().run([&](VkCommandBuffer commands) {
        vkCmdFillBuffer(commands, buffer.handle(), 4, 16, 0x01020304);
        vkCmdFillBuffer(commands, buffer.handle(), 900, VK_WHOLE_SIZE, 0xa0b0c0d0);
    });
    std::vector<uint8_t> expected(1003);
    for (size_t i = 4; i < 20; i += 4) {
        std::memcpy(&expected[i], "\x04\x03\x02\x01", 4);
    }
    // The last three bytes are no whole word.
    for (size_t i = 900; i < 1000; i += 4) {
        std::memcpy(&expected[i], "\xd0\xc0\xb0\xa0", 4);
    }
    EXPECT_EQ(bytesOf(buffer), expected);
}

TEST(Buffers, FillsMuch) {
    constexpr size_t kSize_B = size_t(6) << 20;
    vkc::Buffer buffer(device(), kSize_B, kUsage);
    device().run([&](VkCommandBuffer commands) {
        vkCmdFillBuffer(commands, buffer.handle(), 8, kSize_B - 12, 0xdeadbeef);
    });
    const auto words = buffer.as<uint32_t>();
    EXPECT_EQ(words[0], 0u);
    EXPECT_EQ(words[1], 0u);
    EXPECT_EQ(words.back(), 0u);
    EXPECT_TRUE(std::ranges::all_of(words.subspan(2, words.size() - 3),
                                    [](uint32_t word) { return word == 0xdeadbeef; }));
}

TEST(Buffers, UpdatesWithDataAsItWasWhenRecorded) {
    vkc::Buffer buffer(device(), 70'000, kUsage);
    auto data = noise(65'536, 3);
    const auto before = data;
    device().run([&](VkCommandBuffer commands) {
        vkCmdUpdateBuffer(commands, buffer.handle(), 4, data.size(), data.data());
        std::ranges::fill(data, uint8_t(0));
    });
    std::vector<uint8_t> expected(70'000);
    std::ranges::copy(before, expected.begin() + 4);
    EXPECT_EQ(bytesOf(buffer), expected);
}

TEST(Buffers, RunsCommandsInOrder) {
    vkc::Buffer a(device(), 4096, kUsage);
    vkc::Buffer b(device(), 4096, kUsage);
    device().run([&](VkCommandBuffer commands) {
        for (uint32_t i = 1; i <= 50; ++i) {
            vkCmdFillBuffer(commands, a.handle(), 0, VK_WHOLE_SIZE, i);
            barrier(commands);
            const VkBufferCopy region{0, i * 4, 4};
            vkCmdCopyBuffer(commands, a.handle(), b.handle(), 1, &region);
            barrier(commands);
        }
    });
    for (uint32_t i = 1; i <= 50; ++i) {
        EXPECT_EQ(b.as<uint32_t>()[i], i);
    }
}

} // namespace
