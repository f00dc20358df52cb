// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "window_test.h"

#include <gmock/gmock.h>

namespace wsit {

namespace {

using testing::AnyOf;

class Swapchains : public EveryWindowTest {
protected:
    VkResult
    acquire(const TestSwapchain& swapchain, uint64_t timeout_ns, VkFence fence, uint32_t* image) {
        return vkAcquireNextImageKHR(
            device(), swapchain.handle, timeout_ns, VK_NULL_HANDLE, fence, image);
    }
    /// As above, with the fence waited for.
    uint32_t acquired(const TestSwapchain& swapchain) {
        const VkFence fence = makeFence();
        uint32_t image = UINT32_MAX;
        EXPECT_VK(acquire(swapchain, kLong_ns, fence, &image));
        EXPECT_VK(vkWaitForFences(device(), 1, &fence, VK_TRUE, kLong_ns));
        return image;
    }
};
INSTANTIATE_TEST_SUITE_P(,
                         Swapchains,
                         testing::Values(Kind::Xcb, Kind::Xlib, Kind::Wayland, Kind::Headless),
                         kindName);

TEST_P(Swapchains, AcquireEachImageOnce) {
    open(GetParam(), 40, 30);
    const uint32_t spare = 2;
    const TestSwapchain swapchain =
        make({40, 30, VK_PRESENT_MODE_FIFO_KHR, capabilities().minImageCount + spare});
    std::vector<bool> seen(swapchain.images.size());
    for (size_t i = 0; i < swapchain.images.size(); ++i) {
        const uint32_t image = acquired(swapchain);
        ASSERT_LT(image, seen.size());
        EXPECT_FALSE(seen[image]);
        seen[image] = true;
    }
    const VkFence fence = makeFence();
    uint32_t image = 0;
    EXPECT_EQ(acquire(swapchain, 0, fence, &image), VK_NOT_READY);
    EXPECT_EQ(acquire(swapchain, 1'000'000, fence, &image), VK_TIMEOUT);
    EXPECT_EQ(vkGetFenceStatus(device(), fence), VK_NOT_READY);
}

TEST_P(Swapchains, PresentedImagesComeBack) {
    open(GetParam(), 40, 30);
    const TestSwapchain swapchain = make({40, 30});
    std::vector<uint32_t> uses(swapchain.images.size());
    for (uint32_t frame = 0; frame < 8; ++frame) {
        const uint32_t image = acquired(swapchain);
        ++uses.at(image);
        upload(swapchain, image, pattern(swapchain, frame));
        EXPECT_VK(present(swapchain, image));
    }
    for (const uint32_t count : uses) {
        EXPECT_GT(count, 0u);
    }
}

/// What changed is a hint: where nothing did, all is shown as well.
TEST_P(Swapchains, TakeRegionsOfPresents) {
    open(GetParam(), 40, 30);
    TestSwapchain swapchain = make({40, 30});
    for (uint32_t frame = 0; frame < 3; ++frame) {
        const uint32_t image = acquired(swapchain);
        upload(swapchain, image, pattern(swapchain, frame));
        const VkRectLayerKHR changed{{3, 4}, {20, 10}, 0};
        const VkPresentRegionKHR region{1, &changed};
        VkPresentRegionsKHR regions{VK_STRUCTURE_TYPE_PRESENT_REGIONS_KHR};
        regions.swapchainCount = 1;
        regions.pRegions = &region;
        EXPECT_VK(present(swapchain, image, VK_NULL_HANDLE, &regions));
    }
    destroy(swapchain);
    if (GetParam() != Kind::Headless) {
        expectWindow(swapchain, 2);
    }
}

TEST_P(Swapchains, KeepWhatWasDrawn) {
    open(GetParam(), 70, 50);
    const TestSwapchain swapchain = make({70, 50});
    const uint32_t image = acquired(swapchain);
    upload(swapchain, image, pattern(swapchain, 1));
    EXPECT_EQ(download(swapchain, image), pattern(swapchain, 1));
    EXPECT_VK(present(swapchain, image));
}

TEST_P(Swapchains, AcquireByTheNewerCommand) {
    open(GetParam(), 40, 30);
    const TestSwapchain swapchain = make({40, 30});
    const VkSemaphore semaphore = makeSemaphore();
    const VkSemaphore drawn = makeSemaphore();
    VkAcquireNextImageInfoKHR info{VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR};
    info.swapchain = swapchain.handle;
    info.timeout = kLong_ns;
    info.semaphore = semaphore;
    info.deviceMask = 1;
    uint32_t image = 0;
    ASSERT_VK(vkAcquireNextImage2KHR(device(), &info, &image));
    upload(swapchain, image, pattern(swapchain, 0), semaphore, drawn);
    EXPECT_VK(present(swapchain, image, drawn));
}

TEST_P(Swapchains, TakeOverFromOlderOnes) {
    open(GetParam(), 40, 30);
    const TestSwapchain old = make({40, 30});
    const uint32_t image = acquired(old);
    TestSwapchain newer = make({40, 30, VK_PRESENT_MODE_FIFO_KHR, 2, old.handle});
    uint32_t none = 0;
    EXPECT_EQ(acquire(old, kLong_ns, makeFence(), &none), VK_ERROR_OUT_OF_DATE_KHR);
    takeMessages(); // The layer has noticed, too.
    // What was acquired before may still be presented.
    upload(old, image, pattern(old, 1));
    EXPECT_THAT(present(old, image), AnyOf(VK_SUCCESS, VK_ERROR_OUT_OF_DATE_KHR));
    EXPECT_VK(show(newer, 2));
}

TEST_P(Swapchains, AreOneForAWindow) {
    open(GetParam(), 40, 30);
    TestSwapchain first = make({40, 30});
    TestSwapchain second;
    EXPECT_EQ(create({40, 30}, second), VK_ERROR_NATIVE_WINDOW_IN_USE_KHR);
    takeMessages(); // The layer has noticed, too.
    destroy(first);
    EXPECT_VK(create({40, 30}, second));
}

TEST_P(Swapchains, MayBeViewedInOtherFormats) {
    open(GetParam(), 40, 30);
    if (format() != VK_FORMAT_B8G8R8A8_UNORM) {
        GTEST_SKIP() << "the window's format has no sRGB counterpart";
    }
    const VkFormat formats[] = {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_B8G8R8A8_SRGB};
    VkImageFormatListCreateInfo list{VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO};
    list.viewFormatCount = 2;
    list.pViewFormats = formats;
    SwapchainOptions options{40, 30};
    options.flags = VK_SWAPCHAIN_CREATE_MUTABLE_FORMAT_BIT_KHR;
    options.next = &list;
    const TestSwapchain swapchain = make(options);
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = swapchain.images[0];
    info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    info.format = VK_FORMAT_B8G8R8A8_SRGB;
    info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkImageView view = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateImageView(device(), &info, nullptr, &view));
    vkDestroyImageView(device(), view, nullptr);
}

TEST_P(Swapchains, ImagesHaveOtherNames) {
    open(GetParam(), 70, 50);
    TestSwapchain swapchain = make({70, 50});
    VkImageSwapchainCreateInfoKHR of{VK_STRUCTURE_TYPE_IMAGE_SWAPCHAIN_CREATE_INFO_KHR};
    of.swapchain = swapchain.handle;
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, &of};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format();
    info.extent = {70, 50, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    TestSwapchain alias = swapchain;
    alias.images.assign(1, VK_NULL_HANDLE);
    ASSERT_VK(vkCreateImage(device(), &info, nullptr, &alias.images[0]));
    const uint32_t image = acquired(swapchain);
    VkBindImageMemorySwapchainInfoKHR place{VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_SWAPCHAIN_INFO_KHR};
    place.swapchain = swapchain.handle;
    place.imageIndex = image;
    VkBindImageMemoryInfo bind{VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, &place};
    bind.image = alias.images[0];
    ASSERT_VK(vkBindImageMemory2(device(), 1, &bind));
    upload(swapchain, image, pattern(swapchain, 7));
    EXPECT_EQ(download(swapchain, image), pattern(swapchain, 7));
    upload(alias, 0, pattern(swapchain, 8));
    EXPECT_EQ(download(swapchain, image), pattern(swapchain, 8));
    EXPECT_VK(present(swapchain, image));
    EXPECT_VK(vkQueueWaitIdle(queue()));
    vkDestroyImage(device(), alias.images[0], nullptr);
}

} // namespace

} // namespace wsit
