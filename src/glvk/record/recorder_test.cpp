// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/recorder.h"

#include "glvk/backend/test_device.h"
#include "glvk/record/stream.h"
#include "report/stalls.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <thread>

namespace glvk {

namespace {

constexpr VkDeviceSize kSize_B = 256;

class RecorderTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (m_device) {
            m_recorder = std::make_unique<Recorder>(*m_device);
        }
    }
    void TearDown() override { m_recorder.reset(); }

    ResourceRef<BufferStorage> buffer(uint8_t value) {
        auto storage = BufferStorage::create(*m_device,
                                             kSize_B,
                                             VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                                 VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                             MemoryUse::DeviceHost);
        std::memset(storage->mapped(), value, kSize_B);
        return storage;
    }
    void copy(VkCommandBuffer commands, BufferStorage& from, BufferStorage& to) {
        const VkBufferCopy region{0, 0, kSize_B};
        m_device->vk().vkCmdCopyBuffer(commands, from.handle(), to.handle(), 1, &region);
    }
    /// A copy in the main commands.
    void copy(BufferStorage& from, BufferStorage& to) { copy(*m_recorder, from, to); }
    void copy(Recorder& recorder, BufferStorage& from, BufferStorage& to) {
        recorder.copy(from, to);
        copy(recorder.commands(), from, to);
    }
    bool finish() {
        m_recorder->makeVisibleToHost();
        return m_recorder->finish();
    }
    static uint8_t value(const BufferStorage& storage) {
        const auto* bytes = reinterpret_cast<const uint8_t*>(storage.mapped());
        EXPECT_TRUE(std::all_of(bytes, bytes + kSize_B, [&](uint8_t b) { return b == bytes[0]; }));
        return bytes[0];
    }

    std::unique_ptr<Recorder> m_recorder;
};

TEST_F(RecorderTest, RunsAheadOfTheDeviceOnlySoFar) {
    constexpr VkDeviceSize kLarge_B = 8 << 20; // Slower to copy than to record.
    auto large =
        BufferStorage::create(*m_device,
                              2 * kLarge_B,
                              VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              MemoryUse::DeviceHost);
    ASSERT_TRUE(large);
    const VkBufferCopy region{0, kLarge_B, kLarge_B};
    for (size_t i = 0; i < 4 * Recorder::kMaxBatchesInFlight; ++i) {
        m_recorder->copy(*large, *large);
        m_device->vk().vkCmdCopyBuffer(
            m_recorder->commands(), large->handle(), large->handle(), 1, &region);
        EXPECT_LT(m_recorder->batchesInFlight(), Recorder::kMaxBatchesInFlight);
        ASSERT_TRUE(m_recorder->submit());
    }
    EXPECT_TRUE(m_recorder->finish());
    EXPECT_EQ(m_recorder->batchesInFlight(), 0u);
}

TEST_F(RecorderTest, SmallBatchesRunFurtherAhead) {
    constexpr size_t kMost = Recorder::kMaxBatchesInFlight * Recorder::kSmallBatches;
    const auto a = buffer(1), b = buffer(2);
    for (size_t i = 0; i < 2 * kMost; ++i) {
        m_recorder->read(i % 2 ? *a : *b);
        (void)m_recorder->commands();
        EXPECT_LT(m_recorder->batchesInFlight(), kMost);
        ASSERT_TRUE(m_recorder->submit());
    }
    // One that moves something weighs as much as many of them.
    for (size_t i = 0; i < Recorder::kMaxBatchesInFlight + 1; ++i) {
        copy(*a, *b);
        ASSERT_TRUE(m_recorder->submit());
    }
    (void)m_recorder->commands();
    EXPECT_LT(m_recorder->batchesInFlight(), Recorder::kMaxBatchesInFlight);
    EXPECT_TRUE(m_recorder->finish());
}

