// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/image/surface.h"
#include "glvk/present/target.h"
#include "report/hud.h"

#include <memory>
#include <vector>

namespace glvk {

class Context;

/// A window. Frames are drawn into images of our own, bottom row first, and copied upside down into
/// one of the target's when presented; so reads of the back buffer and partial redraws need no
/// care.
class WindowSurface final : public SurfaceBase {
public:
    WindowSurface(std::shared_ptr<Gpu> gpu,
                  const SurfaceFormat& format,
                  std::unique_ptr<PresentTarget> target);

    PresentResult present(gl::ContextBackend& context,
                          std::span<const gl::Rect> damage,
                          SwapBehavior behavior) override;
    void setSwapInterval(int interval) override { m_interval = interval; }
    bool frameBegun() const override { return m_frameBegun; }
    int32_t bufferAge() const override { return m_shown ? 1 : 0; }
    bool followWindow(FollowWindow when) override;
    bool beginFrame() override;

private:
    bool recordCopy(Context& context, const TargetImage& target);
    void recordFlip(VkCommandBuffer commands, const ImageSlice& source, const TargetImage& target);

    void recordHud(Context& context, const TargetImage& target);

    std::span<const VkRectLayerKHR> damageOf(std::span<const gl::Rect> damage,
                                             const TargetImage& target);

    std::unique_ptr<PresentTarget> m_target;
    std::unique_ptr<report::Hud> m_hud;   ///< Null: nobody wants one.
    std::vector<VkImageCopy> m_rows;      ///< Scratch.
    std::vector<VkRectLayerKHR> m_damage; ///< Scratch.
    int m_interval = 1;
    bool m_frameBegun = false; ///< Something was drawn or read since the last present().
    bool m_shown = false;      ///< These images were presented, and keep what they showed.
};

} // namespace glvk
