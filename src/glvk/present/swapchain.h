// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/image/surface.h"
#include "glvk/present/window_size.h"

#include <vector>

namespace glvk {

class Context;

/// A window. Frames are drawn into images of our own, bottom row first, and copied upside down into
/// a swapchain image when presented; so reads of the back buffer and partial redraws need no care.
class WindowSurface final : public SurfaceBase {
public:
    /// Null, with a sentence in `error`.
    static std::unique_ptr<WindowSurface> create(std::shared_ptr<Device> device,
                                                 const SurfaceFormat& format,
                                                 const XcbWindow& window,
                                                 std::string& error);
    ~WindowSurface() override;

    PresentResult
    present(gl::ContextBackend& context, std::span<const gl::Rect> damage, bool preserve) override;
    void setSwapInterval(int interval) override;
    bool followWindow(bool midFrame) override;
    bool beginFrame() override;

private:
    struct Frame {
        VkImage image = VK_NULL_HANDLE;
        VkSemaphore rendered = VK_NULL_HANDLE; ///< Signalled by the copy into this image.
    };

    WindowSurface(std::shared_ptr<Device> device,
                  const SurfaceFormat& format,
                  const XcbWindow& window);
    VkResult createSwapchain();
    VkResult acquireNext(uint32_t& index);
    void destroySwapchain();
    VkPresentModeKHR choosePresentMode() const;
    bool chooseFormat(VkSurfaceFormatKHR& format) const;
    VkResult acquire(uint32_t& index);
    bool recordCopy(Context& context, const Frame& frame);
    void recordFlip(VkCommandBuffer commands, const ImageSlice& source, VkImage target);
    VkSemaphore acquireSemaphore();

    WindowSize m_windowSize;
    VkSurfaceKHR m_surface = VK_NULL_HANDLE;
    VkSwapchainKHR m_swapchain = VK_NULL_HANDLE;
    VkExtent2D m_extent{};
    VkFormat m_swapFormat = VK_FORMAT_UNDEFINED;
    VkPresentModeKHR m_presentMode = VK_PRESENT_MODE_FIFO_KHR;
    std::vector<Frame> m_frames;
    std::vector<VkSemaphore> m_acquireSemaphores; ///< A ring, one more than images.
    size_t m_nextAcquire = 0;
    VkSemaphore m_acquired = VK_NULL_HANDLE; ///< Of the image in hand.
    std::vector<VkImageCopy> m_rows;         ///< Scratch.
    int m_interval = 1;
    bool m_outOfDate = true;
    bool m_frameBegun = false; ///< Something was drawn or read since the last present().
};

} // namespace glvk
