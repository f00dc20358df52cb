// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/pixel_format.h"

#include "window/testing/fake_device.h"

#include <algorithm>
#include <gtest/gtest.h>

#include <set>

namespace window {
namespace {

using testing::FakeDevice;

constexpr Visual kOpaque{.id = 0x21, .depth = 24, .red = 8, .green = 8, .blue = 8};
constexpr Visual kBlended{.id = 0x60, .depth = 32, .red = 8, .green = 8, .blue = 8};

std::vector<PixelFormat> windowFormats() {
    const Visual visuals[] = {kOpaque, kBlended};
    return makePixelFormats(FakeDevice(), visuals);
}

TEST(PixelFormats, AlphaHasOpaqueAndBlendedWindows) {
    std::set<uint32_t> visuals;
    for (const PixelFormat& format : windowFormats()) {
        if (format.alpha == 8) {
            ASSERT_TRUE(format.hasWindows());
            visuals.insert(format.visual->id);
        }
    }
    EXPECT_EQ(visuals, (std::set<uint32_t>{0x21, 0x60}));
}

TEST(PixelFormats, EveryOneHasAVisualWhereWindowsDo) {
    for (const PixelFormat& format : windowFormats()) {
        EXPECT_EQ(format.red, 8);
        EXPECT_TRUE(format.hasWindows());
        EXPECT_TRUE(format.hasPixmaps());
    }
}

TEST(PixelFormats, PbuffersOnlyWithoutWindows) {
    for (const PixelFormat& format : makePixelFormats(FakeDevice(), {})) {
        EXPECT_FALSE(format.hasWindows());
        EXPECT_FALSE(format.hasPixmaps());
    }
}

TEST(PixelFormats, OnlyWhatTheDeviceRenders) {
    FakeDevice device;
    device.missing = {GL_RGB565, GL_DEPTH24_STENCIL8};
    device.sampleCounts = 1;
    for (const PixelFormat& format : makePixelFormats(device, {})) {
        EXPECT_NE(format.colorBits(), 16);
        EXPECT_EQ(format.stencil, 0);
        EXPECT_EQ(format.samples, 0);
    }
}

TEST(PixelFormats, SrgbWhereItIsAskedFor) {
    const FakeDevice device;
    const auto encoded = [](const PixelFormat& format) { return format.srgb(); };
    EXPECT_FALSE(std::ranges::any_of(makePixelFormats(device, {}), encoded));
    EXPECT_TRUE(
        std::ranges::any_of(makePixelFormats(device, {}, ColorEncodings::LinearAndSrgb), encoded));
}

TEST(PixelFormats, PbuffersAreLimitedByTheDevice) {
    const PixelFormat format = makePixelFormats(FakeDevice(), {}).front();
    EXPECT_EQ(format.maxPbufferWidth_px, 4096);
    EXPECT_EQ(format.maxPbufferHeight_px, 2048); // The viewport's.
}

TEST(OffscreenFormat, TakesTheFirstColorsThatAreRendered) {
    const GLenum colors[] = {GL_RGBA16, GL_RGBA8};
    FakeDevice device;
    EXPECT_EQ(makeOffscreenFormat(device, {.colors = colors})->red, 16);
    device.missing = {GL_RGBA16};
    EXPECT_EQ(makeOffscreenFormat(device, {.colors = colors})->red, 8);
    device.missing = {GL_RGBA16, GL_RGBA8};
    EXPECT_FALSE(makeOffscreenFormat(device, {.colors = colors}));
}

TEST(OffscreenFormat, HasTheBuffersThatAreAskedFor) {
    const GLenum colors[] = {GL_RGBA8};
    const auto bits = [&](int depth, int stencil) {
        const auto made = makeOffscreenFormat(
            FakeDevice(), {.colors = colors, .depth = depth, .stencil = stencil});
        return std::pair(made->depth, made->stencil);
    };
    EXPECT_EQ(bits(0, 0), std::pair(0, 0));
    EXPECT_EQ(bits(1, 0), std::pair(16, 0));
    EXPECT_EQ(bits(17, 0), std::pair(24, 0));
    EXPECT_EQ(bits(32, 0), std::pair(24, 0));
    EXPECT_EQ(bits(16, 1), std::pair(24, 8));
    EXPECT_EQ(bits(0, 8), std::pair(0, 8));
    EXPECT_FALSE(makeOffscreenFormat(FakeDevice(), {.colors = colors})->hasWindows());
}

TEST(OffscreenFormat, TakesMoreWhereTheDeviceHasNotLess) {
    const GLenum colors[] = {GL_RGBA8};
    FakeDevice device;
    device.missing = {GL_DEPTH_COMPONENT16, GL_STENCIL_INDEX8};
    EXPECT_EQ(makeOffscreenFormat(device, {.colors = colors, .depth = 16})->depth, 24);
    EXPECT_EQ(makeOffscreenFormat(device, {.colors = colors, .stencil = 8})->depth, 24);
    device.missing.insert(GL_DEPTH24_STENCIL8);
    EXPECT_FALSE(makeOffscreenFormat(device, {.colors = colors, .stencil = 8}));
}

TEST(PixelFormat, FitsWindowsWithAndWithoutAlpha) {
    const PixelFormat format{.red = 8, .green = 8, .blue = 8};
    EXPECT_TRUE(format.fitsDepth(24));
    EXPECT_TRUE(format.fitsDepth(32));
    EXPECT_FALSE(format.fitsDepth(16));
    EXPECT_FALSE((PixelFormat{.red = 5, .green = 6, .blue = 5}).fitsDepth(32));
}

TEST(PixelFormat, SameBuffersWhateverTheVisual) {
    const PixelFormat offscreen{.red = 8, .green = 8, .blue = 8, .depth = 24};
    PixelFormat shown = offscreen;
    shown.visual = kOpaque;
    EXPECT_TRUE(offscreen.sameBuffers(shown));
    shown.depth = 16;
    EXPECT_FALSE(offscreen.sameBuffers(shown));
}

} // namespace
} // namespace window
