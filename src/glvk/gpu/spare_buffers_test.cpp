// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/spare_buffers.h"

#include "glvk/backend/test_device.h"
#include "glvk/gpu/buffer_storage.h"

#include <vector>

namespace glvk {

namespace {

constexpr VkBufferUsageFlags kVertices = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
constexpr VkBufferUsageFlags kIndices = VK_BUFFER_USAGE_INDEX_BUFFER_BIT;

class SpareBuffersTest : public DeviceTest {
protected:
    ResourceRef<BufferStorage> storage(VkDeviceSize size_B, VkBufferUsageFlags usage = kVertices) {
        return BufferStorage::createOrReuse(*m_device, size_B, usage, MemoryUse::DeviceHost);
    }
    SpareBuffers& spares() { return m_device->spareBuffers(); }
};

TEST_F(SpareBuffersTest, WhatWasReplacedIsUsedAgain) {
    auto first = storage(100);
    ASSERT_TRUE(first);
    const uint64_t id = first->id();
    first->noteReplaced();
    ResourceRef<BufferStorage> inUse = first; // As a batch holds it.
    first = {};
    EXPECT_EQ(0u, spares().count());
    EXPECT_NE(id, storage(100)->id());
    inUse = {};
    EXPECT_EQ(1u, spares().count());
    EXPECT_EQ(id, storage(100)->id());
}

TEST_F(SpareBuffersTest, ItIsNotKeptForeverAfterBeingTaken) {
    auto first = storage(100);
    first->noteReplaced();
    first = {};
    first = storage(100); // Not replaced since.
    first = {};
    EXPECT_EQ(0u, spares().count());
}

TEST_F(SpareBuffersTest, OnlyForTheSameKind) {
    auto first = storage(100);
    const uint64_t id = first->id();
    first->noteReplaced();
    first = {};
    EXPECT_NE(id, storage(101)->id());
    EXPECT_NE(id, storage(100, kIndices)->id());
    EXPECT_EQ(1u, spares().count());
}

TEST_F(SpareBuffersTest, ItComesAsIfNeverUsed) {
    auto first = storage(100);
    first->batch = 7;
    first->mainBatch = 7;
    first->writeEpoch = 7;
    first->readEpoch = 7;
    first->recorder = 7;
    first->manyRecorders = true;
    first->noteReplaced();
    first = {};
    const auto again = storage(100);
    EXPECT_EQ(0u, again->batch);
    EXPECT_EQ(0u, again->mainBatch);
    EXPECT_EQ(0u, again->writeEpoch);
    EXPECT_EQ(0u, again->readEpoch);
    EXPECT_EQ(0u, again->recorder);
    EXPECT_FALSE(again->manyRecorders);
    EXPECT_TRUE(again->idle());
}

TEST_F(SpareBuffersTest, LargeOnesGoBack) {
    auto large = storage(SpareBuffers::kMaxEach_B + 1);
    ASSERT_TRUE(large);
    large->noteReplaced();
    large = {};
    EXPECT_EQ(0u, spares().count());
}

TEST_F(SpareBuffersTest, TheWholeIsBounded) {
    std::vector<ResourceRef<BufferStorage>> many;
    for (VkDeviceSize size_B = 0; size_B <= SpareBuffers::kMaxAll_B;
         size_B += SpareBuffers::kMaxEach_B) {
        many.push_back(storage(SpareBuffers::kMaxEach_B));
        ASSERT_TRUE(many.back());
        many.back()->noteReplaced();
    }
    const size_t room = SpareBuffers::kMaxAll_B / SpareBuffers::kMaxEach_B;
    ASSERT_LT(room, many.size());
    many.clear();
    EXPECT_EQ(room, spares().count());
    EXPECT_TRUE(spares().clear());
    EXPECT_EQ(0u, spares().count());
    EXPECT_FALSE(spares().clear());
}

TEST_F(SpareBuffersTest, WhatNobodyWantsGoesBack) {
    std::vector<ResourceRef<BufferStorage>> many;
    for (int i = 0; i < 100; ++i) {
        many.push_back(storage(64));
        many.back()->noteReplaced();
    }
    many.clear();
    ASSERT_EQ(100u, spares().count());
    // Forty are used between any two submissions: sixty are too many.
    for (int submission = 0; submission < 1000; ++submission) {
        for (int i = 0; i < 40; ++i) {
            many.push_back(storage(64));
            many.back()->noteReplaced();
        }
        many.clear();
        spares().trim();
    }
    EXPECT_EQ(40u, spares().count());
}

} // namespace

} // namespace glvk
