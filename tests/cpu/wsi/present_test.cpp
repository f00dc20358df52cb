// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "window_test.h"

#include <gmock/gmock.h>

#include <thread>

namespace wsit {

namespace {

using testing::AnyOf;
using testing::Combine;
using testing::Values;

class Presents : public EveryWindowTest {};
INSTANTIATE_TEST_SUITE_P(, Presents, Values(Kind::Xcb, Kind::Xlib), kindName);

using KindAndMode = std::tuple<Kind, VkPresentModeKHR>;
class PresentModes : public WindowTest, public testing::WithParamInterface<KindAndMode> {};

std::string modeName(const testing::TestParamInfo<KindAndMode>& info) {
    // In the order of the enum.
    const char* const modes[] = {"Immediate", "Mailbox", "Fifo", "FifoRelaxed"};
    return std::string(nameOf(std::get<0>(info.param))) + modes[std::get<1>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(,
                         PresentModes,
                         Combine(Values(Kind::Xcb, Kind::Xlib),
                                 Values(VK_PRESENT_MODE_FIFO_KHR,
                                        VK_PRESENT_MODE_FIFO_RELAXED_KHR,
                                        VK_PRESENT_MODE_MAILBOX_KHR,
                                        VK_PRESENT_MODE_IMMEDIATE_KHR)),
                         modeName);

/// The end of a swapchain shows the last frame, whatever the mode.
TEST_P(PresentModes, ShowTheLastFrame) {
    open(std::get<0>(GetParam()), 203, 117);
    for (const uint32_t images : {2u, 3u, 5u}) {
        TestSwapchain swapchain = make({203, 117, std::get<1>(GetParam()), images});
        for (uint32_t frame = 0; frame < 12; ++frame) {
            ASSERT_VK(show(swapchain, frame));
        }
        destroy(swapchain);
        expectWindow(swapchain, 11);
    }
}

TEST_P(Presents, FifoShowsEachFrameBeforeItsImageComesBack) {
    open(GetParam(), 64, 48);
    const TestSwapchain swapchain = make({64, 48, VK_PRESENT_MODE_FIFO_KHR, 2});
    for (uint32_t frame = 0; frame < 6; ++frame) {
        ASSERT_VK(show(swapchain, frame));
        // The next image is the other one, or this one after it was shown; so two are waited for.
        uint32_t images[2];
        for (uint32_t& image : images) {
            const VkFence fence = makeFence();
            ASSERT_VK(vkAcquireNextImageKHR(
                device(), swapchain.handle, kLong_ns, VK_NULL_HANDLE, fence, &image));
            ASSERT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, kLong_ns));
        }
        expectWindow(swapchain, frame);
        for (const uint32_t image : images) {
            upload(swapchain, image, pattern(swapchain, 100 + frame));
            ASSERT_VK(present(swapchain, image));
        }
    }
}

TEST_P(Presents, WaitForSemaphores) {
    open(GetParam(), 64, 48);
    TestSwapchain swapchain = make({64, 48, VK_PRESENT_MODE_IMMEDIATE_KHR, 3});
    ASSERT_VK(show(swapchain, 0));
    const VkSemaphore drawn = makeSemaphore();
    const VkFence fence = makeFence();
    uint32_t image = 0;
    ASSERT_VK(
        vkAcquireNextImageKHR(device(), swapchain.handle, kLong_ns, VK_NULL_HANDLE, fence, &image));
    ASSERT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, kLong_ns));
    // Before the upload comes work that takes longer than the present does.
    const Buffer large = makeBuffer(size_t(64) << 20, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const VkCommandBuffer work = record([&](VkCommandBuffer commands) {
        for (uint32_t round = 0; round < 16; ++round) {
            vkCmdFillBuffer(commands, large.buffer, 0, VK_WHOLE_SIZE, round);
            const VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                          nullptr,
                                          VK_ACCESS_TRANSFER_WRITE_BIT,
                                          VK_ACCESS_TRANSFER_WRITE_BIT};
            vkCmdPipelineBarrier(commands,
                                 VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 VK_PIPELINE_STAGE_TRANSFER_BIT,
                                 0,
                                 1,
                                 &barrier,
                                 0,
                                 nullptr,
                                 0,
                                 nullptr);
        }
    });
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    info.commandBufferCount = 1;
    info.pCommandBuffers = &work;
    ASSERT_VK(vkQueueSubmit(queue(), 1, &info, VK_NULL_HANDLE));
    upload(swapchain, image, pattern(swapchain, 1), VK_NULL_HANDLE, drawn);
    EXPECT_VK(present(swapchain, image, drawn));
    destroy(swapchain);
    expectWindow(swapchain, 1);
}

