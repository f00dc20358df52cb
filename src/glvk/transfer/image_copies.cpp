// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/transfer/image_copies.h"

#include "glvk/gpu/buffer_storage.h"
#include "glvk/gpu/gpu.h"
#include "glvk/image/render_targets.h"
#include "glvk/record/recorder.h"

namespace glvk {

namespace {

constexpr VkImageAspectFlags kColor = VK_IMAGE_ASPECT_COLOR_BIT;

/// An image of the kind of `source`, with nothing in it.
ResourceRef<Image> imageLike(Gpu& gpu,
                             const ImageSlice& source,
                             VkSampleCountFlagBits samples,
                             const VkExtent2D& extent) {
    ImageDescription description;
    const ImageDescription& like = source.image->description();
    description.format = like.format;
    description.extent = {extent.width, extent.height, 1};
    description.samples = samples;
    description.mutableFormat = like.mutableFormat;
    description.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                        VK_IMAGE_USAGE_SAMPLED_BIT;
    description.usage |= source.image->aspects() & kColor
                             ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                             : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    return Image::create(gpu, description, nullptr);
}

VkExtent2D extentOf(const ImageSlice& slice) {
    const VkExtent3D extent = slice.image->extent(slice.level);
    return {extent.width, extent.height};
}

/// Takes sample 0 (GL leaves open which), by what every device can do: as rendering ends.
bool resolveDepthStencil(Recorder& recorder, const ImageSlice& source, Image& single) {
    RenderTarget from;
    RenderTarget to;
    ImageSlice target{&single, 0, 0, source.format, source.storage};
    const VkImageAspectFlags aspects = source.image->aspects();
    if (!makeTarget(recorder.gpu(), source, aspects, 0, false, from) ||
        !makeTarget(recorder.gpu(), target, aspects, 0, false, to)) {
        return false;
    }
    VkRenderingAttachmentInfo attachment{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    attachment.imageView = from.view;
    attachment.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    attachment.resolveMode = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
    attachment.resolveImageView = to.view;
    attachment.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    const VkExtent3D extent = single.extent(0);
    info.renderArea.extent = {extent.width, extent.height};
    info.layerCount = 1;
    info.pDepthAttachment = aspects & VK_IMAGE_ASPECT_DEPTH_BIT ? &attachment : nullptr;
    info.pStencilAttachment = aspects & VK_IMAGE_ASPECT_STENCIL_BIT ? &attachment : nullptr;
    Resource* const writes[] = {source.image, &single};
    recorder.use({}, writes);
    recorder.beginRendering(info);
    recorder.endRendering();
    return true;
}

} // namespace

ResourceRef<Image> resolved(Recorder& recorder, const ImageSlice& source) {
    ResourceRef<Image> single =
        imageLike(recorder.gpu(), source, VK_SAMPLE_COUNT_1_BIT, extentOf(source));
    if (!single) {
        return {};
    }
    recorder.endRendering();
    if (!(source.image->aspects() & kColor)) {
        return resolveDepthStencil(recorder, source, *single) ? single : ResourceRef<Image>();
    }
    recorder.copy(*source.image, *single);
    VkImageResolve region{};
    region.srcSubresource = source.subresource(kColor);
    region.dstSubresource = {kColor, 0, 0, 1};
    region.extent = single->extent(0);
    recorder.gpu().vk().vkCmdResolveImage(recorder.commands(),
                                          source.image->handle(),
                                          VK_IMAGE_LAYOUT_GENERAL,
                                          single->handle(),
                                          VK_IMAGE_LAYOUT_GENERAL,
                                          1,
                                          &region);
    return single;
}

ResourceRef<Image>
sampledCopy(Recorder& recorder, const ImageSlice& source, VkImageAspectFlags aspect) {
    return sampledCopy(recorder, source, aspect, {{}, extentOf(source)});
}

ResourceRef<Image> sampledCopy(Recorder& recorder,
                               const ImageSlice& source,
                               VkImageAspectFlags aspect,
                               const VkRect2D& area) {
    ResourceRef<Image> copy =
        imageLike(recorder.gpu(), source, source.image->description().samples, area.extent);
    if (!copy) {
        return {};
    }
    recorder.endRendering();
    const VkExtent3D extent = copy->extent(0);
    const VolkDeviceTable& vk = recorder.gpu().vk();
    if (source.image->description().type != VK_IMAGE_TYPE_1D) {
        recorder.copy(*source.image, *copy);
        VkImageCopy region{};
        region.srcSubresource = source.subresource(aspect);
        region.srcOffset = source.at(area.offset.x, area.offset.y);
        region.dstSubresource = {aspect, 0, 0, 1};
        region.extent = extent;
        vk.vkCmdCopyImage(recorder.commands(),
                          source.image->handle(),
                          VK_IMAGE_LAYOUT_GENERAL,
                          copy->handle(),
                          VK_IMAGE_LAYOUT_GENERAL,
                          1,
                          &region);
        return copy;
    }
    // Images of one and of two dimensions do not copy to each other.
    constexpr VkDeviceSize kMaxTexel_B = 16;
    const ResourceRef<BufferStorage> between =
        BufferStorage::create(recorder.gpu(),
                              extent.width * kMaxTexel_B,
                              VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              MemoryUse::DeviceOnly);
    if (!between) {
        return {};
    }
    VkBufferImageCopy region{};
    region.imageSubresource = source.subresource(aspect);
    region.imageOffset = source.at(area.offset.x, area.offset.y);
    region.imageExtent = extent;
    recorder.copy(*source.image, *between);
    vk.vkCmdCopyImageToBuffer(recorder.commands(),
                              source.image->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              between->handle(),
                              1,
                              &region);
    region.imageSubresource = {aspect, 0, 0, 1};
    region.imageOffset = {};
    recorder.copy(*between, *copy);
    vk.vkCmdCopyBufferToImage(recorder.commands(),
                              between->handle(),
                              copy->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              1,
                              &region);
    return copy;
}

} // namespace glvk
