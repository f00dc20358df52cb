// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/failure.h"

#include <gtest/gtest.h>

namespace glx {
namespace {

struct Expected {
    window::Failure failure;
    Failure::Of of;
    uint8_t code;
};

// GLX 1.4 sections 3.3.4 to 3.3.7, GLX_ARB_create_context.
constexpr Expected kExpected[] = {
    {window::Failure::NoSuchWindow, Failure::Of::X, BadWindow},
    {window::Failure::NoSuchPixmap, Failure::Of::X, BadPixmap},
    {window::Failure::WindowTaken, Failure::Of::X, BadAlloc},
    {window::Failure::OutOfMemory, Failure::Of::X, BadAlloc},
    {window::Failure::Mismatch, Failure::Of::X, BadMatch},
    {window::Failure::NoSuchVersion, Failure::Of::X, BadMatch},
    {window::Failure::NoSuchProfile, Failure::Of::Glx, GLXBadProfileARB},
    {window::Failure::NotOffered, Failure::Of::Glx, GLXBadFBConfig},
    {window::Failure::ForeignObjects, Failure::Of::X, BadMatch},
    {window::Failure::InUse, Failure::Of::X, BadAccess},
};

TEST(GlxFailure, TheCoresFailuresHaveXErrors) {
    for (const Expected& expected : kExpected) {
        const Failure failure = failureOf(expected.failure);
        EXPECT_EQ(failure.of, expected.of) << int(expected.failure);
        EXPECT_EQ(failure.code, expected.code) << int(expected.failure);
    }
}

TEST(GlxFailure, NamesTheResource) {
    EXPECT_EQ(failureOf(window::Failure::NoSuchWindow, 0x400001).resource, 0x400001u);
}

} // namespace
} // namespace glx
