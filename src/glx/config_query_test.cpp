// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/config_query.h"
#include "glx/testing/screen_configs.h"

#include <gtest/gtest.h>

namespace glx {
namespace {

using testing::opaque;
using testing::plainScreen;
using testing::screenConfigs;

std::vector<const Config*> choose(const ConfigList& configs, std::vector<int> attributes) {
    attributes.push_back(0);
    const std::optional<ConfigQuery> query = ConfigQuery::parse(attributes.data());
    EXPECT_TRUE(query.has_value());
    return query->choose(configs);
}

std::vector<const Config*> chooseVisual(const ConfigList& configs, std::vector<int> attributes) {
    attributes.push_back(0);
    const std::optional<ConfigQuery> query = ConfigQuery::parseVisual(attributes.data());
    EXPECT_TRUE(query.has_value());
    return query->choose(configs);
}

bool refused(std::vector<int> attributes) {
    attributes.push_back(0);
    return !ConfigQuery::parse(attributes.data()).has_value();
}

TEST(GlxConfigQuery, NoListMeansTheDefaults) {
    const ConfigList configs = plainScreen();
    EXPECT_EQ(ConfigQuery::parse(nullptr)->choose(configs).size(), configs.size());
}

TEST(GlxConfigQuery, RefusesWhatItDoesNotKnow) {
    EXPECT_TRUE(refused({GLX_WIDTH, 1}));
    EXPECT_TRUE(refused({GLX_DOUBLEBUFFER, 2}));
    EXPECT_TRUE(refused({GLX_DEPTH_SIZE, -2}));
    EXPECT_TRUE(refused({GLX_CONFIG_CAVEAT, 1}));
    EXPECT_TRUE(refused({GLX_X_VISUAL_TYPE, 4}));
    EXPECT_FALSE(refused({GLX_TRANSPARENT_RED_VALUE, 1234}));
}

TEST(GlxConfigQuery, DontCareIsAValueOfAllButTheLevel) {
    EXPECT_FALSE(refused({GLX_DEPTH_SIZE, int(GLX_DONT_CARE)}));
    EXPECT_FALSE(refused({GLX_DRAWABLE_TYPE, int(GLX_DONT_CARE)}));
    EXPECT_TRUE(refused({GLX_LEVEL, int(GLX_DONT_CARE)}));
}

TEST(GlxConfigQuery, SizesAreMinima) {
    const ConfigList configs = plainScreen();
    for (const Config* const config : choose(configs, {GLX_DEPTH_SIZE, 20, GLX_SAMPLES, 3})) {
        EXPECT_EQ(config->format.depth, 24);
        EXPECT_EQ(config->format.samples, 4);
    }
    EXPECT_TRUE(choose(configs, {GLX_DEPTH_SIZE, 33}).empty());
    EXPECT_TRUE(choose(configs, {GLX_AUX_BUFFERS, 1}).empty());
}

TEST(GlxConfigQuery, SingleBufferedOnesComeFirst) {
    const ConfigList configs = plainScreen();
    EXPECT_TRUE(choose(configs, {}).front()->format.singleBuffered());
    EXPECT_FALSE(choose(configs, {GLX_DOUBLEBUFFER, 1}).front()->format.singleBuffered());
}

TEST(GlxConfigQuery, WhatIsAskedForIsTheLargestWhatIsNotTheSmallest) {
    const ConfigList configs = plainScreen();
    const Config& any = *choose(configs, {GLX_DOUBLEBUFFER, 1}).front();
    EXPECT_EQ(any.format.depth, 0);
    EXPECT_EQ(any.format.stencil, 0);
    EXPECT_EQ(any.format.alpha, 0);
    EXPECT_EQ(choose(configs, {GLX_DEPTH_SIZE, 1}).front()->format.depth, 24);
    EXPECT_EQ(choose(configs, {GLX_DEPTH_SIZE, 1}).front()->format.stencil, 0);
    EXPECT_EQ(choose(configs, {GLX_STENCIL_SIZE, 1}).front()->format.stencil, 8);
    EXPECT_EQ(choose(configs, {GLX_ALPHA_SIZE, 1}).front()->format.alpha, 8);
    EXPECT_EQ(choose(configs, {GLX_RED_SIZE, 1}).front()->format.alpha, 0);
}

TEST(GlxConfigQuery, MoreBitsOfAColorAskedForBeatSmallerBuffers) {
    const window::Visual deep{
        .id = 0x70, .nativeClass = TrueColor, .depth = 30, .red = 10, .green = 10, .blue = 10};
    const ConfigList configs = screenConfigs({opaque(0x21), deep});
    EXPECT_EQ(choose(configs, {GLX_RED_SIZE, 1}).front()->format.red, 10);
    EXPECT_EQ(choose(configs, {}).front()->format.red, 8);
}

TEST(GlxConfigQuery, TrueColorBeforeDirectColor) {
    const ConfigList configs = screenConfigs({opaque(0x22, DirectColor), opaque(0x21)});
    EXPECT_EQ(choose(configs, {}).front()->attribute(GLX_VISUAL_ID), 0x21);
    EXPECT_EQ(
        choose(configs, {GLX_X_VISUAL_TYPE, GLX_DIRECT_COLOR}).front()->attribute(GLX_VISUAL_ID),
        0x22);
}

TEST(GlxConfigQuery, LinearBeforeSrgb) {
    const ConfigList configs = plainScreen();
    const auto alpha = choose(configs, {GLX_ALPHA_SIZE, 8});
    EXPECT_FALSE(alpha.front()->format.srgb());
    EXPECT_TRUE(choose(configs, {GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, 1}).front()->format.srgb());
    EXPECT_FALSE(choose(configs, {GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, 0}).front()->format.srgb());
}

TEST(GlxConfigQuery, AnIdOverrulesTheRest) {
    const ConfigList configs = plainScreen();
    const auto chosen = choose(configs, {GLX_FBCONFIG_ID, 3, GLX_DEPTH_SIZE, 99});
    ASSERT_EQ(chosen.size(), 1u);
    EXPECT_EQ(chosen.front()->id, 3);
}

TEST(GlxConfigQuery, ColorIndicesThereAreNone) {
    EXPECT_TRUE(choose(plainScreen(), {GLX_RENDER_TYPE, GLX_COLOR_INDEX_BIT}).empty());
}

TEST(GlxVisualQuery, BooleansArePresentOrAbsent) {
    const ConfigList configs = plainScreen();
    EXPECT_EQ(chooseVisual(configs, {GLX_RGBA, GLX_DOUBLEBUFFER}).front()->attribute(GLX_VISUAL_ID),
              0x21);
    EXPECT_TRUE(chooseVisual(configs, {GLX_RGBA}).front()->format.singleBuffered());
    EXPECT_TRUE(chooseVisual(configs, {GLX_DOUBLEBUFFER}).empty()); // Of colour indices.
    EXPECT_TRUE(chooseVisual(configs, {GLX_RGBA, GLX_STEREO}).empty());
}

TEST(GlxVisualQuery, ChoosesTheConfigThatAContextOfTheVisualGets) {
    const ConfigList configs = plainScreen();
    for (const Config* const config : chooseVisual(configs, {GLX_RGBA, GLX_DOUBLEBUFFER})) {
        EXPECT_EQ(configOfVisual(configs, config->format.visual->id), config);
    }
}

TEST(GlxVisualQuery, SizesHaveValues) {
    const ConfigList configs = plainScreen();
    const auto chosen =
        chooseVisual(configs, {GLX_RGBA, GLX_DEPTH_SIZE, 16, GLX_USE_GL, GLX_DOUBLEBUFFER});
    ASSERT_FALSE(chosen.empty());
    EXPECT_EQ(chosen.front()->format.depth, 24);
    const int unknown[] = {GLX_RGBA, GLX_WIDTH, 1, 0};
    EXPECT_FALSE(ConfigQuery::parseVisual(unknown).has_value());
}

} // namespace
} // namespace glx
