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

Outcome<std::shared_ptr<Drawable>> Drawable::createWindow(glvk::DeviceFactory& device,
                                                          std::shared_ptr<Connection> connection,
                                                          const PixelFormat& format,
                                                          const Window& window) {
    std::shared_ptr<Drawable> drawable(new Drawable(Kind::Window, format));
    drawable->m_connection = std::move(connection);
    std::string error;
    drawable->m_images = device.createWindowSurface(format.images, window.native, error);
    if (!drawable->m_images) {
        base::logError("cannot draw to window {:#x}: {}", window.handle, error);
        return Failure::CannotPresent;
    }
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
    drawable->m_width_px = std::min(size.width_px, format.maxPbufferWidth_px);
    drawable->m_height_px = std::min(size.height_px, format.maxPbufferHeight_px);
    // Doors have pbuffers without pixels, the device has no images without any.
    int32_t width_px = std::max(drawable->m_width_px, 1);
    int32_t height_px = std::max(drawable->m_height_px, 1);
    do {
        drawable->m_images = device.createOffscreenSurface(format.images, width_px, height_px);
        if (drawable->m_images || !size.largest) {
            break;
        }
        drawable->m_width_px = width_px = std::max(width_px / 2, 1);
        drawable->m_height_px = height_px = std::max(height_px / 2, 1);
    } while (width_px > 1 || height_px > 1);
    if (!drawable->m_images) {
        return Failure::OutOfMemory;
    }
    return drawable;
}

Outcome<std::shared_ptr<Drawable>> Drawable::createPixmap(glvk::DeviceFactory& device,
                                                          const PixelFormat& format,
                                                          std::shared_ptr<const Pixmap> pixmap) {
    std::shared_ptr<Drawable> drawable(new Drawable(Kind::Pixmap, format));
    drawable->m_images =
        device.createOffscreenSurface(format.images, pixmap->width_px(), pixmap->height_px());
    drawable->m_pixmap = std::move(pixmap);
    if (!drawable->m_images) {
        return Failure::OutOfMemory;
    }
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
