// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/window_surface.h"

#include "base/log.h"
#include "glvk/backend/context.h"
#include "glvk/backend/device.h"
#include "glvk/present/open_target.h"

#include <algorithm>

namespace glvk {

namespace {

/// Windows hold blue in the lowest byte. A surface that stores its colours the same way can be
/// presented by plain copies.
format::Id windowStorage(const Gpu& gpu, const format::InternalFormat& color) {
    constexpr VkFormatFeatureFlags kNeeded =
        VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    const auto ifUsable = [&](format::Id storage) {
        const bool usable = (gpu.formatFeatures(storage) & kNeeded) == kNeeded;
        return usable ? storage : format::Id::None;
    };
    switch (gpu.storageFor(color)) {
    case format::Id::R8G8B8A8Unorm:
        return ifUsable(format::Id::B8G8R8A8Unorm);
    case format::Id::R8G8B8A8Srgb:
        return ifUsable(format::Id::B8G8R8A8Srgb);
    default:
        return format::Id::None;
    }
}

PresentResult resultOf(VkResult result) {
    switch (result) {
    case VK_SUCCESS:
    case VK_NOT_READY:
    case VK_ERROR_OUT_OF_DATE_KHR: // This frame is skipped.
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

VkImageMemoryBarrier barrierOf(const TargetImage& target) {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = target.image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    return barrier;
}

} // namespace

WindowSurface::WindowSurface(std::shared_ptr<Gpu> gpu,
                             const SurfaceFormat& format,
                             std::unique_ptr<PresentTarget> target)
    : SurfaceBase(gpu, format, windowStorage(*gpu, *format.color)), m_target(std::move(target)) {
    if (const report::HudItems items = report::hudItems().ofGl(); items.any()) {
        m_hud = std::make_unique<report::Hud>(items, "Glissade GL");
    }
    followWindow(FollowWindow::Always);
}

bool WindowSurface::followWindow(FollowWindow when) {
    if (m_frameBegun && when == FollowWindow::BetweenFrames) {
        return false;
    }
    const VkExtent2D size = m_target->size_px();
    const auto width = int32_t(size.width);
    const auto height = int32_t(size.height);
    if (width == width_px() && height == height_px()) {
        return false;
    }
    setSize(width, height);
    m_shown = false;
    return true;
}

bool WindowSurface::beginFrame() {
    if (m_frameBegun) {
        return false;
    }
    const bool changed = followWindow(FollowWindow::BetweenFrames);
    m_frameBegun = true;
    return changed;
}

bool WindowSurface::recordCopy(Context& context, const TargetImage& target) {
    Recorder& recorder = context.recorder();
    const ImageSlice source = resolvedColor(recorder);
    if (!source.image) {
        return false;
    }
    recorder.endRendering();
    recorder.read(*source.image);
    const VolkDeviceTable& vk = m_gpu->vk();
    const VkCommandBuffer commands = recorder.commands();
    const auto step = [&](VkPipelineStageFlags before,
                          VkPipelineStageFlags after,
                          const VkImageMemoryBarrier& barrier) {
        vk.vkCmdPipelineBarrier(commands, before, after, 0, 0, nullptr, 0, nullptr, 1, &barrier);
    };
    VkImageMemoryBarrier barrier = barrierOf(target);
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    step(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, barrier);
    recordFlip(commands, source, target);
    if (m_hud) {
        recordHud(context, target);
    }
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = target.readByHost ? VK_ACCESS_HOST_READ_BIT : 0;
    barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.newLayout = target.shownIn;
    step(VK_PIPELINE_STAGE_TRANSFER_BIT,
         target.readByHost ? VK_PIPELINE_STAGE_HOST_BIT : VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
         barrier);
    return true;
}

/// The one flip: the window's top row is row zero of a swapchain image. When the window changed
/// size since the frame began, the common part is shown, top left corner fixed.
void WindowSurface::recordFlip(VkCommandBuffer commands,
                               const ImageSlice& source,
                               const TargetImage& target) {
    const VolkDeviceTable& vk = m_gpu->vk();
    const int32_t width = std::min(width_px(), int32_t(target.size_px.width));
    const int32_t height = std::min(height_px(), int32_t(target.size_px.height));
    const VkImageSubresourceLayers from{VK_IMAGE_ASPECT_COLOR_BIT, source.level, source.layer, 1};
    const VkImageSubresourceLayers to{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    // A CPU device draws a blit, texel by texel; copying row by row is a memcpy each. And a blit
    // decodes sRGB, where the window takes the colours as they are.
    const bool encoded = format::withoutSrgb(colorStorage()) != colorStorage();
    const bool copyable = m_gpu->vkFormat(format::withoutSrgb(colorStorage())) == target.format;
    if ((m_gpu->description().isCpu || encoded) && copyable) {
        m_rows.resize(size_t(height));
        for (int32_t y = 0; y < height; ++y) {
            m_rows[size_t(y)] = {
                from, {0, height_px() - 1 - y, 0}, to, {0, y, 0}, {uint32_t(width), 1, 1}};
        }
        vk.vkCmdCopyImage(commands,
                          source.image->handle(),
                          VK_IMAGE_LAYOUT_GENERAL,
                          target.image,
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
                      target.image,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      1,
                      &blit,
                      VK_FILTER_NEAREST);
}

/// Over the frame's top left corner.
void WindowSurface::recordHud(Context& context, const TargetImage& target) {
    const bool isBlueFirst =
        target.format == VK_FORMAT_B8G8R8A8_UNORM || target.format == VK_FORMAT_B8G8R8A8_SRGB;
    if (!isBlueFirst && target.format != VK_FORMAT_R8G8B8A8_UNORM &&
        target.format != VK_FORMAT_R8G8B8A8_SRGB) {
        base::logWarnOnce(base::Log::Windows,
                          "no HUD is shown in windows whose pixels are not of 8 bits a color");
        return;
    }
    m_hud->fit(int32_t(target.size_px.width));
    m_hud->frame(report::Hud::Clock::now());
    const std::span<const uint32_t> pixels = m_hud->pixels();
    const StreamPiece piece = context.uploads().allocate(pixels.size_bytes(), sizeof(uint32_t));
    if (!piece.storage) {
        return; // A frame without.
    }
    auto* const to = reinterpret_cast<uint32_t*>(piece.data);
    std::ranges::transform(pixels, to, [&](uint32_t pixel) {
        const uint32_t swapped = (pixel & 0xff00ff00) | (pixel & 0xff) << 16 | (pixel >> 16 & 0xff);
        return isBlueFirst ? pixel : swapped;
    });
    Recorder& recorder = context.recorder();
    recorder.read(*piece.storage);
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    const VolkDeviceTable& vk = m_gpu->vk();
    vk.vkCmdPipelineBarrier(recorder.commands(),
                            VK_PIPELINE_STAGE_TRANSFER_BIT,
                            VK_PIPELINE_STAGE_TRANSFER_BIT,
                            0,
                            1,
                            &barrier,
                            0,
                            nullptr,
                            0,
                            nullptr);
    VkBufferImageCopy copy{};
    copy.bufferOffset = piece.offset_B;
    copy.bufferRowLength = uint32_t(m_hud->width_px());
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {std::min(uint32_t(m_hud->width_px()), target.size_px.width),
                        std::min(uint32_t(m_hud->height_px()), target.size_px.height),
                        1};
    vk.vkCmdCopyBufferToImage(recorder.commands(),
                              piece.storage->handle(),
                              target.image,
                              VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                              1,
                              &copy);
}

/// Damage of a frame in the image that shows it.
std::span<const VkRectLayerKHR> WindowSurface::damageOf(std::span<const gl::Rect> damage,
                                                        const TargetImage& target) {
    m_damage.clear();
    if (m_hud) {
        return {}; // It differs in each frame.
    }
    if (width_px() != int32_t(target.size_px.width) ||
        height_px() != int32_t(target.size_px.height)) {
        return {};
    }
    const auto clampTo = [](int64_t end, int32_t most) {
        return int32_t(std::clamp<int64_t>(end, 0, most));
    };
    for (const gl::Rect& rect : damage) {
        const int32_t left = clampTo(rect.x, width_px());
        const int32_t bottom = clampTo(rect.y, height_px());
        const int32_t right = clampTo(int64_t(rect.x) + rect.width_px, width_px());
        const int32_t top = clampTo(int64_t(rect.y) + rect.height_px, height_px());
        if (left < right && bottom < top) {
            m_damage.push_back({.offset = {left, height_px() - top},
                                .extent = {uint32_t(right - left), uint32_t(top - bottom)},
                                .layer = 0});
        }
    }
    return m_damage;
}

PresentResult WindowSurface::present(gl::ContextBackend& contextBackend,
                                     std::span<const gl::Rect> damage,
                                     SwapBehavior) {
    Context& context = static_cast<Context&>(contextBackend);
    m_frameBegun = false;
    m_target->expectSize();
    if (!prepare()) {
        context.flush();
        return PresentResult::OutOfMemory;
    }
    m_shown = true;
    TargetImage target;
    const VkResult acquired = m_target->acquire(
        {.size_px = {uint32_t(width_px()), uint32_t(height_px())}, .swapInterval = m_interval},
        target);
    if (acquired != VK_SUCCESS) {
        context.flush();
        const PresentResult result = resultOf(acquired);
        if (result == PresentResult::WindowGone) {
            base::logWarnOnce(base::Log::Windows,
                              "a window could not be presented to ({})",
                              resultName(acquired));
        }
        return result;
    }
    if (!recordCopy(context, target)) {
        return PresentResult::OutOfMemory;
    }
    if (!context.recorder().submit(target.free, target.copied)) {
        return PresentResult::DeviceLost;
    }
    context.saveSometimes();
    return resultOf(m_target->show(target, damageOf(damage, target)));
}

bool Device::canPresent(const NativeWindow& window) const {
    return canPresentTo(*this, window);
}

std::unique_ptr<Surface> Device::createWindowSurface(const SurfaceFormat& format,
                                                     const NativeWindow& window,
                                                     std::string& error) {
    std::unique_ptr<PresentTarget> target =
        openTarget(shared_from_this(), window, *format.color, error);
    if (!target) {
        return nullptr;
    }
    return std::make_unique<WindowSurface>(shared_from_this(), format, std::move(target));
}

} // namespace glvk
