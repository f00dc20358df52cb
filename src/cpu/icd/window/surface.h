// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/wsi/presenter.h"
#include "cpu/wsi/x11_window.h"

#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace cpu::icd {

class Swapchain;

/// What can be said of a surface at a moment.
struct SurfaceState {
    VkExtent2D extent; ///< Of the window; 0xFFFFFFFF: what its swapchain has.
    /// Nothing (headless): any format will do.
    std::optional<wsi::PixelLayout> pixels;
};

/// A window, or the lack of one. Begins as the loader's surfaces do: of window systems that this
/// driver does not know it passes its own, and `platform` tells.
class Surface {
public:
    explicit Surface(const wsi::X11Window& window, VkIcdWsiPlatform platform);
    /// Headless.
    Surface();

    bool headless() const { return m_base.platform == VK_ICD_WSI_PLATFORM_HEADLESS; }
    const wsi::X11Window& window() const { return m_window; }
    /// Nothing: the window is gone.
    std::optional<SurfaceState> state() const;
    bool presentable() const;

    /// Makes the swapchain the surface's. False: it has one.
    bool take(Swapchain* swapchain);
    /// The swapchain is retired or going.
    void forget(Swapchain* swapchain);

private:
    VkIcdSurfaceBase m_base;
    wsi::X11Window m_window;
    std::mutex m_mutex;
    Swapchain* m_swapchain = nullptr; ///< The one that is not retired.
};
GLISSADE_CPU_OBJECT(VkSurfaceKHR, Surface)

/// Null: the loader's surface for a window system that the driver does not know.
Surface* known(VkSurfaceKHR surface);

/// UNORM and sRGB for each order of channels.
std::vector<VkFormat> surfaceFormats(const SurfaceState& state);
std::span<const VkPresentModeKHR> presentModes();
wsi::PresentMode presentMode(VkPresentModeKHR mode);

} // namespace cpu::icd
