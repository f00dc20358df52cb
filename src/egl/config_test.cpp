// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/config.h"
#include "egl/config_query.h"
#include "egl/testing/attribute_list.h"
#include "egl/testing/fake_device.h"

#include <gtest/gtest.h>

#include <set>

namespace egl {
namespace {

using testing::AttributeList;

using testing::FakeDevice;

constexpr Visual kOpaque{.id = 0x21, .type = 4, .depth = 24, .red = 8, .green = 8, .blue = 8};
constexpr Visual kBlended{.id = 0x60, .type = 4, .depth = 32, .red = 8, .green = 8, .blue = 8};

ConfigList windowConfigs() {
    const FakeDevice device;
    const Visual visuals[] = {kOpaque, kBlended};
    return makeConfigs(device, visuals);
}

std::vector<const Config*> choose(const ConfigList& configs, const AttributeList& attributes) {
    const Outcome<ConfigQuery> query = ConfigQuery::parse(attributes);
    EXPECT_TRUE(query.ok());
    return query->choose(configs);
}

EGLint parseError(const AttributeList& attributes) {
    return ConfigQuery::parse(attributes).error();
}

TEST(Configs, IdsCountFromOne) {
    EGLint id = 0;
    for (const Config& config : windowConfigs()) {
        EXPECT_EQ(config.id, ++id);
    }
    EXPECT_GT(id, 0);
}

TEST(Configs, AlphaHasOpaqueAndBlendedWindows) {
    std::set<EGLint> visuals;
    for (const Config& config : windowConfigs()) {
        if (config.alpha == 8) {
            visuals.insert(config.nativeVisualId);
            EXPECT_NE(config.surfaceType & EGL_WINDOW_BIT, 0);
        }
    }
    EXPECT_EQ(visuals, (std::set<EGLint>{0x21, 0x60}));
}

TEST(Configs, EveryOneHasAVisualWhereWindowsDo) {
    for (const Config& config : windowConfigs()) {
        EXPECT_EQ(config.red, 8);
        EXPECT_NE(config.nativeVisualId, 0);
    }
}

TEST(Configs, PbuffersOnlyWithoutWindows) {
    for (const Config& config : makeConfigs(FakeDevice(), {})) {
        EXPECT_EQ(config.surfaceType, EGL_PBUFFER_BIT);
        EXPECT_EQ(config.nativeVisualId, 0);
    }
}

TEST(Configs, OnlyWhatTheDeviceRenders) {
    FakeDevice device;
    device.missing = {GL_RGB565, GL_DEPTH24_STENCIL8};
    device.sampleCounts = 1;
    for (const Config& config : makeConfigs(device, {})) {
        EXPECT_NE(config.bufferSize(), 16);
        EXPECT_EQ(config.stencil, 0);
        EXPECT_EQ(config.samples, 0);
    }
}

TEST(Configs, UnknownAttribute) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(configs.front().attribute(EGL_WIDTH).error(), EGL_BAD_ATTRIBUTE);
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
        EXPECT_NE(config->surfaceType & EGL_WINDOW_BIT, 0);
    }
}

TEST(ConfigQuery, SmallestFirstWhenNothingIsAsked) {
    const ConfigList configs = windowConfigs();
    const auto chosen = choose(configs, {});
    ASSERT_FALSE(chosen.empty());
    EXPECT_EQ(chosen[0]->bufferSize(), 24);
    EXPECT_EQ(chosen[0]->depth, 0);
    EXPECT_EQ(chosen[0]->samples, 0);
}

TEST(ConfigQuery, MostBitsOfTheColoursAsked) {
    const ConfigList configs = makeConfigs(FakeDevice(), {});
    const auto chosen = choose(configs,
                               {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT},
                                {EGL_RED_SIZE, 1},
                                {EGL_GREEN_SIZE, 1},
                                {EGL_BLUE_SIZE, 1}});
    ASSERT_FALSE(chosen.empty());
    EXPECT_EQ(chosen.front()->red, 10);
    EXPECT_EQ(chosen.back()->bufferSize(), 16);
}

TEST(ConfigQuery, ZeroAndDontCareColoursDoNotRank) {
    const ConfigList configs = makeConfigs(FakeDevice(), {});
    const auto chosen = choose(
        configs,
        {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT}, {EGL_RED_SIZE, 0}, {EGL_BLUE_SIZE, EGL_DONT_CARE}});
    ASSERT_FALSE(chosen.empty());
    EXPECT_EQ(chosen.front()->bufferSize(), 16);
}

TEST(ConfigQuery, OpaqueVisualComesFirst) {
    const ConfigList configs = windowConfigs();
    const auto chosen = choose(configs, {{EGL_RED_SIZE, 8}, {EGL_ALPHA_SIZE, 8}});
    ASSERT_GE(chosen.size(), 2u);
    EXPECT_EQ(chosen[0]->nativeVisualId, 0x21);
    EXPECT_EQ(chosen[1]->nativeVisualId, 0x60);
}

TEST(ConfigQuery, DepthSmallestThatServes) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(choose(configs, {{EGL_DEPTH_SIZE, 1}})[0]->depth, 16);
    EXPECT_EQ(choose(configs, {{EGL_DEPTH_SIZE, 17}})[0]->depth, 24);
    EXPECT_EQ(choose(configs, {{EGL_DEPTH_SIZE, 17}})[0]->stencil, 0);
}

TEST(ConfigQuery, SamplesOnlyWhenAsked) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(choose(configs, {{EGL_SAMPLE_BUFFERS, 1}})[0]->samples, 4);
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

TEST(ConfigQuery, PixmapsWhereThereAreWindows) {
    const ConfigList configs = windowConfigs();
    EXPECT_EQ(choose(configs, {{EGL_SURFACE_TYPE, EGL_PIXMAP_BIT}})[0]->red, 8);
    EXPECT_EQ(choose(configs, {{EGL_MATCH_NATIVE_PIXMAP, 5}})[0]->red, 8);
    const ConfigList offscreen = makeConfigs(FakeDevice(), {});
    EXPECT_TRUE(choose(offscreen, {{EGL_SURFACE_TYPE, EGL_PIXMAP_BIT}}).empty());
}

} // namespace
} // namespace egl
