// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/context_request.h"

#include <gtest/gtest.h>

namespace glx {
namespace {

Outcome<ContextRequest> parse(std::vector<int> attributes) {
    attributes.push_back(0);
    return parseContextRequest(attributes.data());
}

window::ContextRequest parsed(std::vector<int> attributes) {
    const auto request = parse(std::move(attributes));
    EXPECT_TRUE(request.ok());
    return request->core;
}

/// BadValue …; GLX's errors negative, less one.
int errorOf(std::vector<int> attributes) {
    const auto request = parse(std::move(attributes));
    if (request) {
        return 0;
    }
    const Failure failure = request.failure();
    return failure.of == Failure::Of::X ? failure.code : -1 - failure.code;
}

TEST(GlxContextRequest, DefaultsToVersionOne) {
    const auto request = parseContextRequest(nullptr);
    ASSERT_TRUE(request.ok());
    EXPECT_EQ(request->core.api, gl::Api::Desktop);
    EXPECT_EQ(request->core.major, 1);
    EXPECT_EQ(request->core.minor, 0);
    EXPECT_EQ(request->core.profile, window::Profile::Core);
    EXPECT_TRUE(request->core.flushOnRelease);
    EXPECT_EQ(request->renderType, GLX_RGBA_TYPE);
}

TEST(GlxContextRequest, UnknownAttributesAndBits) {
    EXPECT_EQ(errorOf({GLX_WIDTH, 1}), BadValue);
    EXPECT_EQ(errorOf({GLX_CONTEXT_FLAGS_ARB, 0x100}), BadValue);
    EXPECT_EQ(errorOf({GLX_CONTEXT_RELEASE_BEHAVIOR_ARB, 1}), BadValue);
}

TEST(GlxContextRequest, AProfileIsOneKnownBit) {
    for (const int mask : {0, 3, 8, 16, -1}) {
        EXPECT_EQ(errorOf({GLX_CONTEXT_PROFILE_MASK_ARB, mask}), -1 - GLXBadProfileARB) << mask;
    }
    EXPECT_EQ(parsed({GLX_CONTEXT_PROFILE_MASK_ARB, GLX_CONTEXT_CORE_PROFILE_BIT_ARB}).profile,
              window::Profile::Core);
    EXPECT_EQ(
        parsed({GLX_CONTEXT_PROFILE_MASK_ARB, GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB}).profile,
        window::Profile::Compatibility);
    EXPECT_EQ(parsed({GLX_CONTEXT_PROFILE_MASK_ARB, GLX_CONTEXT_ES2_PROFILE_BIT_EXT}).api,
              gl::Api::ES);
}

TEST(GlxContextRequest, RenderTypes) {
    EXPECT_EQ(errorOf({GLX_RENDER_TYPE, GLX_RGBA_TYPE}), 0);
    EXPECT_EQ(errorOf({GLX_RENDER_TYPE, GLX_COLOR_INDEX_TYPE}), BadMatch);
    EXPECT_EQ(errorOf({GLX_RENDER_TYPE, GLX_RGBA_BIT}), BadValue);
    EXPECT_EQ(errorOf({GLX_RENDER_TYPE, GLX_RGBA_FLOAT_TYPE_ARB}), BadValue);
    EXPECT_FALSE(contextRequestOf(GLX_COLOR_INDEX_TYPE).ok());
    EXPECT_TRUE(contextRequestOf(GLX_RGBA_TYPE).ok());
}

TEST(GlxContextRequest, ResetStrategies) {
    const int name = GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB;
    EXPECT_TRUE(parsed({name, GLX_LOSE_CONTEXT_ON_RESET_ARB}).loseContextOnReset);
    EXPECT_FALSE(parsed({name, GLX_NO_RESET_NOTIFICATION_ARB}).loseContextOnReset);
    EXPECT_EQ(errorOf({name, 0}), BadMatch);
}

TEST(GlxContextRequest, FlagsAndSwitches) {
    const auto request = parsed({GLX_CONTEXT_FLAGS_ARB,
                                 GLX_CONTEXT_DEBUG_BIT_ARB | GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB,
                                 GLX_CONTEXT_RELEASE_BEHAVIOR_ARB,
                                 GLX_CONTEXT_RELEASE_BEHAVIOR_NONE_ARB});
    EXPECT_TRUE(request.debug);
    EXPECT_TRUE(request.robustAccess);
    EXPECT_FALSE(request.forwardCompatible);
    EXPECT_FALSE(request.flushOnRelease);
    EXPECT_TRUE(parsed({GLX_CONTEXT_OPENGL_NO_ERROR_ARB, 1}).noError);
}

TEST(GlxContextRequest, AScreenTakesThePlaceOfAConfig) {
    const auto request = parse({GLX_SCREEN, 1});
    ASSERT_TRUE(request.ok());
    EXPECT_EQ(request->screen, 1);
    EXPECT_EQ(parse({})->screen, std::nullopt);
}

} // namespace
} // namespace glx
