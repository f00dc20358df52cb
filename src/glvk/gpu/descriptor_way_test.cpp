// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/descriptor_way.h"

#include "glvk/backend/test_device.h"
#include "glvk/gpu/descriptor_speed.h"
#include "glvk/pipeline/layout_cache.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace glvk {

namespace {

DescriptorWay decide(base::Descriptors wanted,
                     const MeasuredDescriptors& measured,
                     const DescriptorAbilities& has) {
    DescriptorChoice choice;
    decideDescriptors(wanted, measured, has, choice);
    EXPECT_NE("", choice.why);
    return choice.way;
}

const MeasuredDescriptors kNothing;
const MeasuredDescriptors kPushes{DescriptorWay::Push, "for the test"};
constexpr DescriptorAbilities kAll{true, true};

TEST(DescriptorWayTest, WhatIsAskedForIsTakenWhereTheDeviceHasIt) {
    for (const MeasuredDescriptors& measured : {kNothing, kPushes}) {
        EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Sets, measured, kAll));
        EXPECT_EQ(DescriptorWay::Push, decide(base::Descriptors::Push, measured, kAll));
        EXPECT_EQ(DescriptorWay::Buffer, decide(base::Descriptors::Buffer, measured, kAll));
        EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Push, measured, {false, true}));
        EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Buffer, measured, {true, false}));
    }
}

TEST(DescriptorWayTest, WhatWasMeasuredIsTakenWhereTheDeviceHasIt) {
    EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Auto, kNothing, kAll));
    EXPECT_EQ(DescriptorWay::Push, decide(base::Descriptors::Auto, kPushes, kAll));
    EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Auto, kPushes, {false, true}));
    EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Auto, kPushes, {}));
}

TEST(DescriptorSpeedTest, AnotherWayHasToGainClearly) {
    DescriptorSpeed speed;
    speed.costs[size_t(DescriptorWay::Sets)] = {100, 100, 100};
    EXPECT_EQ(DescriptorWay::Sets, speed.best()); // The device has no other.
    speed.costs[size_t(DescriptorWay::Push)] = {90, 90, 90};
    EXPECT_EQ(DescriptorWay::Sets, speed.best());
    speed.costs[size_t(DescriptorWay::Push)] = {40, 60, 120};
    EXPECT_EQ(DescriptorWay::Push, speed.best());
    speed.costs[size_t(DescriptorWay::Buffer)] = {50, 50, 50};
    EXPECT_EQ(DescriptorWay::Buffer, speed.best());
    EXPECT_EQ("measured: a change takes 100 ns, pushed 66, in buffers 50", speed.description());
}

TEST(DescriptorWayTest, FragmentsArePushedAsFarAsTheyFit) {
    DescriptorChoice choice;
    EXPECT_FALSE(SetPlan(8, 15, choice).pushed(spirv::Stage::Fragment, 1));
    choice.way = DescriptorWay::Push;
    choice.maxPushed = 32;
    const SetPlan plan(8, 15, choice);
    EXPECT_TRUE(plan.pushed(spirv::Stage::Fragment, 1));
    EXPECT_TRUE(plan.pushed(spirv::Stage::Fragment, 32));
    EXPECT_FALSE(plan.pushed(spirv::Stage::Fragment, 33));
    EXPECT_FALSE(plan.pushed(spirv::Stage::Fragment, 0));
    // A pipeline layout has one such set.
    EXPECT_FALSE(plan.pushed(spirv::Stage::Vertex, 1));
    EXPECT_TRUE(plan.dynamicOffsets());
    choice.way = DescriptorWay::Buffer;
    choice.maxPushed = 0;
    const SetPlan buffered(8, 15, choice);
    EXPECT_FALSE(buffered.dynamicOffsets());
    EXPECT_EQ(0u, buffered.dynamicBlocks(spirv::Stage::Vertex));
}

using DescriptorWayDeviceTest = DeviceTest;

/// Tests that run with `descriptors=…` rely on this.
TEST_F(DescriptorWayDeviceTest, DevicesAreOpenedAsAskedFor) {
    uint32_t count = 0;
    vkEnumerateDeviceExtensionProperties(m_device->physical(), nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> list(count);
    vkEnumerateDeviceExtensionProperties(m_device->physical(), nullptr, &count, list.data());
    const auto has = [&](const char* name) {
        return std::any_of(list.begin(), list.end(), [&](const VkExtensionProperties& e) {
            return std::strcmp(e.extensionName, name) == 0;
        });
    };
    const DescriptorWay way = m_device->features().descriptors.way;
    switch (base::options().descriptors) {
    case base::Descriptors::Sets:
        EXPECT_EQ(DescriptorWay::Sets, way);
        break;
    case base::Descriptors::Push:
        EXPECT_EQ(has(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME), way == DescriptorWay::Push);
        break;
    case base::Descriptors::Buffer:
        EXPECT_EQ(has(VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME), way == DescriptorWay::Buffer);
        break;
    default:
        break;
    }
    const std::vector<std::string> lines = m_device->strategies();
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return line == "descriptors: " + m_device->features().descriptors.description();
    }));
}

} // namespace

} // namespace glvk
