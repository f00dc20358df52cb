// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/window/swapchain.h"

#include "cpu/exec/surface.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/device/memory.h"
#include "cpu/icd/device/queue.h"
#include "cpu/icd/device/sync_objects.h"
#include "cpu/icd/resources/image.h"
#include "cpu/icd/window/surface.h"
#include "report/record.h"

#include <algorithm>
#include <cstring>
#include <system_error>

namespace cpu::icd {

Swapchain::Swapchain(Device& device, Surface& surface) : m_device(device), m_surface(surface) {}

Swapchain::~Swapchain() {
    m_device.monitor().wait(UINT64_MAX, [&] { return m_queued == 0; });
    m_output.reset();
    for (const PresentableImage& image : m_images) {
        destroy(cast(image.handle), nullptr);
    }
}

VkResult Swapchain::createImages(const VkSwapchainCreateInfoKHR& info) {
    VkImageCreateInfo image{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    image.flags = info.flags & VK_SWAPCHAIN_CREATE_MUTABLE_FORMAT_BIT_KHR
                      ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT
                      : 0;
    image.imageType = VK_IMAGE_TYPE_2D;
    image.format = info.imageFormat;
    image.extent = {info.imageExtent.width, info.imageExtent.height, 1};
    image.mipLevels = 1;
    image.arrayLayers = info.imageArrayLayers;
    image.samples = VK_SAMPLE_COUNT_1_BIT;
    image.tiling = VK_IMAGE_TILING_OPTIMAL;
    image.usage = info.imageUsage;
    for (uint32_t i = 0; i < info.minImageCount; ++i) {
        PresentableImage& made = m_images.emplace_back();
        if (const VkResult result =
                entry::CreateImage(handleOf<VkDevice>(&m_device), &image, nullptr, &made.handle)) {
            return result;
        }
        Image& object = *cast(made.handle);
        made.memory = std::make_unique<Memory>(m_device.physicalDevice());
        if (!made.memory->allocate(object.memoryRequirements().size)) {
            return VK_ERROR_OUT_OF_DEVICE_MEMORY;
        }
        object.bind(*made.memory, 0);
        m_free.push_back(i);
    }
    return VK_SUCCESS;
}

VkResult Swapchain::initialise(const VkSwapchainCreateInfoKHR& info) {
    if (const VkResult result = createImages(info)) {
        return result;
    }
    m_presentMode = info.presentMode;
    const bool isBlueFirst =
        info.imageFormat == VK_FORMAT_B8G8R8A8_UNORM || info.imageFormat == VK_FORMAT_B8G8R8A8_SRGB;
    if (const report::HudItems items = report::hudItems().ofCpu(); items.any() && isBlueFirst) {
        m_hud = std::make_unique<report::Hud>(items, "Glissade CPU");
    }
    return m_surface.makeOutput(
        info, [this](uint32_t image, wsi::Shown shown) { done(image, shown); }, m_output);
}

std::vector<VkImage> Swapchain::images() const {
    std::vector<VkImage> images;
    for (const PresentableImage& image : m_images) {
        images.push_back(image.handle);
    }
    return images;
}

void Swapchain::retire() {
    m_device.monitor().update([&] { m_retired = true; });
}

VkResult Swapchain::status() const {
    return m_shown.lost || (m_output && m_output->lost()) ? VK_ERROR_SURFACE_LOST_KHR
           : m_retired                                    ? VK_ERROR_OUT_OF_DATE_KHR
                                                          : VK_SUCCESS;
}

VkResult Swapchain::statusOrHint() const {
    const VkResult bad = status();
    return bad ? bad : m_shown.resized ? VK_SUBOPTIMAL_KHR : VK_SUCCESS;
}

template <typename Ready>
bool Swapchain::waitFor(uint64_t timeout_ns, Ready&& ready) {
    exec::Monitor& monitor = m_device.monitor();
    if (!shownByCalls()) {
        return monitor.wait(timeout_ns, ready);
    }
    // What lies beyond the clock's range is forever.
    constexpr uint64_t kYear_ns = std::chrono::nanoseconds(std::chrono::hours(24 * 365)).count();
    std::optional<wsi::Clock::time_point> deadline;
    if (timeout_ns <= kYear_ns) {
        deadline = wsi::Clock::now() + std::chrono::nanoseconds(timeout_ns);
    }
    while (!monitor.inspect(ready)) {
        if (!m_output->wait(deadline)) {
            return monitor.inspect(ready);
        }
    }
    return true;
}

VkResult Swapchain::acquire(uint64_t timeout_ns,
                            exec::Semaphore* semaphore,
                            exec::Fence* fence,
                            uint32_t* image) {
    VkResult result = VK_TIMEOUT;
    const auto attempt = [&] {
        if (m_device.lost()) {
            result = VK_ERROR_DEVICE_LOST;
        } else if (const VkResult bad = status()) {
            result = bad;
        } else if (!m_free.empty()) {
            result = m_shown.resized ? VK_SUBOPTIMAL_KHR : VK_SUCCESS;
            *image = m_free.front();
            m_free.pop_front();
            if (semaphore) {
                semaphore->signal(0);
            }
            if (fence) {
                fence->set(true);
            }
        }
        return result != VK_TIMEOUT;
    };
    const report::Span span;
    if (waitFor(timeout_ns, attempt)) {
        m_device.monitor().update([] {}); // Who waits for the semaphore or the fence.
    }
    // In step with the display, waiting is what the application asked for.
    if (m_presentMode != VK_PRESENT_MODE_FIFO_KHR) {
        span.stopIfLong(report::EventKind::Stall, uint8_t(report::StallKind::Windows), [] {
            return "no image of a window's swapchain was free";
        });
    }
    return result == VK_TIMEOUT && timeout_ns == 0 ? VK_NOT_READY : result;
}

void Swapchain::queued() {
    m_device.monitor().update([&] { ++m_queued; });
}

void Swapchain::present(uint32_t index, exec::Workers& workers) {
    if (!m_output) {
        done(index, {});
        return;
    }
    const Image& image = *cast(m_images[index].handle);
    const exec::Surface from = image.surface(0, 0, 1);
    exec::Surface to = from;
    to.base = m_output->pixels(index);
    to.rowPitch_B = m_output->rowPitch_B();
    to.zPitch_B = 0;
    to.samplePitch_B = 0;
    to.tiling = Tiling::Linear;
    exec::copyBlocks(
        workers, to, {0, 0, 0}, from, {0, 0, 0}, {from.width, from.height, /*depth*/ 1});
    if (m_hud) {
        paintHud(to);
    }
    m_output->filled(index);
}

/// Over the top right corner: the top left one is the GL driver's.
void Swapchain::paintHud(const exec::Surface& to) {
    m_hud->fit(to.width);
    m_hud->frame(report::Hud::Clock::now());
    const std::span<const uint32_t> pixels = m_hud->pixels();
    const int32_t width = std::min(m_hud->width_px(), to.width);
    const int32_t height = std::min(m_hud->height_px(), to.height);
    for (int32_t y = 0; y < height; ++y) {
        std::memcpy(to.row(y, 0) + to.xOffset_B(to.width - width),
                    pixels.data() + size_t(y) * size_t(m_hud->width_px()),
                    size_t(width) * sizeof(uint32_t));
    }
}

void Swapchain::dequeued() {
    m_device.monitor().update([&] { --m_queued; });
}

VkResult Swapchain::show(uint32_t image, std::span<const wsi::Area> damage) {
    const report::Span frame;
    const VkResult result = showUntimed(image, damage);
    frame.stop(report::EventKind::Frame, 0, 0, [] { return ""; });
    return result;
}

VkResult Swapchain::showUntimed(uint32_t image, std::span<const wsi::Area> damage) {
    exec::Monitor& monitor = m_device.monitor();
    if (shownByCalls()) {
        monitor.wait(UINT64_MAX, [&] { return m_queued == 0; });
        if (m_device.lost()) {
            return VK_ERROR_DEVICE_LOST;
        }
        if (monitor.inspect([&] { return status(); })) {
            done(image, {});
        } else {
            m_output->show(image, damage);
        }
    }
    return monitor.inspect([&] { return statusOrHint(); });
}

void Swapchain::done(uint32_t image, wsi::Shown shown) {
    m_device.monitor().update([&] {
        m_free.push_back(image);
        m_shown.lost = m_shown.lost || shown.lost;
        m_shown.resized = m_shown.resized || shown.resized;
    });
}

namespace {

/// What a present of one swapchain does on the queue's thread. The count in the swapchain goes down
/// with it, whether it ran or was dropped.
class QueuedPresent {
public:
    QueuedPresent(Swapchain& swapchain, uint32_t image) : m_swapchain(swapchain), m_image(image) {
        m_swapchain.queued();
    }
    ~QueuedPresent() { m_swapchain.dequeued(); }
    QueuedPresent(const QueuedPresent&) = delete;
    QueuedPresent& operator=(const QueuedPresent&) = delete;

    void run(exec::Workers& workers) const { m_swapchain.present(m_image, workers); }

private:
    Swapchain& m_swapchain;
    uint32_t m_image;
};

/// Errors before hints before success.
VkResult worse(VkResult a, VkResult b) {
    return a < 0 ? a : b < 0 ? b : std::max(a, b);
}

/// Of the swapchain at `index`; none: the whole image.
std::vector<wsi::Area> damageOf(const VkPresentInfoKHR& info, uint32_t index) {
    const auto* const regions =
        find<VkPresentRegionsKHR>(info.pNext, VK_STRUCTURE_TYPE_PRESENT_REGIONS_KHR);
    std::vector<wsi::Area> damage;
    if (regions && regions->pRegions && regions->pRegions[index].pRectangles) {
        const VkPresentRegionKHR& region = regions->pRegions[index];
        for (uint32_t i = 0; i < region.rectangleCount; ++i) {
            const VkRectLayerKHR& rectangle = region.pRectangles[i];
            damage.push_back({rectangle.offset.x,
                              rectangle.offset.y,
                              int32_t(rectangle.extent.width),
                              int32_t(rectangle.extent.height)});
        }
    }
    return damage;
}

/// What presenting does on the queue's thread.
exec::Submission queuedPresents(const VkPresentInfoKHR& info) {
    exec::Submission submission;
    for (uint32_t i = 0; i < info.waitSemaphoreCount; ++i) {
        submission.waits.push_back({cast(info.pWaitSemaphores[i]), 0});
    }
    // What cannot be shown goes the same way: the semaphores are waited for, and the image comes
    // back.
    std::vector<std::shared_ptr<QueuedPresent>> presents;
    for (uint32_t i = 0; i < info.swapchainCount; ++i) {
        presents.push_back(
            std::make_shared<QueuedPresent>(*cast(info.pSwapchains[i]), info.pImageIndices[i]));
    }
    submission.last = [presents = std::move(presents)](exec::Workers& workers) {
        for (const auto& present : presents) {
            present->run(workers);
        }
    };
    return submission;
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateSwapchainKHR(VkDevice device,
                                                  const VkSwapchainCreateInfoKHR* pCreateInfo,
                                                  const VkAllocationCallbacks* pAllocator,
                                                  VkSwapchainKHR* pSwapchain) {
    if (cast(device)->lost()) {
        return VK_ERROR_DEVICE_LOST;
    }
    Surface* surface = known(pCreateInfo->surface);
    Swapchain* old = pCreateInfo->oldSwapchain ? cast(pCreateInfo->oldSwapchain) : nullptr;
    if (old) {
        old->retire(); // Even if there will be no new one.
        old->surface().forget(old);
    }
    const auto state = surface ? surface->state() : std::nullopt;
    if (!state) {
        return VK_ERROR_SURFACE_LOST_KHR;
    }
    const std::vector<VkFormat>& formats = state->formats;
    if (std::find(formats.begin(), formats.end(), pCreateInfo->imageFormat) == formats.end()) {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    auto* swapchain = make<Swapchain>(pAllocator, *cast(device), *surface);
    if (!swapchain) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    VkResult result = VK_ERROR_NATIVE_WINDOW_IN_USE_KHR;
    if (surface->take(swapchain)) {
        try {
            result = swapchain->initialise(*pCreateInfo);
        } catch (const std::bad_alloc&) {
            result = VK_ERROR_OUT_OF_HOST_MEMORY;
        } catch (const std::system_error&) { // No thread.
            result = VK_ERROR_INITIALIZATION_FAILED;
        }
    }
    if (result) {
        surface->forget(swapchain);
        destroy(swapchain, pAllocator);
        return result;
    }
    *pSwapchain = handleOf<VkSwapchainKHR>(swapchain);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroySwapchainKHR(VkDevice device,
                                               VkSwapchainKHR swapchain,
                                               const VkAllocationCallbacks* pAllocator) {
    if (swapchain) {
        cast(swapchain)->surface().forget(cast(swapchain));
        destroy(cast(swapchain), pAllocator);
    }
}

/// Here, for images may be swapchains'.
VKAPI_ATTR VkResult VKAPI_CALL BindImageMemory2(VkDevice device,
                                                uint32_t bindInfoCount,
                                                const VkBindImageMemoryInfo* pBindInfos) {
    for (uint32_t i = 0; i < bindInfoCount; ++i) {
        const VkBindImageMemoryInfo& info = pBindInfos[i];
        const auto* swapchain = find<VkBindImageMemorySwapchainInfoKHR>(
            info.pNext, VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_SWAPCHAIN_INFO_KHR);
        if (swapchain && swapchain->swapchain) {
            // Another name for a swapchain's image: the same parameters give the same layout.
            cast(info.image)->bind(cast(swapchain->swapchain)->memory(swapchain->imageIndex), 0);
        } else {
            cast(info.image)->bind(*cast(info.memory), info.memoryOffset);
        }
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetSwapchainImagesKHR(VkDevice device,
                                                     VkSwapchainKHR swapchain,
                                                     uint32_t* pSwapchainImageCount,
                                                     VkImage* pSwapchainImages) {
    return enumerate(cast(swapchain)->images(), pSwapchainImageCount, pSwapchainImages);
}

VKAPI_ATTR VkResult VKAPI_CALL AcquireNextImageKHR(VkDevice device,
                                                   VkSwapchainKHR swapchain,
                                                   uint64_t timeout,
                                                   VkSemaphore semaphore,
                                                   VkFence fence,
                                                   uint32_t* pImageIndex) {
    return cast(swapchain)->acquire(timeout, cast(semaphore), cast(fence), pImageIndex);
}

VKAPI_ATTR VkResult VKAPI_CALL AcquireNextImage2KHR(VkDevice device,
                                                    const VkAcquireNextImageInfoKHR* pAcquireInfo,
                                                    uint32_t* pImageIndex) {
    return cast(pAcquireInfo->swapchain)
        ->acquire(pAcquireInfo->timeout,
                  cast(pAcquireInfo->semaphore),
                  cast(pAcquireInfo->fence),
                  pImageIndex);
}

VKAPI_ATTR VkResult VKAPI_CALL QueuePresentKHR(VkQueue queue,
                                               const VkPresentInfoKHR* pPresentInfo) {
    Queue& object = *cast(queue);
    if (object.device().lost()) {
        return VK_ERROR_DEVICE_LOST;
    }
    try {
        std::vector<exec::Submission> submissions;
        submissions.push_back(queuedPresents(*pPresentInfo));
        object.submit(std::move(submissions));
        VkResult all = VK_SUCCESS;
        for (uint32_t i = 0; i < pPresentInfo->swapchainCount; ++i) {
            const VkResult result =
                cast(pPresentInfo->pSwapchains[i])
                    ->show(pPresentInfo->pImageIndices[i], damageOf(*pPresentInfo, i));
            if (pPresentInfo->pResults) {
                pPresentInfo->pResults[i] = result;
            }
            all = worse(all, result);
        }
        return all;
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

} // namespace entry

} // namespace cpu::icd
