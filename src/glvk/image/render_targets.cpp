// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/render_targets.h"

#include "glvk/gpu/gpu.h"
#include "glvk/image/framebuffer_slices.h"
#include "glvk/image/surface.h"
#include "glvk/record/recorder.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace glvk {

namespace {

VkImageViewType attachmentViewType(const Image& image, bool array) {
    if (image.description().type == VK_IMAGE_TYPE_1D) {
        return array ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
    }
    return array ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
}

bool resolveSurface(Gpu& gpu, SurfaceBase& surface, bool encode, RenderTargets& targets) {
    if (!surface.prepare()) {
        return false;
    }
    targets.width_px = surface.width_px();
    targets.height_px = surface.height_px();
    targets.samples = uint32_t(std::max(1, surface.samples()));
    if (!makeTarget(
            gpu, surface.colorSlice(), VK_IMAGE_ASPECT_COLOR_BIT, 0, encode, targets.color[0])) {
        return false;
    }
    targets.colorCount = 1;
    const format::InternalFormat* format = std::as_const(surface).depthStencilFormat();
    if (!format) {
        return true;
    }
    const ImageSlice slice = surface.depthStencilSlice();
    return (!format->depth ||
            makeTarget(gpu, slice, VK_IMAGE_ASPECT_DEPTH_BIT, 0, false, targets.depth)) &&
           (!format->stencil ||
            makeTarget(gpu, slice, VK_IMAGE_ASPECT_STENCIL_BIT, 0, false, targets.stencil));
}

/// Takes a clear value of one kind of numbers to another.
template <class To, class From>
std::array<uint32_t, 4> convertBits(const std::array<uint32_t, 4>& bits) {
    std::array<uint32_t, 4> out;
    std::transform(bits.begin(), bits.end(), out.begin(), [](uint32_t v) {
        const auto number = double(std::bit_cast<From>(v));
        constexpr auto low = double(std::numeric_limits<To>::lowest());
        constexpr auto high = double(std::numeric_limits<To>::max());
        // What a clear with the wrong kind gives is undefined in GL; a cast must not be in C++.
        return std::bit_cast<uint32_t>(number >= low && number <= high ? To(number) : To(0));
    });
    return out;
}

} // namespace

gl::ClearKind numbersOf(format::Id storage) {
    switch (format::layout(storage).numeric) {
    case format::Numeric::Uint:
        return gl::ClearKind::Uint;
    case format::Numeric::Sint:
        return gl::ClearKind::Int;
    default:
        return gl::ClearKind::Float;
    }
}

std::array<uint32_t, 4> ClearLoads::colorAs(gl::ClearKind kind) const {
    using gl::ClearKind;
    if (kind == ClearKind::Float && colorKind != ClearKind::Float) {
        return colorKind == ClearKind::Int ? convertBits<float, int32_t>(colorValue)
                                           : convertBits<float, uint32_t>(colorValue);
    }
    if (kind != ClearKind::Float && colorKind == ClearKind::Float) {
        return kind == ClearKind::Int ? convertBits<int32_t, float>(colorValue)
                                      : convertBits<uint32_t, float>(colorValue);
    }
    return colorValue;
}

VkClearColorValue ClearLoads::colorOf(const RenderTarget& target) const {
    const gl::ClearKind kind = numbersOf(target.storage);
    std::array<uint32_t, 4> bits = colorAs(kind);
    if (target.format->alphaAbsent()) {
        bits[3] = kind == gl::ClearKind::Float ? std::bit_cast<uint32_t>(1.0f) : 1;
    }
    VkClearColorValue value;
    std::copy(bits.begin(), bits.end(), value.uint32);
    return value;
}

bool makeTarget(Gpu& gpu,
                const ImageSlice& slice,
                VkImageAspectFlags aspects,
                uint32_t layers,
                bool encode,
                RenderTarget& target) {
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
    key.type = attachmentViewType(*slice.image, layers > 0);
    key.baseLevel = uint16_t(slice.level);
    key.baseLayer = uint16_t(slice.layer);
    key.layers = uint16_t(std::max(layers, 1u));
    key.format = slice.viewFormat;
    target.storage = encode ? slice.storage : withoutEncoding(slice.storage);
    if (target.storage != slice.storage) {
        key.format = gpu.vkFormat(target.storage);
    }
    target.image = ResourceRef<Image>(slice.image);
    target.key = key;
    target.view = slice.image->view(key).handle;
    target.format = slice.format;
    return target.view != VK_NULL_HANDLE;
}