TEST_P(Presents, GoToSeveralWindowsAtOnce) {
    open(GetParam(), 64, 48);
    TestSwapchain here = make({64, 48});
    TestWindow otherWindow(GetParam(), 80, 20);
    otherWindow.move(100, 100); // Next to the first: covered pixels cannot be read.
    const VkSurfaceKHR otherSurface = otherWindow.createSurface();
    const VkSurfaceKHR headless = TestWindow(Kind::Headless, 0, 0).createSurface();
    std::vector<TestSwapchain> others;
    for (const VkSurfaceKHR to : {otherSurface, headless}) {
        VkBool32 supported = VK_FALSE;
        ASSERT_VK(vkGetPhysicalDeviceSurfaceSupportKHR(environment().physical, 0, to, &supported));
        VkSurfaceCapabilitiesKHR limits;
        ASSERT_VK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(environment().physical, to, &limits));
        uint32_t count = 0;
        ASSERT_VK(
            vkGetPhysicalDeviceSurfaceFormatsKHR(environment().physical, to, &count, nullptr));
        std::vector<VkSurfaceFormatKHR> formats(count);
        ASSERT_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(
            environment().physical, to, &count, formats.data()));
        ASSERT_VK(
            vkGetPhysicalDeviceSurfacePresentModesKHR(environment().physical, to, &count, nullptr));
        VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
        info.surface = to;
        info.minImageCount = 2;
        info.imageFormat = to == headless ? formats[0].format : format();
        info.imageExtent = {80, 20};
        info.imageArrayLayers = 1;
        info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        info.preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
        info.compositeAlpha = VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
        info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
        TestSwapchain& made = others.emplace_back();
        made.width_px = 80;
        made.height_px = 20;
        made.texel_B = to == headless ? 4 : texel_B();
        ASSERT_VK(vkCreateSwapchainKHR(device(), &info, nullptr, &made.handle));
        ASSERT_VK(vkGetSwapchainImagesKHR(device(), made.handle, &count, nullptr));
        made.images.resize(count);
        ASSERT_VK(vkGetSwapchainImagesKHR(device(), made.handle, &count, made.images.data()));
    }
    const std::vector<TestSwapchain> all = {here, others[0], others[1]};
    for (uint32_t frame = 0; frame < 3; ++frame) {
        VkSwapchainKHR handles[3];
        uint32_t images[3];
        for (size_t i = 0; i < 3; ++i) {
            handles[i] = all[i].handle;
            const VkFence fence = makeFence();
            ASSERT_VK(vkAcquireNextImageKHR(
                device(), handles[i], kLong_ns, VK_NULL_HANDLE, fence, &images[i]));
            ASSERT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, kLong_ns));
            upload(all[i], images[i], pattern(all[i], frame));
        }
        VkResult results[3] = {VK_NOT_READY, VK_NOT_READY, VK_NOT_READY};
        VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
        info.swapchainCount = 3;
        info.pSwapchains = handles;
        info.pImageIndices = images;
        info.pResults = results;
        EXPECT_VK(vkQueuePresentKHR(queue(), &info));
        EXPECT_THAT(results, testing::Each(VK_SUCCESS));
    }
    destroy(here);
    expectWindow(here, 2);
    ASSERT_VK(vkQueueWaitIdle(queue()));
    for (const TestSwapchain& other : others) {
        vkDestroySwapchainKHR(device(), other.handle, nullptr);
    }
    const std::vector<uint8_t> wanted = pattern(others[0], 2);
    const std::vector<uint8_t> is = otherWindow.pixels(80, 20);
    ASSERT_EQ(is.size(), wanted.size());
    EXPECT_EQ(is[0], wanted[0]);
    EXPECT_EQ(is[is.size() - texel_B()], wanted[wanted.size() - texel_B()]);
    vkDestroySurfaceKHR(environment().instance, otherSurface, nullptr);
    vkDestroySurfaceKHR(environment().instance, headless, nullptr);
}

