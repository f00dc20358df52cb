// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "window_test.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace wsit {

namespace {

class Surfaces : public EveryWindowTest {};
INSTANTIATE_TEST_SUITE_P(,
                         Surfaces,
                         testing::Values(Kind::Xcb, Kind::Xlib, Kind::Wayland, Kind::Headless),
                         kindName);

/// True where windows have a size of their own.
bool sized(Kind kind) {
    return kind == Kind::Xcb || kind == Kind::Xlib;
}

TEST_P(Surfaces, HaveTheWindowsSize) {
    open(GetParam(), 203, 117);
    VkSurfaceCapabilitiesKHR is = capabilities();
    EXPECT_EQ(is.currentExtent.width, sized(GetParam()) ? 203 : UINT32_MAX);
    EXPECT_EQ(is.currentExtent.height, sized(GetParam()) ? 117 : UINT32_MAX);
    EXPECT_GE(is.minImageCount, 1u);
    EXPECT_TRUE(is.maxImageCount == 0 || is.maxImageCount >= is.minImageCount);
    EXPECT_TRUE(is.supportedUsageFlags & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    EXPECT_TRUE(is.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    EXPECT_EQ(is.maxImageArrayLayers, 1u);
    if (sized(GetParam())) {
        window().resize(64, 300);
        is = capabilities();
        EXPECT_EQ(is.currentExtent.width, 64u);
        EXPECT_EQ(is.currentExtent.height, 300u);
    }
}

TEST_P(Surfaces, AnswerTheNewerQuestionsAlike) {
    open(GetParam(), 100, 50);
    const VkPhysicalDevice physical = environment().physical;
    VkPhysicalDeviceSurfaceInfo2KHR info{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR};
    info.surface = surface();
    VkSurfaceCapabilities2KHR newer{VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR};
    ASSERT_VK(vkGetPhysicalDeviceSurfaceCapabilities2KHR(physical, &info, &newer));
    const VkSurfaceCapabilitiesKHR older = capabilities();
    EXPECT_EQ(newer.surfaceCapabilities.currentExtent.width, older.currentExtent.width);
    EXPECT_EQ(newer.surfaceCapabilities.supportedUsageFlags, older.supportedUsageFlags);

    uint32_t count = 0;
    ASSERT_VK(vkGetPhysicalDeviceSurfaceFormats2KHR(physical, &info, &count, nullptr));
    ASSERT_GE(count, 1u);
    std::vector<VkSurfaceFormat2KHR> formats(count, {VK_STRUCTURE_TYPE_SURFACE_FORMAT_2_KHR});
    ASSERT_VK(vkGetPhysicalDeviceSurfaceFormats2KHR(physical, &info, &count, formats.data()));
    std::vector<VkSurfaceFormatKHR> same(count);
    ASSERT_VK(vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface(), &count, same.data()));
    for (uint32_t i = 0; i < count; ++i) {
        EXPECT_EQ(formats[i].surfaceFormat.format, same[i].format);
        EXPECT_EQ(same[i].colorSpace, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR);
    }
    if (count > 1) {
        --count;
        EXPECT_EQ(vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface(), &count, same.data()),
                  VK_INCOMPLETE);
    }
}

TEST_P(Surfaces, HaveAllPresentModes) {
    open(GetParam(), 100, 50);
    VkPresentModeKHR modes[8];
    uint32_t count = 8;
    ASSERT_VK(vkGetPhysicalDeviceSurfacePresentModesKHR(
        environment().physical, surface(), &count, modes));
    if (GetParam() == Kind::Wayland) { // Nothing tears, and the compositor keeps the pace.
        EXPECT_THAT(
            std::span(modes, count),
            testing::UnorderedElementsAre(VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_MAILBOX_KHR));
        return;
    }
    EXPECT_THAT(std::span(modes, count),
                testing::UnorderedElementsAre(VK_PRESENT_MODE_FIFO_KHR,
                                              VK_PRESENT_MODE_FIFO_RELAXED_KHR,
                                              VK_PRESENT_MODE_MAILBOX_KHR,
                                              VK_PRESENT_MODE_IMMEDIATE_KHR));
}

TEST_P(Surfaces, AreOfOneDevice) {
    open(GetParam(), 100, 50);
    VkDeviceGroupPresentCapabilitiesKHR group{
        VK_STRUCTURE_TYPE_DEVICE_GROUP_PRESENT_CAPABILITIES_KHR};
    ASSERT_VK(vkGetDeviceGroupPresentCapabilitiesKHR(device(), &group));
    EXPECT_EQ(group.presentMask[0], 1u);
    EXPECT_EQ(group.presentMask[1], 0u);
    EXPECT_EQ(group.modes, VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR);
    VkDeviceGroupPresentModeFlagsKHR modes = 0;
    ASSERT_VK(vkGetDeviceGroupSurfacePresentModesKHR(device(), surface(), &modes));
    EXPECT_EQ(modes, VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR);
    uint32_t count = 0;
    ASSERT_VK(vkGetPhysicalDevicePresentRectanglesKHR(
        environment().physical, surface(), &count, nullptr));
    ASSERT_EQ(count, 1u);
    VkRect2D rectangle{};
    ASSERT_VK(vkGetPhysicalDevicePresentRectanglesKHR(
        environment().physical, surface(), &count, &rectangle));
    EXPECT_EQ(rectangle.offset.x, 0);
    EXPECT_EQ(rectangle.extent.width, sized(GetParam()) ? 100 : UINT32_MAX);
}

TEST_F(WindowTest, VisualsTellWhetherTheyCanBePresentedTo) {
    open(Kind::Xlib, 10, 10);
    const auto xlib = PFN_vkGetPhysicalDeviceXlibPresentationSupportKHR(vkGetInstanceProcAddr(
        environment().instance, "vkGetPhysicalDeviceXlibPresentationSupportKHR"));
    const auto xcb = PFN_vkGetPhysicalDeviceXcbPresentationSupportKHR(vkGetInstanceProcAddr(
        environment().instance, "vkGetPhysicalDeviceXcbPresentationSupportKHR"));
    const VkPhysicalDevice physical = environment().physical;
    EXPECT_TRUE(xlib(physical, 0, window().display(), window().visual()));
    EXPECT_TRUE(xcb(physical, 0, window().connection(), window().visual()));
    EXPECT_FALSE(xcb(physical, 0, window().connection(), 0x12345));

    const xcb_screen_t* const screen =
        xcb_setup_roots_iterator(xcb_get_setup(window().connection())).data;
    for (auto depth = xcb_screen_allowed_depths_iterator(screen); depth.rem;
         xcb_depth_next(&depth)) {
        if (depth.data->depth != screen->root_depth) {
            continue;
        }
        for (auto type = xcb_depth_visuals_iterator(depth.data); type.rem;
             xcb_visualtype_next(&type)) {
            const bool hasMasks = type.data->_class == XCB_VISUAL_CLASS_TRUE_COLOR ||
                                  type.data->_class == XCB_VISUAL_CLASS_DIRECT_COLOR;
            EXPECT_EQ(bool(xcb(physical, 0, window().connection(), type.data->visual_id)),
                      hasMasks);
        }
    }
}

/// The server was started as the test's name says.
TEST_F(WindowTest, TheServerIsTheOneThatTheTestWants) {
    open(Kind::Xcb, 10, 10);
    const auto cookie = xcb_query_extension(window().connection(), 7, "MIT-SHM");
    xcb_query_extension_reply_t* const reply =
        xcb_query_extension_reply(window().connection(), cookie, nullptr);
    ASSERT_NE(reply, nullptr);
    EXPECT_EQ(bool(reply->present), !std::getenv("GLISSADE_TEST_NO_SHM"));
    std::free(reply);
}

} // namespace

} // namespace wsit
