// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/swapchain.h"

#include "base/log.h"
#include "base/options.h"
#include "glvk/gpu/exit.h"
#include "glvk/gpu/gpu.h"
#include "report/stalls.h"

#include <algorithm>
#include <fmt/format.h>

namespace glvk {

namespace {

const char* presentModeName(VkPresentModeKHR mode) {
    switch (mode) {
    case VK_PRESENT_MODE_IMMEDIATE_KHR:
        return "IMMEDIATE";
    case VK_PRESENT_MODE_MAILBOX_KHR:
        return "MAILBOX";
    case VK_PRESENT_MODE_FIFO_RELAXED_KHR:
        return "FIFO_RELAXED";
    default:
        return "FIFO";
    }
}

} // namespace

bool Swapchain::supported(const Gpu& gpu, VkSurfaceKHR surface) {
    VkBool32 supported = VK_FALSE;
    vkGetPhysicalDeviceSurfaceSupportKHR(gpu.physical(), gpu.queueFamily(), surface, &supported);
    return supported == VK_TRUE;
}

Swapchain::Swapchain(std::shared_ptr<Gpu> gpu, VkSurfaceKHR surface, const SwapchainUse& use)
    : m_gpu(std::move(gpu)), m_surface(surface), m_use(use) {}

Swapchain::~Swapchain() {
    destroy();
    if (!processExiting()) {
        vkDestroySurfaceKHR(m_gpu->vulkanInstance(), m_surface, nullptr);
    }
}

VkPresentModeKHR Swapchain::choosePresentMode(int swapInterval) const {
    uint32_t count = 0;
    vkGetPhysicalDeviceSurfacePresentModesKHR(m_gpu->physical(), m_surface, &count, nullptr);
    std::vector<VkPresentModeKHR> modes(count);
    vkGetPhysicalDeviceSurfacePresentModesKHR(m_gpu->physical(), m_surface, &count, modes.data());
    const auto has = [&](VkPresentModeKHR mode) {
        return std::find(modes.begin(), modes.end(), mode) != modes.end();
    };
    switch (base::options().presentMode) {
    case base::PresentMode::Mailbox:
        if (has(VK_PRESENT_MODE_MAILBOX_KHR)) {
            return VK_PRESENT_MODE_MAILBOX_KHR;
        }
        break;
    case base::PresentMode::Immediate:
        if (has(VK_PRESENT_MODE_IMMEDIATE_KHR)) {
            return VK_PRESENT_MODE_IMMEDIATE_KHR;
        }
        break;
    case base::PresentMode::Auto:
        if (swapInterval == 0 && has(VK_PRESENT_MODE_IMMEDIATE_KHR)) {
            return VK_PRESENT_MODE_IMMEDIATE_KHR;
        }
        if ((swapInterval == 0 || m_use.pacedByTarget) && has(VK_PRESENT_MODE_MAILBOX_KHR)) {
            return VK_PRESENT_MODE_MAILBOX_KHR;
        }
        if (swapInterval < 0 && has(VK_PRESENT_MODE_FIFO_RELAXED_KHR)) {
            return VK_PRESENT_MODE_FIFO_RELAXED_KHR;
        }
        break;
    case base::PresentMode::Fifo:
        break;
    }
    return VK_PRESENT_MODE_FIFO_KHR;
}

namespace {

/// What keeps all of the colours' bits first, then what any display shows.
std::span<const VkFormat> preferredFormats(const format::InternalFormat& color) {
    static constexpr VkFormat kTen[] = {VK_FORMAT_A2R10G10B10_UNORM_PACK32,
                                        VK_FORMAT_A2B10G10R10_UNORM_PACK32,
                                        VK_FORMAT_B8G8R8A8_UNORM,
                                        VK_FORMAT_R8G8B8A8_UNORM};
    static constexpr VkFormat kFive[] = {VK_FORMAT_R5G6B5_UNORM_PACK16,
                                         VK_FORMAT_B5G6R5_UNORM_PACK16,
                                         VK_FORMAT_B8G8R8A8_UNORM,
                                         VK_FORMAT_R8G8B8A8_UNORM};
    static constexpr VkFormat kEight[] = {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM};
    return color.red == 10  ? std::span<const VkFormat>(kTen)
           : color.red == 5 ? std::span<const VkFormat>(kFive)
                            : std::span<const VkFormat>(kEight);
}

/// True where frames can be turned upside down into such images.
bool canCopyTo(const Gpu& gpu, VkFormat format) {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(gpu.physical(), format, &properties);
    return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_BLIT_DST_BIT) != 0;
}

VkCompositeAlphaFlagBitsKHR chooseCompositeAlpha(VkCompositeAlphaFlagsKHR supported, bool blended) {
    const VkCompositeAlphaFlagBitsKHR wanted =
        blended ? VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR : VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    return (supported & wanted) != 0 ? wanted : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
}

} // namespace

