// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/context.h"

#include "window/gl_commands.h"
#include "window/platform/offscreen.h"
#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace osmesa {
namespace {

using window::Failure;
using window::testing::FakeDevice;
using window::testing::FakeSurface;

class ContextTest : public ::testing::Test {
protected:
    void TearDown() override { window::current().release(); }

    std::shared_ptr<Context> context(const ContextRequest& request = {}) {
        return *Context::create(session, request, nullptr);
    }
    static FakeSurface& images() {
        return static_cast<FakeSurface&>(window::current().binding().draw->images());
    }
    /// Has something drawn to what is current.
    static void draw() { ++images().serial; }
    static Failure failureOf(const window::Status& status) {
        EXPECT_FALSE(status.ok());
        return status.failure();
    }

    const std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    const window::Session session{device, window::makeOffscreenPlatform()->connect()};
    std::array<uint32_t, 64> memory{}, other{};
};

TEST_F(ContextTest, DrawsToImagesOfTheBuffersSizeAndPrecision) {
    const auto a = context({.format = OSMESA_BGRA});
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_SHORT, 4, 3));
    EXPECT_EQ(images().width_px(), 4);
    EXPECT_EQ(images().height_px(), 3);
    EXPECT_EQ(images().colorFormat().name, GLenum(GL_RGBA16));
    EXPECT_EQ(images().depthStencilFormat(), nullptr);
    EXPECT_EQ(window::current().binding().context, a->core());
    EXPECT_EQ(a->buffer()->memory(), memory.data());
}

TEST_F(ContextTest, TypesThatTheFormatHasNot) {
    const auto a = context({.format = OSMESA_RGB_565});
    EXPECT_EQ(failureOf(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4)), Failure::Mismatch);
    EXPECT_EQ(window::current().binding().context, nullptr);
    EXPECT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_SHORT_5_6_5, 4, 4));
}

TEST_F(ContextTest, BuffersLargerThanTheDevices) {
    const auto a = context();
    EXPECT_EQ(failureOf(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4097, 1)),
              Failure::Mismatch);
    EXPECT_EQ(failureOf(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 1, 2049)),
              Failure::Mismatch);
}

TEST_F(ContextTest, OtherMemoryOfTheSameSizeShowsTheSameImages) {
    const auto a = context();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    const FakeSurface* const before = &images();
    ASSERT_TRUE(a->makeCurrent(other.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_EQ(&images(), before);
    EXPECT_EQ(a->buffer()->memory(), other.data());
    window::current().release();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    EXPECT_EQ(&images(), before);
}

TEST_F(ContextTest, AnotherSizeOrTypeIsDrawnToAnew) {
    const auto a = context();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 2, 4));
    EXPECT_EQ(images().width_px(), 2);
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_FLOAT, 2, 4));
    EXPECT_EQ(images().colorFormat().name, GLenum(GL_RGBA32F));
}

/// What a test sees of a buffer: whether colours are asked for, for there is memory to put them.
class ReadsOf {
public:
    explicit ReadsOf(const Context& context) : m_buffer(*context.buffer()) {}
    bool any() const {
        bool read = false;
        EXPECT_TRUE(m_buffer.fill({0, 0, 1, 1}, [&](auto&&...) { return read = true; }));
        return read;
    }

private:
    const Buffer& m_buffer;
};

TEST_F(ContextTest, MemoryThatIsReplacedByAnotherSizeIsNotWrittenToAgain) {
    const auto a = context();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    const auto first = window::current().binding().draw;
    const ReadsOf reads(*a);
    EXPECT_TRUE(reads.any());
    draw();
    ASSERT_TRUE(a->makeCurrent(other.data(), GL_UNSIGNED_BYTE, 2, 2));
    EXPECT_FALSE(reads.any()); // The drawable, which we hold, keeps the buffer.
}

TEST_F(ContextTest, MemoryStaysWhereAnotherCannotBeHad) {
    const auto a = context();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    ASSERT_FALSE(a->makeCurrent(other.data(), GL_INT, 2, 2));
    EXPECT_EQ(a->buffer()->memory(), memory.data());
    EXPECT_EQ(window::current().binding().context, a->core());
}

TEST_F(ContextTest, IsCurrentInOneThread) {
    const auto a = context();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    std::thread([&] {
        EXPECT_EQ(failureOf(a->makeCurrent(other.data(), GL_UNSIGNED_BYTE, 4, 4)), Failure::InUse);
        EXPECT_EQ(a->depthBuffer().failure(), Failure::InUse);
    }).join();
    EXPECT_EQ(a->buffer()->memory(), memory.data());
    window::current().release();
    std::thread([&] { EXPECT_TRUE(a->makeCurrent(other.data(), GL_UNSIGNED_BYTE, 4, 4)); }).join();
}

TEST_F(ContextTest, ThatCannotBeMadeCurrentIsFreeForOtherThreads) {
    const auto a = context();
    ASSERT_FALSE(a->makeCurrent(memory.data(), GL_INT, 4, 4));
    std::thread([&] { EXPECT_TRUE(a->makeCurrent(other.data(), GL_UNSIGNED_BYTE, 4, 4)); }).join();
}

TEST_F(ContextTest, LeavingWritesNothing) {
    const auto a = context();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    const ReadsOf reads(*a);
    draw();
    a->leave();
    EXPECT_FALSE(reads.any());
    EXPECT_EQ(window::current().binding().context, nullptr);
}

TEST_F(ContextTest, LeavesOthersCurrent) {
    const auto a = context();
    const auto b = context();
    ASSERT_TRUE(a->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 4));
    b->leave();
    EXPECT_EQ(window::current().binding().context, a->core());
}

TEST_F(ContextTest, DepthsAreOfTheSizeOfTheirFormat) {
    EXPECT_EQ(context()->depthBuffer().failure(), Failure::Mismatch); // Never made current.
    const auto none = context();
    ASSERT_TRUE(none->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 3));
    EXPECT_EQ(none->depthBuffer().failure(), Failure::Mismatch);
    const auto small = context({.depth = 16});
    ASSERT_TRUE(small->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 3, 3));
    EXPECT_EQ(small->depthBuffer()->valueSize_B, 2);
    const auto large = context({.depth = 24});
    ASSERT_TRUE(large->makeCurrent(memory.data(), GL_UNSIGNED_BYTE, 4, 3));
    window::current().release();
    const auto depths = large->depthBuffer(); // It need not be current.
    ASSERT_TRUE(depths.ok());
    EXPECT_EQ(depths->width_px, 4);
    EXPECT_EQ(depths->height_px, 3);
    EXPECT_EQ(depths->valueSize_B, 4);
    EXPECT_NE(depths->values, nullptr);
}

TEST_F(ContextTest, NewVersionsThanTheDevicesThereAreNone) {
    const auto failed = Context::create(session, {.core = true, .major = 4, .minor = 6}, nullptr);
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.failure(), Failure::NotOffered);
}

} // namespace
} // namespace osmesa
