// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/context_request.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace osmesa {
namespace {

std::optional<ContextRequest> parse(std::initializer_list<int> attributes) {
    std::vector<int> list(attributes);
    list.push_back(0);
    return parseContextRequest(list.data());
}

/// 10 · major + minor of what the core is asked for.
int versionFor(int profile, int major, int minor) {
    const auto request = parse({OSMESA_PROFILE,
                                profile,
                                OSMESA_CONTEXT_MAJOR_VERSION,
                                major,
                                OSMESA_CONTEXT_MINOR_VERSION,
                                minor});
    const window::ContextRequest core = request->toCore();
    return 10 * core.major + core.minor;
}

TEST(ContextRequest, Defaults) {
    for (const auto& request : {parse({}), parseContextRequest(nullptr)}) {
        ASSERT_TRUE(request);
        EXPECT_EQ(request->format, GLenum(OSMESA_RGBA));
        EXPECT_EQ(request->depth, 0);
        EXPECT_EQ(request->stencil, 0);
        EXPECT_FALSE(request->core);
        EXPECT_EQ(request->toCore().api, gl::Api::Desktop);
        EXPECT_EQ(request->toCore().major, 1);
    }
}

TEST(ContextRequest, ReadsAttributes) {
    const auto request = parse({OSMESA_FORMAT,
                                OSMESA_BGR,
                                OSMESA_DEPTH_BITS,
                                24,
                                OSMESA_STENCIL_BITS,
                                8,
                                OSMESA_ACCUM_BITS,
                                16,
                                OSMESA_PROFILE,
                                OSMESA_CORE_PROFILE});
    ASSERT_TRUE(request);
    EXPECT_EQ(request->format, GLenum(OSMESA_BGR));
    EXPECT_EQ(request->depth, 24);
    EXPECT_EQ(request->stencil, 8);
    EXPECT_EQ(request->accum, 16);
    EXPECT_TRUE(request->core);
}

TEST(ContextRequest, BadOnesThereAreNone) {
    EXPECT_FALSE(parse({0x999, 1}));
    EXPECT_FALSE(parse({OSMESA_FORMAT, OSMESA_COLOR_INDEX}));
    EXPECT_FALSE(parse({OSMESA_FORMAT, GL_LUMINANCE}));
    EXPECT_FALSE(parse({OSMESA_DEPTH_BITS, -1}));
    EXPECT_FALSE(parse({OSMESA_STENCIL_BITS, -1}));
    EXPECT_FALSE(parse({OSMESA_ACCUM_BITS, -1}));
    EXPECT_FALSE(parse({OSMESA_PROFILE, 1}));
    EXPECT_FALSE(parse({OSMESA_CONTEXT_MAJOR_VERSION, 0}));
    EXPECT_FALSE(parse({OSMESA_CONTEXT_MINOR_VERSION, -1}));
}

TEST(ContextRequest, AsksForAVersionThatThereIs) {
    EXPECT_EQ(versionFor(OSMESA_COMPAT_PROFILE, 1, 7), 20);
    EXPECT_EQ(versionFor(OSMESA_COMPAT_PROFILE, 2, 5), 30);
    EXPECT_EQ(versionFor(OSMESA_COMPAT_PROFILE, 3, 3), 33);
    EXPECT_EQ(versionFor(OSMESA_CORE_PROFILE, 3, 7), 40);
    EXPECT_EQ(versionFor(OSMESA_CORE_PROFILE, 4, 7), 47); // Which there is not.
}

TEST(ContextRequest, ProfilesDifferFromTheFirstVersionThatRemoved) {
    EXPECT_EQ(versionFor(OSMESA_CORE_PROFILE, 1, 0), 31);
    EXPECT_EQ(versionFor(OSMESA_COMPAT_PROFILE, 3, 1), 30);
    EXPECT_EQ(parse({OSMESA_PROFILE, OSMESA_CORE_PROFILE, OSMESA_CONTEXT_MAJOR_VERSION, 4})
                  ->toCore()
                  .profile,
              window::Profile::Core);
    EXPECT_EQ(parse({OSMESA_CONTEXT_MAJOR_VERSION, 4})->toCore().profile,
              window::Profile::Compatibility);
}

} // namespace
} // namespace osmesa
