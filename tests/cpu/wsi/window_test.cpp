// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "window_test.h"

#include <algorithm>
#include <cstring>

namespace wsit {

void WindowTest::SetUp() {
    ASSERT_NE(environment().device, VkDevice(VK_NULL_HANDLE));
    takeMessages();
    VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    ASSERT_VK(vkCreateCommandPool(device(), &info, nullptr, &m_pool));
}

void WindowTest::TearDown() {
    if (!environment().device) {
        return;
    }
    EXPECT_VK(vkDeviceWaitIdle(device()));
    for (const VkSwapchainKHR swapchain : m_swapchains) {
        vkDestroySwapchainKHR(device(), swapchain, nullptr);
    }
    for (; !m_releases.empty(); m_releases.pop_back()) {
        m_releases.back()();
    }
    close();
    vkDestroyCommandPool(device(), m_pool, nullptr);
    for (const std::string& message : takeMessages()) {
        ADD_FAILURE() << message;
    }
}

void WindowTest::close() {
    vkDestroySurfaceKHR(environment().instance, m_surface, nullptr);
    m_surface = VK_NULL_HANDLE;
    m_window.reset();
}

void WindowTest::open(Kind kind, uint32_t width_px, uint32_t height_px, uint8_t depth) {
    m_window = std::make_unique<TestWindow>(kind, width_px, height_px, depth);
    m_surface = m_window->createSurface();
    VkBool32 supported = VK_FALSE;
    EXPECT_VK(
        vkGetPhysicalDeviceSurfaceSupportKHR(environment().physical, 0, m_surface, &supported));
    ASSERT_TRUE(supported);
    uint32_t count = 0;
    EXPECT_VK(
        vkGetPhysicalDeviceSurfaceFormatsKHR(environment().physical, m_surface, &count, nullptr));
    std::vector<VkSurfaceFormatKHR> formats(count);
    EXPECT_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(
        environment().physical, m_surface, &count, formats.data()));
    // The layer wants to know that modes and limits were asked for, too.
    EXPECT_VK(vkGetPhysicalDeviceSurfacePresentModesKHR(
        environment().physical, m_surface, &count, nullptr));
    capabilities();
    for (const VkSurfaceFormatKHR& format : formats) {
        if (format.format == VK_FORMAT_B8G8R8A8_UNORM ||
            format.format == VK_FORMAT_R5G6B5_UNORM_PACK16) {
            m_format = format.format;
        }
    }
    ASSERT_NE(m_format, VK_FORMAT_UNDEFINED);
}

VkSurfaceCapabilitiesKHR WindowTest::capabilities() const {
    VkSurfaceCapabilitiesKHR capabilities{};
    EXPECT_VK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(
        environment().physical, m_surface, &capabilities));
    return capabilities;
}

VkResult WindowTest::create(const SwapchainOptions& options, TestSwapchain& made) {
    const VkSurfaceCapabilitiesKHR limits = capabilities();
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR, options.next};
    info.flags = options.flags;
    info.surface = m_surface;
    info.minImageCount = options.images;
    info.imageFormat = m_format;
    info.imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    info.imageExtent = {options.width_px, options.height_px};
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                      VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    info.preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    info.compositeAlpha = limits.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                              ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                              : VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR;
    info.presentMode = options.mode;
    info.clipped = VK_TRUE;
    info.oldSwapchain = options.old;
    made.width_px = options.width_px;
    made.height_px = options.height_px;
    made.texel_B = texel_B();
    if (const VkResult result = vkCreateSwapchainKHR(device(), &info, nullptr, &made.handle)) {
        return result;
    }
    uint32_t count = 0;
    EXPECT_VK(vkGetSwapchainImagesKHR(device(), made.handle, &count, nullptr));
    made.images.resize(count);
    EXPECT_VK(vkGetSwapchainImagesKHR(device(), made.handle, &count, made.images.data()));
    m_swapchains.push_back(made.handle);
    return VK_SUCCESS;
}

TestSwapchain WindowTest::make(const SwapchainOptions& options) {
    TestSwapchain made;
    EXPECT_VK(create(options, made));
    EXPECT_GE(made.images.size(), options.images);
    return made;
}

void WindowTest::destroy(TestSwapchain& swapchain) {
    EXPECT_VK(vkQueueWaitIdle(queue()));
    vkDestroySwapchainKHR(device(), swapchain.handle, nullptr);
    std::erase(m_swapchains, swapchain.handle);
    swapchain.handle = VK_NULL_HANDLE;
}

VkSemaphore WindowTest::makeSemaphore() {
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    VkSemaphore semaphore = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateSemaphore(device(), &info, nullptr, &semaphore));
    m_releases.push_back([this, semaphore] { vkDestroySemaphore(device(), semaphore, nullptr); });
    return semaphore;
}

VkFence WindowTest::makeFence() {
    const VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateFence(device(), &info, nullptr, &fence));
    m_releases.push_back([this, fence] { vkDestroyFence(device(), fence, nullptr); });
    return fence;
}

