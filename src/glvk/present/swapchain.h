// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/present/target.h"

#include <memory>
#include <vector>

namespace glvk {

class Gpu;

/// What a target has its swapchain for.
struct SwapchainUse {
    const format::InternalFormat* color = nullptr; ///< What is drawn.
    bool blended = false; ///< What lies behind the window shows through, by premultiplied alpha.
    bool pacedByTarget = false; ///< The target waits for the display: the swapchain need not.
};

/// A VkSwapchainKHR that is made anew when its window or what is asked of it changed: what targets
/// of window systems with swapchains are made of. Knows no window system.
class Swapchain {
public:
    /// True where the device's queue can present to the surface.
    static bool supported(const Gpu& gpu, VkSurfaceKHR surface);

    /// Owns the surface from now on.
    Swapchain(std::shared_ptr<Gpu> gpu, VkSurfaceKHR surface, const SwapchainUse& use);
    ~Swapchain();
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    /// As PresentTarget's.
    [[nodiscard]] VkResult acquire(const FrameRequest& request, TargetImage& image);
    [[nodiscard]] VkResult show(const TargetImage& image, std::span<const VkRectLayerKHR> damage);

private:
    struct Frame {
        VkImage image = VK_NULL_HANDLE;
        VkSemaphore copied = VK_NULL_HANDLE; ///< Signalled by the copy into this image.
    };

    VkResult create(const FrameRequest& request);
    void createFrames();
    void destroy();
    bool madeFor(const FrameRequest& request) const;
    VkPresentModeKHR choosePresentMode(int swapInterval) const;
    bool chooseFormat(VkSurfaceFormatKHR& format) const;
    VkResult acquireNext(VkSemaphore free, uint32_t& index);

    std::shared_ptr<Gpu> m_gpu;
    VkSurfaceKHR m_surface;
    const SwapchainUse m_use;
    VkSwapchainKHR m_swapchain = VK_NULL_HANDLE;
    FrameRequest m_request; ///< What the swapchain was made for.
    VkExtent2D m_extent{};
    VkFormat m_format = VK_FORMAT_UNDEFINED;
    VkPresentModeKHR m_presentMode = VK_PRESENT_MODE_FIFO_KHR;
    std::vector<Frame> m_frames;
    std::vector<VkSemaphore> m_acquireSemaphores; ///< A ring, one more than images.
    size_t m_nextAcquire = 0;
    bool m_outOfDate = false; ///< The window system said so.
};

} // namespace glvk