// As of a program that makes a texture for each draw and deletes it.
TEST_F(RecorderTest, MuchNewMemoryIsSubmittedSoonerAndAwaited) {
    constexpr VkDeviceSize kNew_B = 64 << 20;
    constexpr VkDeviceSize kCopied_B = 8 << 20; // Slower than to record.
    constexpr size_t kMost_B = 1 << 30;
    constexpr VkBufferCopy kRegion{0, kCopied_B, kCopied_B};
    size_t sinceSubmission_B = 0, most_B = 0;
    for (size_t i = 0; i < 64; ++i) {
        const auto buffer = BufferStorage::create(*m_device,
                                                  kNew_B,
                                                  VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                                      VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                                  MemoryUse::DeviceOnly);
        ASSERT_TRUE(buffer);
        m_recorder->copyWithin(*buffer);
        m_device->vk().vkCmdCopyBuffer(
            m_recorder->commands(), buffer->handle(), buffer->handle(), 1, &kRegion);
        sinceSubmission_B += kNew_B;
        if (m_recorder->large()) {
            most_B = std::max(most_B, sinceSubmission_B);
            sinceSubmission_B = 0;
            ASSERT_TRUE(m_recorder->submit());
            EXPECT_LE((m_recorder->batchesInFlight() - 1) * most_B, kMost_B); // When it began.
        }
    }
    EXPECT_GT(most_B, 0u);
    EXPECT_LT(most_B, kMost_B / 2);
    EXPECT_TRUE(m_recorder->finish());
}

// That barriers are where they have to be is the validation layer's business: these tests run with
// its synchronisation checks. That there are no more of them is told by the epoch.

TEST_F(RecorderTest, ReadAfterWrite) {
    const auto a = buffer(1), b = buffer(2), c = buffer(3);
    copy(*a, *b);
    const uint64_t epoch = m_recorder->epoch();
    copy(*b, *c);
    EXPECT_NE(epoch, m_recorder->epoch());
    ASSERT_TRUE(finish());
    EXPECT_EQ(1, value(*c));
}

TEST_F(RecorderTest, WriteAfterRead) {
    const auto a = buffer(1), b = buffer(2), c = buffer(3);
    copy(*a, *b);
    const uint64_t epoch = m_recorder->epoch();
    copy(*c, *a);
    EXPECT_NE(epoch, m_recorder->epoch());
    ASSERT_TRUE(finish());
    EXPECT_EQ(1, value(*b));
    EXPECT_EQ(3, value(*a));
}

TEST_F(RecorderTest, WriteAfterWrite) {
    const auto a = buffer(1), b = buffer(2), c = buffer(3);
    copy(*a, *c);
    const uint64_t epoch = m_recorder->epoch();
    copy(*b, *c);
    EXPECT_NE(epoch, m_recorder->epoch());
    ASSERT_TRUE(finish());
    EXPECT_EQ(2, value(*c));
}

TEST_F(RecorderTest, OneBarrierServesEverythingBeforeIt) {
    const auto a = buffer(1), b = buffer(2), c = buffer(3), d = buffer(4), e = buffer(5);
    copy(*a, *b);
    copy(*a, *c); // Reading twice is no conflict,
    const uint64_t first = m_recorder->epoch();
    copy(*b, *d); // this is one,
    const uint64_t second = m_recorder->epoch();
    EXPECT_NE(first, second);
    copy(*c, *e); // and its barrier was this one's, too.
    EXPECT_EQ(second, m_recorder->epoch());
    ASSERT_TRUE(finish());
    EXPECT_EQ(1, value(*d));
    EXPECT_EQ(1, value(*e));
}

TEST_F(RecorderTest, TransfersIntoTheUnusedGoFirst) {
    const auto a = buffer(1), b = buffer(2), c = buffer(3), d = buffer(4);
    copy(*a, *b); // Something is under way.
    const uint64_t epoch = m_recorder->epoch();
    const VkCommandBuffer upload = m_recorder->transferInto(*c);
    EXPECT_NE(m_recorder->commands(), upload);
    copy(upload, *a, *c);
    EXPECT_EQ(epoch, m_recorder->epoch());
    // Twice into one: in order.
    const VkCommandBuffer again = m_recorder->transferInto(*c);
    EXPECT_EQ(upload, again);
    copy(again, *d, *c);
    const auto e = buffer(5);
    copy(*c, *e); // The main commands see it without more ado.
    EXPECT_EQ(epoch, m_recorder->epoch());
    ASSERT_TRUE(finish());
    EXPECT_EQ(4, value(*e));
}

