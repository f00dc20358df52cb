// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "window_test.h"

#include <gmock/gmock.h>

#include <thread>

namespace wsit {

namespace {

using testing::Contains;
using testing::Not;
using wayland_test::CallBack;
using wayland_test::Client;
using wayland_test::Compositor;
using wayland_test::Release;

class WaylandWindows : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        open(Kind::Wayland, 64, 48);
    }
    Compositor& compositor() { return window().compositor(); }
    /// What is on its way has been read by the compositor, and time has passed.
    void giveTime() {
        for (int i = 0; i < 20; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            wl_display_roundtrip(window().waylandDisplay());
        }
    }
};

TEST_F(WaylandWindows, FifoShowsOneFrameACallback) {
    compositor().set(CallBack::WhenTold);
    const TestSwapchain swapchain = make({64, 48, VK_PRESENT_MODE_FIFO_KHR, 3});
    constexpr uint32_t kFrames = 5;
    std::thread client([&] {
        for (uint32_t frame = 0; frame < kFrames; ++frame) {
            EXPECT_VK(show(swapchain, frame));
        }
    });
    for (uint32_t frame = 0; frame < kFrames; ++frame) {
        EXPECT_EQ(compositor().waitForFrame(frame + 1).pixels, pattern(swapchain, frame));
        giveTime();
        EXPECT_EQ(compositor().frames(), frame + 1) << "nobody asked for another";
        compositor().callBack();
    }
    client.join();
}

TEST_F(WaylandWindows, MailboxDoesNotWaitToBeAsked) {
    compositor().set(CallBack::WhenTold);
    const TestSwapchain swapchain = make({64, 48, VK_PRESENT_MODE_MAILBOX_KHR, 3});
    for (uint32_t frame = 0; frame < 20; ++frame) {
        ASSERT_VK(show(swapchain, frame));
        EXPECT_EQ(compositor().waitForFrame(frame + 1).pixels, pattern(swapchain, frame));
    }
    EXPECT_EQ(compositor().expectedCallbacks(), 0u);
}

TEST_F(WaylandWindows, FramesAreOpaqueWhereTheSwapchainIs) {
    const TestSwapchain swapchain = make({64, 48});
    ASSERT_VK(show(swapchain, 0));
    EXPECT_EQ(compositor().waitForFrame(1).format, uint32_t(WL_SHM_FORMAT_XRGB8888));
}

TEST_F(WaylandWindows, BuffersThatDoNotComeBackAreWaitedFor) {
    compositor().set(Release::Never);
    const TestSwapchain swapchain = make({64, 48, VK_PRESENT_MODE_MAILBOX_KHR, 2});
    ASSERT_VK(show(swapchain, 0));
    ASSERT_VK(show(swapchain, 1));
    const VkFence fence = makeFence();
    uint32_t image = 0;
    const auto acquire = [&](uint64_t timeout_ns) {
        return vkAcquireNextImageKHR(
            device(), swapchain.handle, timeout_ns, VK_NULL_HANDLE, fence, &image);
    };
    EXPECT_EQ(acquire(0), VK_NOT_READY);
    EXPECT_EQ(acquire(2'000'000), VK_TIMEOUT);
    // Until there is nobody who could give them back.
    std::thread crash([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        compositor().dropClients();
    });
    EXPECT_EQ(acquire(UINT64_MAX), VK_ERROR_SURFACE_LOST_KHR);
    crash.join();
    takeMessages(); // The layer does not like to wait so long.
}

TEST_F(WaylandWindows, AreLostWithTheCompositor) {
    for (const VkPresentModeKHR mode : {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_MAILBOX_KHR}) {
        close();
        open(Kind::Wayland, 64, 48);
        TestSwapchain swapchain = make({64, 48, mode, 3});
        ASSERT_VK(show(swapchain, 0));
        compositor().dropClients();
        VkResult result = VK_SUCCESS;
        for (uint32_t frame = 0; result == VK_SUCCESS; ++frame) {
            result = show(swapchain, frame);
        }
        EXPECT_EQ(result, VK_ERROR_SURFACE_LOST_KHR);
        VkSurfaceCapabilitiesKHR limits;
        EXPECT_EQ(
            vkGetPhysicalDeviceSurfaceCapabilitiesKHR(environment().physical, surface(), &limits),
            VK_ERROR_SURFACE_LOST_KHR);
        destroy(swapchain);
    }
}

