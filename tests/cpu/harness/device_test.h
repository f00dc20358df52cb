// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Tests of the CPU device through the Vulkan loader. A test derives from vkt::DeviceTest; it fails
// when the validation layer says anything while it runs. Without the layer it runs all the same.
#pragma once

#define VK_NO_PROTOTYPES
#include <volk.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#define EXPECT_VK(expression) EXPECT_EQ(expression, VK_SUCCESS)
#define ASSERT_VK(expression) ASSERT_EQ(expression, VK_SUCCESS)

namespace vkt {

/// A mapped buffer with memory of its own.
struct Buffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    void* mapped = nullptr;
    VkDeviceSize size_B = 0;

    template <typename T>
    std::span<T> as() const {
        return {static_cast<T*>(mapped), size_t(size_B / sizeof(T))};
    }
};

/// The instance lives as long as the program, the device as long as the test. The device has every
/// feature and every extension that there is, and that the layer knows.
class DeviceTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    VkInstance instance() const;
    VkPhysicalDevice physicalDevice() const;
    VkDevice device() const { return m_device; }
    VkQueue queue() const { return m_queue; }
    VkCommandPool pool() const { return m_pool; }

    bool hasExtension(const char* name) const;
    /// Features of the core versions, all of them enabled.
    const VkPhysicalDeviceFeatures& features() const;
    const VkPhysicalDeviceVulkan11Features& features11() const;
    const VkPhysicalDeviceVulkan12Features& features12() const;
    const VkPhysicalDeviceVulkan13Features& features13() const;

    /// One more, with a queue, these features (null: none) and no extensions; the caller destroys
    /// it.
    static VkResult makePlainDevice(VkPhysicalDevice physical,
                                    VkDevice& device,
                                    const VkPhysicalDeviceFeatures* features = nullptr);
    /// Freed at the end of the test.
    Buffer makeBuffer(VkDeviceSize size_B, VkBufferUsageFlags usage);
    VkPipelineCache makePipelineCache(const std::vector<uint8_t>& data = {});
    VkCommandBuffer makeCommandBuffer(VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    /// What vkGetPipelineCacheData gives.
    std::vector<uint8_t> dataOf(VkPipelineCache cache);
    /// Frees something at the end of the test, last first.
    void atEnd(std::function<void()> release) { m_releases.push_back(std::move(release)); }

    VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& commands);
    void submit(VkCommandBuffer commands, VkFence fence = VK_NULL_HANDLE);
    /// Records, submits and waits.
    void run(const std::function<void(VkCommandBuffer)>& commands);

    /// The test loses its device, which is no failure then.
    void noteLost() { m_expected = VK_ERROR_DEVICE_LOST; }
    /// Destroys the device as it is, whatever it does.
    void destroyDevice();

    /// Messages of the validation layer since the test began. A test that provokes some says so.
    static std::vector<std::string>& messages();
    /// Those that contain these words, which the test provoked. An older layer may not have said
    /// them.
    static void forgetMessagesAbout(std::string_view words);
    static bool validated();
    /// For programs of tests that the layer does not understand: before any test begins.
    static void doWithoutLayer();

private:
    VkDevice m_device = VK_NULL_HANDLE;
    VkQueue m_queue = VK_NULL_HANDLE;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    std::vector<std::function<void()>> m_releases;
    VkResult m_expected = VK_SUCCESS; ///< Of the last wait.
};

} // namespace vkt
