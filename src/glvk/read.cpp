// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Context: reading pixels back, and blits between framebuffers.
#include "glvk/context.h"
#include "glvk/device.h"
#include "glvk/renderbuffer.h"
#include "glvk/surface.h"
#include "glvk/translate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glvk {

namespace {

VkImageAspectFlags aspectFlags(ReadAspect aspect) {
    switch (aspect) {
    case ReadAspect::Depth:
        return VK_IMAGE_ASPECT_DEPTH_BIT;
    case ReadAspect::Stencil:
        return VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
        return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

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

/// One axis of a blit: destination ordered upwards, then cut to what both sides have.
struct BlitAxis {
    int32_t src0, src1, dst0, dst1;

    /// False: nothing is left. Rectangles may reach to the ends of the integers.
    bool clip(int32_t srcSize, int32_t dstLow, int32_t dstHigh) {
        if (dst0 > dst1) {
            std::swap(dst0, dst1);
            std::swap(src0, src1);
        }
        if (src0 == src1 || dst0 == dst1 || dstLow >= dstHigh) {
            return false;
        }
        double from[2] = {double(src0), double(src1)};
        double to[2] = {double(dst0), double(dst1)};
        const double scale = (from[1] - from[0]) / (to[1] - to[0]);
        for (int i = 0; i < 2; ++i) {
            const double inDst = std::clamp<double>(to[i], dstLow, dstHigh);
            from[i] += (inDst - to[i]) * scale;
            const double inSrc = std::clamp<double>(from[i], 0, srcSize);
            to[i] = std::clamp<double>(inDst + (inSrc - from[i]) / scale, dstLow, dstHigh);
            from[i] = inSrc;
        }
        src0 = int32_t(std::lround(from[0]));
        src1 = int32_t(std::lround(from[1]));
        dst0 = int32_t(std::lround(to[0]));
        dst1 = int32_t(std::lround(to[1]));
        return dst0 < dst1 && src0 != src1;
    }
    bool unscaled() const { return src1 - src0 == dst1 - dst0; }
};

} // namespace

ImageSlice Context::readSlice(const gl::Framebuffer& framebuffer, ReadAspect aspect) {
    if (framebuffer.isDefault()) {
        auto* surface = static_cast<SurfaceBase*>(framebuffer.surface());
        if (!surface || !surface->prepare()) {
            return {};
        }
        if (aspect == ReadAspect::Color) {
            return surface->resolvedColor(m_recorder);
        }
        return surface->depthStencilSlice();
    }
    if (aspect == ReadAspect::Color) {
        const int index = framebuffer.readBuffer();
        return index < 0 ? ImageSlice{} : attachmentSlice(framebuffer.color(index));
    }
    return attachmentSlice(aspect == ReadAspect::Depth ? framebuffer.depth()
                                                       : framebuffer.stencil());
}

bool Context::readImage(const ImageSlice& source,
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
            *m_device, size_B, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback);
        if (!readback) {
            return false;
        }
        m_recorder.endRendering();
        m_recorder.copy(*source.image, *readback);
        VkBufferImageCopy copy{};
        copy.imageSubresource = {aspect, source.level, source.layer, 1};
        copy.imageOffset = {offset.x, offset.y, offset.z};
        copy.imageExtent = {
            uint32_t(extent.width_px), uint32_t(extent.height_px), uint32_t(extent.depth_px)};
        m_device->vk().vkCmdCopyImageToBuffer(m_recorder.commands(),
                                              source.image->handle(),
                                              VK_IMAGE_LAYOUT_GENERAL,
                                              readback->handle(),
                                              1,
                                              &copy);
        m_recorder.makeVisibleToHost();
        if (!m_recorder.finish()) {
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

bool Context::readPixels(const gl::Framebuffer& source,
                         const gl::Rect& area,
                         const format::PixelLayout& pixels,
                         void* dst) {
    const bool depth = pixels.format == GL_DEPTH_COMPONENT || pixels.format == GL_DEPTH_STENCIL;
    const ReadAspect aspect = depth                               ? ReadAspect::Depth
                              : pixels.format == GL_STENCIL_INDEX ? ReadAspect::Stencil
                                                                  : ReadAspect::Color;
    const ImageSlice slice = readSlice(source, aspect);
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

ResourceRef<Image> Context::resolveForBlit(const ImageSlice& source) {
    const VkExtent3D size = source.image->extent(source.level);
    ResourceRef<Image> single = createTargetImage(
        *m_device, *source.format, source.storage, int32_t(size.width), int32_t(size.height), 1);
    if (!single || !(source.image->aspects() & VK_IMAGE_ASPECT_COLOR_BIT)) {
        return {};
    }
    m_recorder.endRendering();
    m_recorder.copy(*source.image, *single);
    VkImageResolve region{};
    region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, source.level, source.layer, 1};
    region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.extent = size;
    m_device->vk().vkCmdResolveImage(m_recorder.commands(),
                                     source.image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     single->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     1,
                                     &region);
    return single;
}

ResourceRef<Image> Context::copyForBlit(const ImageSlice& source) {
    const VkExtent3D size = source.image->extent(source.level);
    ResourceRef<Image> copy = createTargetImage(*m_device,
                                                *source.format,
                                                source.storage,
                                                int32_t(size.width),
                                                int32_t(size.height),
                                                source.image->description().samples);
    if (!copy) {
        return {};
    }
    m_recorder.endRendering();
    m_recorder.copy(*source.image, *copy);
    VkImageCopy region{};
    region.srcSubresource = {source.image->aspects(), source.level, source.layer, 1};
    region.dstSubresource = {source.image->aspects(), 0, 0, 1};
    region.extent = {size.width, size.height, 1};
    m_device->vk().vkCmdCopyImage(m_recorder.commands(),
                                  source.image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  copy->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  1,
                                  &region);
    return copy;
}

bool Context::blitImage(const ImageSlice& source,
                        const ImageSlice& target,
                        VkImageAspectFlags aspects,
                        const gl::BlitCall& call,
                        const gl::Rect& clip) {
    ImageSlice from = source;
    ResourceRef<Image> resolved;
    const bool multisampled = source.image->description().samples != VK_SAMPLE_COUNT_1_BIT;
    if (multisampled && target.image->description().samples == VK_SAMPLE_COUNT_1_BIT) {
        resolved = resolveForBlit(source);
        if (!resolved) {
            return false;
        }
        from.image = resolved.get();
        from.level = from.layer = 0;
    }
    const VkExtent3D size = from.image->extent(from.level);
    BlitAxis x{
        call.src.x, call.src.x + call.src.width_px, call.dst.x, call.dst.x + call.dst.width_px};
    BlitAxis y{
        call.src.y, call.src.y + call.src.height_px, call.dst.y, call.dst.y + call.dst.height_px};
    if (!x.clip(int32_t(size.width), clip.x, clip.x + clip.width_px) ||
        !y.clip(int32_t(size.height), clip.y, clip.y + clip.height_px)) {
        return true;
    }
    if (from.image == target.image && from.level == target.level && from.layer == target.layer) {
        // What comes of overlapping rectangles is undefined in GL, but Vulkan forbids them.
        resolved = copyForBlit(from);
        if (!resolved) {
            return false;
        }
        from.image = resolved.get();
        from.level = from.layer = 0;
    }
    m_recorder.endRendering();
    m_recorder.copy(*from.image, *target.image);
    const VkCommandBuffer commands = m_recorder.commands();
    if (x.unscaled() && y.unscaled() && from.storage == target.storage) {
        VkImageCopy copy{};
        // Depth and stencil of one image travel apart: the mask names the aspects.
        copy.srcSubresource = {aspects, from.level, from.layer, 1};
        copy.srcOffset = {x.src0, y.src0, 0};
        copy.dstSubresource = {aspects, target.level, target.layer, 1};
        copy.dstOffset = {x.dst0, y.dst0, 0};
        copy.extent = {uint32_t(x.dst1 - x.dst0), uint32_t(y.dst1 - y.dst0), 1};
        m_device->vk().vkCmdCopyImage(commands,
                                      from.image->handle(),
                                      VK_IMAGE_LAYOUT_GENERAL,
                                      target.image->handle(),
                                      VK_IMAGE_LAYOUT_GENERAL,
                                      1,
                                      &copy);
        return true;
    }
    VkImageBlit blit{};
    blit.srcSubresource = {aspects, from.level, from.layer, 1};
    blit.srcOffsets[0] = {x.src0, y.src0, 0};
    blit.srcOffsets[1] = {x.src1, y.src1, 1};
    blit.dstSubresource = {aspects, target.level, target.layer, 1};
    blit.dstOffsets[0] = {x.dst0, y.dst0, 0};
    blit.dstOffsets[1] = {x.dst1, y.dst1, 1};
    const bool linear = call.filter == GL_LINEAR && (aspects & VK_IMAGE_ASPECT_COLOR_BIT);
    m_device->vk().vkCmdBlitImage(commands,
                                  from.image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  target.image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  1,
                                  &blit,
                                  linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
    return true;
}

bool Context::blit(const gl::State& state, gl::DirtyBits& dirty, const gl::BlitCall& call) {
    const RenderTargets* targets = m_draws.targets(state, dirty);
    if (!targets) {
        return false;
    }
    gl::Rect clip{0, 0, targets->width_px, targets->height_px};
    if (state.scissorEnabled) {
        clip = translate::intersect(clip, state.scissor);
    }
    const gl::Framebuffer& draw = *state.drawFramebuffer;
    const gl::Framebuffer& read = *state.readFramebuffer;
    const auto targetSlice = [&](ReadAspect aspect, uint32_t buffer) -> ImageSlice {
        if (draw.isDefault()) {
            auto& surface = static_cast<SurfaceBase&>(*draw.surface());
            return aspect == ReadAspect::Color ? surface.colorSlice() : surface.depthStencilSlice();
        }
        if (aspect == ReadAspect::Color) {
            return attachmentSlice(draw.color(draw.drawBuffers()[buffer]));
        }
        return attachmentSlice(aspect == ReadAspect::Depth ? draw.depth() : draw.stencil());
    };
    if (call.mask & GL_COLOR_BUFFER_BIT) {
        const ImageSlice from = readSlice(read, ReadAspect::Color);
        for (uint32_t i = 0; from.image && i < targets->colorCount; ++i) {
            if (targets->color[i] && !blitImage(from,
                                                targetSlice(ReadAspect::Color, i),
                                                VK_IMAGE_ASPECT_COLOR_BIT,
                                                call,
                                                clip)) {
                return false;
            }
        }
    }
    for (const ReadAspect aspect : {ReadAspect::Depth, ReadAspect::Stencil}) {
        const GLbitfield bit =
            aspect == ReadAspect::Depth ? GL_DEPTH_BUFFER_BIT : GL_STENCIL_BUFFER_BIT;
        const bool present =
            aspect == ReadAspect::Depth ? bool(targets->depth) : bool(targets->stencil);
        const ImageSlice from =
            (call.mask & bit) && present ? readSlice(read, aspect) : ImageSlice{};
        if (from.image &&
            !blitImage(from, targetSlice(aspect, 0), aspectFlags(aspect), call, clip)) {
            return false;
        }
    }
    return true;
}

} // namespace glvk
