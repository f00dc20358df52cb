// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/transfer/framebuffer_reader.h"

#include "gl/objects/framebuffer.h"
#include "glvk/gpu/buffer_storage.h"
#include "glvk/gpu/gpu.h"
#include "glvk/gpu/translate.h"
#include "glvk/transfer/image_copies.h"

#include <array>
#include <vector>

namespace glvk {

namespace {

/// The part of `extent` texels that an aspect's buffer copy takes, in bytes per texel.
size_t aspectTexel_B(format::Id storage, VkImageAspectFlags aspect) {
    switch (aspect) {
    case VK_IMAGE_ASPECT_DEPTH_BIT:
        return format::depthCopySize_B(storage);
    case VK_IMAGE_ASPECT_STENCIL_BIT:
        return 1;
    default:
        return format::layout(storage).block_B;
    }
}

} // namespace

FramebufferReader::FramebufferReader(CallingContext& context)
    : m_context(context), m_gpu(context.gpu()), m_recorder(context.recorder()) {}

ImageSlice FramebufferReader::slice(const gl::Framebuffer& framebuffer, ReadAspect aspect) {
    ImageSlice slice = framebufferSlice(m_context, framebuffer, aspect, framebuffer.readBuffer());
    if (slice.image && slice.image->description().samples != VK_SAMPLE_COUNT_1_BIT) {
        m_readable = resolved(m_recorder, slice);
        slice.image = m_readable.get();
        slice.level = slice.layer = 0;
    }
    return slice;
}

bool FramebufferReader::readImage(const ImageSlice& source,
                                  const gl::Offset& offset,
                                  const format::Extent& extent,
                                  const format::PixelLayout& pixels,
                                  void* dst,
                                  bool sumLuminance) {
    std::array<VkImageAspectFlags, 2> aspects{VK_IMAGE_ASPECT_COLOR_BIT, 0};
    if (source.format->depth || source.format->stencil) {
        const bool both = pixels.format == GL_DEPTH_STENCIL;
        aspects[0] = pixels.format == GL_STENCIL_INDEX ? VK_IMAGE_ASPECT_STENCIL_BIT
                                                       : VK_IMAGE_ASPECT_DEPTH_BIT;
        aspects[1] = both ? VK_IMAGE_ASPECT_STENCIL_BIT : 0;
    }
    const size_t texels = size_t(extent.width_px) * extent.height_px * extent.depth_px;
    for (const VkImageAspectFlags aspect : aspects) {
        if (!aspect || !(source.image->aspects() & aspect)) {
            continue;
        }
        const bool compressed = format::layout(source.storage).compressed();
        const size_t texel_B = aspectTexel_B(source.storage, aspect);
        const size_t size_B =
            compressed ? format::storageSize_B(source.storage, extent) : texels * texel_B;
        ResourceRef<BufferStorage> readback = BufferStorage::create(
            m_gpu, size_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback);
        if (!readback) {
            return false;
        }
        m_recorder.endRendering();
        m_recorder.copy(*source.image, *readback);
        VkBufferImageCopy copy{};
        copy.imageSubresource = source.subresource(aspect);
        copy.imageOffset = source.at(offset.x, offset.y);
        copy.imageOffset.z += offset.z;
        copy.imageExtent = {
            uint32_t(extent.width_px), uint32_t(extent.height_px), uint32_t(extent.depth_px)};
        m_gpu.vk().vkCmdCopyImageToBuffer(m_recorder.commands(),
                                          source.image->handle(),
                                          VK_IMAGE_LAYOUT_GENERAL,
                                          readback->handle(),
                                          1,
                                          &copy);
        m_recorder.makeVisibleToHost();
        if (!m_recorder.finish("pixels that are read")) {
            return false;
        }
        const std::byte* data = readback->mapped();
        std::vector<std::byte> decoded;
        format::Id storage = source.storage;
        if (compressed) {
            decoded.resize(texels * 4);
            format::decodeBlocks(storage,
                                 extent,
                                 data,
                                 decoded.data(),
                                 size_t(4) * extent.width_px,
                                 size_t(4) * extent.width_px * extent.height_px);
            data = decoded.data();
            storage = format::Id::R8G8B8A8Unorm;
        }
        const size_t pitch_B =
            (aspect == VK_IMAGE_ASPECT_COLOR_BIT ? format::layout(storage).block_B : texel_B) *
            extent.width_px;
        const size_t slice_B = pitch_B * extent.height_px;
        if (aspect == VK_IMAGE_ASPECT_COLOR_BIT) {
            format::pack(
                pixels, extent, *source.format, storage, data, pitch_B, slice_B, dst, sumLuminance);
        } else {
            const auto which = aspect == VK_IMAGE_ASPECT_DEPTH_BIT ? format::Aspect::Depth
                                                                   : format::Aspect::Stencil;
            format::packAspect(pixels, extent, storage, which, data, pitch_B, slice_B, dst);
        }
    }
    return true;
}

bool FramebufferReader::readPixels(const gl::Framebuffer& source,
                                   const gl::Rect& area,
                                   const format::PixelLayout& pixels,
                                   void* dst) {
    const bool depth = pixels.format == GL_DEPTH_COMPONENT || pixels.format == GL_DEPTH_STENCIL;
    const ReadAspect aspect = depth                               ? ReadAspect::Depth
                              : pixels.format == GL_STENCIL_INDEX ? ReadAspect::Stencil
                                                                  : ReadAspect::Color;
    const ImageSlice slice = this->slice(source, aspect);
    if (!slice.image) {
        return false;
    }
    const VkExtent3D size = slice.image->extent(slice.level);
    const gl::Rect inside =
        translate::intersect(area, {0, 0, int32_t(size.width), int32_t(size.height)});
    if (inside.width_px <= 0 || inside.height_px <= 0) {
        return true;
    }
    format::PixelLayout clipped = pixels;
    if (clipped.rowLength_px == 0) {
        clipped.rowLength_px = area.width_px;
    }
    clipped.skipPixels += inside.x - area.x;
    clipped.skipRows += inside.y - area.y;
    return readImage(
        slice, {inside.x, inside.y, 0}, {inside.width_px, inside.height_px, 1}, clipped, dst, true);
}

} // namespace glvk
