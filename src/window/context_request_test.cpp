// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/context_request.h"

#include <gtest/gtest.h>

namespace window {
namespace {

ContextRequest desktop(int major, int minor) {
    return {.api = gl::Api::Desktop, .major = major, .minor = minor};
}

ContextRequest es(int major, int minor) {
    return {.api = gl::Api::ES, .major = major, .minor = minor};
}

Failure failureOf(const ContextRequest& request) {
    const Status status = request.check();
    EXPECT_FALSE(status.ok());
    return status.failure();
}

TEST(ContextRequest, VersionsThatNeverWere) {
    EXPECT_EQ(failureOf(desktop(1, 6)), Failure::NoSuchVersion);
    EXPECT_EQ(failureOf(desktop(5, 0)), Failure::NoSuchVersion);
    EXPECT_EQ(failureOf(desktop(-1, 0)), Failure::NoSuchVersion);
    EXPECT_EQ(failureOf(desktop(3, -1)), Failure::NoSuchVersion);
    EXPECT_EQ(failureOf(es(2, 1)), Failure::NoSuchVersion);
}

TEST(ContextRequest, VersionsThatThereAre) {
    EXPECT_TRUE(desktop(1, 5).check());
    EXPECT_TRUE(desktop(4, 6).check());
    EXPECT_TRUE(es(1, 1).check());
    EXPECT_TRUE(es(3, 2).check());
}

TEST(ContextRequest, ProfilesCountFrom32) {
    ContextRequest none = desktop(3, 1);
    none.profile = Profile::None;
    EXPECT_TRUE(none.check());
    none.minor = 2;
    EXPECT_EQ(failureOf(none), Failure::NoSuchProfile);
}

TEST(ContextRequest, CoreIsTheDefaultProfileFrom32) {
    EXPECT_TRUE(desktop(4, 0).glAttributes().coreProfile);
    EXPECT_FALSE(desktop(3, 1).glAttributes().coreProfile);
    EXPECT_FALSE(es(3, 2).glAttributes().coreProfile);
    ContextRequest compatibility = desktop(4, 0);
    compatibility.profile = Profile::Compatibility;
    EXPECT_FALSE(compatibility.glAttributes().coreProfile);
}

TEST(ContextRequest, ForwardCompatibleFrom30) {
    ContextRequest request = desktop(2, 1);
    request.forwardCompatible = true;
    EXPECT_EQ(failureOf(request), Failure::Mismatch);
    request.major = 3;
    EXPECT_TRUE(request.check());
}

TEST(ContextRequest, NoErrorExcludesDebugAndRobustness) {
    ContextRequest request = es(2, 0);
    request.noError = true;
    EXPECT_TRUE(request.check());
    request.debug = true;
    EXPECT_EQ(failureOf(request), Failure::Mismatch);
    request.debug = false;
    request.robustAccess = true;
    EXPECT_EQ(failureOf(request), Failure::Mismatch);
}

TEST(ContextRequest, NeedsTheApiInTheFormat) {
    const PixelFormat format{.apis = {.desktop = true, .es2 = true}};
    EXPECT_TRUE(desktop(1, 0).servedBy(format));
    EXPECT_FALSE(es(1, 1).servedBy(format));
    EXPECT_TRUE(es(2, 0).servedBy(format));
    EXPECT_FALSE(es(3, 0).servedBy(format));
    EXPECT_TRUE(es(1, 1).servedBy({.apis = {.es1 = true}}));
}

} // namespace
} // namespace window
