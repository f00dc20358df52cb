// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/drawable.h"
#include "glx/testing/screen_configs.h"

#include <gtest/gtest.h>

namespace glx {
namespace {

using window::testing::FakeDevice;

Drawable makePbuffer(FakeDevice& device, const Config& config, const PbufferRequest& request) {
    auto core = window::Drawable::createPbuffer(device, config.format, request.size);
    return {Drawable::Kind::Pbuffer, kNoXid, config, std::move(*core), request};
}

TEST(GlxPbufferRequest, Parses) {
    const int list[] = {GLX_PBUFFER_WIDTH,
                        7,
                        GLX_PBUFFER_HEIGHT,
                        9,
                        GLX_LARGEST_PBUFFER,
                        1,
                        GLX_PRESERVED_CONTENTS,
                        0,
                        0};
    const auto request = PbufferRequest::parse(list);
    ASSERT_TRUE(request.ok());
    EXPECT_EQ(request->size.width_px, 7);
    EXPECT_EQ(request->size.height_px, 9);
    EXPECT_TRUE(request->size.largest);
    EXPECT_FALSE(request->preserved);
    EXPECT_TRUE(PbufferRequest::parse(nullptr)->preserved);
}

TEST(GlxPbufferRequest, RefusesWhatItDoesNotKnow) {
    const int unknown[] = {GLX_WIDTH, 7, 0};
    EXPECT_EQ(PbufferRequest::parse(unknown).failure().code, BadValue);
    const int negative[] = {GLX_PBUFFER_WIDTH, -7, 0};
    EXPECT_EQ(PbufferRequest::parse(negative).failure().code, BadValue);
}

TEST(GlxPixmapRequest, TexturesWithAlphaNeedAVisualWithAlpha) {
    const ConfigList configs = testing::plainScreen();
    const int rgba[] = {GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGBA_EXT, 0};
    EXPECT_EQ(PixmapRequest::parse(rgba, *configOfVisual(configs, 0x21)).failure().code, BadMatch);
    EXPECT_TRUE(PixmapRequest::parse(rgba, *configOfVisual(configs, 0x40)).ok());
    const int rgb[] = {GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, 0};
    EXPECT_TRUE(PixmapRequest::parse(rgb, *configOfVisual(configs, 0x21)).ok());
    const int wrong[] = {GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_1D_EXT, 0};
    EXPECT_EQ(PixmapRequest::parse(wrong, *configOfVisual(configs, 0x21)).failure().code, BadValue);
}

TEST(GlxDrawable, AttributesOfPbuffersAreTheirs) {
    FakeDevice device;
    const ConfigList configs = testing::plainScreen();
    const Config& config = configs.front();
    const Drawable pbuffer =
        makePbuffer(device, config, {.size = {.width_px = 5, .height_px = 6}, .preserved = true});
    EXPECT_EQ(pbuffer.attribute(GLX_WIDTH), 5u);
    EXPECT_EQ(pbuffer.attribute(GLX_HEIGHT), 6u);
    EXPECT_EQ(pbuffer.attribute(GLX_FBCONFIG_ID), unsigned(config.id));
    EXPECT_EQ(pbuffer.attribute(GLX_DRAWABLE_TYPE), unsigned(GLX_PBUFFER_BIT));
    EXPECT_EQ(pbuffer.attribute(GLX_PRESERVED_CONTENTS), 1u);
    EXPECT_EQ(pbuffer.attribute(GLX_LARGEST_PBUFFER), 0u);
    EXPECT_EQ(pbuffer.attribute(GLX_Y_INVERTED_EXT), std::nullopt);
    EXPECT_EQ(pbuffer.attribute(GLX_RGBA), std::nullopt);
}

TEST(GlxDrawable, SwapIntervalsAreOneAtFirst) {
    FakeDevice device;
    const ConfigList configs = testing::plainScreen();
    Drawable pbuffer = makePbuffer(device, configs.front(), {});
    EXPECT_EQ(pbuffer.attribute(GLX_SWAP_INTERVAL_EXT), 1u);
    pbuffer.setSwapInterval(-1);
    EXPECT_EQ(pbuffer.attribute(GLX_SWAP_INTERVAL_EXT), 1u);
    EXPECT_EQ(pbuffer.attribute(GLX_LATE_SWAPS_TEAR_EXT), 1u);
}

TEST(GlxDrawable, OnlyPixmapsAreTextures) {
    FakeDevice device;
    const ConfigList configs = testing::plainScreen();
    const Drawable pbuffer = makePbuffer(device, configs.front(), {});
    const Status status = pbuffer.releaseTexImage(GLX_FRONT_LEFT_EXT);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.failure().of, Failure::Of::Glx);
    EXPECT_EQ(status.failure().code, GLXBadPixmap);
}

} // namespace
} // namespace glx