TEST_F(RecorderTest, TransfersIntoTheUsedKeepTheirPlace) {
    const auto a = buffer(1), b = buffer(2), c = buffer(3), d = buffer(4);
    copy(*c, *a);
    const VkCommandBuffer commands = m_recorder->transferInto(*c);
    EXPECT_EQ(m_recorder->commands(), commands);
    copy(commands, *b, *c);
    copy(*c, *d);
    ASSERT_TRUE(finish());
    EXPECT_EQ(3, value(*a));
    EXPECT_EQ(2, value(*d));
}

TEST_F(RecorderTest, BatchesKeepWhatTheyUse) {
    const auto a = buffer(1), b = buffer(2);
    EXPECT_TRUE(a->idle());
    copy(*a, *b);
    copy(*a, *b);
    EXPECT_FALSE(a->idle());
    EXPECT_FALSE(b->idle());
    const uint64_t batch = m_recorder->batch();
    const uint64_t generation = m_recorder->generation();
    const auto status = m_recorder->status();
    EXPECT_EQ(0u, status->value());
    EXPECT_FALSE(status->waitSubmitted(0));
    ASSERT_TRUE(m_recorder->submit());
    EXPECT_EQ(0u, m_recorder->batch());
    EXPECT_NE(0u, status->value());
    EXPECT_TRUE(status->waitSubmitted(0));
    ASSERT_TRUE(m_recorder->finish());
    EXPECT_TRUE(m_device->reached(status->value()));
    EXPECT_TRUE(a->idle());
    EXPECT_TRUE(b->idle());
    m_recorder->commands();
    EXPECT_NE(batch, m_recorder->batch());
    EXPECT_NE(generation, m_recorder->generation());
}

TEST_F(RecorderTest, NothingIsNotSubmitted) {
    EXPECT_TRUE(m_recorder->submit());
    EXPECT_TRUE(m_recorder->finish());
    EXPECT_EQ(0u, m_recorder->batch());
    EXPECT_EQ(0u, m_recorder->generation());
}

TEST_F(RecorderTest, ContextsFollowInOrderOfSubmission) {
    Recorder other(*m_device);
    const auto a = buffer(1), b = buffer(2), c = buffer(3);
    copy(*a, *b);
    ASSERT_TRUE(m_recorder->submit());
    copy(other, *b, *c);
    other.makeVisibleToHost();
    ASSERT_TRUE(other.finish());
    EXPECT_EQ(1, value(*c));
}

TEST_F(RecorderTest, AnotherContextsReadsHideNoneOfOurs) {
    Recorder other(*m_device);
    const auto a = buffer(1), b = buffer(2), c = buffer(3), d = buffer(4);
    copy(*a, *b);
    copy(other, *a, *c);
    // The copy above must not see this one, though the other context used `a` last.
    copy(m_recorder->transferInto(*a), *d, *a);
    ASSERT_TRUE(finish());
    other.makeVisibleToHost();
    ASSERT_TRUE(other.finish());
    EXPECT_EQ(1, value(*b));
    EXPECT_EQ(4, value(*a));
}

TEST_F(RecorderTest, FencesCanBeWaitedForElsewhere) {
    const auto a = buffer(1), b = buffer(2);
    copy(*a, *b);
    const auto status = m_recorder->status();
    std::thread waiter([&] {
        EXPECT_TRUE(status->waitSubmitted(UINT64_MAX));
        EXPECT_EQ(VK_SUCCESS, m_device->waitFor(status->value(), UINT64_MAX, "a test"));
    });
    EXPECT_TRUE(m_recorder->submit());
    waiter.join();
}

TEST_F(RecorderTest, NewImagesHaveTheirFirstTexels) {
    ImageDescription description;
    description.format = VK_FORMAT_R8G8B8A8_UNORM;
    description.extent = {8, 8, 1};
    description.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    VkClearValue clear{};
    std::fill_n(clear.color.float32, 4, 1.0f);
    const auto source = buffer(0);
    m_recorder->commands(); // The batch is older than the image.
    const auto image = Image::create(*m_device, description, &clear);
    ASSERT_TRUE(image);
    m_recorder->copy(*image, *source);
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = description.extent;
    m_device->vk().vkCmdCopyImageToBuffer(m_recorder->commands(),
                                          image->handle(),
                                          VK_IMAGE_LAYOUT_GENERAL,
                                          source->handle(),
                                          1,
                                          &region);
    ASSERT_TRUE(finish());
    EXPECT_EQ(0xff, value(*source));
}

