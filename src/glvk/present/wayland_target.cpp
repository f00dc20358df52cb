// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/wayland_target.h"

#include "glvk/gpu/exit.h"
#include "glvk/gpu/gpu.h"
#include "glvk/present/swapchain.h"
#include "wayland/frame_callback.h"

#include <fmt/format.h>

// After vulkan.h, whose types it uses.
#include <vulkan/vulkan_wayland.h>

namespace glvk {

namespace {

/// A command of VK_KHR_wayland_surface, which volk leaves to us. Null: the extension is missing.
template <class Function>
Function waylandCommand(const Gpu& gpu, const char* name) {
    return reinterpret_cast<Function>(vkGetInstanceProcAddr(gpu.vulkanInstance(), name));
}

/// What frames wait for, on a queue of ours.
struct Pace {
    explicit Pace(std::unique_ptr<wayland::Queue> events, wl_surface* surface)
        : queue(std::move(events)), callback(*queue, surface) {}

    std::unique_ptr<wayland::Queue> queue;
    wayland::FrameCallback callback;
};

class WaylandTarget final : public PresentTarget {
public:
    WaylandTarget(std::shared_ptr<Gpu> gpu,
                  const WaylandWindow& window,
                  std::unique_ptr<Pace> pace,
                  VkSurfaceKHR surface,
                  const format::InternalFormat& color)
        : m_client(window.client),
          m_pace(std::move(pace)),
          m_swapchain(std::move(gpu),
                      surface,
                      {.color = &color, .blended = color.alpha > 0, .pacedByTarget = true}) {}
    ~WaylandTarget() override {
        if (processExiting()) {
            static_cast<void>(m_pace.release()); // The program may have disconnected.
        }
    }

    VkExtent2D size_px() override {
        const WaylandClient::Size size = m_client->size();
        return {size.width_px, size.height_px};
    }
    void expectSize() override {}
    VkResult acquire(const FrameRequest& request, TargetImage& image) override {
        m_waits = request.swapInterval != 0;
        const bool connected = m_waits ? m_pace->callback.wait() : m_pace->queue->connected();
        if (!connected || !m_client->alive()) {
            return VK_ERROR_SURFACE_LOST_KHR;
        }
        return m_swapchain.acquire(request, image);
    }
    VkResult show(const TargetImage& image, std::span<const VkRectLayerKHR> damage) override {
        if (m_waits) {
            m_pace->callback.request(); // Goes with the commit that presenting makes.
        }
        const VkResult result = m_swapchain.show(image, damage);
        if (result == VK_SUCCESS) {
            m_client->attached({image.size_px.width, image.size_px.height});
        } else {
            m_pace->callback.forget();
        }
        return result;
    }

private:
    std::shared_ptr<WaylandClient> m_client;
    std::unique_ptr<Pace> m_pace;
    bool m_waits = true; ///< Frames wait for the display.
    Swapchain m_swapchain;
};

} // namespace

std::unique_ptr<PresentTarget> openWaylandTarget(std::shared_ptr<Gpu> gpu,
                                                 const WaylandWindow& window,
                                                 const format::InternalFormat& color,
                                                 std::string& error) {
    if (!canPresentToWayland(*gpu, window)) {
        error = fmt::format("{} cannot present to Wayland windows", gpu->description().name);
        return nullptr;
    }
    VkWaylandSurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR};
    info.display = static_cast<wl_display*>(window.display);
    info.surface = static_cast<wl_surface*>(window.surface);
    auto queue = wayland::Queue::create(info.display);
    if (!queue) {
        error = "no queue for the compositor's events could be made";
        return nullptr;
    }
    auto pace = std::make_unique<Pace>(std::move(queue), info.surface);
    const auto create =
        waylandCommand<PFN_vkCreateWaylandSurfaceKHR>(*gpu, "vkCreateWaylandSurfaceKHR");
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const VkResult result = create(gpu->vulkanInstance(), &info, nullptr, &surface);
    if (result != VK_SUCCESS) {
        error = fmt::format("no surface could be made for the window ({})", resultName(result));
        return nullptr;
    }
    if (!Swapchain::supported(*gpu, surface)) {
        error = fmt::format("{} cannot present to this window", gpu->description().name);
        vkDestroySurfaceKHR(gpu->vulkanInstance(), surface, nullptr);
        return nullptr;
    }
    return std::make_unique<WaylandTarget>(std::move(gpu), window, std::move(pace), surface, color);
}

bool canPresentToWayland(const Gpu& gpu, const WaylandWindow& window) {
    const auto supported = waylandCommand<PFN_vkGetPhysicalDeviceWaylandPresentationSupportKHR>(
        gpu, "vkGetPhysicalDeviceWaylandPresentationSupportKHR");
    return gpu.features().swapchain && supported != nullptr &&
           supported(gpu.physical(), gpu.queueFamily(), static_cast<wl_display*>(window.display)) !=
               0;
}

} // namespace glvk
