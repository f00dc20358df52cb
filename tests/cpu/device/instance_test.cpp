// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/harness/device_test.h"

#include <gmock/gmock.h>

#include <cstring>

namespace vkt {
namespace {

class Instance : public DeviceTest {
protected:
    template <typename Properties>
    Properties properties(VkStructureType type) const {
        Properties p{type};
        VkPhysicalDeviceProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &p};
        vkGetPhysicalDeviceProperties2(physicalDevice(), &all);
        return p;
    }
};

TEST_F(Instance, DeviceIsAProcessor) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    EXPECT_THAT(properties.deviceName, testing::StartsWith("Glissade CPU ("));
    EXPECT_EQ(properties.deviceType, VK_PHYSICAL_DEVICE_TYPE_CPU);
    EXPECT_EQ(VK_API_VERSION_MAJOR(properties.apiVersion), 1u);
    EXPECT_EQ(VK_API_VERSION_MINOR(properties.apiVersion), 3u);
}

TEST_F(Instance, UnknownExtensionIsRefused) {
    const char* const name = "VK_EXT_no_such_thing";
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &name;
    VkInstance other;
    EXPECT_EQ(vkCreateInstance(&info, nullptr, &other), VK_ERROR_EXTENSION_NOT_PRESENT);
}

TEST_F(Instance, DeviceExtensionsAreListedOnce) {
    uint32_t count = 0;
    ASSERT_VK(vkEnumerateDeviceExtensionProperties(physicalDevice(), nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> all(count);
    ASSERT_VK(vkEnumerateDeviceExtensionProperties(physicalDevice(), nullptr, &count, all.data()));
    std::vector<std::string> names;
    for (const VkExtensionProperties& one : all) {
        EXPECT_GT(one.specVersion, 0u) << one.extensionName;
        EXPECT_THAT(names, testing::Not(testing::Contains(std::string(one.extensionName))));
        names.push_back(one.extensionName);
    }
    EXPECT_THAT(names,
                testing::IsSupersetOf({"VK_KHR_push_descriptor",
                                       "VK_EXT_descriptor_indexing",
                                       "VK_KHR_timeline_semaphore",
                                       "VK_KHR_synchronization2",
                                       "VK_EXT_robustness2"}));
    count = 1;
    EXPECT_EQ(vkEnumerateDeviceExtensionProperties(physicalDevice(), nullptr, &count, all.data()),
              VK_INCOMPLETE);
    EXPECT_EQ(count, 1u);
}

TEST_F(Instance, CommandsResolveByTheRules) {
    EXPECT_NE(vkGetDeviceProcAddr(device(), "vkCmdDispatch"), nullptr);
    EXPECT_NE(vkGetDeviceProcAddr(device(), "vkQueueSubmit2"), nullptr);
    EXPECT_NE(vkGetDeviceProcAddr(device(), "vkQueueSubmit2KHR"), nullptr);
    EXPECT_EQ(vkGetDeviceProcAddr(device(), "vkNoSuchCommand"), nullptr);
    EXPECT_EQ(vkGetDeviceProcAddr(device(), "vkGetPhysicalDeviceProperties2"), nullptr);
    forgetMessagesAbout("pName is trying to grab vkGetPhysicalDeviceProperties2"); // A warning.
    EXPECT_EQ(vkGetDeviceProcAddr(device(), "vkCmdTraceRaysKHR"), nullptr);

    // Without its extension a command does not exist.
    VkDevice plain;
    ASSERT_VK(makePlainDevice(physicalDevice(), plain));
    EXPECT_EQ(vkGetDeviceProcAddr(plain, "vkGetCalibratedTimestampsEXT"), nullptr);
    EXPECT_EQ(vkGetDeviceProcAddr(plain, "vkQueueSubmit2KHR"), nullptr);
    EXPECT_NE(vkGetDeviceProcAddr(plain, "vkQueueSubmit2"), nullptr);
    vkDestroyDevice(plain, nullptr);
}

TEST_F(Instance, FeaturesThatAreNotThereAreRefused) {
    ASSERT_FALSE(features().sparseBinding);
    VkPhysicalDeviceFeatures wanted{};
    wanted.sparseBinding = VK_TRUE;
    VkDevice other;
    EXPECT_EQ(makePlainDevice(physicalDevice(), other, &wanted), VK_ERROR_FEATURE_NOT_PRESENT);
    messages().clear(); // It was wrong on purpose.
}

TEST_F(Instance, FeaturesAgreeBetweenStructures) {
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
    VkPhysicalDevice16BitStorageFeatures storage16{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, &timeline};
    VkPhysicalDeviceFeatures2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &storage16};
    vkGetPhysicalDeviceFeatures2(physicalDevice(), &all);
    EXPECT_EQ(timeline.timelineSemaphore, features12().timelineSemaphore);
    EXPECT_EQ(storage16.storageBuffer16BitAccess, features11().storageBuffer16BitAccess);
    EXPECT_TRUE(timeline.timelineSemaphore);
    EXPECT_TRUE(all.features.robustBufferAccess);
}

TEST_F(Instance, PropertiesAgreeBetweenStructures) {
    const auto v11 = properties<VkPhysicalDeviceVulkan11Properties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES);
    const auto v12 = properties<VkPhysicalDeviceVulkan12Properties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES);
    const auto subgroup = properties<VkPhysicalDeviceSubgroupProperties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    const auto id =
        properties<VkPhysicalDeviceIDProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
    const auto driver = properties<VkPhysicalDeviceDriverProperties>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
    EXPECT_EQ(subgroup.subgroupSize, v11.subgroupSize);
    EXPECT_EQ(subgroup.supportedOperations, v11.subgroupSupportedOperations);
    EXPECT_EQ(std::memcmp(id.deviceUUID, v11.deviceUUID, VK_UUID_SIZE), 0);
    EXPECT_STREQ(driver.driverName, "Glissade");
    EXPECT_STREQ(driver.driverInfo, v12.driverInfo);
}