/// The compositor may read a frame until it has another.
TEST_F(WaylandWindows, ShowTheirFrameWithoutItsSwapchain) {
    TestSwapchain first = make({64, 48});
    ASSERT_VK(show(first, 0));
    destroy(first);
    TestSwapchain second = make({80, 60});
    giveTime();
    EXPECT_EQ(compositor().buffersLostWhileHeld(), 0u);
    ASSERT_VK(show(second, 1));
    EXPECT_EQ(compositor().waitForFrame(2).pixels, pattern(second, 1));
    destroy(second);
    giveTime();
    EXPECT_EQ(compositor().buffersLostWhileHeld(), 0u);
}

TEST_F(WaylandWindows, ShowLargeFrames) {
    const TestSwapchain swapchain = make({2501, 2017, VK_PRESENT_MODE_MAILBOX_KHR, 2});
    for (uint32_t frame = 0; frame < 3; ++frame) {
        ASSERT_VK(show(swapchain, frame));
        EXPECT_TRUE(compositor().waitForFrame(frame + 1).pixels == pattern(swapchain, frame));
    }
}

std::vector<VkFormat> formatsOn(Compositor& compositor) {
    const Client client(compositor);
    const VkInstance instance = environment().instance;
    VkWaylandSurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR};
    info.display = client.display();
    info.surface = client.surface();
    const auto create =
        PFN_vkCreateWaylandSurfaceKHR(vkGetInstanceProcAddr(instance, "vkCreateWaylandSurfaceKHR"));
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    EXPECT_VK(create(instance, &info, nullptr, &surface));
    std::vector<VkSurfaceFormatKHR> listed(32);
    auto count = uint32_t(listed.size());
    EXPECT_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(
        environment().physical, surface, &count, listed.data()));
    std::vector<VkFormat> formats;
    for (uint32_t i = 0; i < count; ++i) {
        formats.push_back(listed[i].format);
    }
    vkDestroySurfaceKHR(instance, surface, nullptr);
    return formats;
}

TEST_F(WindowTest, FormatsAreTheCompositors) {
    Compositor plain(4, {});
    EXPECT_THAT(formatsOn(plain),
                testing::ElementsAre(VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_B8G8R8A8_UNORM));
    Compositor rich(4,
                    {WL_SHM_FORMAT_XBGR8888,
                     WL_SHM_FORMAT_ABGR8888,
                     WL_SHM_FORMAT_RGB565,
                     WL_SHM_FORMAT_XRGB2101010});
    const std::vector<VkFormat> formats = formatsOn(rich);
    EXPECT_THAT(formats, Contains(VK_FORMAT_R8G8B8A8_UNORM));
    EXPECT_THAT(formats, Contains(VK_FORMAT_R5G6B5_UNORM_PACK16));
    EXPECT_THAT(formats, Not(Contains(VK_FORMAT_A2R10G10B10_UNORM_PACK32)))
        << "it has no such frames with alpha";
}

TEST_F(WindowTest, DisplaysTellWhetherTheyCanBePresentedTo) {
    const auto supported =
        PFN_vkGetPhysicalDeviceWaylandPresentationSupportKHR(vkGetInstanceProcAddr(
            environment().instance, "vkGetPhysicalDeviceWaylandPresentationSupportKHR"));
    Compositor compositor;
    const Client client(compositor);
    EXPECT_TRUE(supported(environment().physical, 0, client.display()));
    compositor.dropClients();
    EXPECT_FALSE(supported(environment().physical, 0, client.display()));
}

} // namespace

} // namespace wsit
