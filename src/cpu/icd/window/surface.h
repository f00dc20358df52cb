// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/wsi/output.h"
#include "cpu/wsi/wayland_surface.h"
#include "cpu/wsi/x11_window.h"

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace cpu::icd {

class Swapchain;

/// What can be said of a surface at a moment.
struct SurfaceState {
    VkExtent2D extent; ///< Of the window; 0xFFFFFFFF: what its swapchain has.
    std::vector<VkFormat> formats;
    VkCompositeAlphaFlagsKHR compositeAlpha;
};

/// A window, or the lack of one. Begins as the loader's surfaces do: of window systems that this
/// driver does not know it passes its own, and `platform` tells.
class Surface {
public:
    Surface(const wsi::X11Window& window, VkIcdWsiPlatform platform);
    /// `window` null: its compositor cannot be reached.
    explicit Surface(std::unique_ptr<wsi::WaylandSurface> window);
    /// Headless.
    Surface();

    /// Nothing: the window is gone.
    std::optional<SurfaceState> state() const;
    bool presentable() const;
    std::span<const VkPresentModeKHR> presentModes() const;
    /// Where a swapchain's frames go; null: nowhere. Called for one swapchain at a time, which the
    /// surface outlives.
    VkResult makeOutput(const VkSwapchainCreateInfoKHR& info,
                        wsi::Output::Done done,
                        std::unique_ptr<wsi::Output>& output);

    /// Makes the swapchain the surface's. False: it has one.
    bool take(Swapchain* swapchain);
    /// The swapchain is retired or going.
    void forget(Swapchain* swapchain);

private:
    bool isWayland() const { return m_base.platform == VK_ICD_WSI_PLATFORM_WAYLAND; }
    std::unique_ptr<wsi::Output> makeX11Output(const VkSwapchainCreateInfoKHR& info,
                                               wsi::Output::Done done) const;
    std::unique_ptr<wsi::Output> makeWaylandOutput(const VkSwapchainCreateInfoKHR& info,
                                                   wsi::Output::Done done);

    VkIcdSurfaceBase m_base;
    wsi::X11Window m_x11{};                         ///< Of X11 alone.
    std::unique_ptr<wsi::WaylandSurface> m_wayland; ///< Of Wayland alone.
    std::mutex m_mutex;
    Swapchain* m_swapchain = nullptr; ///< The one that is not retired.
};
GLISSADE_CPU_OBJECT(VkSurfaceKHR, Surface)

/// Null: the loader's surface for a window system that the driver does not know.
Surface* known(VkSurfaceKHR surface);

} // namespace cpu::icd
