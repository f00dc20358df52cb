// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/window/surface.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/properties.h"
#include "cpu/wsi/x11_library.h"

#include <algorithm>
#include <cstddef>

namespace cpu::icd {

Surface::Surface(const wsi::X11Window& window, VkIcdWsiPlatform platform)
    : m_base{platform}, m_window(window) {}

Surface::Surface() : m_base{VK_ICD_WSI_PLATFORM_HEADLESS}, m_window{} {}

std::optional<SurfaceState> Surface::state() const {
    if (headless()) {
        return SurfaceState{{UINT32_MAX, UINT32_MAX}, std::nullopt};
    }
    const auto window = wsi::query(m_window);
    if (!window) {
        return std::nullopt;
    }
    return SurfaceState{{window->width_px, window->height_px}, window->pixels};
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
                      base->platform == VK_ICD_WSI_PLATFORM_HEADLESS;
    return ours ? cast(handle) : nullptr;
}

namespace {

struct VisualFormat {
    uint32_t red; ///< Masks.
    uint32_t green;
    uint32_t blue;
    uint8_t pixel_B;
    VkFormat unorm;
    VkFormat srgb; ///< VK_FORMAT_UNDEFINED: there is none.
};

constexpr VisualFormat kVisualFormats[] = {
    {0xff0000, 0xff00, 0xff, 4, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_B8G8R8A8_SRGB},
    {0xff, 0xff00, 0xff0000, 4, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB},
    {0x3ff00000, 0xffc00, 0x3ff, 4, VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_FORMAT_UNDEFINED},
    {0x3ff, 0xffc00, 0x3ff00000, 4, VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_UNDEFINED},
    {0xf800, 0x7e0, 0x1f, 2, VK_FORMAT_R5G6B5_UNORM_PACK16, VK_FORMAT_UNDEFINED},
    {0x1f, 0x7e0, 0xf800, 2, VK_FORMAT_B5G6R5_UNORM_PACK16, VK_FORMAT_UNDEFINED},
};

const VisualFormat* formatOf(const wsi::PixelLayout& pixels) {
    const auto* found = std::find_if(
        std::begin(kVisualFormats), std::end(kVisualFormats), [&](const VisualFormat& format) {
            return format.red == pixels.red && format.green == pixels.green &&
                   format.blue == pixels.blue && format.pixel_B == pixels.pixel_B;
        });
    return found != std::end(kVisualFormats) ? found : nullptr;
}

} // namespace

std::vector<VkFormat> surfaceFormats(const SurfaceState& state) {
    if (!state.pixels) {
        return {VK_FORMAT_B8G8R8A8_SRGB,
                VK_FORMAT_B8G8R8A8_UNORM,
                VK_FORMAT_R8G8B8A8_SRGB,
                VK_FORMAT_R8G8B8A8_UNORM};
    }
    std::vector<VkFormat> formats;
    if (const VisualFormat* format = formatOf(*state.pixels)) {
        if (format->srgb) {
            formats.push_back(format->srgb);
        }
        formats.push_back(format->unorm);
    }
    return formats;
}

bool Surface::presentable() const {
    const auto now = state();
    return now && (headless() || (now->pixels && formatOf(*now->pixels)));
}

std::span<const VkPresentModeKHR> presentModes() {
    static constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR,
                                                  VK_PRESENT_MODE_FIFO_RELAXED_KHR,
                                                  VK_PRESENT_MODE_MAILBOX_KHR,
                                                  VK_PRESENT_MODE_IMMEDIATE_KHR};
    return kModes;
}

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
    // A window's frames have the window's size; without one any size will do.
    const uint32_t most_px = deviceProperties().limits.maxImageDimension2D;
    out.minImageExtent = surface->headless() ? VkExtent2D{1, 1} : state->extent;
    out.maxImageExtent = surface->headless() ? VkExtent2D{most_px, most_px} : state->extent;
    out.maxImageArrayLayers = 1;
    out.supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    out.currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
    // Where the visual has alpha a compositor takes it for premultiplied coverage.
    const bool alpha = state->pixels && state->pixels->depth == 32;
    out.supportedCompositeAlpha =
        VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR |
        (alpha ? VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR : VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR);
    out.supportedUsageFlags = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                              VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                              VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
    return VK_SUCCESS;
}

VkResult formatsOf(VkSurfaceKHR handle, std::vector<VkSurfaceFormatKHR>& out) {
    const Surface* surface = known(handle);
    const auto state = surface ? surface->state() : std::nullopt;
    if (!state) {
        return VK_ERROR_SURFACE_LOST_KHR;
    }
    for (const VkFormat format : surfaceFormats(*state)) {
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
    return pixels && formatOf(*pixels);
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
    const VkResult result = formatsOf(surface, formats);
    return result ? result : enumerate(formats, pSurfaceFormatCount, pSurfaceFormats);
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice physicalDevice,
                                    const VkPhysicalDeviceSurfaceInfo2KHR* pSurfaceInfo,
                                    uint32_t* pSurfaceFormatCount,
                                    VkSurfaceFormat2KHR* pSurfaceFormats) {
    std::vector<VkSurfaceFormatKHR> formats;
    if (const VkResult result = formatsOf(pSurfaceInfo->surface, formats)) {
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
    return enumerate(presentModes(), pPresentModeCount, pPresentModes);
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
