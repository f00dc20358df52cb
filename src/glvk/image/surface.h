// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/image.h"
#include "glvk/image/image_slice.h"
#include "glvk/interface/instance.h"

namespace glvk {

class Gpu;
class Recorder;

/// The images of an EGL surface: colour, depth-stencil, and a single-sampled colour image to
/// resolve into where the surface is multisampled. All hold GL's bottom row first.
class SurfaceBase : public Surface {
public:
    int32_t width_px() const override { return m_width_px; }
    int32_t height_px() const override { return m_height_px; }
    int32_t samples() const override { return m_format.samples; }
    bool doubleBuffered() const override { return !m_format.singleBuffered; }
    const format::InternalFormat& colorFormat() const override { return *m_format.color; }
    const format::InternalFormat* depthStencilFormat() const override {
        return m_format.depthStencil;
    }

    uint64_t colorSerial() const override { return m_color ? m_color->writeEpoch : 0; }

    /// Makes the images where there are none. False: out of memory.
    bool prepare();
    ImageSlice colorSlice() const;
    ImageSlice depthStencilSlice() const;
    /// Single-sampled colour: the colour image itself, or the resolved one (commands are recorded).
    ImageSlice resolvedColor(Recorder& recorder);

protected:
    /// `colorStorage`: instead of the device's first choice; None: that.
    SurfaceBase(std::shared_ptr<Gpu> gpu,
                const SurfaceFormat& format,
                format::Id colorStorage = format::Id::None);
    format::Id colorStorage() const { return m_colorStorage; }
    void setSize(int32_t width_px, int32_t height_px);

    std::shared_ptr<Gpu> m_gpu;

private:
    SurfaceFormat m_format;
    format::Id m_colorStorage;
    format::Id m_depthStencilStorage = format::Id::None;
    int32_t m_width_px = 0;
    int32_t m_height_px = 0;
    ResourceRef<Image> m_color;
    ResourceRef<Image> m_resolved;
    ResourceRef<Image> m_depthStencil;
};

} // namespace glvk
