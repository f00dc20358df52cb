// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/context_request.h"
#include "egl/testing/attribute_list.h"

#include <gtest/gtest.h>

namespace egl {
namespace {

using testing::AttributeList;

Outcome<window::ContextRequest> desktop(const AttributeList& attributes) {
    return parseContextRequest(EGL_OPENGL_API, attributes);
}

Outcome<window::ContextRequest> es(const AttributeList& attributes) {
    return parseContextRequest(EGL_OPENGL_ES_API, attributes);
}

TEST(ContextRequest, DefaultsToVersionOne) {
    EXPECT_EQ(desktop({})->major, 1);
    EXPECT_EQ(desktop({})->api, gl::Api::Desktop);
    EXPECT_EQ(es({})->major, 1);
    EXPECT_EQ(es({})->api, gl::Api::ES);
}

TEST(ContextRequest, UnknownAttributes) {
    EXPECT_EQ(errorOf(desktop({{EGL_WIDTH, 1}})), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(errorOf(es({{EGL_CONTEXT_FLAGS_KHR, 0x100}})), EGL_BAD_ATTRIBUTE);
}

TEST(ContextRequest, ProfilesAreForDesktop) {
    const Attribute core{EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
    EXPECT_EQ(errorOf(es({core})), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(desktop({core})->profile, window::Profile::Core);
}

TEST(ContextRequest, OneProfileIsOneBit) {
    const auto profile = [](EGLAttrib mask) {
        return desktop({{EGL_CONTEXT_OPENGL_PROFILE_MASK, mask}})->profile;
    };
    EXPECT_EQ(desktop({})->profile, window::Profile::Core);
    EXPECT_EQ(profile(EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT),
              window::Profile::Compatibility);
    EXPECT_EQ(profile(0), window::Profile::None);
    EXPECT_EQ(
        profile(EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT | EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT),
        window::Profile::None);
    EXPECT_EQ(profile(4), window::Profile::None);
}

TEST(ContextRequest, FlagsAndAttributesSayTheSame) {
    EXPECT_TRUE(es({{EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR}})->debug);
    EXPECT_TRUE(es({{EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE}})->debug);
    EXPECT_TRUE(es({{EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE}})->robustAccess);
}

TEST(ContextRequest, ResetStrategies) {
    EXPECT_TRUE(
        es({{EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET}})
            ->loseContextOnReset);
    EXPECT_EQ(errorOf(es({{EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_TRUE}})),
              EGL_BAD_ATTRIBUTE);
}

} // namespace
} // namespace egl
