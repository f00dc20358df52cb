// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/memory.h"

#include "glvk/backend/test_device.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace glvk {

namespace {

class MemoryTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (m_device) {
            m_memory = std::make_unique<MemoryAllocator>(
                m_device->physical(), m_device->handle(), m_device->vk(), false, false);
        }
    }
    void TearDown() override { m_memory.reset(); }

    static VkMemoryRequirements wish(VkDeviceSize size_B, VkDeviceSize alignment_B) {
        return {size_B, alignment_B, ~0u};
    }

    std::unique_ptr<MemoryAllocator> m_memory;
};

/// An allocation, and what was written into it.
struct Piece {
    Allocation allocation;
    uint8_t pattern = 0;
};

bool overlap(const Allocation& a, const Allocation& b) {
    return a.memory == b.memory && a.offset_B < b.offset_B + b.size_B &&
           b.offset_B < a.offset_B + a.size_B;
}

TEST_F(MemoryTest, RandomPiecesStayApart) {
    std::mt19937 random(7);
    std::vector<Piece> pieces;
    const auto check = [](const Piece& piece) {
        for (const VkDeviceSize at : {VkDeviceSize(0), piece.allocation.size_B - 1}) {
            ASSERT_EQ(piece.pattern, uint8_t(piece.allocation.mapped[at]));
        }
    };
    for (int i = 0; i < 4000; ++i) {
        if (pieces.size() > 200 || (!pieces.empty() && random() % 3 == 0)) {
            const size_t which = random() % pieces.size();
            check(pieces[which]);
            m_memory->free(pieces[which].allocation);
            pieces[which] = pieces.back();
            pieces.pop_back();
            continue;
        }
        const VkDeviceSize alignment_B = VkDeviceSize(1) << random() % 13;
        const VkDeviceSize size_B = 1 + random() % (random() % 4 ? 5000 : 600000);
        const auto use = MemoryUse(1 + random() % 3); // Those that are mapped.
        Piece piece{m_memory->allocate(wish(size_B, alignment_B), use, random() % 2), uint8_t(i)};
        const Allocation& a = piece.allocation;
        ASSERT_TRUE(a);
        ASSERT_EQ(0u, a.offset_B % alignment_B);
        ASSERT_GE(a.size_B, size_B);
        ASSERT_TRUE(a.mapped && a.coherent);
        for (const Piece& other : pieces) {
            ASSERT_FALSE(overlap(a, other.allocation));
        }
        std::memset(a.mapped, piece.pattern, size_B);
        pieces.push_back(piece);
    }
    for (const Piece& piece : pieces) {
        check(piece);
        m_memory->free(piece.allocation);
    }
    // Neighbours were merged: the blocks that are left are empty, so the next one finds room.
    const VkDeviceSize reserved_B = m_memory->reserved_B();
    for (const bool optimal : {false, true}) {
        const Allocation half =
            m_memory->allocate(wish(VkDeviceSize(15) << 20, 1), MemoryUse::Upload, optimal);
        ASSERT_TRUE(half);
        m_memory->free(half);
    }
    EXPECT_LE(m_memory->reserved_B(), std::max(reserved_B, VkDeviceSize(64) << 20));
}

TEST_F(MemoryTest, LargePiecesHaveMemoryOfTheirOwn) {
    const VkDeviceSize before_B = m_memory->reserved_B();
    const VkDeviceSize size_B = VkDeviceSize(20) << 20;
    const Allocation large = m_memory->allocate(wish(size_B, 256), MemoryUse::DeviceOnly, true);
    ASSERT_TRUE(large);
    EXPECT_EQ(0u, large.offset_B);
    EXPECT_EQ(before_B + size_B, m_memory->reserved_B());
    m_memory->free(large);
    EXPECT_EQ(before_B, m_memory->reserved_B());
}

TEST_F(MemoryTest, OneEmptyBlockIsKept) {
    const Allocation first = m_memory->allocate(wish(100, 4), MemoryUse::Upload, false);
    const VkDeviceSize reserved_B = m_memory->reserved_B();
    EXPECT_GT(reserved_B, 0u);
    m_memory->free(first);
    EXPECT_EQ(reserved_B, m_memory->reserved_B());
    const Allocation second = m_memory->allocate(wish(100, 4), MemoryUse::Upload, false);
    EXPECT_EQ(first.memory, second.memory);
    m_memory->free(second);
}

TEST_F(MemoryTest, OptimalAndLinearAreNoNeighbours) {
    if (m_device->limits().bufferImageGranularity <= 1) {
        GTEST_SKIP() << "the device lets them be neighbours";
    }
    const Allocation buffer = m_memory->allocate(wish(64, 4), MemoryUse::DeviceHost, false);
    const Allocation image = m_memory->allocate(wish(64, 4), MemoryUse::DeviceHost, true);
    EXPECT_NE(buffer.memory, image.memory);
    m_memory->free(buffer);
    m_memory->free(image);
}

TEST_F(MemoryTest, RefusesWhatNoHeapHolds) {
    EXPECT_FALSE(m_memory->allocate(wish(VkDeviceSize(1) << 50, 1), MemoryUse::DeviceOnly, false));
    VkMemoryRequirements nothing = wish(16, 1);
    nothing.memoryTypeBits = 0;
    EXPECT_FALSE(m_memory->allocate(nothing, MemoryUse::DeviceHost, false));
    m_memory->free({}); // Allowed, as with free(nullptr).
}

} // namespace

} // namespace glvk
