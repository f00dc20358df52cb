// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/spare_buffers.h"

#include "glvk/backend/test_device.h"
#include "glvk/gpu/buffer_storage.h"

#include <algorithm>
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

TEST_F(SpareBuffersTest, PartsShareABuffer) {
    BufferStorage::Parts parts;
    BufferStorage::createParts(*m_device, 100, kVertices, MemoryUse::Readback, parts);
    ASSERT_LT(1u, parts.size());
    const auto& first = *parts.front();
    std::vector<VkDeviceSize> offsets_B;
    for (const auto& part : parts) {
        EXPECT_EQ(first.handle(), part->handle());
        EXPECT_EQ(&parts.front()->whole(), &part->whole());
        EXPECT_EQ(100u, part->size_B());
        EXPECT_EQ(first.mapped() - first.offset_B(), part->mapped() - part->offset_B());
        EXPECT_TRUE(part->idle());
        offsets_B.push_back(part->offset_B());
    }
    std::ranges::sort(offsets_B);
    for (size_t i = 1; i < offsets_B.size(); ++i) {
        EXPECT_LE(100u, offsets_B[i] - offsets_B[i - 1]);
    }
    const VkBuffer handle = first.handle();
    const size_t others = spares().count(); // Of the same buffer.
    EXPECT_LT(0u, others);
    const size_t count = parts.size();
    parts.clear();
    EXPECT_EQ(others + count, spares().count());
    BufferStorage::createParts(*m_device, 130, kVertices, MemoryUse::Readback, parts);
    EXPECT_EQ(handle, parts.front()->handle()); // Of about that size.
    EXPECT_EQ(130u, parts.front()->size_B());
}

TEST_F(SpareBuffersTest, CollectionsAreEnteredAtTheirEnd) {
    auto one = storage(100);
    auto other = storage(100);
    one->noteReplaced();
    other->noteReplaced();
    {
        const SpareBuffers::Collection collection(spares());
        one = {};
        other = {};
        EXPECT_EQ(0u, spares().count());
    }
    EXPECT_EQ(2u, spares().count());
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
