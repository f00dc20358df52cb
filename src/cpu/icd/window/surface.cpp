// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/window/surface.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/properties.h"
#include "cpu/icd/window/surface_formats.h"
#include "cpu/wsi/wayland_output.h"
#include "cpu/wsi/x11_library.h"
#include "cpu/wsi/x11_output.h"

#include <algorithm>

namespace cpu::icd {

Surface::Surface(const wsi::X11Window& window, VkIcdWsiPlatform platform)
    : m_base{platform}, m_x11(window) {}

Surface::Surface(std::unique_ptr<wsi::WaylandSurface> window)
    : m_base{VK_ICD_WSI_PLATFORM_WAYLAND}, m_wayland(std::move(window)) {}

Surface::Surface() : m_base{VK_ICD_WSI_PLATFORM_HEADLESS} {}

namespace {

constexpr VkExtent2D kAsTheSwapchain = {UINT32_MAX, UINT32_MAX};

std::optional<SurfaceState> stateOf(const wsi::X11Window& x11) {
    const auto window = wsi::query(x11);
    if (!window) {
        return std::nullopt;
    }
    // Where the visual has alpha a compositor takes it for premultiplied coverage.
    const bool alpha = window->pixels && window->pixels->depth == 32;
    return SurfaceState{{window->width_px, window->height_px},
                        window->pixels ? formatsOf(*window->pixels) : std::vector<VkFormat>(),
                        VkCompositeAlphaFlagsKHR(VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR |
                                                 (alpha ? VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR
                                                        : VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR))};
}

} // namespace

std::optional<SurfaceState> Surface::state() const {
    switch (m_base.platform) {
    case VK_ICD_WSI_PLATFORM_WAYLAND:
        if (!m_wayland || !m_wayland->queue().connected()) {
            return std::nullopt;
        }
        return SurfaceState{kAsTheSwapchain,
                            formatsOf(m_wayland->shm()),
                            VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR |
                                VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR};
    case VK_ICD_WSI_PLATFORM_HEADLESS:
        return SurfaceState{kAsTheSwapchain,
                            headlessFormats(),
                            VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR | VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR};
    default:
        return stateOf(m_x11);
    }
}

bool Surface::presentable() const {
    const auto now = state();
    return now && !now->formats.empty();
}

std::span<const VkPresentModeKHR> Surface::presentModes() const {
    static constexpr VkPresentModeKHR kOwnPace[] = {VK_PRESENT_MODE_FIFO_KHR,
                                                    VK_PRESENT_MODE_FIFO_RELAXED_KHR,
                                                    VK_PRESENT_MODE_MAILBOX_KHR,
                                                    VK_PRESENT_MODE_IMMEDIATE_KHR};
    // The compositor shows the newest frame when it refreshes, and nothing tears.
    static constexpr VkPresentModeKHR kCompositors[] = {VK_PRESENT_MODE_FIFO_KHR,
                                                        VK_PRESENT_MODE_MAILBOX_KHR};
    return isWayland() ? std::span<const VkPresentModeKHR>(kCompositors)
                       : std::span<const VkPresentModeKHR>(kOwnPace);
}

namespace {

wsi::PresentMode presentMode(VkPresentModeKHR mode) {
    switch (mode) {
    case VK_PRESENT_MODE_IMMEDIATE_KHR:
        return wsi::PresentMode::Immediate;
    case VK_PRESENT_MODE_MAILBOX_KHR:
        return wsi::PresentMode::Mailbox;
    case VK_PRESENT_MODE_FIFO_RELAXED_KHR:
        return wsi::PresentMode::FifoRelaxed;
    default:
        return wsi::PresentMode::Fifo;
    }
}

} // namespace

std::unique_ptr<wsi::Output> Surface::makeX11Output(const VkSwapchainCreateInfoKHR& info,
                                                    wsi::Output::Done done) const {
    const auto window = wsi::query(m_x11);
    auto frames = window && window->pixels ? wsi::X11Frames::create(m_x11,
                                                                    *window->pixels,
                                                                    info.imageExtent.width,
                                                                    info.imageExtent.height,
                                                                    info.minImageCount)
                                           : nullptr;
    if (!frames) {
        return nullptr;
    }
    return std::make_unique<wsi::X11Output>(std::move(frames),
                                            presentMode(info.presentMode),
                                            wsi::refreshPeriod(m_x11),
                                            std::move(done));
}

std::unique_ptr<wsi::Output> Surface::makeWaylandOutput(const VkSwapchainCreateInfoKHR& info,
                                                        wsi::Output::Done done) {
    const ShmFormat format = shmFormat(info.imageFormat, info.compositeAlpha);
    return wsi::WaylandOutput::create(*m_wayland,
                                      {.width_px = info.imageExtent.width,
                                       .height_px = info.imageExtent.height,
                                       .pixel_B = format.pixel_B,
                                       .format = format.format,
                                       .count = info.minImageCount},
                                      presentMode(info.presentMode),
                                      std::move(done));
}

VkResult Surface::makeOutput(const VkSwapchainCreateInfoKHR& info,
                             wsi::Output::Done done,
                             std::unique_ptr<wsi::Output>& output) {
    if (m_base.platform == VK_ICD_WSI_PLATFORM_HEADLESS) {
        return VK_SUCCESS;
    }
    output = isWayland() ? makeWaylandOutput(info, std::move(done))
                         : makeX11Output(info, std::move(done));
    if (!output) {
        return state() ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_SURFACE_LOST_KHR;
    }
    return VK_SUCCESS;
}

bool Surface::take(Swapchain* swapchain) {
    std::lock_guard lock(m_mutex);
    if (m_swapchain) {
        return false;
    }
    m_swapchain = swapchain;
    return true;
}

void Surface::forget(Swapchain* swapchain) {
    std::lock_guard lock(m_mutex);
    if (m_swapchain == swapchain) {
        m_swapchain = nullptr;
    }
}

Surface* known(VkSurfaceKHR handle) {
    // Both kinds begin with the platform.
    const auto* base = reinterpret_cast<const VkIcdSurfaceBase*>(handle);
    const bool ours = base->platform == VK_ICD_WSI_PLATFORM_XCB ||
                      base->platform == VK_ICD_WSI_PLATFORM_XLIB ||
                      base->platform == VK_ICD_WSI_PLATFORM_WAYLAND ||
                      base->platform == VK_ICD_WSI_PLATFORM_HEADLESS;
    return ours ? cast(handle) : nullptr;
}

namespace {

constexpr uint32_t kMinImages = 2; ///< One is shown or waits while the other is drawn.

VkResult capabilities(VkSurfaceKHR handle, VkSurfaceCapabilitiesKHR& out) {
    const Surface* surface = known(handle);
    const auto state = surface ? surface->state() : std::nullopt;
    if (!state) {
        return VK_ERROR_SURFACE_LOST_KHR;
    }
    out = {};
    out.minImageCount = kMinImages;
    out.maxImageCount = 0; // As many as memory holds.
    out.currentExtent = state->extent;
    // Where the window has a size, its frames have it too; else any size will do.
    const uint32_t most_px = deviceProperties().limits.maxImageDimension2D;
    const bool any = state->extent.width == kAsTheSwapchain.width;
    out.minImageExtent = any ? VkExtent2D{1, 1} : state->extent;
    out.maxImageExtent = any ? VkExtent2D{most_px, most_px} : state->extent;
    out.maxImageArrayLayers = 1;
    out.supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    out.currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    out.supportedCompositeAlpha = state->compositeAlpha;
    out.supportedUsageFlags = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                              VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                              VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
    return VK_SUCCESS;
}

VkResult listFormats(VkSurfaceKHR handle, std::vector<VkSurfaceFormatKHR>& out) {
    const Surface* surface = known(handle);
    const auto state = surface ? surface->state() : std::nullopt;
    if (!state) {
        return VK_ERROR_SURFACE_LOST_KHR;
    }
    for (const VkFormat format : state->formats) {
        out.push_back({format, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR});
    }
    return VK_SUCCESS;
}

template <typename... Args>
VkResult createSurface(const VkAllocationCallbacks* callbacks, VkSurfaceKHR* out, Args&&... args) {
    auto* surface = make<Surface>(callbacks, std::forward<Args>(args)...);
    if (!surface) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *out = handleOf<VkSurfaceKHR>(surface);
    return VK_SUCCESS;
}

VkBool32 canPresent(xcb_connection_t* connection, xcb_visualid_t visual) {
    const auto pixels = wsi::pixelLayout(connection, visual);
    return pixels && !formatsOf(*pixels).empty();
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateXcbSurfaceKHR(VkInstance instance,
                                                   const VkXcbSurfaceCreateInfoKHR* pCreateInfo,
                                                   const VkAllocationCallbacks* pAllocator,
                                                   VkSurfaceKHR* pSurface) {
    return createSurface(pAllocator,
                         pSurface,
                         wsi::X11Window{pCreateInfo->connection, pCreateInfo->window},
                         VK_ICD_WSI_PLATFORM_XCB);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateXlibSurfaceKHR(VkInstance instance,
                                                    const VkXlibSurfaceCreateInfoKHR* pCreateInfo,
                                                    const VkAllocationCallbacks* pAllocator,
                                                    VkSurfaceKHR* pSurface) {
    return createSurface(
        pAllocator,
        pSurface,
        wsi::X11Window{wsi::connectionOfXlib(pCreateInfo->dpy), xcb_window_t(pCreateInfo->window)},
        VK_ICD_WSI_PLATFORM_XLIB);
}

VKAPI_ATTR VkResult VKAPI_CALL
CreateWaylandSurfaceKHR(VkInstance instance,
                        const VkWaylandSurfaceCreateInfoKHR* pCreateInfo,
                        const VkAllocationCallbacks* pAllocator,
                        VkSurfaceKHR* pSurface) {
    return createSurface(pAllocator,
                         pSurface,
                         wsi::WaylandSurface::open(pCreateInfo->display, pCreateInfo->surface));
}

VKAPI_ATTR VkResult VKAPI_CALL
CreateHeadlessSurfaceEXT(VkInstance instance,
                         const VkHeadlessSurfaceCreateInfoEXT* pCreateInfo,
                         const VkAllocationCallbacks* pAllocator,
                         VkSurfaceKHR* pSurface) {
    return createSurface(pAllocator, pSurface);
}

VKAPI_ATTR void VKAPI_CALL DestroySurfaceKHR(VkInstance instance,
                                             VkSurfaceKHR surface,
                                             const VkAllocationCallbacks* pAllocator) {
    if (surface) {
        destroy(known(surface), pAllocator);
    }
}

VKAPI_ATTR VkBool32 VKAPI_CALL
GetPhysicalDeviceXcbPresentationSupportKHR(VkPhysicalDevice physicalDevice,
                                           uint32_t queueFamilyIndex,
                                           xcb_connection_t* connection,
                                           xcb_visualid_t visual_id) {
    return canPresent(connection, visual_id);
}

VKAPI_ATTR VkBool32 VKAPI_CALL GetPhysicalDeviceXlibPresentationSupportKHR(
    VkPhysicalDevice physicalDevice, uint32_t queueFamilyIndex, Display* dpy, VisualID visualID) {
    return canPresent(wsi::connectionOfXlib(dpy), xcb_visualid_t(visualID));
}

VKAPI_ATTR VkBool32 VKAPI_CALL GetPhysicalDeviceWaylandPresentationSupportKHR(
    VkPhysicalDevice physicalDevice, uint32_t queueFamilyIndex, struct wl_display* display) {
    const auto shm = wayland::Shm::open(display);
    return shm && !formatsOf(*shm).empty();
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physicalDevice,
                                                                  uint32_t queueFamilyIndex,
                                                                  VkSurfaceKHR surface,
                                                                  VkBool32* pSupported) {
    const Surface* object = known(surface);
    *pSupported = object && object->presentable();
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice physicalDevice,
                                        VkSurfaceKHR surface,
                                        VkSurfaceCapabilitiesKHR* pSurfaceCapabilities) {
    return capabilities(surface, *pSurfaceCapabilities);
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfaceCapabilities2KHR(VkPhysicalDevice physicalDevice,
                                         const VkPhysicalDeviceSurfaceInfo2KHR* pSurfaceInfo,
                                         VkSurfaceCapabilities2KHR* pSurfaceCapabilities) {
    return capabilities(pSurfaceInfo->surface, pSurfaceCapabilities->surfaceCapabilities);
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physicalDevice,
                                   VkSurfaceKHR surface,
                                   uint32_t* pSurfaceFormatCount,
                                   VkSurfaceFormatKHR* pSurfaceFormats) {
    std::vector<VkSurfaceFormatKHR> formats;
    const VkResult result = listFormats(surface, formats);
    return result ? result : enumerate(formats, pSurfaceFormatCount, pSurfaceFormats);
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice physicalDevice,
                                    const VkPhysicalDeviceSurfaceInfo2KHR* pSurfaceInfo,
                                    uint32_t* pSurfaceFormatCount,
                                    VkSurfaceFormat2KHR* pSurfaceFormats) {
    std::vector<VkSurfaceFormatKHR> formats;
    if (const VkResult result = listFormats(pSurfaceInfo->surface, formats)) {
        return result;
    }
    if (!pSurfaceFormats) {
        *pSurfaceFormatCount = uint32_t(formats.size());
        return VK_SUCCESS;
    }
    *pSurfaceFormatCount = std::min(*pSurfaceFormatCount, uint32_t(formats.size()));
    for (uint32_t i = 0; i < *pSurfaceFormatCount; ++i) {
        pSurfaceFormats[i].surfaceFormat = formats[i];
    }
    return *pSurfaceFormatCount < formats.size() ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physicalDevice,
                                        VkSurfaceKHR surface,
                                        uint32_t* pPresentModeCount,
                                        VkPresentModeKHR* pPresentModes) {
    const Surface* object = known(surface);
    return object ? enumerate(object->presentModes(), pPresentModeCount, pPresentModes)
                  : VK_ERROR_SURFACE_LOST_KHR;
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDevicePresentRectanglesKHR(
    VkPhysicalDevice physicalDevice, VkSurfaceKHR surface, uint32_t* pRectCount, VkRect2D* pRects) {
    const Surface* object = known(surface);
    const auto state = object ? object->state() : std::nullopt;
    if (!state) {
        return VK_ERROR_SURFACE_LOST_KHR;
    }
    const VkRect2D whole[] = {{{0, 0}, state->extent}};
    return enumerate(whole, pRectCount, pRects);
}

VKAPI_ATTR VkResult VKAPI_CALL GetDeviceGroupSurfacePresentModesKHR(
    VkDevice device, VkSurfaceKHR surface, VkDeviceGroupPresentModeFlagsKHR* pModes) {
    *pModes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetDeviceGroupPresentCapabilitiesKHR(
    VkDevice device, VkDeviceGroupPresentCapabilitiesKHR* pDeviceGroupPresentCapabilities) {
    auto& masks = pDeviceGroupPresentCapabilities->presentMask;
    std::fill(std::begin(masks), std::end(masks), 0);
    masks[0] = 1;
    pDeviceGroupPresentCapabilities->modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
