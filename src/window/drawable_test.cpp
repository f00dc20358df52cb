// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/drawable.h"

#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

namespace window {
namespace {

using testing::FakeDevice;

class FakePixmap : public Pixmap {
public:
    using Pixmap::Pixmap;

    mutable int fills = 0;
    mutable gl::Rect area;

    bool fill(const gl::Rect& part, const ReadColors& read) const override {
        ++fills;
        area = part;
        std::vector<uint32_t> pixels(size_t(part.width_px) * size_t(part.height_px));
        return read(part, {}, pixels.data());
    }
};

class DrawableTest : public ::testing::Test {
protected:
    std::shared_ptr<Drawable> pbuffer(const PbufferSize& size) {
        auto created = Drawable::createPbuffer(*device, format, size);
        EXPECT_TRUE(created.ok());
        return *created;
    }
    static void draw(Drawable& drawable) {
        ++static_cast<testing::FakeSurface&>(drawable.images()).serial;
    }
    std::shared_ptr<Context> context() {
        const ContextRequest request{.major = 2};
        return *Context::create(device, std::nullopt, request, nullptr);
    }

    const std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    const PixelFormat format = makePixelFormats(*device, {}).front(); // RGBA8.
};

TEST_F(DrawableTest, PbufferSize) {
    const auto drawable = pbuffer({.width_px = 30, .height_px = 20});
    EXPECT_EQ(drawable->width_px(), 30);
    EXPECT_EQ(drawable->height_px(), 20);
    EXPECT_EQ(drawable->images().width_px(), 30);
    EXPECT_FALSE(drawable->singleBuffered());
}

TEST_F(DrawableTest, EmptyPbuffersHaveAPixelInside) {
    const auto drawable = pbuffer({});
    EXPECT_EQ(drawable->width_px(), 0);
    EXPECT_EQ(drawable->images().width_px(), 1);
}

TEST_F(DrawableTest, PbuffersTooLarge) {
    const PbufferSize size{.width_px = 5000, .height_px = 10};
    const auto failed = Drawable::createPbuffer(*device, format, size);
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.failure(), Failure::OutOfMemory);
    const auto smaller = pbuffer({.width_px = 5000, .height_px = 10, .largest = true});
    EXPECT_EQ(smaller->width_px(), 4096);
    EXPECT_EQ(smaller->height_px(), 10);
}

TEST_F(DrawableTest, ImagesOfALostDeviceAreReplaced) {
    const auto drawable = pbuffer({.width_px = 30, .height_px = 20});
    FakeDevice other;
    EXPECT_EQ(drawable->imagesFor(other).failure(), Failure::Mismatch);
    ASSERT_TRUE(drawable->imagesFor(*device).ok());
    EXPECT_FALSE(*drawable->imagesFor(*device));
    device->lose();
    auto images = drawable->imagesFor(other);
    ASSERT_TRUE(images.ok());
    const glvk::Surface* const fresh = images->get();
    EXPECT_EQ(fresh->width_px(), 30);
    drawable->replaceImages(other, std::move(*images));
    EXPECT_EQ(&drawable->images(), fresh);
    EXPECT_EQ(drawable->imagesFor(*device).failure(), Failure::DeviceLost);
}

TEST_F(DrawableTest, WindowsThatTheDeviceCannotPresentTo) {
    const auto failed = Drawable::createWindow(*device, nullptr, format, {});
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.failure(), Failure::CannotPresent);
}

TEST_F(DrawableTest, PixmapsArePublished) {
    const auto pixmap = std::make_shared<const FakePixmap>(24, 4, 2);
    const auto drawable = *Drawable::createPixmap(*device, format, pixmap);
    EXPECT_TRUE(drawable->singleBuffered());
    EXPECT_EQ(drawable->width_px(), 4);
    draw(*drawable);
    drawable->publish(*context());
    EXPECT_EQ(pixmap->fills, 1);
    EXPECT_EQ(pixmap->area, (gl::Rect{0, 0, 4, 2}));
}

TEST_F(DrawableTest, WhatIsNotDrawnIsNotPublished) {
    const auto pixmap = std::make_shared<const FakePixmap>(24, 4, 2);
    const auto drawable = *Drawable::createPixmap(*device, format, pixmap);
    drawable->publish(*context());
    EXPECT_EQ(pixmap->fills, 0);
    draw(*drawable);
    drawable->publish(*context());
    drawable->publish(*context());
    EXPECT_EQ(pixmap->fills, 1);
    draw(*drawable);
    drawable->publish(*context());
    EXPECT_EQ(pixmap->fills, 2);
}

TEST_F(DrawableTest, OthersPublishNothing) {
    pbuffer({.width_px = 4, .height_px = 2})->publish(*context());
}

TEST_F(DrawableTest, CopiesNeedTheSameColors) {
    const auto drawable = pbuffer({.width_px = 4, .height_px = 2});
    const FakePixmap shallow(16, 4, 2);
    const Status copied = drawable->copyTo(shallow, *context());
    ASSERT_FALSE(copied.ok());
    EXPECT_EQ(copied.failure(), Failure::Mismatch);
    EXPECT_EQ(shallow.fills, 0);
    const FakePixmap smaller(32, 2, 1);
    EXPECT_TRUE(drawable->copyTo(smaller, *context()));
    EXPECT_EQ(smaller.area, (gl::Rect{0, 1, 2, 1})); // The top left corner.
}

} // namespace
} // namespace window
