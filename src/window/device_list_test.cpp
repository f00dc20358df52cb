// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/device_list.h"

#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

namespace window {
namespace {

using testing::FakeInstance;

std::shared_ptr<glvk::Instance> fakeInstance(std::string&) {
    return std::make_shared<FakeInstance>();
}

TEST(DeviceList, HasTheUsableOnes) {
    DeviceList list(&fakeInstance);
    const std::vector<Device*> devices = list.all();
    ASSERT_EQ(devices.size(), 2u);
    EXPECT_EQ(devices[0]->description().name, "Processor");
    EXPECT_EQ(list.defaultDevice(), devices[1]);
}

TEST(DeviceList, FindsItsOwnOnly) {
    DeviceList list(&fakeInstance);
    Device* const device = list.all().front();
    EXPECT_EQ(list.find(device), device);
    int garbage = 0;
    EXPECT_EQ(list.find(&garbage), nullptr);
    EXPECT_EQ(list.find(nullptr), nullptr);
}

TEST(DeviceList, FindsByNode) {
    DeviceList list(&fakeInstance);
    EXPECT_EQ(list.findByNode(makedev(1, 5)), list.all()[0]);
    EXPECT_EQ(list.findByNode(makedev(1, 3)), list.all()[1]);
    EXPECT_EQ(list.findByNode(makedev(1, 7)), nullptr);
    EXPECT_EQ(list.findByNode(0), nullptr); // What devices have that have none.
}

TEST(DeviceList, EmptyWithoutVulkan) {
    DeviceList list([](std::string& error) -> std::shared_ptr<glvk::Instance> {
        error = "no Vulkan here";
        return nullptr;
    });
    EXPECT_TRUE(list.all().empty());
    EXPECT_EQ(list.defaultDevice(), nullptr);
}

TEST(DeviceList, SearchesOnce) {
    int searches = 0;
    DeviceList list([&](std::string&) {
        ++searches;
        return std::make_shared<FakeInstance>();
    });
    list.all();
    list.all();
    list.defaultDevice();
    EXPECT_EQ(searches, 1);
    // The instance of the search serves the first device.
    EXPECT_NE(list.open(*list.defaultDevice()), nullptr);
    EXPECT_EQ(searches, 1);
}

} // namespace
} // namespace window
