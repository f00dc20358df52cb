// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/wsi/output.h"
#include "report/hud.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace cpu::exec {
class Fence;
class Semaphore;
class Workers;
struct Surface;
} // namespace cpu::exec

namespace cpu::icd {

class Device;
class Memory;
class Surface;

/// Images go round: free, acquired by the application, queued for copying (on the queue's thread,
/// after the semaphores), waiting to be shown as the frame of the same number, and free again. So
/// there are as many frames as images, nobody waits for one, and FIFO holds the application back
/// where it acquires. (Wayland's are shown on the application's thread, which waits there for the
/// copying and the pace.)
class Swapchain {
public:
    Swapchain(Device& device, Surface& surface);
    /// Waits until what was queued has been copied; the last of it is shown.
    ~Swapchain();
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    /// Called once.
    VkResult initialise(const VkSwapchainCreateInfoKHR& info);

    Surface& surface() { return m_surface; }
    std::vector<VkImage> images() const;
    const Memory& memory(uint32_t image) const { return *m_images[image].memory; }

    /// Nothing can be acquired any more.
    void retire();
    VkResult
    acquire(uint64_t timeout_ns, exec::Semaphore* semaphore, exec::Fence* fence, uint32_t* image);

    /// An acquired image is handed in.
    void queued();
    /// On the queue's thread, for what was queued.
    void present(uint32_t image, exec::Workers& workers);
    /// After present(), or instead of it when the device is lost.
    void dequeued();
    /// On the application's thread, for what it has queued: shows it where that needs this thread
    /// (wsi::Output::shownByCalls). What is known of the surface then.
    VkResult show(uint32_t image, std::span<const wsi::Area> damage);

private:
    VkResult showUntimed(uint32_t image, std::span<const wsi::Area> damage);

    struct PresentableImage {
        VkImage handle = VK_NULL_HANDLE;
        std::unique_ptr<Memory> memory;
    };

    void paintHud(const exec::Surface& to);
    VkResult createImages(const VkSwapchainCreateInfoKHR& info);
    void done(uint32_t image, wsi::Shown shown);
    VkResult status() const;
    VkResult statusOrHint() const;
    /// Waits until `ready`, called under the monitor's lock, is true. False: the time was up first.
    template <typename Ready>
    bool waitFor(uint64_t timeout_ns, Ready&& ready);
    bool shownByCalls() const { return m_output && m_output->shownByCalls(); }

    Device& m_device;
    Surface& m_surface;
    std::vector<PresentableImage> m_images;

    // Under the device's monitor.
    std::deque<uint32_t> m_free; ///< Longest free first.
    uint32_t m_queued = 0;
    bool m_retired = false;
    VkPresentModeKHR m_presentMode = VK_PRESENT_MODE_FIFO_KHR;
    wsi::Shown m_shown;

    std::unique_ptr<report::Hud> m_hud; ///< The queue's thread's. Null: nobody wants one.

    std::unique_ptr<wsi::Output> m_output; ///< Null: headless. Last: its threads use the rest.
};
GLISSADE_CPU_OBJECT(VkSwapchainKHR, Swapchain)

} // namespace cpu::icd
