// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/offscreen_surface.h"

#include "glvk/backend/device.h"

#include <utility>

namespace glvk {

OffscreenSurface::OffscreenSurface(std::shared_ptr<Gpu> gpu,
                                   const SurfaceFormat& format,
                                   int32_t width_px,
                                   int32_t height_px)
    : SurfaceBase(std::move(gpu), format) {
    setSize(width_px, height_px);
}

PresentResult
OffscreenSurface::present(gl::ContextBackend& context, std::span<const gl::Rect>, SwapBehavior) {
    context.flush();
    return m_gpu->lost() ? PresentResult::DeviceLost : PresentResult::Ok;
}

std::unique_ptr<Surface>
Device::createOffscreenSurface(const SurfaceFormat& format, int32_t width_px, int32_t height_px) {
    auto surface =
        std::make_unique<OffscreenSurface>(shared_from_this(), format, width_px, height_px);
    if (width_px > 0 && height_px > 0 && !surface->prepare()) {
        return nullptr;
    }
    return surface;
}

} // namespace glvk