TEST_F(Instance, QueueComputesAndTransfers) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice(), &count, nullptr);
    ASSERT_EQ(count, 1u);
    VkQueueFamilyProperties family;
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice(), &count, &family);
    EXPECT_TRUE(family.queueFlags & VK_QUEUE_COMPUTE_BIT);
    EXPECT_EQ(family.queueCount, 1u);
    EXPECT_EQ(family.timestampValidBits, 64u);
}

TEST_F(Instance, PrivateDataIsKeptForEachSlotAndObject) {
    VkPrivateDataSlotCreateInfo info{VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    VkPrivateDataSlot slots[2];
    for (VkPrivateDataSlot& slot : slots) {
        ASSERT_VK(vkCreatePrivateDataSlot(device(), &info, nullptr, &slot));
    }
    const auto object = uint64_t(reinterpret_cast<uintptr_t>(queue()));
    ASSERT_VK(vkSetPrivateData(device(), VK_OBJECT_TYPE_QUEUE, object, slots[0], 42));
    uint64_t value = 1;
    vkGetPrivateData(device(), VK_OBJECT_TYPE_QUEUE, object, slots[0], &value);
    EXPECT_EQ(value, 42u);
    vkGetPrivateData(device(), VK_OBJECT_TYPE_QUEUE, object, slots[1], &value);
    EXPECT_EQ(value, 0u);
    for (VkPrivateDataSlot slot : slots) {
        vkDestroyPrivateDataSlot(device(), slot, nullptr);
    }
}

TEST_F(Instance, PipelineCacheDataHasAHeaderAndRubbishIsIgnored) {
    const std::vector<uint8_t> rubbish(100, 0xee);
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = rubbish.size();
    info.pInitialData = rubbish.data();
    VkPipelineCache cache;
    ASSERT_VK(vkCreatePipelineCache(device(), &info, nullptr, &cache));
    size_t size_B = 0;
    ASSERT_VK(vkGetPipelineCacheData(device(), cache, &size_B, nullptr));
    ASSERT_GE(size_B, sizeof(VkPipelineCacheHeaderVersionOne));
    std::vector<uint8_t> data(size_B);
    ASSERT_VK(vkGetPipelineCacheData(device(), cache, &size_B, data.data()));
    VkPipelineCacheHeaderVersionOne header;
    std::memcpy(&header, data.data(), sizeof header);
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    EXPECT_EQ(header.headerVersion, VK_PIPELINE_CACHE_HEADER_VERSION_ONE);
    EXPECT_EQ(header.vendorID, properties.vendorID);
    EXPECT_EQ(std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE), 0);
    size_B = 8;
    EXPECT_EQ(vkGetPipelineCacheData(device(), cache, &size_B, data.data()), VK_INCOMPLETE);
    vkDestroyPipelineCache(device(), cache, nullptr);
}

} // namespace
} // namespace vkt
