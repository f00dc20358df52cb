// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/descriptor_way.h"

#include "glvk/backend/test_device.h"
#include "glvk/gpu/driver_facts.h"
#include "glvk/pipeline/layout_cache.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace glvk {

namespace {

DescriptorWay decide(base::Descriptors wanted, VkDriverId driver, const DescriptorAbilities& has) {
    DescriptorChoice choice;
    VkPhysicalDeviceDriverProperties properties{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    properties.driverID = driver;
    decideDescriptors(wanted, driverFacts(properties).descriptors, has, choice);
    EXPECT_STRNE("", choice.why);
    return choice.way;
}

constexpr auto kUnknown = VkDriverId(0);

TEST(DescriptorWayTest, WhatIsAskedForIsTakenWhereTheDeviceHasIt) {
    for (const VkDriverId driver : {kUnknown, VK_DRIVER_ID_MESA_LLVMPIPE}) {
        const DescriptorAbilities all{true, true};
        EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Sets, driver, all));
        EXPECT_EQ(DescriptorWay::Push, decide(base::Descriptors::Push, driver, all));
        EXPECT_EQ(DescriptorWay::Buffer, decide(base::Descriptors::Buffer, driver, all));
        EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Push, driver, {false, true}));
        EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Buffer, driver, {true, false}));
    }
}

TEST(DescriptorWayTest, UnknownDriversHaveSets) {
    EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Auto, kUnknown, {true, true}));
}

TEST(DescriptorWayTest, DriversWithoutANumberHaveAName) {
    VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    DescriptorChoice unknown;
    decideDescriptors(base::Descriptors::Auto, driverFacts(driver).descriptors, {}, unknown);
    std::strcpy(driver.driverName, "Glissade");
    DescriptorChoice own;
    decideDescriptors(base::Descriptors::Auto, driverFacts(driver).descriptors, {}, own);
    EXPECT_STRNE(unknown.why, own.why);
}

TEST(DescriptorWayTest, NothingIsChosenThatTheDeviceLacks) {
    for (int driver = 0; driver < 64; ++driver) {
        EXPECT_EQ(DescriptorWay::Sets, decide(base::Descriptors::Auto, VkDriverId(driver), {}));
    }
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
