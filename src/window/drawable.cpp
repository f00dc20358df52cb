// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/drawable.h"

#include "base/log.h"

#include <algorithm>
#include <string>
#include <vector>

namespace window {

namespace {

/// GL's bytes are R, G, B, A and its first row is the bottom one; pixmaps have 0xAARRGGBB and the
/// top row first.
void convertToPixmap(std::vector<uint32_t>& pixels, int32_t width_px, int32_t height_px) {
    for (uint32_t& pixel : pixels) {
        pixel = (pixel & 0xff00ff00u) | (pixel & 0xffu) << 16 | (pixel >> 16 & 0xffu);
    }
    for (int32_t y = 0; y < height_px / 2; ++y) {
        const auto top = pixels.begin() + ptrdiff_t(y) * width_px;
        const auto bottom = pixels.begin() + ptrdiff_t(height_px - 1 - y) * width_px;
        std::swap_ranges(top, top + width_px, bottom);
    }
}

} // namespace

Outcome<std::unique_ptr<glvk::Surface>> Drawable::makeImages(glvk::DeviceFactory& device) const {
    std::unique_ptr<glvk::Surface> images;
    switch (m_kind) {
    case Kind::Window: {
        std::string error;
        images = device.createWindowSurface(m_format.images, m_window.native, error);
        if (!images) {
            base::logError("cannot draw to window {:#x}: {}", m_window.handle, error);
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
    m_images = std::move(images);
    m_device = &device;
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
    const int32_t width_px = std::min(m_images->width_px(), pixmap.width_px());
    const int32_t height_px = std::min(m_images->height_px(), pixmap.height_px());
    const int32_t bottom_px = m_images->height_px() - height_px;
    std::vector<uint32_t> pixels(size_t(width_px) * size_t(height_px));
    if (!context.readColors(*m_images, {0, bottom_px, width_px, height_px}, pixels.data())) {
        return Failure::OutOfMemory;
    }
    convertToPixmap(pixels, width_px, height_px);
    pixmap.upload(width_px, height_px, pixels);
    return {};
}

void Drawable::publish(Context& context) {
    if (m_kind != Kind::Pixmap) {
        return;
    }
    if (const Status status = copyTo(*m_pixmap, context); !status) {
        base::logError("a pixmap cannot be updated: out of memory");
    }
}

} // namespace window
