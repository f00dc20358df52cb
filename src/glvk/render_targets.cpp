// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/render_targets.h"

#include "glvk/context.h"
#include "glvk/device.h"
#include "glvk/recorder.h"
#include "glvk/renderbuffer.h"
#include "glvk/surface.h"

namespace glvk {

namespace {

bool fromSlice(const ImageSlice& slice, VkImageAspectFlags aspects, RenderTarget& target) {
    if (!slice.image) {
        return false;
    }
    ViewKey key;
    key.aspects = aspects & slice.image->aspects();
    if (!key.aspects) {
        return true; // A depth attachment without stencil attached as both, say.
    }
    // One view serves both aspects of an attachment.
    if (!(aspects & VK_IMAGE_ASPECT_COLOR_BIT)) {
        key.aspects = slice.image->aspects();
    }
    key.type = VK_IMAGE_VIEW_TYPE_2D;
    key.baseLevel = uint16_t(slice.level);
    key.baseLayer = uint16_t(slice.layer);
    target.image = ResourceRef<Image>(slice.image);
    target.view = slice.image->view(key).handle;
    target.format = slice.format;
    target.storage = slice.storage;
    return target.view != VK_NULL_HANDLE;
}

bool fromAttachment(Context& context,
                    const gl::Attachment& attachment,
                    VkImageAspectFlags aspects,
                    RenderTarget& target) {
    if (!attachment.attached()) {
        return true;
    }
    return fromSlice(context.attachmentSlice(attachment), aspects, target);
}

bool resolveSurface(SurfaceBase& surface, RenderTargets& targets) {
    if (!surface.prepare()) {
        return false;
    }
    targets.width_px = surface.width_px();
    targets.height_px = surface.height_px();
    targets.samples = std::max(1, surface.samples());
    if (!fromSlice(surface.colorSlice(), VK_IMAGE_ASPECT_COLOR_BIT, targets.color[0])) {
        return false;
    }
    targets.colorCount = 1;
    if (const gl::SurfaceBackend& s = surface; s.depthStencilFormat()) {
        const ImageSlice slice = surface.depthStencilSlice();
        return (!s.depthStencilFormat()->depth ||
                fromSlice(slice, VK_IMAGE_ASPECT_DEPTH_BIT, targets.depth)) &&
               (!s.depthStencilFormat()->stencil ||
                fromSlice(slice, VK_IMAGE_ASPECT_STENCIL_BIT, targets.stencil));
    }
    return true;
}

} // namespace

bool resolveTargets(Context& context, const gl::Framebuffer& framebuffer, RenderTargets& targets) {
    targets = {};
    if (framebuffer.isDefault()) {
        if (!framebuffer.surface()) {
            return true;
        }
        if (!resolveSurface(static_cast<SurfaceBase&>(*framebuffer.surface()), targets)) {
            return false;
        }
        if (framebuffer.drawBuffers()[0] < 0) {
            targets.color[0] = {};
        }
        return true;
    }
    targets.width_px = framebuffer.width_px();
    targets.height_px = framebuffer.height_px();
    targets.samples = uint32_t(std::max(1, framebuffer.samples()));
    for (uint32_t i = 0; i < gl::kMaxColorAttachments; ++i) {
        const int attachment = framebuffer.drawBuffers()[i];
        if (attachment < 0 || !framebuffer.color(attachment).attached()) {
            continue;
        }
        if (!fromAttachment(context,
                            framebuffer.color(attachment),
                            VK_IMAGE_ASPECT_COLOR_BIT,
                            targets.color[i])) {
            return false;
        }
        targets.colorCount = i + 1;
    }
    return fromAttachment(context, framebuffer.depth(), VK_IMAGE_ASPECT_DEPTH_BIT, targets.depth) &&
           fromAttachment(
               context, framebuffer.stencil(), VK_IMAGE_ASPECT_STENCIL_BIT, targets.stencil);
}

void beginRendering(Recorder& recorder, const RenderTargets& targets, const ClearLoads& clears) {
    recorder.endRendering();
    Resource* writes[gl::kMaxColorAttachments + 2];
    size_t writeCount = 0;
    VkRenderingAttachmentInfo color[gl::kMaxColorAttachments];
    for (uint32_t i = 0; i < targets.colorCount; ++i) {
        color[i] = {VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
        if (!targets.color[i]) {
            continue;
        }
        writes[writeCount++] = targets.color[i].image.get();
        color[i].imageView = targets.color[i].view;
        color[i].imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        color[i].loadOp = clears.color ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
        color[i].storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        std::copy(
            clears.colorValue.begin(), clears.colorValue.end(), color[i].clearValue.color.float32);
        if (targets.color[i].format->alphaAbsent()) {
            color[i].clearValue.color.float32[3] = 1;
        }
    }
    VkRenderingAttachmentInfo depth{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    if (targets.depth) {
        writes[writeCount++] = targets.depth.image.get();
        depth.imageView = targets.depth.view;
        depth.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        depth.loadOp = clears.depth ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
        depth.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        depth.clearValue.depthStencil.depth = clears.depthValue;
    }
    VkRenderingAttachmentInfo stencil{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    if (targets.stencil) {
        writes[writeCount++] = targets.stencil.image.get();
        stencil.imageView = targets.stencil.view;
        stencil.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        stencil.loadOp = clears.stencil ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
        stencil.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        stencil.clearValue.depthStencil.stencil = clears.stencilValue;
    }
    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = {uint32_t(targets.width_px), uint32_t(targets.height_px)};
    info.layerCount = 1;
    info.colorAttachmentCount = targets.colorCount;
    info.pColorAttachments = color;
    info.pDepthAttachment = targets.depth ? &depth : nullptr;
    info.pStencilAttachment = targets.stencil ? &stencil : nullptr;
    recorder.use({}, {writes, writeCount});
    recorder.beginRendering(info);
}

} // namespace glvk