/// More than fits into one request.
TEST_P(Presents, ShowLargeWindows) {
    open(GetParam(), 2501, 2017);
    TestSwapchain swapchain = make({2501, 2017});
    for (uint32_t frame = 0; frame < 3; ++frame) {
        ASSERT_VK(show(swapchain, frame));
    }
    destroy(swapchain);
    expectWindow(swapchain, 2);
}

TEST_P(Presents, ShowWindowsOfOnePixel) {
    open(GetParam(), 1, 1);
    TestSwapchain swapchain = make({1, 1});
    ASSERT_VK(show(swapchain, 4));
    destroy(swapchain);
    expectWindow(swapchain, 4);
}

TEST_P(Presents, KeepAlphaWhereTheWindowHasIt) {
    const TestWindow root(Kind::Xcb, 1, 1);
    if (root.pixelMask() == 0xffff) {
        GTEST_SKIP() << "the server has no windows with alpha";
    }
    open(GetParam(), 64, 48, 32);
    EXPECT_FALSE(capabilities().supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR);
    TestSwapchain swapchain = make({64, 48});
    ASSERT_VK(show(swapchain, 4));
    destroy(swapchain);
    expectWindow(swapchain, 4);
}

TEST_P(Presents, TellThatTheWindowHasAnotherSize) {
    open(GetParam(), 64, 48);
    TestSwapchain swapchain = make({64, 48});
    ASSERT_VK(show(swapchain, 0));
    window().resize(90, 40);
    // It is noticed when a frame is shown, and told from then on.
    VkResult result = VK_SUCCESS;
    for (uint32_t frame = 0; frame < 4; ++frame) {
        result = show(swapchain, frame);
        EXPECT_THAT(result, AnyOf(VK_SUCCESS, VK_SUBOPTIMAL_KHR));
    }
    EXPECT_EQ(result, VK_SUBOPTIMAL_KHR);
    TestSwapchain fitting = make({90, 40, VK_PRESENT_MODE_FIFO_KHR, 3, swapchain.handle});
    destroy(swapchain);
    for (uint32_t frame = 0; frame < 5; ++frame) {
        EXPECT_VK(show(fitting, frame));
    }
    destroy(fitting);
    expectWindow(fitting, 4);
}

TEST_P(PresentModes, SurviveTheWindow) {
    open(std::get<0>(GetParam()), 64, 48);
    const TestSwapchain swapchain = make({64, 48, std::get<1>(GetParam()), 3});
    for (uint32_t frame = 0; frame < 3; ++frame) {
        ASSERT_VK(show(swapchain, frame));
    }
    window().destroy();
    VkResult result = VK_SUCCESS;
    for (uint32_t frame = 0; result == VK_SUCCESS; ++frame) {
        result = show(swapchain, frame);
    }
    EXPECT_EQ(result, VK_ERROR_SURFACE_LOST_KHR);
    VkSurfaceCapabilitiesKHR limits;
    EXPECT_EQ(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(environment().physical, surface(), &limits),
              VK_ERROR_SURFACE_LOST_KHR);
    VkBool32 supported = VK_TRUE;
    EXPECT_THAT(
        vkGetPhysicalDeviceSurfaceSupportKHR(environment().physical, 0, surface(), &supported),
        AnyOf(VK_SUCCESS, VK_ERROR_SURFACE_LOST_KHR));
}

/// The window goes while another thread presents.
TEST_P(PresentModes, SurviveTheWindowAtAnyTime) {
    for (uint32_t round = 0; round < 8; ++round) {
        open(std::get<0>(GetParam()), 64, 48);
        TestSwapchain swapchain = make({64, 48, std::get<1>(GetParam()), 3});
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(round * 3));
            window().destroy();
        });
        VkResult result = VK_SUCCESS;
        for (uint32_t frame = 0; result == VK_SUCCESS; ++frame) {
            result = show(swapchain, frame);
        }
        EXPECT_EQ(result, VK_ERROR_SURFACE_LOST_KHR);
        other.join();
        destroy(swapchain);
        close();
    }
}

} // namespace

} // namespace wsit