bool Swapchain::chooseFormat(VkSurfaceFormatKHR& chosen) const {
    uint32_t count = 0;
    vkGetPhysicalDeviceSurfaceFormatsKHR(m_gpu->physical(), m_surface, &count, nullptr);
    std::vector<VkSurfaceFormatKHR> formats(count);
    vkGetPhysicalDeviceSurfaceFormatsKHR(m_gpu->physical(), m_surface, &count, formats.data());
    for (const VkFormat wanted : preferredFormats(*m_use.color)) {
        for (const VkSurfaceFormatKHR& format : formats) {
            if (format.format == wanted && canCopyTo(*m_gpu, wanted)) {
                chosen = format;
                return true;
            }
        }
    }
    return false;
}

bool Swapchain::madeFor(const FrameRequest& request) const {
    return m_swapchain && m_request.swapInterval == request.swapInterval &&
           m_request.size_px.width == request.size_px.width &&
           m_request.size_px.height == request.size_px.height;
}

VkResult Swapchain::create(const FrameRequest& request) {
    const VolkDeviceTable& vk = m_gpu->vk();
    m_outOfDate = true; // Until there is a new one, whatever is asked for next.
    m_gpu->waitIdle();  // Nothing may still read the old images or wait on their semaphores.
    VkSurfaceCapabilitiesKHR caps{};
    VkResult result =
        vkGetPhysicalDeviceSurfaceCapabilitiesKHR(m_gpu->physical(), m_surface, &caps);
    if (result != VK_SUCCESS) {
        return result;
    }
    VkSurfaceFormatKHR format{};
    if (!chooseFormat(format)) {
        return VK_ERROR_FORMAT_NOT_SUPPORTED;
    }
    m_extent = caps.currentExtent;
    if (m_extent.width == UINT32_MAX) { // The surface takes the size of its images.
        m_extent.width =
            std::clamp(request.size_px.width, caps.minImageExtent.width, caps.maxImageExtent.width);
        m_extent.height = std::clamp(
            request.size_px.height, caps.minImageExtent.height, caps.maxImageExtent.height);
    }
    if (m_extent.width == 0 || m_extent.height == 0) {
        return VK_NOT_READY; // Minimised: there is nothing to present to.
    }
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = m_surface;
    info.minImageCount = caps.minImageCount + 1;
    if (caps.maxImageCount) {
        info.minImageCount = std::min(info.minImageCount, caps.maxImageCount);
    }
    info.imageFormat = m_format = format.format;
    info.imageColorSpace = format.colorSpace;
    info.imageExtent = m_extent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    info.preTransform = caps.currentTransform;
    info.compositeAlpha = chooseCompositeAlpha(caps.supportedCompositeAlpha, m_use.blended);
    info.presentMode = m_presentMode = choosePresentMode(request.swapInterval);
    info.clipped = VK_TRUE;
    info.oldSwapchain = m_swapchain;
    VkSwapchainKHR fresh = VK_NULL_HANDLE;
    result = vk.vkCreateSwapchainKHR(m_gpu->handle(), &info, nullptr, &fresh);
    destroy();
    if (result != VK_SUCCESS) {
        return result;
    }
    base::logInfo(base::Log::Windows,
                  "a swapchain of {}×{} pixels, format {}, present mode {}",
                  m_extent.width,
                  m_extent.height,
                  int(m_format),
                  presentModeName(m_presentMode));
    m_swapchain = fresh;
    m_request = request;
    m_outOfDate = false;
    createFrames();
    return VK_SUCCESS;
}

