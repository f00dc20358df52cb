// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/transfer/framebuffer_writer.h"

#include "base/bits.h"
#include "glvk/gpu/gpu.h"
#include "glvk/record/calling_context.h"

namespace glvk {

namespace {

constexpr VkImageAspectFlags kColorAspect = VK_IMAGE_ASPECT_COLOR_BIT;
constexpr VkImageAspectFlags kDepthAspect = VK_IMAGE_ASPECT_DEPTH_BIT;

size_t copyTexel_B(format::Id storage, VkImageAspectFlags aspect) {
    return aspect == kColorAspect   ? format::layout(storage).block_B
           : aspect == kDepthAspect ? format::depthCopySize_B(storage)
                                    : 1;
}

} // namespace

bool FramebufferWriter::writeSlice(const ImageSlice& slice,
                                   VkImageAspectFlags aspect,
                                   const gl::Rect& area,
                                   const format::PixelLayout& pixels,
                                   const void* src) {
    if (!slice.image) {
        return false;
    }
    const format::Extent extent{area.width_px, area.height_px, 1};
    const size_t pitch_B = copyTexel_B(slice.storage, aspect) * size_t(area.width_px);
    const size_t size_B = pitch_B * size_t(area.height_px);
    const StreamPiece piece = m_context.uploads().allocate(size_B, 16);
    if (!piece.storage) {
        return false;
    }
    if (aspect == kColorAspect) {
        format::unpack(
            pixels, extent, src, *slice.format, slice.storage, piece.data, pitch_B, size_B);
    } else {
        const auto which = aspect == kDepthAspect ? format::Aspect::Depth : format::Aspect::Stencil;
        format::unpackAspect(
            pixels, extent, src, slice.storage, which, piece.data, pitch_B, size_B);
    }
    Recorder& recorder = m_context.recorder();
    recorder.endRendering();
    recorder.copy(*piece.storage, *slice.image);
    VkBufferImageCopy copy{};
    copy.bufferOffset = piece.offset_B;
    copy.imageSubresource = slice.subresource(aspect);
    copy.imageOffset = slice.at(area.x, area.y);
    copy.imageExtent = {uint32_t(area.width_px), uint32_t(area.height_px), 1};
    m_context.gpu().vk().vkCmdCopyBufferToImage(recorder.commands(),
                                                piece.storage->handle(),
                                                slice.image->handle(),
                                                VK_IMAGE_LAYOUT_GENERAL,
                                                1,
                                                &copy);
    return true;
}

bool FramebufferWriter::writePixels(const gl::Framebuffer& target,
                                    const gl::Rect& area,
                                    const format::PixelLayout& pixels,
                                    const void* src) {
    bool written = true;
    const auto write = [&](ReadAspect which, int index, VkImageAspectFlags aspect) {
        written = written &&
                  writeSlice(
                      framebufferSlice(m_context, target, which, index), aspect, area, pixels, src);
    };
    const bool both = pixels.format == GL_DEPTH_STENCIL;
    if (both || pixels.format == GL_DEPTH_COMPONENT) {
        write(ReadAspect::Depth, 0, kDepthAspect);
    }
    if (both || pixels.format == GL_STENCIL_INDEX) {
        write(ReadAspect::Stencil, 0, VK_IMAGE_ASPECT_STENCIL_BIT);
    }
    if (!both && pixels.format != GL_DEPTH_COMPONENT && pixels.format != GL_STENCIL_INDEX) {
        base::forEachBit(target.drawBufferMask(),
                         [&](unsigned i) { write(ReadAspect::Color, int(i), kColorAspect); });
    }
    return written;
}

} // namespace glvk
