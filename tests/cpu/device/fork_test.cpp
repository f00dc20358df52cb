// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Children of a process that has a device: what they ask of it is refused, and they may have one of
// their own.

#include "cpu/harness/device_test.h"
#include "process/child.h"

namespace vkt {
namespace {

using process::inChild;
using process::kPassed;

class Fork : public DeviceTest {
protected:
    /// The validation layer keeps locks of its own across a fork.
    static void SetUpTestSuite() { doWithoutLayer(); }
    /// Threads of the device have been at work.
    void SetUp() override {
        DeviceTest::SetUp();
        m_buffer = makeBuffer(kSize_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
        fill(1);
    }
    /// The parent goes on.
    void TearDown() override {
        fill(2);
        DeviceTest::TearDown();
    }
    void fill(uint32_t value) {
        run([&](VkCommandBuffer commands) {
            vkCmdFillBuffer(commands, m_buffer.buffer, 0, VK_WHOLE_SIZE, value);
        });
        EXPECT_EQ(m_buffer.as<uint32_t>()[0], value);
    }

    static constexpr VkDeviceSize kSize_B = VkDeviceSize(4) << 20;
    Buffer m_buffer;
};

TEST_F(Fork, ChildExits) {
    EXPECT_EQ(inChild([] { return 0; }), kPassed);
}

TEST_F(Fork, WaitsOfAChildFail) {
    VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    ASSERT_VK(vkCreateFence(device(), &info, nullptr, &fence));
    EXPECT_EQ(inChild([&] {
                  CHILD_EXPECT(vkQueueWaitIdle(queue()) == VK_ERROR_DEVICE_LOST);
                  CHILD_EXPECT(vkDeviceWaitIdle(device()) == VK_ERROR_DEVICE_LOST);
                  CHILD_EXPECT(vkQueueSubmit(queue(), 0, nullptr, fence) == VK_ERROR_DEVICE_LOST);
                  CHILD_EXPECT(vkWaitForFences(device(), 1, &fence, VK_TRUE, UINT64_MAX) ==
                               VK_ERROR_DEVICE_LOST);
                  CHILD_EXPECT(vkGetFenceStatus(device(), fence) == VK_ERROR_DEVICE_LOST);
                  return 0;
              }),
              kPassed);
    vkDestroyFence(device(), fence, nullptr);
}

TEST_F(Fork, ChildMakesAndDestroysNothingOfItsParents) {
    EXPECT_EQ(inChild([&] {
                  VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
                  VkFence fence = VK_NULL_HANDLE;
                  CHILD_EXPECT(vkCreateFence(device(), &info, nullptr, &fence) != VK_SUCCESS);
                  vkDestroyBuffer(device(), m_buffer.buffer, nullptr);
                  vkFreeMemory(device(), m_buffer.memory, nullptr);
                  vkDestroyCommandPool(device(), pool(), nullptr);
                  vkDestroyDevice(device(), nullptr);
                  return 0;
              }),
              kPassed);
}

TEST_F(Fork, ChildExitsWhileTheDeviceWorks) {
    const VkCommandBuffer commands = record([&](VkCommandBuffer list) {
        for (uint32_t i = 0; i < 200; ++i) {
            vkCmdFillBuffer(list, m_buffer.buffer, 0, VK_WHOLE_SIZE, i);
        }
    });
    for (int i = 0; i < 20; ++i) {
        submit(commands);
        EXPECT_EQ(inChild([&] {
                      CHILD_EXPECT(vkQueueWaitIdle(queue()) == VK_ERROR_DEVICE_LOST);
                      vkDestroyDevice(device(), nullptr);
                      return 0;
                  }),
                  kPassed);
        ASSERT_VK(vkQueueWaitIdle(queue()));
    }
}

/// From the instance that it inherited: that has no threads.
TEST_F(Fork, ChildHasADeviceOfItsOwn) {
    EXPECT_EQ(inChild([&] {
                  VkDevice own = VK_NULL_HANDLE;
                  CHILD_EXPECT(makePlainDevice(physicalDevice(), own) == VK_SUCCESS);
                  VkQueue ownQueue = VK_NULL_HANDLE;
                  vkGetDeviceQueue(own, 0, 0, &ownQueue);
                  VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
                  VkFence fence = VK_NULL_HANDLE;
                  CHILD_EXPECT(vkCreateFence(own, &fenceInfo, nullptr, &fence) == VK_SUCCESS);
                  CHILD_EXPECT(vkQueueSubmit(ownQueue, 0, nullptr, fence) == VK_SUCCESS);
                  CHILD_EXPECT(vkWaitForFences(own, 1, &fence, VK_TRUE, UINT64_MAX) == VK_SUCCESS);
                  vkDestroyFence(own, fence, nullptr);
                  vkDestroyDevice(own, nullptr);
                  return 0;
              }),
              kPassed);
}

} // namespace
} // namespace vkt
