// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/image/surface.h"

#include <memory>
#include <span>

namespace glvk {

/// A pbuffer.
class OffscreenSurface final : public SurfaceBase {
public:
    OffscreenSurface(std::shared_ptr<Gpu> gpu,
                     const SurfaceFormat& format,
                     int32_t width_px,
                     int32_t height_px);
    PresentResult present(gl::ContextBackend& context,
                          std::span<const gl::Rect> damage,
                          SwapBehavior behavior) override;
    void setSwapInterval(int) override {}
    bool frameBegun() const override { return false; }
    int32_t bufferAge() const override { return 0; }
    bool followWindow(FollowWindow) override { return false; }
    bool beginFrame() override { return false; }
};

} // namespace glvk
