// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/x11_target.h"

#include "glvk/gpu/gpu.h"
#include "glvk/present/swapchain.h"
#include "glvk/present/x11_put_target.h"
#include "glvk/present/x11_window_size.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <span>
#include <xcb/xcb.h>

// After vulkan.h and xcb.h, whose types it uses.
#include <vulkan/vulkan_xcb.h>

namespace glvk {

namespace {

/// A command of VK_KHR_xcb_surface, which volk leaves to us so that nobody else includes X11's
/// headers. Null: the extension is missing.
template <class Function>
Function xcbCommand(const Gpu& gpu, const char* name) {
    return reinterpret_cast<Function>(vkGetInstanceProcAddr(gpu.vulkanInstance(), name));
}

/// What the window's visual is.
struct Look {
    uint8_t depth = 0;
    int red = 0; ///< Bits.
};

Look lookOf(const X11Window& window) {
    auto* const connection = static_cast<xcb_connection_t*>(window.connection);
    xcb_screen_iterator_t screen = xcb_setup_roots_iterator(xcb_get_setup(connection));
    for (; screen.rem > 0; xcb_screen_next(&screen)) {
        xcb_depth_iterator_t depth = xcb_screen_allowed_depths_iterator(screen.data);
        for (; depth.rem > 0; xcb_depth_next(&depth)) {
            const std::span visuals(xcb_depth_visuals(depth.data),
                                    size_t(xcb_depth_visuals_length(depth.data)));
            const auto found =
                std::ranges::find(visuals, window.visual, &xcb_visualtype_t::visual_id);
            if (found != visuals.end()) {
                return {.depth = depth.data->depth, .red = std::popcount(found->red_mask)};
            }
        }
    }
    return {};
}

/// Windows of ten bits a colour take frames by a blit alone: nobody draws in their order of
/// channels.
bool canFill(const Gpu& gpu, const Look& look) {
    if (look.red <= 8) {
        return true;
    }
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(
        gpu.physical(), VK_FORMAT_A2R10G10B10_UNORM_PACK32, &properties);
    return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_BLIT_DST_BIT) != 0;
}

/// Whether the device's swapchains show frames in windows like this one.
bool hasSwapchains(const Gpu& gpu, const X11Window& window, const Look& look) {
    // A server has hundreds of visuals, and the loader looks through all of its commands' names.
    thread_local VkInstance instance = VK_NULL_HANDLE;
    thread_local PFN_vkGetPhysicalDeviceXcbPresentationSupportKHR supported = nullptr;
    if (instance != gpu.vulkanInstance()) {
        supported = xcbCommand<PFN_vkGetPhysicalDeviceXcbPresentationSupportKHR>(
            gpu, "vkGetPhysicalDeviceXcbPresentationSupportKHR");
        instance = gpu.vulkanInstance();
    }
    return gpu.features().swapchain && supported != nullptr && canFill(gpu, look) &&
           !(look.depth == 32 && gpu.features().swapsDepth24Alone) &&
           supported(gpu.physical(),
                     gpu.queueFamily(),
                     static_cast<xcb_connection_t*>(window.connection),
                     window.visual);
}

/// Whether frames can be sent to windows like this one.
bool canPut(const Gpu& gpu, const Look& look) {
    return look.red == 8 && (look.depth == 24 || look.depth == 32) && canPutImages(gpu);
}

/// Null: no surface could be made, `error` says why, or the queue does not present to it.
VkSurfaceKHR makeSurface(const Gpu& gpu, const X11Window& window, std::string& error) {
    VkXcbSurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR};
    info.connection = static_cast<xcb_connection_t*>(window.connection);
    info.window = window.window;
    const auto create = xcbCommand<PFN_vkCreateXcbSurfaceKHR>(gpu, "vkCreateXcbSurfaceKHR");
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const VkResult result = create(gpu.vulkanInstance(), &info, nullptr, &surface);
    if (result != VK_SUCCESS) {
        error = fmt::format("no surface could be made for the window ({})", resultName(result));
        return VK_NULL_HANDLE;
    }
    if (!Swapchain::supported(gpu, surface)) {
        vkDestroySurfaceKHR(gpu.vulkanInstance(), surface, nullptr);
        return VK_NULL_HANDLE;
    }
    return surface;
}

class X11Target final : public PresentTarget {
public:
    X11Target(std::shared_ptr<Gpu> gpu,
              const X11Window& window,
              VkSurfaceKHR surface,
              const format::InternalFormat& color)
        : m_size(window), m_swapchain(std::move(gpu), surface, {.color = &color}) {}

    VkExtent2D size_px() override {
        m_size.update();
        return {uint32_t(m_size.width_px()), uint32_t(m_size.height_px())};
    }
    void expectSize() override { m_size.prepare(); }
    VkResult acquire(const FrameRequest& request, TargetImage& image) override {
        return m_swapchain.acquire(request, image);
    }
    VkResult show(const TargetImage& image, std::span<const VkRectLayerKHR> damage) override {
        return m_swapchain.show(image, damage);
    }

private:
    X11WindowSize m_size;
    Swapchain m_swapchain;
};

} // namespace

std::unique_ptr<PresentTarget> openX11Target(std::shared_ptr<Gpu> gpu,
                                             const X11Window& window,
                                             const format::InternalFormat& color,
                                             std::string& error) {
    const Look look = lookOf(window);
    error = fmt::format("{} cannot present to this X11 window", gpu->description().name);
    if (hasSwapchains(*gpu, window, look)) {
        if (const VkSurfaceKHR surface = makeSurface(*gpu, window, error)) {
            return std::make_unique<X11Target>(std::move(gpu), window, surface, color);
        }
    }
    if (!canPut(*gpu, look)) {
        return nullptr;
    }
    return openX11PutTarget(std::move(gpu), window, look.depth);
}

bool canPresentToX11(const Gpu& gpu, const X11Window& window) {
    const Look look = lookOf(window);
    return hasSwapchains(gpu, window, look) || canPut(gpu, look);
}

} // namespace glvk