void Swapchain::createFrames() {
    const VolkDeviceTable& vk = m_gpu->vk();
    uint32_t count = 0;
    vk.vkGetSwapchainImagesKHR(m_gpu->handle(), m_swapchain, &count, nullptr);
    std::vector<VkImage> images(count);
    vk.vkGetSwapchainImagesKHR(m_gpu->handle(), m_swapchain, &count, images.data());
    const auto makeSemaphore = [&] {
        const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
        VkSemaphore semaphore = VK_NULL_HANDLE;
        vk.vkCreateSemaphore(m_gpu->handle(), &info, nullptr, &semaphore);
        return semaphore;
    };
    for (const VkImage image : images) {
        m_frames.push_back({image, makeSemaphore()});
    }
    for (size_t i = 0; i <= images.size(); ++i) {
        m_acquireSemaphores.push_back(makeSemaphore());
    }
}

void Swapchain::destroy() {
    const VolkDeviceTable& vk = m_gpu->vk();
    if (m_swapchain) {
        m_gpu->waitIdle();
        vk.vkDestroySwapchainKHR(m_gpu->handle(), m_swapchain, nullptr);
        m_swapchain = VK_NULL_HANDLE;
    }
    for (const Frame& frame : m_frames) {
        vk.vkDestroySemaphore(m_gpu->handle(), frame.copied, nullptr);
    }
    for (const VkSemaphore semaphore : m_acquireSemaphores) {
        vk.vkDestroySemaphore(m_gpu->handle(), semaphore, nullptr);
    }
    m_frames.clear();
    m_acquireSemaphores.clear();
}

VkResult Swapchain::acquireNext(VkSemaphore free, uint32_t& index) {
    const auto acquire = [&] {
        return m_gpu->vk().vkAcquireNextImageKHR(
            m_gpu->handle(), m_swapchain, UINT64_MAX, free, VK_NULL_HANDLE, &index);
    };
    // In step with the display, waiting is what the application asked for.
    if (m_presentMode == VK_PRESENT_MODE_FIFO_KHR) {
        return acquire();
    }
    report::StallTimer timer(report::StallKind::Windows);
    const VkResult result = acquire();
    timer.stop([] { return std::string("no image of a window's swapchain was free"); });
    return result;
}

VkResult Swapchain::acquire(const FrameRequest& request, TargetImage& image) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (m_outOfDate || !madeFor(request)) {
            report::StallTimer timer(report::StallKind::Windows);
            const VkResult result = create(request);
            timer.stop([&] {
                return fmt::format(
                    "a swapchain of {}×{} was made for a window", m_extent.width, m_extent.height);
            });
            if (result != VK_SUCCESS) {
                return result;
            }
        }
        const VkSemaphore free = m_acquireSemaphores[m_nextAcquire++ % m_acquireSemaphores.size()];
        uint32_t index = 0;
        const VkResult result = acquireNext(free, index);
        if (result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR) {
            m_outOfDate = result == VK_SUBOPTIMAL_KHR; // After this frame.
            const Frame& frame = m_frames[index];
            image = {.image = frame.image,
                     .format = m_format,
                     .size_px = m_extent,
                     .shownIn = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                     .free = free,
                     .copied = frame.copied,
                     .index = index};
            return VK_SUCCESS;
        }
        if (result != VK_ERROR_OUT_OF_DATE_KHR) {
            return result;
        }
        m_outOfDate = true;
    }
    return VK_ERROR_OUT_OF_DATE_KHR;
}

VkResult Swapchain::show(const TargetImage& image, std::span<const VkRectLayerKHR> damage) {
    const VkPresentRegionKHR region{uint32_t(damage.size()), damage.data()};
    VkPresentRegionsKHR regions{VK_STRUCTURE_TYPE_PRESENT_REGIONS_KHR};
    regions.swapchainCount = 1;
    regions.pRegions = &region;
    VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
    if (m_gpu->features().incrementalPresent && !damage.empty()) {
        info.pNext = &regions;
    }
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &image.copied;
    info.swapchainCount = 1;
    info.pSwapchains = &m_swapchain;
    info.pImageIndices = &image.index;
    const VkResult result = m_gpu->present(info);
    if (result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR) {
        m_outOfDate = true;
    }
    return result == VK_SUBOPTIMAL_KHR ? VK_SUCCESS : result;
}

} // namespace glvk
