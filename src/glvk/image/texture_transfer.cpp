// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texture: copies from framebuffers, mipmaps, reading back.
#include "glvk/gpu/gpu.h"
#include "glvk/image/framebuffer_slices.h"
#include "glvk/image/texture.h"
#include "glvk/record/calling_context.h"

#include <algorithm>

namespace glvk {

bool Texture::copyOnDevice(CallingContext& context,
                           const gl::ImageIndex& index,
                           const gl::Offset& offset,
                           const ImageSlice& source,
                           const gl::Rect& area) {
    const Level& l = level(index);
    if (m_type == gl::TextureType::Tex1DArray || !sameFormat(l) || source.viewFormat) {
        return false; // Rows are layers; or a blit would see another format.
    }
    const bool alphaSafe = !l.format->alphaAbsent() || source.format->alphaAbsent();
    // An absent source alpha was stored as one, which is what the copy has to give.
    constexpr VkFormatFeatureFlags kSource = VK_FORMAT_FEATURE_BLIT_SRC_BIT;
    constexpr VkFormatFeatureFlags kTarget = VK_FORMAT_FEATURE_BLIT_DST_BIT;
    const bool blit = source.storage != l.storage;
    const bool possible =
        !blit || ((m_gpu.formatFeatures(source.storage) & kSource) &&
                  (m_gpu.formatFeatures(l.storage) & kTarget) && l.format->isColor());
    if (!possible || !alphaSafe || source.image == m_image.get() ||
        l.format->base != source.format->base || l.format->view != source.format->view) {
        return false;
    }
    const format::Extent extent{area.width_px, area.height_px, 1};
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    recorder.copy(*source.image, *m_image);
    if (blit) { // Same meaning, other component order or size: a blit converts.
        VkImageBlit region{};
        region.srcSubresource = source.subresource(VK_IMAGE_ASPECT_COLOR_BIT);
        region.srcOffsets[0] = source.at(area.x, area.y);
        region.srcOffsets[1] = source.at(area.x + area.width_px, area.y + area.height_px);
        ++region.srcOffsets[1].z;
        region.dstSubresource = subresource(VK_IMAGE_ASPECT_COLOR_BIT, index, offset, extent);
        region.dstOffsets[0] = texelOffset(offset);
        region.dstOffsets[1] =
            texelOffset({offset.x + area.width_px, offset.y + area.height_px, offset.z});
        ++region.dstOffsets[1].z;
        m_gpu.vk().vkCmdBlitImage(recorder.commands(),
                                  source.image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  m_image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  1,
                                  &region,
                                  VK_FILTER_NEAREST);
        return true;
    }
    VkImageCopy copy{};
    copy.srcSubresource = source.subresource(source.image->aspects());
    copy.srcOffset = source.at(area.x, area.y);
    copy.dstSubresource = subresource(m_image->aspects(), index, offset, extent);
    copy.dstOffset = texelOffset(offset);
    copy.extent = {uint32_t(area.width_px), uint32_t(area.height_px), 1};
    m_gpu.vk().vkCmdCopyImage(recorder.commands(),
                              source.image->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              m_image->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              1,
                              &copy);
    return true;
}

bool Texture::copyFrom(gl::ContextBackend& contextBackend,
                       const gl::ImageIndex& index,
                       const gl::Offset& offset,
                       const gl::Framebuffer& source,
                       const gl::Rect& area) {
    CallingContext& context = CallingContext::of(contextBackend);
    if (area.width_px <= 0 || area.height_px <= 0) {
        return true;
    }
    if (!prepareUpdate(context, index)) {
        return false;
    }
    const Level& l = level(index);
    const bool color = l.format->isColor();
    const ImageSlice from = context.readSlice(source,
                                              color                 ? ReadAspect::Color
                                              : l.format->depth > 0 ? ReadAspect::Depth
                                                                    : ReadAspect::Stencil);
    if (!from.image) {
        return false;
    }
    if (copyOnDevice(context, index, offset, from, area)) {
        return true;
    }
    // Formats differ: through the host, which knows every conversion.
    format::PixelLayout pixels;
    pixels.alignment_B = 1;
    const bool wide =
        l.format->numeric == format::Numeric::Float ||
        l.format->numeric == format::Numeric::Snorm ||
        std::max({l.format->red, l.format->luminance, l.format->alpha, l.format->intensity}) > 8;
    if (!color) {
        const bool both = l.format->depth > 0 && l.format->stencil > 0;
        pixels.format = both                  ? GL_DEPTH_STENCIL
                        : l.format->depth > 0 ? GL_DEPTH_COMPONENT
                                              : GL_STENCIL_INDEX;
        pixels.type = both                  ? GL_FLOAT_32_UNSIGNED_INT_24_8_REV
                      : l.format->depth > 0 ? GL_UNSIGNED_INT
                                            : GL_UNSIGNED_BYTE;
    } else if (l.format->integer()) {
        pixels.format = GL_RGBA_INTEGER;
        pixels.type = l.format->numeric == format::Numeric::Sint ? GL_INT : GL_UNSIGNED_INT;
    } else {
        pixels.format = GL_RGBA;
        pixels.type = wide ? GL_FLOAT : GL_UNSIGNED_BYTE;
    }
    std::vector<std::byte> host(size_t(area.width_px) * area.height_px *
                                format::pixelSize_B(pixels.format, pixels.type));
    if (!context.readPixels(source, area, pixels, host.data())) {
        return false;
    }
    return update(context, index, offset, {area.width_px, area.height_px, 1}, pixels, host.data());
}

bool Texture::generateMipmap(gl::ContextBackend& contextBackend,
                             int32_t baseLevel,
                             int32_t lastLevel) {
    CallingContext& context = CallingContext::of(contextBackend);
    if (lastLevel <= baseLevel) {
        return true;
    }
    if (!realise(context, {baseLevel}) ||
        m_imageLevel + uint32_t(lastLevel) >= m_image->description().levels) {
        return false;
    }
    const Level& base = m_levels[{baseLevel}];
    const VkFormatFeatureFlags features = m_gpu.formatFeatures(base.storage);
    constexpr VkFormatFeatureFlags kBlit = VK_FORMAT_FEATURE_BLIT_SRC_BIT |
                                           VK_FORMAT_FEATURE_BLIT_DST_BIT |
                                           VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if ((features & kBlit) != kBlit || !sameFormat(base) || !base.format->isColor()) {
        return generateMipmapOnHost(context, baseLevel, lastLevel);
    }
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    const auto end = [](const VkExtent3D& e) {
        return VkOffset3D{int32_t(e.width), int32_t(e.height), int32_t(e.depth)};
    };
    for (int32_t number = baseLevel + 1; number <= lastLevel; ++number) {
        recorder.write(*m_image); // Each level reads the one before: a barrier in between.
        const format::Extent from = m_levels[{number - 1}].extent;
        const format::Extent to = m_levels[{number}].extent;
        VkImageBlit blit{};
        blit.srcSubresource = subresource(m_image->aspects(), {number - 1, 0}, {}, from);
        blit.dstSubresource = subresource(m_image->aspects(), {number, 0}, {}, to);
        blit.srcSubresource.layerCount *= uint32_t(faces());
        blit.dstSubresource.layerCount *= uint32_t(faces());
        blit.srcOffsets[1] = end(texelExtent(from));
        blit.dstOffsets[1] = end(texelExtent(to));
        m_gpu.vk().vkCmdBlitImage(recorder.commands(),
                                  m_image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  m_image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  1,
                                  &blit,
                                  VK_FILTER_LINEAR);
    }
    return true;
}

namespace {

/// `components` floats per texel, box-filtered to half the size. Layers stay apart.
std::vector<float> halved(const std::vector<float>& above,
                          size_t components,
                          const format::Extent& from,
                          const format::Extent& to) {
    std::vector<float> below(components * size_t(to.width_px) * size_t(to.height_px) *
                             size_t(to.depth_px));
    const int32_t stepX = from.width_px > to.width_px;
    const int32_t stepY = from.height_px > to.height_px;
    const int32_t stepZ = from.depth_px > to.depth_px;
    size_t texel = 0;
    for (int32_t z = 0; z < to.depth_px; ++z) {
        for (int32_t y = 0; y < to.height_px; ++y) {
            for (int32_t x = 0; x < to.width_px; ++x, ++texel) {
                for (size_t c = 0; c < components; ++c) {
                    float sum = 0;
                    for (int32_t tap = 0; tap < 8; ++tap) {
                        const int32_t sx = (x << stepX) + (tap & 1) * stepX;
                        const int32_t sy = (y << stepY) + (tap >> 1 & 1) * stepY;
                        const int32_t sz = (z << stepZ) + (tap >> 2) * stepZ;
                        const size_t at = (size_t(sz) * size_t(from.height_px) + size_t(sy)) *
                                              size_t(from.width_px) +
                                          size_t(sx);
                        sum += above[at * components + c];
                    }
                    below[texel * components + c] = sum / 8;
                }
            }
        }
    }
    return below;
}

} // namespace

bool Texture::generateMipmapOnHost(CallingContext& context, int32_t baseLevel, int32_t lastLevel) {
    format::PixelLayout pixels;
    pixels.alignment_B = 1;
    pixels.format = m_levels[{baseLevel}].format->isColor() ? GL_RGBA : GL_DEPTH_COMPONENT;
    pixels.type = GL_FLOAT;
    const size_t components = pixels.format == GL_RGBA ? 4 : 1;
    for (int face = 0; face < faces(); ++face) {
        format::Extent from = m_levels[{baseLevel, face}].extent;
        std::vector<float> above(components * size_t(from.width_px) * size_t(from.height_px) *
                                 size_t(from.depth_px));
        if (!read(context, {baseLevel, face}, pixels, above.data())) {
            return false;
        }
        for (int32_t number = baseLevel + 1; number <= lastLevel; ++number) {
            const format::Extent to = m_levels[{number, face}].extent;
            above = halved(above, components, from, to);
            if (!update(context, {number, face}, {}, to, pixels, above.data())) {
                return false;
            }
            from = to;
        }
    }
    return true;
}

bool Texture::read(gl::ContextBackend& contextBackend,
                   const gl::ImageIndex& index,
                   const format::PixelLayout& pixels,
                   void* dst) {
    CallingContext& context = CallingContext::of(contextBackend);
    if (!prepareUpdate(context, index)) {
        return false;
    }
    const Level& l = level(index);
    const std::vector<std::byte> bytes = download(context, index);
    if (bytes.empty()) {
        return false;
    }
    const format::Extent& extent = l.extent;
    const format::Layout& layout = format::layout(l.storage);
    const auto pitches = [&](size_t texel_B) {
        const size_t pitch_B = texel_B * size_t(extent.width_px);
        return std::pair(pitch_B, pitch_B * size_t(extent.height_px));
    };
    if (layout.compressed()) {
        const format::Id decoded = format::decodedLayout(l.storage);
        std::vector<std::byte> texels(format::storageSize_B(decoded, extent));
        format::decodeBlocksTo(l.storage, extent, bytes.data(), decoded, texels.data());
        const auto [row_B, slice_B] = pitches(format::layout(decoded).block_B);
        format::pack(pixels, extent, *l.format, decoded, texels.data(), row_B, slice_B, dst);
        return true;
    }
    if (layout.isColor()) {
        const auto [row_B, slice_B] = pitches(layout.block_B);
        format::pack(pixels, extent, *l.format, l.storage, bytes.data(), row_B, slice_B, dst);
        return true;
    }
    const std::byte* data = bytes.data();
    if (layout.hasDepth()) {
        const auto [row_B, slice_B] = pitches(format::depthCopySize_B(l.storage));
        if (pixels.format != GL_STENCIL_INDEX) {
            format::packAspect(
                pixels, extent, l.storage, format::Aspect::Depth, data, row_B, slice_B, dst);
        }
        data += slice_B * size_t(extent.depth_px);
    }
    if (layout.hasStencil() && pixels.format != GL_DEPTH_COMPONENT) {
        const auto [row_B, slice_B] = pitches(1);
        format::packAspect(
            pixels, extent, l.storage, format::Aspect::Stencil, data, row_B, slice_B, dst);
    }
    return true;
}

bool Texture::readCompressed(gl::ContextBackend& contextBackend,
                             const gl::ImageIndex& index,
                             void* dst) {
    CallingContext& context = CallingContext::of(contextBackend);
    if (const std::vector<std::byte>& kept = level(index).blocks; !kept.empty()) {
        std::copy(kept.begin(), kept.end(), static_cast<std::byte*>(dst));
        return true;
    }
    if (!prepareUpdate(context, index) || !format::layout(level(index).storage).compressed()) {
        return false;
    }
    const std::vector<std::byte> bytes = download(context, index);
    std::copy(bytes.begin(), bytes.end(), static_cast<std::byte*>(dst));
    return !bytes.empty();
}

} // namespace glvk
