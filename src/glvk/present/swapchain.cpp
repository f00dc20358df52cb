// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/swapchain.h"

#include "base/log.h"
#include "base/options.h"
#include "glvk/backend/context.h"
#include "glvk/backend/device.h"
#include "report/stalls.h"

#include <algorithm>
#include <fmt/format.h>

namespace glvk {

namespace {

/// X11 windows hold blue in the lowest byte. A surface that stores its colours the same way can be
/// presented by plain copies.
format::Id windowStorage(const Device& device, const format::InternalFormat& color) {
    constexpr VkFormatFeatureFlags kNeeded =
        VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    const bool eightBits = device.storageFor(color) == format::Id::R8G8B8A8Unorm;
    const bool usable = (device.formatFeatures(format::Id::B8G8R8A8Unorm) & kNeeded) == kNeeded;
    return eightBits && usable ? format::Id::B8G8R8A8Unorm : format::Id::None;
}

} // namespace

WindowSurface::WindowSurface(std::shared_ptr<Device> device,
                             const SurfaceFormat& format,
                             const XcbWindow& window)
    : SurfaceBase(device, format, windowStorage(*device, *format.color)), m_windowSize(window) {}

std::unique_ptr<WindowSurface> WindowSurface::create(std::shared_ptr<Device> device,
                                                     const SurfaceFormat& format,
                                                     const XcbWindow& window,
                                                     std::string& error) {
    std::unique_ptr<WindowSurface> surface(new WindowSurface(device, format, window));
    if (!device->features().swapchain || !device->canPresent(window)) {
        error = fmt::format("{} cannot present to X11 windows", device->description().name);
        return nullptr;
    }
    VkXcbSurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR};
    info.connection = static_cast<xcb_connection_t*>(window.connection);
    info.window = window.window;
    VkResult result =
        vkCreateXcbSurfaceKHR(device->vulkanInstance(), &info, nullptr, &surface->m_surface);
    if (result != VK_SUCCESS) {
        error = fmt::format("no surface could be made for the window ({})", resultName(result));
        surface->m_surface = VK_NULL_HANDLE;
        return nullptr;
    }
    VkBool32 supported = VK_FALSE;
    vkGetPhysicalDeviceSurfaceSupportKHR(
        device->physical(), device->queueFamily(), surface->m_surface, &supported);
    if (!supported) {
        error = fmt::format("{} cannot present to this window", device->description().name);
        return nullptr;
    }
    surface->followWindow(true);
    return surface;
}

WindowSurface::~WindowSurface() {
    destroySwapchain();
    if (m_surface && !processExiting()) {
        vkDestroySurfaceKHR(m_gpu->vulkanInstance(), m_surface, nullptr);
    }
}

bool WindowSurface::followWindow(bool midFrame) {
    if (m_frameBegun && !midFrame) {
        return false;
    }
    m_windowSize.update();
    const int32_t width = m_windowSize.width_px();
    const int32_t height = m_windowSize.height_px();
    if (width == width_px() && height == height_px()) {
        return false;
    }
    setSize(width, height);
    m_outOfDate = true;
    return true;
}

bool WindowSurface::beginFrame() {
    if (m_frameBegun) {
        return false;
    }
    const bool changed = followWindow(false);
    m_frameBegun = true;
    return changed;
}

void WindowSurface::setSwapInterval(int interval) {
    if (interval != m_interval) {
        m_interval = interval;
        m_outOfDate = true;
    }
}

VkPresentModeKHR WindowSurface::choosePresentMode() const {
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
        if (m_interval == 0) {
            for (const VkPresentModeKHR mode :
                 {VK_PRESENT_MODE_IMMEDIATE_KHR, VK_PRESENT_MODE_MAILBOX_KHR}) {
                if (has(mode)) {
                    return mode;
                }
            }
        }
        break;
    case base::PresentMode::Fifo:
        break;
    }
    return VK_PRESENT_MODE_FIFO_KHR;
}

bool WindowSurface::chooseFormat(VkSurfaceFormatKHR& chosen) const {
    uint32_t count = 0;
    vkGetPhysicalDeviceSurfaceFormatsKHR(m_gpu->physical(), m_surface, &count, nullptr);
    std::vector<VkSurfaceFormatKHR> formats(count);
    vkGetPhysicalDeviceSurfaceFormatsKHR(m_gpu->physical(), m_surface, &count, formats.data());
    for (const VkFormat wanted : {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM}) {
        for (const VkSurfaceFormatKHR& format : formats) {
            if (format.format == wanted) {
                chosen = format;
                return true;
            }
        }
    }
    return false;
}

VkSemaphore WindowSurface::acquireSemaphore() {
    return m_acquireSemaphores[m_nextAcquire++ % m_acquireSemaphores.size()];
}

