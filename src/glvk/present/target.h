// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

#include <span>

namespace glvk {

/// What a surface wants of its target for one frame.
struct FrameRequest {
    VkExtent2D size_px{};
    int swapInterval = 1; ///< 0: as fast as possible; 1 and more: at vertical blanks.
};

/// An image that shows a frame once the frame was copied into it.
struct TargetImage {
    VkImage image = VK_NULL_HANDLE;
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkExtent2D size_px{}; ///< The request's, but for windows that were resized just now.
    VkImageLayout shownIn = VK_IMAGE_LAYOUT_UNDEFINED; ///< The layout that the copy leaves it in.
    bool readByHost = false;             ///< show() reads it, once the device is done.
    VkSemaphore free = VK_NULL_HANDLE;   ///< The copy waits for it. Null: it is free already.
    VkSemaphore copied = VK_NULL_HANDLE; ///< The copy signals it. Null: nobody waits.
    uint32_t index = 0;                  ///< The target's own name for it.
};

/// Where the finished frames of one window go; all that a surface knows of its window system. Each
/// frame is: size_px(), drawing, expectSize(), acquire(), a copy into the image, show(). Used by
/// the thread that has the surface.
///
/// - X11 (x11_target.h): a Swapchain. The server says the window's size. Where the device has no
///   swapchains for a window, an image that the host reads and sends (x11_put_target.h).
/// - Wayland (wayland_target.h): a Swapchain too, whose surface has no size: size_px() is what the
///   client gave its wl_egl_window, and expectSize() has nothing to do. acquire() keeps the pace.
/// - GBM would have no Swapchain: acquire() takes an exportable image of its own that is neither in
///   front nor locked (VK_NOT_READY: the client holds all of them), show() makes it the front
///   buffer, which gbm_surface_lock_front_buffer finds in a queue that the NativeWindow shares with
///   the platform; releasing brings it back. The size is the gbm_surface's, for ever.
class PresentTarget {
public:
    virtual ~PresentTarget() = default;
    /// The size that a frame which begins now should have. A window that is gone keeps its last.
    virtual VkExtent2D size_px() = 0;
    /// A frame is finished, and size_px() will be called for the next one: what it has to ask for
    /// can be asked now, so that the answer is there by then.
    virtual void expectSize() = 0;
    /// May wait until an image is free. VK_NOT_READY and VK_ERROR_OUT_OF_DATE_KHR: there is nothing
    /// to show this frame in (a minimised window; one that changes faster than we follow).
    [[nodiscard]] virtual VkResult acquire(const FrameRequest& request, TargetImage& image) = 0;
    /// Hands the image over for display; the copy into it is submitted. `damage`: where it differs
    /// from the one before, in the image, its top row first; empty: everywhere.
    /// VK_ERROR_OUT_OF_DATE_KHR: this one is not shown.
    [[nodiscard]] virtual VkResult show(const TargetImage& image,
                                        std::span<const VkRectLayerKHR> damage) = 0;
};

} // namespace glvk
