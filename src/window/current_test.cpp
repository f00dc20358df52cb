// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/current.h"

#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

#include <thread>

namespace window {
namespace {

using testing::FakeContext;
using testing::FakeDevice;
using testing::FakeSurface;

class CurrentTest : public ::testing::Test {
protected:
    void TearDown() override {
        FakeContext::memoryIsShort = false;
        current().release();
    }

    std::shared_ptr<Context> context() {
        return *Context::create(device, format, {.major = 2}, nullptr);
    }
    std::shared_ptr<Drawable> drawable(const PixelFormat& ofFormat) {
        return *Drawable::createPbuffer(*device, ofFormat, {.width_px = 8, .height_px = 4});
    }
    std::shared_ptr<Drawable> drawable() { return drawable(format); }

    static Failure failureOf(const Status& status) {
        EXPECT_FALSE(status.ok());
        return status.failure();
    }

    const std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    const std::vector<PixelFormat> formats = makePixelFormats(*device, {});
    const PixelFormat& format = formats.front();
};

TEST_F(CurrentTest, DrawAndReadComeTogether) {
    const auto a = context();
    const auto surface = drawable();
    EXPECT_EQ(failureOf(current().bind({a, surface, nullptr})), Failure::Mismatch);
    EXPECT_EQ(failureOf(current().bind({a, nullptr, surface})), Failure::Mismatch);
    EXPECT_TRUE(current().bind({a, nullptr, nullptr}));
    EXPECT_TRUE(current().bind({a, surface, drawable()}));
}

TEST_F(CurrentTest, DrawablesFitTheContext) {
    const auto other = drawable(formats.back());
    EXPECT_EQ(failureOf(current().bind({context(), other, other})), Failure::Mismatch);
    const auto any = *Context::create(device, std::nullopt, {.major = 2}, nullptr);
    EXPECT_TRUE(current().bind({any, other, other}));
}

TEST_F(CurrentTest, BindsTheGlContext) {
    const auto a = context();
    ASSERT_TRUE(current().bind({a, nullptr, nullptr}));
    EXPECT_EQ(gl::Context::current(), &a->gl());
    current().release();
    EXPECT_EQ(gl::Context::current(), nullptr);
    EXPECT_EQ(current().binding().context, nullptr);
}

TEST_F(CurrentTest, InOneThreadOnly) {
    const auto a = context();
    const auto b = context();
    const auto surface = drawable();
    ASSERT_TRUE(current().bind({a, surface, surface}));
    std::thread([&] {
        EXPECT_EQ(failureOf(current().bind({a, nullptr, nullptr})), Failure::InUse);
        EXPECT_EQ(failureOf(current().bind({b, surface, surface})), Failure::InUse);
    }).join();
    // The failure above did not keep the context.
    EXPECT_TRUE(current().bind({b, surface, surface}));
    EXPECT_FALSE(a->claim().heldBy(&current()));
}

TEST_F(CurrentTest, DrawablesInSeveralThreadsWhereTheDoorSaysSo) {
    const auto a = context();
    const auto b = context();
    const auto surface = drawable();
    surface->shareAmongThreads();
    ASSERT_TRUE(current().bind({a, surface, surface}));
    std::thread([&] {
        EXPECT_EQ(failureOf(current().bind({a, surface, surface})), Failure::InUse);
        EXPECT_TRUE(current().bind({b, surface, surface}));
        EXPECT_TRUE(current().swap({}, SwapBehavior::Destroyed));
    }).join();
    EXPECT_EQ(current().binding().draw, surface);
}

TEST_F(CurrentTest, FailureKeepsWhatWasCurrent) {
    const auto a = context();
    const auto surface = drawable();
    ASSERT_TRUE(current().bind({a, surface, surface}));
    EXPECT_FALSE(current().bind({a, surface, nullptr}).ok());
    EXPECT_EQ(current().binding().draw, surface);
    EXPECT_TRUE(surface->claim()->heldBy(&current()));
}

TEST_F(CurrentTest, ThreadsThatEndLetGo) {
    const auto a = context();
    std::thread([&] { EXPECT_TRUE(current().bind({a, nullptr, nullptr})); }).join();
    EXPECT_TRUE(current().bind({a, nullptr, nullptr}));
}

TEST_F(CurrentTest, LeavingSubmits) {
    ASSERT_TRUE(current().bind({context(), nullptr, nullptr}));
    const int before = FakeContext::flushes;
    ASSERT_TRUE(current().bind({context(), nullptr, nullptr}));
    const int afterSwitch = FakeContext::flushes;
    EXPECT_GT(afterSwitch, before);
    current().release();
    EXPECT_GT(FakeContext::flushes, afterSwitch);
}

TEST_F(CurrentTest, LeavingSubmitsNothingWhereItWasNotAskedTo) {
    const auto lazy =
        *Context::create(device, format, {.major = 2, .flushOnRelease = false}, nullptr);
    ASSERT_TRUE(current().bind({lazy, nullptr, nullptr}));
    const int before = FakeContext::flushes;
    current().release();
    EXPECT_EQ(FakeContext::flushes, before);
}

/// GLVND takes a context that could not be left for current still, and for any of its address.
TEST_F(CurrentTest, ContextsAreLeftWithoutMemoryToo) {
    const auto a = context();
    const auto b = context();
    const auto surface = drawable();
    ASSERT_TRUE(current().bind({a, surface, surface}));
    FakeContext::memoryIsShort = true;
    EXPECT_TRUE(current().bind({b, surface, surface}));
    EXPECT_EQ(gl::Context::current(), &b->gl());
    EXPECT_FALSE(a->claim().heldBy(&current()));
    EXPECT_EQ(a->gl().getError(), GLenum(GL_OUT_OF_MEMORY));
    current().release();
    EXPECT_EQ(gl::Context::current(), nullptr);
    EXPECT_FALSE(b->claim().heldBy(&current()));
    EXPECT_FALSE(surface->claim()->heldBy(&current()));
    EXPECT_EQ(b->gl().getError(), GLenum(GL_OUT_OF_MEMORY));
}

TEST_F(CurrentTest, KeepsWhatIsCurrentAlive) {
    ASSERT_TRUE(current().bind({context(), drawable(), drawable()}));
    EXPECT_EQ(FakeContext::alive, 1);
    EXPECT_EQ(FakeSurface::alive, 2);
    current().release();
    EXPECT_EQ(FakeContext::alive, 0);
    EXPECT_EQ(FakeSurface::alive, 0);
}

TEST_F(CurrentTest, SwapsOfPbuffersSubmit) {
    const auto surface = drawable();
    ASSERT_TRUE(current().bind({context(), surface, surface}));
    const int before = FakeContext::flushes;
    EXPECT_TRUE(current().swap({}, SwapBehavior::Destroyed));
    EXPECT_GT(FakeContext::flushes, before);
}

} // namespace
} // namespace window
