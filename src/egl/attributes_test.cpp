// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/attributes.h"

#include <gtest/gtest.h>

#include <vector>

namespace egl {
namespace {

std::vector<Attribute> read(const Attributes& attributes) {
    std::vector<Attribute> result;
    for (const Attribute attribute : attributes) {
        result.push_back(attribute);
    }
    return result;
}

TEST(Attributes, NullIsEmpty) {
    EXPECT_TRUE(Attributes(static_cast<const EGLint*>(nullptr)).empty());
    EXPECT_TRUE(Attributes(static_cast<const EGLAttrib*>(nullptr)).empty());
    EXPECT_TRUE(Attributes().empty());
}

TEST(Attributes, EndsAtNone) {
    const EGLint list[] = {EGL_WIDTH, 3, EGL_NONE, EGL_HEIGHT, 4};
    const auto attributes = read(Attributes(list));
    ASSERT_EQ(attributes.size(), 1u);
    EXPECT_EQ(attributes[0].name, EGL_WIDTH);
    EXPECT_EQ(attributes[0].value, 3);
}

TEST(Attributes, NoneIsAValueToo) {
    const EGLAttrib list[] = {EGL_CONFIG_CAVEAT, EGL_NONE, EGL_WIDTH, 1, EGL_NONE};
    EXPECT_EQ(read(Attributes(list)).size(), 2u);
}

TEST(Attributes, NothingIsReadAhead) {
    const EGLint noEnd[] = {EGL_WIDTH, 1};
    EXPECT_EQ((*Attributes(noEnd).begin()).name, EGL_WIDTH);
}

} // namespace
} // namespace egl
