// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/drawable.h"

#include "base/log.h"

#include <algorithm>
#include <string>

namespace window {

namespace {

Status statusOf(glvk::PresentResult result) {
    switch (result) {
    case glvk::PresentResult::Ok:
        return {};
    case glvk::PresentResult::WindowGone:
        return Failure::NoSuchWindow;
    case glvk::PresentResult::OutOfMemory:
        return Failure::OutOfMemory;
    case glvk::PresentResult::DeviceLost:
        return Failure::DeviceLost;
    }
    return {};
}

} // namespace

Outcome<std::unique_ptr<glvk::Surface>> Drawable::makeImages(glvk::DeviceFactory& device) const {
    std::unique_ptr<glvk::Surface> images;
    switch (m_kind) {
    case Kind::Window: {
        std::string error;
        images = device.createWindowSurface(m_format.images, m_window.native, error);
        if (!images) {
            base::logError(
                base::Log::Windows, "cannot draw to window {:#x}: {}", m_window.handle, error);
            return Failure::CannotPresent;
        }
        break;
    }
    case Kind::Pbuffer:
        // Doors have pbuffers without pixels, the device has no images without any.
        images = device.createOffscreenSurface(
            m_format.images, std::max(m_width_px, 1), std::max(m_height_px, 1));
        break;
    case Kind::Pixmap:
        images = device.createOffscreenSurface(
            m_format.images, m_pixmap->width_px(), m_pixmap->height_px());
        break;
    }
    if (!images) {
        return Failure::OutOfMemory;
    }
    return images;
}

Outcome<std::unique_ptr<glvk::Surface>> Drawable::imagesFor(glvk::DeviceFactory& device) const {
    if (&device == m_device) {
        return std::unique_ptr<glvk::Surface>();
    }
    if (device.lost()) {
        return Failure::DeviceLost;
    }
    if (!m_device->lost()) {
        return Failure::Mismatch;
    }
    return makeImages(device);
}

void Drawable::replaceImages(glvk::DeviceFactory& device, std::unique_ptr<glvk::Surface> images) {
    m_presenter.reset();
    m_images = std::move(images);
    m_device = &device;
    m_publishedSerial = m_images->colorSerial();
}

Outcome<std::shared_ptr<Drawable>> Drawable::createWindow(glvk::DeviceFactory& device,
                                                          std::shared_ptr<Connection> connection,
                                                          const PixelFormat& format,
                                                          const Window& window) {
    std::shared_ptr<Drawable> drawable(new Drawable(Kind::Window, format));
    drawable->m_connection = std::move(connection);
    drawable->m_window = window;
    auto images = drawable->makeImages(device);
    if (!images) {
        return images.failure();
    }
    if (format.singleBuffered()) {
        (*images)->setSwapInterval(0); // What is flushed shows at once.
    }
    drawable->replaceImages(device, std::move(*images));
    return drawable;
}

Outcome<std::shared_ptr<Drawable>> Drawable::createPbuffer(glvk::DeviceFactory& device,
                                                           const PixelFormat& format,
                                                           const PbufferSize& size) {
    const bool fits =
        size.width_px <= format.maxPbufferWidth_px && size.height_px <= format.maxPbufferHeight_px;
    if (!fits && !size.largest) {
        return Failure::OutOfMemory;
    }
    std::shared_ptr<Drawable> drawable(new Drawable(Kind::Pbuffer, format));
    int32_t& width_px = drawable->m_width_px;
    int32_t& height_px = drawable->m_height_px;
    width_px = std::min(size.width_px, format.maxPbufferWidth_px);
    height_px = std::min(size.height_px, format.maxPbufferHeight_px);
    auto images = drawable->makeImages(device);
    while (!images && size.largest && (width_px > 1 || height_px > 1)) {
        width_px = std::max(width_px / 2, 1);
        height_px = std::max(height_px / 2, 1);
        images = drawable->makeImages(device);
    }
    if (!images) {
        return images.failure();
    }
    drawable->replaceImages(device, std::move(*images));
    return drawable;
}

Outcome<std::shared_ptr<Drawable>> Drawable::createPixmap(glvk::DeviceFactory& device,
                                                          const PixelFormat& format,
                                                          std::shared_ptr<const Pixmap> pixmap) {
    std::shared_ptr<Drawable> drawable(new Drawable(Kind::Pixmap, format));
    drawable->m_pixmap = std::move(pixmap);
    auto images = drawable->makeImages(device);
    if (!images) {
        return images.failure();
    }
    drawable->replaceImages(device, std::move(*images));
    return drawable;
}

Status Drawable::copyTo(const Pixmap& pixmap, Context& context) {
    if (!m_format.fitsDepth(pixmap.depth()) || m_format.red != 8) {
        return Failure::Mismatch;
    }
    return fill(pixmap, context);
}

Status Drawable::fill(const Pixmap& pixmap, Context& context) {
    const int32_t width_px = std::min(m_images->width_px(), pixmap.width_px());
    const int32_t height_px = std::min(m_images->height_px(), pixmap.height_px());
    const gl::Rect area{0, m_images->height_px() - height_px, width_px, height_px};
    const auto read = [&](const gl::Rect& part, const format::PixelLayout& layout, void* out) {
        return context.readPixels(*m_images, part, layout, out);
    };
    if (!pixmap.fill(area, read)) {
        return Failure::OutOfMemory;
    }
    return {};
}

Status Drawable::present(gl::ContextBackend& context,
                         std::span<const gl::Rect> damage,
                         SwapBehavior behavior) {
    return statusOf(m_images->present(context, damage, behavior));
}

Status Drawable::swapUnbound() {
    if (m_kind != Kind::Window || singleBuffered()) {
        return {}; // There is no back buffer to show.
    }
    if (!m_presenter) {
        m_presenter = m_device->createContext(false);
    }
    return present(*m_presenter, {}, SwapBehavior::Destroyed);
}

void Drawable::publish(Context& context) {
    const bool front = m_kind == Kind::Window && context.drawsToFront();
    if (!singleBuffered() && !front) {
        return;
    }
    if (m_kind == Kind::Window) {
        if (!m_images->frameBegun()) {
            return;
        }
        // The window's images are in front as well: what was shown stays in them. Without the share
        // group's lock, as in Current::swap.
        m_images->present(context.gl().backend(), {}, SwapBehavior::Preserved);
        context.gl().surfaceChanged();
        return;
    }
    if (m_images->colorSerial() == m_publishedSerial) {
        return;
    }
    if (const Status status = fill(*m_pixmap, context); !status) {
        base::logError(base::Log::Windows, "a pixmap cannot be updated: out of memory");
        return;
    }
    m_publishedSerial = m_images->colorSerial();
}

} // namespace window
