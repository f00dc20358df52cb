// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/config.h"
#include "egl/config_query.h"
#include "egl/testing/attribute_list.h"
#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

namespace egl {
namespace {

using testing::AttributeList;
using window::testing::FakeDevice;

constexpr window::Visual kOpaque{
    .id = 0x21, .nativeClass = 4, .depth = 24, .red = 8, .green = 8, .blue = 8};
constexpr window::Visual kBlended{
    .id = 0x60, .nativeClass = 4, .depth = 32, .red = 8, .green = 8, .blue = 8};

ConfigList windowConfigs() {
    const window::Visual visuals[] = {kOpaque, kBlended};
    return makeConfigs(window::makePixelFormats(FakeDevice(), visuals));
}

ConfigList offscreenConfigs() {
    return makeConfigs(window::makePixelFormats(FakeDevice(), {}));
}

std::vector<const Config*> choose(const ConfigList& configs, const AttributeList& attributes) {
    const Outcome<ConfigQuery> query = ConfigQuery::parse(attributes);
    EXPECT_TRUE(query.ok());
    return query->choose(configs);
}

EGLint parseError(const AttributeList& attributes) {
    return errorOf(ConfigQuery::parse(attributes));
}

TEST(Configs, IdsCountFromOne) {
    EGLint id = 0;
    for (const Config& config : windowConfigs()) {
        EXPECT_EQ(config.id, ++id);
    }
    EXPECT_GT(id, 0);
}

TEST(Configs, TypesFollowTheFormat) {
    const EGLint offscreen = offscreenConfigs().front().surfaceType();
    EXPECT_EQ(offscreen, EGL_PBUFFER_BIT);
    const EGLint windows = windowConfigs().front().surfaceType();
    EXPECT_EQ(windows,
              EGL_PBUFFER_BIT | EGL_WINDOW_BIT | EGL_PIXMAP_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT);
}

TEST(Configs, VisualsHaveEglNumbers) {
    const ConfigList windows = windowConfigs();
    EXPECT_EQ(*windows.front().attribute(EGL_NATIVE_VISUAL_ID), 0x21);
    EXPECT_EQ(*windows.front().attribute(EGL_NATIVE_VISUAL_TYPE), 4);
    const ConfigList offscreen = offscreenConfigs();
    EXPECT_EQ(*offscreen.front().attribute(EGL_NATIVE_VISUAL_ID), 0);
    EXPECT_EQ(*offscreen.front().attribute(EGL_NATIVE_VISUAL_TYPE), EGL_NONE);
}

TEST(Configs, UnknownAttribute) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(errorOf(configs.front().attribute(EGL_WIDTH)), EGL_BAD_ATTRIBUTE);
}

TEST(ConfigQuery, RejectsUnknownAttributes) {
    EXPECT_EQ(parseError({{EGL_WIDTH, 1}}), EGL_BAD_ATTRIBUTE);
}

TEST(ConfigQuery, RejectsImpossibleValues) {
    EXPECT_EQ(parseError({{EGL_RED_SIZE, -2}}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(parseError({{EGL_CONFIG_CAVEAT, 7}}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(parseError({{EGL_NATIVE_RENDERABLE, 2}}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(parseError({{EGL_LEVEL, EGL_DONT_CARE}}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(parseError({{EGL_TRANSPARENT_TYPE, EGL_TRUE}}), EGL_BAD_ATTRIBUTE);
}

TEST(ConfigQuery, DefaultsToWindows) {
    const ConfigList configs = windowConfigs();
    for (const Config* config : choose(configs, {})) {
        EXPECT_NE(config->surfaceType() & EGL_WINDOW_BIT, 0);
    }
}

TEST(ConfigQuery, SmallestFirstWhenNothingIsAsked) {
    const ConfigList configs = windowConfigs();
    const auto chosen = choose(configs, {});
    ASSERT_FALSE(chosen.empty());
    EXPECT_EQ(chosen[0]->format.colorBits(), 24);
    EXPECT_EQ(chosen[0]->format.depth, 0);
    EXPECT_EQ(chosen[0]->format.samples, 0);
}

TEST(ConfigQuery, MostBitsOfTheColoursAsked) {
    const ConfigList configs = offscreenConfigs();
    const auto chosen = choose(configs,
                               {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT},
                                {EGL_RED_SIZE, 1},
                                {EGL_GREEN_SIZE, 1},
                                {EGL_BLUE_SIZE, 1}});
    ASSERT_FALSE(chosen.empty());
    EXPECT_EQ(chosen.front()->format.red, 10);
    EXPECT_EQ(chosen.back()->format.colorBits(), 16);
}

TEST(ConfigQuery, ZeroAndDontCareColoursDoNotRank) {
    const ConfigList configs = offscreenConfigs();
    const auto chosen = choose(
        configs,
        {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT}, {EGL_RED_SIZE, 0}, {EGL_BLUE_SIZE, EGL_DONT_CARE}});
    ASSERT_FALSE(chosen.empty());
    EXPECT_EQ(chosen.front()->format.colorBits(), 16);
}

TEST(ConfigQuery, OpaqueVisualComesFirst) {
    const ConfigList configs = windowConfigs();
    const auto chosen = choose(configs, {{EGL_RED_SIZE, 8}, {EGL_ALPHA_SIZE, 8}});
    ASSERT_GE(chosen.size(), 2u);
    EXPECT_EQ(chosen[0]->format.visual->id, 0x21u);
    EXPECT_EQ(chosen[1]->format.visual->id, 0x60u);
}

TEST(ConfigQuery, DepthSmallestThatServes) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(choose(configs, {{EGL_DEPTH_SIZE, 1}})[0]->format.depth, 16);
    EXPECT_EQ(choose(configs, {{EGL_DEPTH_SIZE, 17}})[0]->format.depth, 24);
    EXPECT_EQ(choose(configs, {{EGL_DEPTH_SIZE, 17}})[0]->format.stencil, 0);
}

TEST(ConfigQuery, SamplesOnlyWhenAsked) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(choose(configs, {{EGL_SAMPLE_BUFFERS, 1}})[0]->format.samples, 4);
    EXPECT_TRUE(choose(configs, {{EGL_SAMPLES, 5}}).empty());
}

TEST(ConfigQuery, IdOverridesEverything) {
    const ConfigList configs = windowConfigs();
    const auto chosen = choose(configs, {{EGL_CONFIG_ID, 3}, {EGL_SAMPLES, 99}});
    ASSERT_EQ(chosen.size(), 1u);
    EXPECT_EQ(chosen[0]->id, 3);
}

TEST(ConfigQuery, RenderableType) {
    const ConfigList configs = windowConfigs();
    EXPECT_FALSE(choose(configs, {{EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT}}).empty());
    EXPECT_FALSE(choose(configs, {{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT}}).empty());
    EXPECT_TRUE(choose(configs, {{EGL_RENDERABLE_TYPE, EGL_OPENVG_BIT}}).empty());
}

// Also what an application asks for that leaves the attribute out.
TEST(ConfigQuery, OpenGLES1) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(choose(configs, {{EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT}}).size(),
              choose(configs, {}).size());
    EXPECT_FALSE(choose(configs, {}).empty());
    EXPECT_EQ(choose(configs, {{EGL_CONFORMANT, EGL_OPENGL_ES_BIT}}).size(),
              choose(configs, {}).size());
}

TEST(ConfigQuery, PixmapsWhereThereAreWindows) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(choose(configs, {{EGL_SURFACE_TYPE, EGL_PIXMAP_BIT}})[0]->format.red, 8);
    EXPECT_EQ(choose(configs, {{EGL_MATCH_NATIVE_PIXMAP, 5}})[0]->format.red, 8);
    const ConfigList offscreen = offscreenConfigs();
    EXPECT_TRUE(choose(offscreen, {{EGL_SURFACE_TYPE, EGL_PIXMAP_BIT}}).empty());
}

} // namespace
} // namespace egl