bool resolveTargets(CallingContext& context,
                    const gl::Framebuffer& framebuffer,
                    bool encode,
                    RenderTargets& targets) {
    targets = {};
    Gpu& gpu = context.gpu();
    if (framebuffer.isDefault()) {
        if (!framebuffer.surface()) {
            return true;
        }
        if (!resolveSurface(
                gpu, static_cast<SurfaceBase&>(*framebuffer.surface()), encode, targets)) {
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
    const auto layers = uint32_t(framebuffer.layers());
    targets.layers = std::max(layers, 1u);
    const auto make =
        [&](const gl::Attachment& attachment, VkImageAspectFlags aspects, RenderTarget& target) {
            if (!attachment.attached()) {
                return true;
            }
            target.layersBeyond = layers ? uint32_t(attachment.extent().depth_px) - layers : 0;
            return makeTarget(
                gpu, attachmentSlice(context, attachment), aspects, layers, encode, target);
        };
    for (uint32_t i = 0; i < gl::kMaxColorAttachments; ++i) {
        const int attachment = framebuffer.drawBuffers()[i];
        if (attachment < 0 || !framebuffer.color(attachment).attached()) {
            continue;
        }
        if (!make(framebuffer.color(attachment), VK_IMAGE_ASPECT_COLOR_BIT, targets.color[i])) {
            return false;
        }
        targets.colorCount = i + 1;
    }
    return make(framebuffer.depth(), VK_IMAGE_ASPECT_DEPTH_BIT, targets.depth) &&
           make(framebuffer.stencil(), VK_IMAGE_ASPECT_STENCIL_BIT, targets.stencil);
}

bool layerOf(const RenderTargets& targets, uint32_t layer, RenderTargets& single) {
    single = targets;
    single.layers = 1;
    const auto pick = [&](RenderTarget& target) {
        if (!target) {
            return true;
        }
        target.key.type = attachmentViewType(*target.image, false);
        target.key.baseLayer = uint16_t(target.key.baseLayer + layer);
        target.key.layers = 1;
        target.view = target.image->view(target.key).handle;
        return target.view != VK_NULL_HANDLE;
    };
    return std::all_of(single.color.begin(), single.color.end(), pick) && pick(single.depth) &&
           pick(single.stencil);
}

void beginRendering(Recorder& recorder,
                    const RenderTargets& targets,
                    const ClearLoads& clears,
                    Resource* read) {
    recorder.endRendering();
    Resource* writes[gl::kMaxColorAttachments + 2];
    size_t writeCount = 0;
    const auto attach = [&](const RenderTarget& target, VkImageAspectFlags aspect, bool clear) {
        VkRenderingAttachmentInfo info{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
        if (!target) {
            return info;
        }
        writes[writeCount++] = target.image.get();
        info.imageView = target.view;
        info.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        info.loadOp = clear ? VK_ATTACHMENT_LOAD_OP_CLEAR
                      : target.image->isDropped(target.key, aspect)
                          ? VK_ATTACHMENT_LOAD_OP_DONT_CARE
                          : VK_ATTACHMENT_LOAD_OP_LOAD;
        info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        return info;
    };
    VkRenderingAttachmentInfo color[gl::kMaxColorAttachments];
    for (uint32_t i = 0; i < targets.colorCount; ++i) {
        const bool clear = clears.color >> i & 1;
        color[i] = attach(targets.color[i], VK_IMAGE_ASPECT_COLOR_BIT, clear);
        if (clear && targets.color[i]) {
            color[i].clearValue.color = clears.colorOf(targets.color[i]);
        }
    }
    VkRenderingAttachmentInfo depth =
        attach(targets.depth, VK_IMAGE_ASPECT_DEPTH_BIT, clears.depth);
    depth.clearValue.depthStencil.depth = clears.depthValue;
    VkRenderingAttachmentInfo stencil =
        attach(targets.stencil, VK_IMAGE_ASPECT_STENCIL_BIT, clears.stencil);
    stencil.clearValue.depthStencil.stencil = clears.stencilValue;
    VkRenderingInfo info{VK_STRUCTURE_TYPE_RENDERING_INFO};
    info.renderArea.extent = {uint32_t(targets.width_px), uint32_t(targets.height_px)};
    info.layerCount = targets.layers;
    info.colorAttachmentCount = targets.colorCount;
    info.pColorAttachments = color;
    info.pDepthAttachment = targets.depth ? &depth : nullptr;
    info.pStencilAttachment = targets.stencil ? &stencil : nullptr;
    recorder.use({&read, size_t(read ? 1 : 0)}, {writes, writeCount});
    recorder.beginRendering(info);
}

} // namespace glvk