VkResult WindowSurface::createSwapchain() {
    const VolkDeviceTable& vk = m_gpu->vk();
    m_gpu->waitIdle(); // Nothing may still read the old images or wait on their semaphores.
    const VkSwapchainKHR old = m_swapchain;
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
    m_swapFormat = format.format;
    m_extent = caps.currentExtent;
    if (m_extent.width == UINT32_MAX) {
        m_extent.width =
            std::clamp(uint32_t(width_px()), caps.minImageExtent.width, caps.maxImageExtent.width);
        m_extent.height = std::clamp(
            uint32_t(height_px()), caps.minImageExtent.height, caps.maxImageExtent.height);
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
    info.imageFormat = format.format;
    info.imageColorSpace = format.colorSpace;
    info.imageExtent = m_extent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    info.preTransform = caps.currentTransform;
    info.compositeAlpha = (caps.supportedCompositeAlpha & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR)
                              ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                              : VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
    info.presentMode = m_presentMode = choosePresentMode();
    info.clipped = VK_TRUE;
    info.oldSwapchain = old;
    VkSwapchainKHR fresh = VK_NULL_HANDLE;
    result = vk.vkCreateSwapchainKHR(m_gpu->handle(), &info, nullptr, &fresh);
    destroySwapchain();
    if (result != VK_SUCCESS) {
        return result;
    }
    m_swapchain = fresh;
    uint32_t count = 0;
    vk.vkGetSwapchainImagesKHR(m_gpu->handle(), m_swapchain, &count, nullptr);
    std::vector<VkImage> images(count);
    vk.vkGetSwapchainImagesKHR(m_gpu->handle(), m_swapchain, &count, images.data());
    VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    for (const VkImage image : images) {
        Frame frame{image};
        vk.vkCreateSemaphore(m_gpu->handle(), &semaphore, nullptr, &frame.rendered);
        m_frames.push_back(frame);
    }
    for (size_t i = 0; i <= images.size(); ++i) {
        VkSemaphore acquired = VK_NULL_HANDLE;
        vk.vkCreateSemaphore(m_gpu->handle(), &semaphore, nullptr, &acquired);
        m_acquireSemaphores.push_back(acquired);
    }
    m_outOfDate = false;
    return VK_SUCCESS;
}

void WindowSurface::destroySwapchain() {
    const VolkDeviceTable& vk = m_gpu->vk();
    if (m_swapchain) {
        m_gpu->waitIdle();
        vk.vkDestroySwapchainKHR(m_gpu->handle(), m_swapchain, nullptr);
        m_swapchain = VK_NULL_HANDLE;
    }
    for (const Frame& frame : m_frames) {
        vk.vkDestroySemaphore(m_gpu->handle(), frame.rendered, nullptr);
    }
    for (const VkSemaphore semaphore : m_acquireSemaphores) {
        vk.vkDestroySemaphore(m_gpu->handle(), semaphore, nullptr);
    }
    m_frames.clear();
    m_acquireSemaphores.clear();
}

VkResult WindowSurface::acquireNext(uint32_t& index) {
    m_acquired = acquireSemaphore();
    const auto acquire = [&] {
        return m_gpu->vk().vkAcquireNextImageKHR(
            m_gpu->handle(), m_swapchain, UINT64_MAX, m_acquired, VK_NULL_HANDLE, &index);
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

VkResult WindowSurface::acquire(uint32_t& index) {
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (m_outOfDate || !m_swapchain) {
            report::StallTimer timer(report::StallKind::Windows);
            const VkResult result = createSwapchain();
            timer.stop([&] {
                return fmt::format(
                    "a swapchain of {}×{} was made for a window", m_extent.width, m_extent.height);
            });
            if (result != VK_SUCCESS) {
                return result;
            }
        }
        const VkResult result = acquireNext(index);
        if (result == VK_SUBOPTIMAL_KHR) {
            m_outOfDate = true; // After this frame.
            return VK_SUCCESS;
        }
        if (result != VK_ERROR_OUT_OF_DATE_KHR) {
            return result;
        }
        m_outOfDate = true;
    }
    return VK_ERROR_OUT_OF_DATE_KHR;
}

bool WindowSurface::recordCopy(Context& context, const Frame& frame) {
    Recorder& recorder = context.recorder();
    const ImageSlice source = resolvedColor(recorder);
    if (!source.image) {
        return false;
    }
    recorder.endRendering();
    recorder.read(*source.image);
    const VolkDeviceTable& vk = m_gpu->vk();
    const VkCommandBuffer commands = recorder.commands();
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = frame.image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vk.vkCmdPipelineBarrier(commands,
                            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                            VK_PIPELINE_STAGE_TRANSFER_BIT,
                            0,
                            0,
                            nullptr,
                            0,
                            nullptr,
                            1,
                            &barrier);
    recordFlip(commands, source, frame.image);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = 0;
    barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    vk.vkCmdPipelineBarrier(commands,
                            VK_PIPELINE_STAGE_TRANSFER_BIT,
                            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                            0,
                            0,
                            nullptr,
                            0,
                            nullptr,
                            1,
                            &barrier);
    return true;
}

/// The one flip: the window's top row is row zero of a swapchain image. When the window changed
/// size since the frame began, the common part is shown, top left corner fixed.
void WindowSurface::recordFlip(VkCommandBuffer commands, const ImageSlice& source, VkImage target) {
    const VolkDeviceTable& vk = m_gpu->vk();
    const int32_t width = std::min(width_px(), int32_t(m_extent.width));
    const int32_t height = std::min(height_px(), int32_t(m_extent.height));
    const VkImageSubresourceLayers from{VK_IMAGE_ASPECT_COLOR_BIT, source.level, source.layer, 1};
    const VkImageSubresourceLayers to{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    // A CPU device draws a blit, texel by texel; copying row by row is a memcpy each.
    if (m_gpu->description().isCpu && m_gpu->vkFormat(colorStorage()) == m_swapFormat) {
        m_rows.resize(size_t(height));
        for (int32_t y = 0; y < height; ++y) {
            m_rows[size_t(y)] = {
                from, {0, height_px() - 1 - y, 0}, to, {0, y, 0}, {uint32_t(width), 1, 1}};
        }
        vk.vkCmdCopyImage(commands,
                          source.image->handle(),
                          VK_IMAGE_LAYOUT_GENERAL,
                          target,
                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          uint32_t(m_rows.size()),
                          m_rows.data());
        return;
    }
    VkImageBlit blit{};
    blit.srcSubresource = from;
    blit.srcOffsets[0] = {0, height_px(), 0};
    blit.srcOffsets[1] = {width, height_px() - height, 1};
    blit.dstSubresource = to;
    blit.dstOffsets[1] = {width, height, 1};
    vk.vkCmdBlitImage(commands,
                      source.image->handle(),
                      VK_IMAGE_LAYOUT_GENERAL,
                      target,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      1,
                      &blit,
                      VK_FILTER_NEAREST);
}

PresentResult
WindowSurface::present(gl::ContextBackend& contextBackend, std::span<const gl::Rect>, bool) {
    Context& context = static_cast<Context&>(contextBackend);
    m_frameBegun = false;
    m_windowSize.prepare();
    if (!prepare()) {
        context.flush();
        return PresentResult::OutOfMemory;
    }
    uint32_t index = 0;
    const VkResult acquired = acquire(index);
    if (acquired != VK_SUCCESS) {
        context.flush();
        switch (acquired) {
        case VK_ERROR_DEVICE_LOST:
            return PresentResult::DeviceLost;
        case VK_ERROR_OUT_OF_HOST_MEMORY:
        case VK_ERROR_OUT_OF_DEVICE_MEMORY:
            return PresentResult::OutOfMemory;
        case VK_NOT_READY:
        case VK_ERROR_OUT_OF_DATE_KHR: // Changing faster than we follow: this frame is skipped.
            return PresentResult::Ok;
        default:
            base::logWarnOnce("a window could not be presented to ({})", resultName(acquired));
            return PresentResult::WindowGone;
        }
    }
    const Frame& frame = m_frames[index];
    if (!recordCopy(context, frame)) {
        return PresentResult::OutOfMemory;
    }
    if (!context.recorder().submit(m_acquired, frame.rendered)) {
        return PresentResult::DeviceLost;
    }
    context.saveSometimes();
    VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR};
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &frame.rendered;
    info.swapchainCount = 1;
    info.pSwapchains = &m_swapchain;
    info.pImageIndices = &index;
    switch (m_gpu->present(info)) {
    case VK_SUCCESS:
        return PresentResult::Ok;
    case VK_SUBOPTIMAL_KHR:
    case VK_ERROR_OUT_OF_DATE_KHR:
        m_outOfDate = true;
        return PresentResult::Ok;
    case VK_ERROR_DEVICE_LOST:
        return PresentResult::DeviceLost;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return PresentResult::OutOfMemory;
    default:
        return PresentResult::WindowGone;
    }
}

bool Device::canPresent(const XcbWindow& window) const {
    return features().swapchain && vkGetPhysicalDeviceXcbPresentationSupportKHR(
                                       physical(),
                                       queueFamily(),
                                       static_cast<xcb_connection_t*>(window.connection),
                                       window.visual);
}

std::unique_ptr<Surface> Device::createWindowSurface(const SurfaceFormat& format,
                                                     const XcbWindow& window,
                                                     std::string& error) {
    return WindowSurface::create(shared_from_this(), format, window, error);
}

} // namespace glvk
