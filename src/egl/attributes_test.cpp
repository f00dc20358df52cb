// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/attributes.h"

#include <gtest/gtest.h>

namespace egl {
namespace {

TEST(Attributes, NullIsEmpty) {
    EXPECT_TRUE(Attributes::copy<EGLint>(nullptr).empty());
}

TEST(Attributes, EndsAtNone) {
    const EGLint list[] = {EGL_WIDTH, 3, EGL_NONE, EGL_HEIGHT, 4};
    const Attributes attributes = Attributes::copy(list);
    ASSERT_EQ(attributes.end() - attributes.begin(), 1);
    EXPECT_EQ(attributes.begin()->name, EGL_WIDTH);
    EXPECT_EQ(attributes.begin()->value, 3);
}

TEST(Attributes, NoneIsAValueToo) {
    const EGLAttrib list[] = {EGL_CONFIG_CAVEAT, EGL_NONE, EGL_WIDTH, 1, EGL_NONE};
    const Attributes attributes = Attributes::copy(list);
    EXPECT_EQ(attributes.end() - attributes.begin(), 2);
}

} // namespace
} // namespace egl
