// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "test_window.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <span>
#include <vector>

#define EXPECT_VK(expression) EXPECT_EQ(expression, VK_SUCCESS)
#define ASSERT_VK(expression) ASSERT_EQ(expression, VK_SUCCESS)

namespace wsit {

struct SwapchainOptions {
    uint32_t width_px;
    uint32_t height_px;
    VkPresentModeKHR mode = VK_PRESENT_MODE_FIFO_KHR;
    uint32_t images = 2;
    VkSwapchainKHR old = VK_NULL_HANDLE;
    VkSwapchainCreateFlagsKHR flags = 0;
    const void* next = nullptr;
};

/// A swapchain, and what a frame needs.
struct TestSwapchain {
    VkSwapchainKHR handle = VK_NULL_HANDLE;
    uint32_t width_px = 0;
    uint32_t height_px = 0;
    size_t texel_B = 0;
    std::vector<VkImage> images;
};

/// Long enough for whatever is waited for; less than forever, so that failures show.
inline constexpr uint64_t kLong_ns = 100'000'000'000;

/// A window (or none), its surface and what frames are made with. A test fails when the validation
/// layer says anything, or X to the application.
class WindowTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    /// What tests begin with.
    void open(Kind kind, uint32_t width_px, uint32_t height_px, uint8_t depth = 0);
    /// Destroys the surface and closes the window's connection.
    void close();
    TestWindow& window() { return *m_window; }
    VkSurfaceKHR surface() const { return m_surface; }
    VkSurfaceCapabilitiesKHR capabilities() const;
    /// The first UNORM format of the surface.
    VkFormat format() const { return m_format; }
    size_t texel_B() const { return m_format == VK_FORMAT_R5G6B5_UNORM_PACK16 ? 2 : 4; }

    VkResult create(const SwapchainOptions& options, TestSwapchain& made);
    /// The swapchain is destroyed at the end of the test unless it was before.
    TestSwapchain make(const SwapchainOptions& options);
    void destroy(TestSwapchain& swapchain);

    VkSemaphore makeSemaphore();
    VkFence makeFence();
    /// Texels that tell where they are and which frame they are of.
    std::vector<uint8_t> pattern(const TestSwapchain& swapchain, uint32_t frame) const;
    /// Copies texels into an image and leaves it in the layout for presenting.
    void upload(const TestSwapchain& swapchain,
                uint32_t image,
                std::span<const uint8_t> texels,
                VkSemaphore wait = VK_NULL_HANDLE,
                VkSemaphore signal = VK_NULL_HANDLE);
    VkResult present(const TestSwapchain& swapchain,
                     uint32_t image,
                     VkSemaphore wait = VK_NULL_HANDLE,
                     const void* next = nullptr);
    /// Acquires, uploads pattern(frame) and presents: the worse of what both gave.
    VkResult show(const TestSwapchain& swapchain, uint32_t frame);
    /// What X has in the window is what pattern() gives, but for bits that the window lacks.
    void expectWindow(const TestSwapchain& swapchain, uint32_t frame);

    VkDevice device() const { return environment().device; }
    VkQueue queue() const { return environment().queue; }
    struct Buffer {
        VkBuffer buffer = VK_NULL_HANDLE;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        uint8_t* mapped = nullptr;
    };
    /// Mapped, and freed at the end of the test.
    Buffer makeBuffer(size_t size_B, VkBufferUsageFlags usage);
    VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& commands);
    /// An image's texels, left in the layout for presenting.
    std::vector<uint8_t> download(const TestSwapchain& swapchain, uint32_t image);

private:
    void barrier(VkCommandBuffer commands,
                 VkImage image,
                 VkImageLayout before,
                 VkImageLayout after) const;
    VkBufferImageCopy regionOf(const TestSwapchain& swapchain) const;

    std::unique_ptr<TestWindow> m_window;
    VkSurfaceKHR m_surface = VK_NULL_HANDLE;
    VkFormat m_format = VK_FORMAT_UNDEFINED;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    std::vector<VkSwapchainKHR> m_swapchains;
    std::vector<std::function<void()>> m_releases;
};

/// Each test once per window system.
class EveryWindowTest : public WindowTest, public testing::WithParamInterface<Kind> {};

inline std::string kindName(const testing::TestParamInfo<Kind>& info) {
    return nameOf(info.param);
}

} // namespace wsit
