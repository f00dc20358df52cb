// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/context_request.h"
#include "egl/testing/attribute_list.h"

#include <gtest/gtest.h>

namespace egl {
namespace {

using testing::AttributeList;

Outcome<ContextRequest> desktop(const AttributeList& attributes) {
    return ContextRequest::parse(EGL_OPENGL_API, attributes);
}

Outcome<ContextRequest> es(const AttributeList& attributes) {
    return ContextRequest::parse(EGL_OPENGL_ES_API, attributes);
}

TEST(ContextRequest, DefaultsToVersionOne) {
    EXPECT_EQ(desktop({})->major, 1);
    EXPECT_EQ(es({})->renderableBit(), EGL_OPENGL_ES_BIT);
}

TEST(ContextRequest, ES2) {
    const auto request = es({{EGL_CONTEXT_CLIENT_VERSION, 2}});
    EXPECT_EQ(request->renderableBit(), EGL_OPENGL_ES2_BIT);
    EXPECT_EQ(request->glAttributes().api, gl::Api::ES);
    EXPECT_EQ(request->glAttributes().major, 2);
}

TEST(ContextRequest, VersionsThatNeverWere) {
    EXPECT_EQ(desktop({{EGL_CONTEXT_MAJOR_VERSION, 1}, {EGL_CONTEXT_MINOR_VERSION, 6}}).error(),
              EGL_BAD_MATCH);
    EXPECT_EQ(desktop({{EGL_CONTEXT_MAJOR_VERSION, 5}}).error(), EGL_BAD_MATCH);
    EXPECT_EQ(desktop({{EGL_CONTEXT_MAJOR_VERSION, -1}}).error(), EGL_BAD_MATCH);
    EXPECT_EQ(es({{EGL_CONTEXT_MAJOR_VERSION, 2}, {EGL_CONTEXT_MINOR_VERSION, 1}}).error(),
              EGL_BAD_MATCH);
}

TEST(ContextRequest, UnknownAttributes) {
    EXPECT_EQ(desktop({{EGL_WIDTH, 1}}).error(), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(es({{EGL_CONTEXT_FLAGS_KHR, 0x100}}).error(), EGL_BAD_ATTRIBUTE);
}

TEST(ContextRequest, ProfilesAreForDesktop) {
    const Attribute core{EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
    EXPECT_EQ(es({core}).error(), EGL_BAD_ATTRIBUTE);
    EXPECT_TRUE(desktop({core}).ok());
}

TEST(ContextRequest, ProfileMaskCountsFrom32) {
    const Attribute none{EGL_CONTEXT_OPENGL_PROFILE_MASK, 0};
    EXPECT_TRUE(desktop({none}).ok());
    EXPECT_EQ(
        desktop({none, {EGL_CONTEXT_MAJOR_VERSION, 3}, {EGL_CONTEXT_MINOR_VERSION, 2}}).error(),
        EGL_BAD_MATCH);
}

TEST(ContextRequest, CoreIsTheDefaultProfileFrom32) {
    EXPECT_TRUE(desktop({{EGL_CONTEXT_MAJOR_VERSION, 4}})->glAttributes().coreProfile);
    EXPECT_FALSE(desktop({{EGL_CONTEXT_MAJOR_VERSION, 2}})->glAttributes().coreProfile);
}

TEST(ContextRequest, FlagsAndAttributesSayTheSame) {
    EXPECT_TRUE(es({{EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR}})->debug);
    EXPECT_TRUE(es({{EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE}})->debug);
    EXPECT_TRUE(es({{EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE}})->robustAccess);
}

TEST(ContextRequest, ForwardCompatibleFrom30) {
    const Attribute forward{EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, EGL_TRUE};
    EXPECT_EQ(desktop({forward}).error(), EGL_BAD_MATCH);
    EXPECT_TRUE(desktop({forward, {EGL_CONTEXT_MAJOR_VERSION, 3}}).ok());
}

TEST(ContextRequest, NoErrorExcludesDebugAndRobustness) {
    const Attribute noError{EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE};
    EXPECT_TRUE(es({noError})->noError);
    EXPECT_EQ(es({noError, {EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE}}).error(), EGL_BAD_MATCH);
}

TEST(ContextRequest, ResetStrategies) {
    EXPECT_TRUE(
        es({{EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET}})
            ->loseContextOnReset);
    EXPECT_EQ(es({{EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_TRUE}}).error(),
              EGL_BAD_ATTRIBUTE);
}

} // namespace
} // namespace egl
