// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/surface.h"

#include "glvk/gpu/gpu.h"
#include "glvk/image/target_image.h"
#include "glvk/record/recorder.h"

#include <algorithm>

namespace glvk {

SurfaceBase::SurfaceBase(std::shared_ptr<Gpu> gpu,
                         const SurfaceFormat& format,
                         format::Id colorStorage)
    : m_gpu(std::move(gpu)),
      m_format(format),
      m_colorStorage(colorStorage == format::Id::None ? m_gpu->storageFor(*format.color)
                                                      : colorStorage) {
    if (format.depthStencil) {
        m_depthStencilStorage = m_gpu->storageFor(*format.depthStencil);
    }
}

void SurfaceBase::setSize(int32_t width_px, int32_t height_px) {
    if (width_px == m_width_px && height_px == m_height_px) {
        return;
    }
    m_width_px = width_px;
    m_height_px = height_px;
    m_color = {};
    m_resolved = {};
    m_depthStencil = {};
}

bool SurfaceBase::prepare() {
    if (m_color) {
        return true;
    }
    const uint32_t samples = uint32_t(std::max(1, m_format.samples));
    m_color = createTargetImage(
        *m_gpu, *m_format.color, m_colorStorage, m_width_px, m_height_px, samples);
    if (m_format.depthStencil) {
        m_depthStencil = createTargetImage(*m_gpu,
                                           *m_format.depthStencil,
                                           m_depthStencilStorage,
                                           m_width_px,
                                           m_height_px,
                                           samples);
    }
    if (samples > 1) {
        m_resolved =
            createTargetImage(*m_gpu, *m_format.color, m_colorStorage, m_width_px, m_height_px, 1);
    }
    if (!m_color || (m_format.depthStencil && !m_depthStencil) || (samples > 1 && !m_resolved)) {
        m_color = {};
        m_depthStencil = {};
        m_resolved = {};
        return false;
    }
    return true;
}

ImageSlice SurfaceBase::colorSlice() const {
    return {m_color.get(), 0, 0, m_format.color, m_colorStorage};
}

ImageSlice SurfaceBase::depthStencilSlice() const {
    return {m_depthStencil.get(), 0, 0, m_format.depthStencil, m_depthStencilStorage};
}

ImageSlice SurfaceBase::resolvedColor(Recorder& recorder) {
    if (!m_resolved) {
        return colorSlice();
    }
    recorder.endRendering();
    recorder.copy(*m_color, *m_resolved);
    VkImageResolve region{};
    region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.dstSubresource = region.srcSubresource;
    region.extent = {uint32_t(m_width_px), uint32_t(m_height_px), 1};
    m_gpu->vk().vkCmdResolveImage(recorder.commands(),
                                  m_color->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  m_resolved->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  1,
                                  &region);
    return {m_resolved.get(), 0, 0, m_format.color, m_colorStorage};
}

} // namespace glvk