class StreamTest : public RecorderTest {
protected:
    static constexpr VkDeviceSize kChunk_B = 256;

    void SetUp() override {
        RecorderTest::SetUp();
        if (m_recorder) {
            m_stream = std::make_unique<Stream>(
                *m_recorder, kChunk_B, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Upload);
        }
    }
    void TearDown() override {
        m_stream.reset();
        RecorderTest::TearDown();
    }

    std::unique_ptr<Stream> m_stream;
};

TEST_F(StreamTest, PiecesStayApartUntilTheBatchIsDone) {
    struct Written {
        StreamPiece piece;
        VkDeviceSize size_B;
        uint8_t value;
    };
    std::mt19937 random(3);
    std::set<uint64_t> chunks;
    for (int batch = 0; batch < 40; ++batch) {
        std::vector<Written> pieces;
        for (int i = 0; i < 20; ++i) {
            const VkDeviceSize alignment_B = VkDeviceSize(1) << random() % 8;
            const VkDeviceSize size_B = 1 + random() % 100;
            const StreamPiece piece = m_stream->allocate(size_B, alignment_B);
            ASSERT_TRUE(piece.storage);
            ASSERT_EQ(0u, piece.offset_B % alignment_B);
            ASSERT_LE(piece.offset_B + size_B, piece.storage->size_B());
            ASSERT_EQ(piece.storage->mapped() + piece.offset_B, piece.data);
            ASSERT_FALSE(piece.storage->idle());
            std::memset(piece.data, batch + i, size_B);
            pieces.push_back({piece, size_B, uint8_t(batch + i)});
            chunks.insert(piece.storage->id());
        }
        for (const Written& w : pieces) {
            for (VkDeviceSize at = 0; at < w.size_B; ++at) {
                ASSERT_EQ(w.value, uint8_t(w.piece.data[at]));
            }
        }
        ASSERT_TRUE(batch % 4 ? m_recorder->submit() : m_recorder->finish());
    }
    // Waiting made them free again: far fewer than the 800 pieces would fill.
    EXPECT_LT(chunks.size(), 150u);
}

TEST_F(StreamTest, ChunksAreUsedAgain) {
    std::set<uint64_t> chunks;
    for (int batch = 0; batch < 10; ++batch) {
        for (int i = 0; i < 4; ++i) {
            chunks.insert(m_stream->allocate(200, 4).storage->id());
        }
        ASSERT_TRUE(m_recorder->finish());
    }
    EXPECT_LE(chunks.size(), 5u);
}

TEST_F(StreamTest, LargePiecesAreOnTheirOwn) {
    const StreamPiece before = m_stream->allocate(16, 4);
    const StreamPiece large = m_stream->allocate(kChunk_B * 5, 64);
    ASSERT_TRUE(large.storage);
    EXPECT_EQ(0u, large.offset_B);
    EXPECT_NE(before.storage, large.storage);
    std::memset(large.data, 1, kChunk_B * 5);
    // And leave the chunk at hand alone.
    const StreamPiece after = m_stream->allocate(16, 4);
    EXPECT_EQ(before.storage, after.storage);
    EXPECT_EQ(16u, after.offset_B);
    ASSERT_TRUE(m_recorder->finish());
}

TEST_F(RecorderTest, WaitsForTheDeviceAreStalls) {
    using report::stalls;
    stalls().setLeast(std::chrono::microseconds(0));
    const uint64_t before = stalls().count();
    m_recorder->commands();
    EXPECT_TRUE(m_recorder->finish("a test"));
    const uint64_t value = m_recorder->status()->value();
    const uint64_t after = stalls().count();
    EXPECT_EQ(VK_SUCCESS, m_device->waitFor(value, UINT64_MAX, "nothing"));
    EXPECT_EQ(after, stalls().count()); // It is done: nobody waits.
    EXPECT_EQ(VK_TIMEOUT, m_device->waitFor(value + 1, 1000, "what never comes"));
    stalls().setLeast(report::Stalls::kLeast);
    EXPECT_EQ(after + 1, stalls().count());
    EXPECT_LE(after, before + 1);
    const report::Stall stall = stalls().recent().back();
    EXPECT_EQ("waited for the device: what never comes", stall.cause);
    EXPECT_EQ(report::StallKind::Device, stall.kind);
}

} // namespace

} // namespace glvk