WindowTest::Buffer WindowTest::makeBuffer(size_t size_B, VkBufferUsageFlags usage) {
    Buffer made;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size_B;
    info.usage = usage;
    EXPECT_VK(vkCreateBuffer(device(), &info, nullptr, &made.buffer));
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(device(), made.buffer, &requirements);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = requirements.size;
    EXPECT_VK(vkAllocateMemory(device(), &allocation, nullptr, &made.memory));
    EXPECT_VK(vkBindBufferMemory(device(), made.buffer, made.memory, 0));
    void* mapped = nullptr;
    EXPECT_VK(vkMapMemory(device(), made.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    made.mapped = static_cast<uint8_t*>(mapped);
    m_releases.push_back([this, made] {
        vkDestroyBuffer(device(), made.buffer, nullptr);
        vkFreeMemory(device(), made.memory, nullptr);
    });
    return made;
}

VkCommandBuffer WindowTest::record(const std::function<void(VkCommandBuffer)>& commands) {
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = m_pool;
    info.commandBufferCount = 1;
    VkCommandBuffer made = VK_NULL_HANDLE;
    EXPECT_VK(vkAllocateCommandBuffers(device(), &info, &made));
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    EXPECT_VK(vkBeginCommandBuffer(made, &begin));
    commands(made);
    EXPECT_VK(vkEndCommandBuffer(made));
    return made;
}

void WindowTest::barrier(VkCommandBuffer commands,
                         VkImage image,
                         VkImageLayout before,
                         VkImageLayout after) const {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = before;
    barrier.newLayout = after;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdPipelineBarrier(commands,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         0,
                         0,
                         nullptr,
                         0,
                         nullptr,
                         1,
                         &barrier);
}

VkBufferImageCopy WindowTest::regionOf(const TestSwapchain& swapchain) const {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {swapchain.width_px, swapchain.height_px, 1};
    return region;
}

std::vector<uint8_t> WindowTest::pattern(const TestSwapchain& swapchain, uint32_t frame) const {
    std::vector<uint8_t> texels(size_t(swapchain.width_px) * swapchain.height_px *
                                swapchain.texel_B);
    uint32_t state = frame * 2654435761u + 1;
    for (uint8_t& byte : texels) {
        state = state * 1664525u + 1013904223u;
        byte = uint8_t(state >> 24);
    }
    return texels;
}

void WindowTest::upload(const TestSwapchain& swapchain,
                        uint32_t image,
                        std::span<const uint8_t> texels,
                        VkSemaphore wait,
                        VkSemaphore signal) {
    const Buffer buffer = makeBuffer(texels.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    std::memcpy(buffer.mapped, texels.data(), texels.size());
    const VkImage to = swapchain.images[image];
    const VkCommandBuffer commands = record([&](VkCommandBuffer recording) {
        barrier(recording, to, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        const VkBufferImageCopy region = regionOf(swapchain);
        vkCmdCopyBufferToImage(
            recording, buffer.buffer, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
        barrier(
            recording, to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    });
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.waitSemaphoreCount = wait ? 1 : 0;
    info.pWaitSemaphores = &wait;
    info.pWaitDstStageMask = &stage;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    info.signalSemaphoreCount = signal ? 1 : 0;
    info.pSignalSemaphores = &signal;
    EXPECT_VK(vkQueueSubmit(queue(), 1, &info, VK_NULL_HANDLE));
}

std::vector<uint8_t> WindowTest::download(const TestSwapchain& swapchain, uint32_t image) {
    const size_t size_B = size_t(swapchain.width_px) * swapchain.height_px * swapchain.texel_B;
    const Buffer buffer = makeBuffer(size_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const VkImage from = swapchain.images[image];
    const VkCommandBuffer commands = record([&](VkCommandBuffer recording) {
        barrier(
            recording, from, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        const VkBufferImageCopy region = regionOf(swapchain);
        vkCmdCopyImageToBuffer(
            recording, from, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer.buffer, 1, &region);
        barrier(
            recording, from, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    });
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &commands;
    EXPECT_VK(vkQueueSubmit(queue(), 1, &info, VK_NULL_HANDLE));
    EXPECT_VK(vkQueueWaitIdle(queue()));
    return {buffer.mapped, buffer.mapped + size_B};
}

VkResult WindowTest::present(const TestSwapchain& swapchain,
                             uint32_t image,
                             VkSemaphore wait,
                             const void* next) {
    VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, next};
    info.waitSemaphoreCount = wait ? 1 : 0;
    info.pWaitSemaphores = &wait;
    info.swapchainCount = 1;
    info.pSwapchains = &swapchain.handle;
    info.pImageIndices = &image;
    return vkQueuePresentKHR(queue(), &info);
}

VkResult WindowTest::show(const TestSwapchain& swapchain, uint32_t frame) {
    const VkSemaphore acquired = makeSemaphore();
    const VkSemaphore drawn = makeSemaphore();
    uint32_t image = UINT32_MAX;
    const VkResult result = vkAcquireNextImageKHR(
        device(), swapchain.handle, kLong_ns, acquired, VK_NULL_HANDLE, &image);
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR) {
        return result;
    }
    upload(swapchain, image, pattern(swapchain, frame), acquired, drawn);
    const VkResult presented = present(swapchain, image, drawn);
    return presented ? presented : result;
}

void WindowTest::expectWindow(const TestSwapchain& swapchain, uint32_t frame) {
    const std::vector<uint8_t> is = window().pixels(swapchain.width_px, swapchain.height_px);
    const std::vector<uint8_t> wanted = pattern(swapchain, frame);
    ASSERT_EQ(is.size(), wanted.size());
    const uint32_t mask = window().pixelMask();
    size_t wrong = 0;
    for (size_t i = 0; i < is.size(); ++i) {
        wrong += ((is[i] ^ wanted[i]) & (mask >> (i % texel_B() * 8))) & 0xff ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0u) << "bytes of " << is.size();
}

} // namespace wsit
