// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/config.h"
#include "glx/testing/screen_configs.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace glx {
namespace {

using testing::blended;
using testing::opaque;
using testing::plainScreen;
using testing::screenConfigs;

TEST(GlxConfigs, IdsCountFromOne) {
    int id = 0;
    for (const Config& config : plainScreen()) {
        EXPECT_EQ(config.attribute(GLX_FBCONFIG_ID), ++id);
    }
    EXPECT_GT(id, 0);
}

TEST(GlxConfigs, TheFirstVisualIsWhatProgramsAskFor) {
    const ConfigList configs = plainScreen();
    const Config* const config = configOfVisual(configs, 0x21);
    ASSERT_NE(config, nullptr);
    EXPECT_EQ(config->attribute(GLX_DOUBLEBUFFER), 1);
    EXPECT_EQ(config->attribute(GLX_DEPTH_SIZE), 24);
    EXPECT_EQ(config->attribute(GLX_STENCIL_SIZE), 8);
    EXPECT_EQ(config->attribute(GLX_SAMPLES), 0);
    EXPECT_EQ(config->attribute(GLX_X_VISUAL_TYPE), GLX_TRUE_COLOR);
}

TEST(GlxConfigs, ASecondVisualIsSingleBuffered) {
    for (const window::Visual& second : {opaque(0x22), opaque(0x22, DirectColor)}) {
        const ConfigList configs = screenConfigs({opaque(0x21), second});
        const Config* const config = configOfVisual(configs, 0x22);
        ASSERT_NE(config, nullptr);
        EXPECT_EQ(config->attribute(GLX_DOUBLEBUFFER), 0);
        EXPECT_EQ(config->attribute(GLX_DEPTH_SIZE), 24);
    }
}

TEST(GlxConfigs, EveryVisualStandsForOneConfig) {
    std::vector<window::Visual> visuals;
    for (uint32_t id = 0x100; id < 0x300; ++id) {
        visuals.push_back(id % 3 == 0   ? blended(id)
                          : id % 3 == 1 ? opaque(id)
                                        : opaque(id, DirectColor));
    }
    const ConfigList configs = screenConfigs(visuals);
    for (const window::Visual& visual : visuals) {
        const auto stands = [&](const Config& config) {
            return config.standsForVisual && config.format.visual == visual;
        };
        EXPECT_EQ(std::ranges::count_if(configs, stands), 1) << visual.id;
    }
    EXPECT_EQ(configOfVisual(configs, 0x21), nullptr);
}

TEST(GlxConfigs, FormatsThatHaveNoVisualOfTheirOwnShareOne) {
    const ConfigList configs = screenConfigs({opaque(0x21)});
    const auto has = [&](auto&& condition) { return std::ranges::any_of(configs, condition); };
    EXPECT_TRUE(has([](const Config& config) { return config.format.singleBuffered(); }));
    EXPECT_TRUE(has([](const Config& config) { return config.format.samples > 0; }));
    EXPECT_TRUE(has([](const Config& config) { return config.format.srgb(); }));
    EXPECT_TRUE(has([](const Config& config) { return config.format.alpha == 0; }));
    for (const Config& config : configs) {
        EXPECT_EQ(config.attribute(GLX_VISUAL_ID), 0x21);
        EXPECT_EQ(config.standsForVisual, config.id == 1);
    }
}

TEST(GlxConfigs, AlphaOfTheWindowComesWithAVisualOfDepth32) {
    const ConfigList configs = plainScreen();
    EXPECT_EQ(configOfVisual(configs, 0x21)->attribute(GLX_BIND_TO_TEXTURE_RGBA_EXT), 0);
    EXPECT_EQ(configOfVisual(configs, 0x40)->attribute(GLX_BIND_TO_TEXTURE_RGBA_EXT), 1);
    EXPECT_EQ(configOfVisual(configs, 0x40)->attribute(GLX_ALPHA_SIZE), 8);
}

TEST(GlxConfigs, VisualsThatNothingShowsHaveNone) {
    const window::Visual indexed{
        .id = 0x50, .nativeClass = TrueColor, .depth = 8, .red = 3, .green = 3, .blue = 2};
    const ConfigList configs = screenConfigs({opaque(0x21), indexed});
    EXPECT_EQ(configOfVisual(configs, 0x50), nullptr);
}

TEST(GlxConfigs, UnknownAttributes) {
    EXPECT_EQ(plainScreen().front().attribute(GLX_WIDTH), std::nullopt);
    EXPECT_EQ(plainScreen().front().attribute(0), std::nullopt);
}

} // namespace
} // namespace glx
