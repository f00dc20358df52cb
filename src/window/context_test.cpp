// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/context.h"

#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

namespace window {
namespace {

using testing::FakeDevice;

constexpr ContextRequest kES{.api = gl::Api::ES, .major = 2};
constexpr ContextRequest kDesktop{.api = gl::Api::Desktop, .major = 2, .minor = 1};

TEST(Context, SharesObjectsAcrossApis) {
    const auto device = std::make_shared<FakeDevice>();
    for (const auto& [first, second] : {std::pair(kES, kDesktop), std::pair(kDesktop, kES)}) {
        const auto maker = Context::create(device, std::nullopt, first, nullptr);
        ASSERT_TRUE(maker);
        const auto user = Context::create(device, std::nullopt, second, maker->get());
        ASSERT_TRUE(user);
        EXPECT_EQ(&(*maker)->gl().group(), &(*user)->gl().group());
    }
}

TEST(Context, ObjectsOfAnotherDeviceAreForeign) {
    const auto maker = Context::create(std::make_shared<FakeDevice>(), std::nullopt, kES, nullptr);
    ASSERT_TRUE(maker);
    const auto user =
        Context::create(std::make_shared<FakeDevice>(), std::nullopt, kES, maker->get());
    ASSERT_FALSE(user);
    EXPECT_EQ(user.failure(), Failure::ForeignObjects);
}

} // namespace
} // namespace window
