// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/features.h"

#include <gtest/gtest.h>

namespace cpu::icd {
namespace {

TEST(Features, QueryLeavesForeignStructuresAlone) {
    VkPhysicalDeviceCornerSampledImageFeaturesNV foreign{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CORNER_SAMPLED_IMAGE_FEATURES_NV, nullptr, 0x12345678};
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, &foreign, 77};
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &timeline};
    queryFeatures(&features);
    EXPECT_EQ(foreign.cornerSampledImage, 0x12345678u);
    EXPECT_EQ(timeline.timelineSemaphore, VkBool32(VK_TRUE));
    EXPECT_EQ(timeline.pNext, &foreign);
    EXPECT_EQ(features.features.robustBufferAccess, VkBool32(VK_TRUE));
    EXPECT_EQ(features.features.sparseBinding, VkBool32(VK_FALSE));
}

TEST(Features, CheckFindsWhatIsMissing) {
    VkPhysicalDeviceFeatures core{};
    EXPECT_TRUE(checkFeatures(&core, nullptr));
    EXPECT_TRUE(checkFeatures(nullptr, nullptr));
    core.robustBufferAccess = VK_TRUE;
    EXPECT_TRUE(checkFeatures(&core, nullptr));
    core.inheritedQueries = VK_TRUE; // The last member.
    EXPECT_TRUE(checkFeatures(&core, nullptr));
    core.sparseResidencyAliased = VK_TRUE;
    EXPECT_FALSE(checkFeatures(&core, nullptr));

    VkPhysicalDeviceVulkan11Features v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
    EXPECT_TRUE(checkFeatures(nullptr, &v11));
    v11.protectedMemory = VK_TRUE;
    EXPECT_FALSE(checkFeatures(nullptr, &v11));
}

} // namespace
} // namespace cpu::icd
