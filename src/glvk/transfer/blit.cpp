// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Context::blit: as a copy or a resolve where bits only move, else as a draw
// (docs/framebuffers.md).
#include "glvk/backend/context.h"
#include "glvk/backend/device.h"
#include "glvk/gpu/translate.h"
#include "glvk/image/surface.h"
#include "glvk/transfer/meta.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace glvk {

namespace {

constexpr VkImageAspectFlags kColor = VK_IMAGE_ASPECT_COLOR_BIT;

/// One axis of a blit: where pixels of the destination come from. Either rectangle may be mirrored,
/// and reach to the ends of the integers.
struct BlitAxis {
    double src0, src1, dst0, dst1;

    BlitAxis(int32_t src, int32_t srcSize, int32_t dst, int32_t dstSize)
        : src0(src), src1(double(src) + srcSize), dst0(dst), dst1(double(dst) + dstSize) {}

    bool empty() const { return src0 == src1 || dst0 == dst1; }
    double scale() const { return (src1 - src0) / (dst1 - dst0); }
    /// Neither scaled nor mirrored.
    bool plain() const { return scale() == 1; }
    double sourceOf(double dst) const { return src0 + (dst - dst0) * scale(); }
    /// Cuts [low, high) of the destination to pixels that this axis may write.
    void clip(int32_t srcSize, int32_t& low, int32_t& high) const {
        double first = std::min(dst0, dst1);
        double last = std::max(dst0, dst1);
        const double ends[] = {dst0 + (0 - src0) / scale(), dst0 + (srcSize - src0) / scale()};
        // Pixels at the ends may be half outside: the draw decides by their centres.
        first = std::max(first, std::floor(std::min(ends[0], ends[1])));
        last = std::min(last, std::ceil(std::max(ends[0], ends[1])));
        low = int32_t(std::clamp<double>(first, low, std::max(low, high)));
        high = int32_t(std::clamp<double>(last, low, std::max(low, high)));
    }
};

bool encoded(const ImageSlice& slice) {
    return format::layout(slice.storage).numeric == format::Numeric::Srgb;
}

bool multisampled(const ImageSlice& slice) {
    return slice.image->description().samples != VK_SAMPLE_COUNT_1_BIT;
}

/// Texels of one are, bit by bit, what a blit makes of the other.
bool sameBits(const ImageSlice& from, const ImageSlice& to, bool encode) {
    if (withoutEncoding(from.storage) != withoutEncoding(to.storage) ||
        (encode && encoded(from) != encoded(to))) {
        return false;
    }
    return !to.format->alphaAbsent() || from.format->alphaAbsent();
}

bool sameImage(const ImageSlice& a, const ImageSlice& b) {
    return a.image == b.image && a.level == b.level && a.layer == b.layer;
}

MetaBlitKind kindOf(const ImageSlice& target, VkImageAspectFlags aspect) {
    if (aspect == VK_IMAGE_ASPECT_DEPTH_BIT) {
        return MetaBlitKind::Depth;
    }
    if (aspect == VK_IMAGE_ASPECT_STENCIL_BIT) {
        return MetaBlitKind::Stencil;
    }
    switch (numbersOf(target.storage)) {
    case gl::ClearKind::Int:
        return MetaBlitKind::Int;
    case gl::ClearKind::Uint:
        return MetaBlitKind::Uint;
    default:
        return MetaBlitKind::Float;
    }
}

} // namespace

/// A blit of one aspect between two images.
struct Context::ImageBlit {
    ImageSlice from;
    ImageSlice to;
    VkImageAspectFlags aspect = kColor;
    BlitAxis x, y;
    gl::Rect area; ///< Pixels of the target to write.
    bool linear = false;
    bool encode = false;

    bool plain() const { return x.plain() && y.plain(); }
    VkOffset3D fromOffset() const {
        return from.at(int32_t(x.sourceOf(area.x)), int32_t(y.sourceOf(area.y)));
    }
    VkExtent3D extent() const { return {uint32_t(area.width_px), uint32_t(area.height_px), 1}; }
};

ResourceRef<Image> Context::imageLike(const ImageSlice& source, VkSampleCountFlagBits samples) {
    ImageDescription description;
    const ImageDescription& like = source.image->description();
    description.format = like.format;
    description.extent = source.image->extent(source.level);
    description.extent.depth = 1;
    description.samples = samples;
    description.mutableFormat = like.mutableFormat;
    description.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                        VK_IMAGE_USAGE_SAMPLED_BIT;
    description.usage |= source.image->aspects() & kColor
                             ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                             : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    return Image::create(*m_device, description, nullptr);
}

ResourceRef<Image> Context::resolved(const ImageSlice& source) {
    ResourceRef<Image> single = imageLike(source, VK_SAMPLE_COUNT_1_BIT);
    if (!single) {
        return {};
    }
    m_recorder.endRendering();
    if (!(source.image->aspects() & kColor)) {
        return resolveDepthStencil(source, *single) ? single : ResourceRef<Image>();
    }
    m_recorder.copy(*source.image, *single);
    VkImageResolve region{};
    region.srcSubresource = source.subresource(kColor);
    region.dstSubresource = {kColor, 0, 0, 1};
    region.extent = single->extent(0);
    m_device->vk().vkCmdResolveImage(m_recorder.commands(),
                                     source.image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     single->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     1,
                                     &region);
    return single;
}

/// Takes sample 0 (GL leaves open which), by what every device can do: as rendering ends.
bool Context::resolveDepthStencil(const ImageSlice& source, Image& single) {
    RenderTarget from;
    RenderTarget to;
    ImageSlice target{&single, 0, 0, source.format, source.storage};
    const VkImageAspectFlags aspects = source.image->aspects();
    if (!makeTarget(*m_device, source, aspects, 0, false, from) ||
        !makeTarget(*m_device, target, aspects, 0, false, to)) {
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
    m_recorder.use({}, writes);
    m_recorder.beginRendering(info);
    m_recorder.endRendering();
    return true;
}

/// A copy that shaders can read as a 2D image, of one aspect.
ResourceRef<Image> Context::sampledCopy(const ImageSlice& source, VkImageAspectFlags aspect) {
    ResourceRef<Image> copy = imageLike(source, source.image->description().samples);
    if (!copy) {
        return {};
    }
    m_recorder.endRendering();
    const VkExtent3D extent = copy->extent(0);
    const VolkDeviceTable& vk = m_device->vk();
    if (source.image->description().type != VK_IMAGE_TYPE_1D) {
        m_recorder.copy(*source.image, *copy);
        VkImageCopy region{};
        region.srcSubresource = source.subresource(aspect);
        region.srcOffset = source.at(0, 0);
        region.dstSubresource = {aspect, 0, 0, 1};
        region.extent = extent;
        vk.vkCmdCopyImage(m_recorder.commands(),
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
        BufferStorage::create(*m_device,
                              extent.width * kMaxTexel_B,
                              VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                              MemoryUse::DeviceOnly);
    if (!between) {
        return {};
    }
    VkBufferImageCopy region{};
    region.imageSubresource = source.subresource(aspect);
    region.imageExtent = extent;
    m_recorder.copy(*source.image, *between);
    vk.vkCmdCopyImageToBuffer(m_recorder.commands(),
                              source.image->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              between->handle(),
                              1,
                              &region);
    region.imageSubresource = {aspect, 0, 0, 1};
    m_recorder.copy(*between, *copy);
    vk.vkCmdCopyBufferToImage(m_recorder.commands(),
                              between->handle(),
                              copy->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              1,
                              &region);
    return copy;
}

bool Context::copyBits(const ImageBlit& blit) {
    ImageSlice from = blit.from;
    ResourceRef<Image> apart;
    if (sameImage(from, blit.to)) {
        // What comes of overlapping rectangles is undefined in GL, but Vulkan forbids them.
        apart = sampledCopy(from, blit.aspect);
        if (!apart) {
            return false;
        }
        from.image = apart.get();
        from.level = from.layer = 0;
    }
    m_recorder.endRendering();
    m_recorder.copy(*from.image, *blit.to.image);
    VkImageCopy region{};
    // Depth and stencil of one image travel apart: the mask names the aspects.
    region.srcSubresource = from.subresource(blit.aspect);
    region.srcOffset = from.at(blit.fromOffset().x, blit.fromOffset().y);
    region.dstSubresource = blit.to.subresource(blit.aspect);
    region.dstOffset = blit.to.at(blit.area.x, blit.area.y);
    region.extent = blit.extent();
    m_device->vk().vkCmdCopyImage(m_recorder.commands(),
                                  from.image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  blit.to.image->handle(),
                                  VK_IMAGE_LAYOUT_GENERAL,
                                  1,
                                  &region);
    return true;
}

void Context::resolveBits(const ImageBlit& blit) {
    m_recorder.endRendering();
    m_recorder.copy(*blit.from.image, *blit.to.image);
    VkImageResolve region{};
    region.srcSubresource = blit.from.subresource(kColor);
    region.srcOffset = blit.fromOffset();
    region.dstSubresource = blit.to.subresource(kColor);
    region.dstOffset = blit.to.at(blit.area.x, blit.area.y);
    region.extent = blit.extent();
    m_device->vk().vkCmdResolveImage(m_recorder.commands(),
                                     blit.from.image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     blit.to.image->handle(),
                                     VK_IMAGE_LAYOUT_GENERAL,
                                     1,
                                     &region);
}

VkDescriptorSet Context::metaSet(VkImageView view) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (!m_metaSets) {
            m_metaSets = ResourceRef<MetaSets>(new MetaSets(*m_device));
        }
        if (const VkDescriptorSet set = m_metaSets->get(view)) {
            m_recorder.retain(*m_metaSets);
            return set;
        }
        m_metaSets = {};
    }
    return VK_NULL_HANDLE;
}

bool Context::drawBlit(const ImageBlit& blit) {
    ImageSlice from = blit.from;
    ResourceRef<Image> copy;
    const ImageDescription& description = from.image->description();
    if (!(description.usage & VK_IMAGE_USAGE_SAMPLED_BIT) || from.image == blit.to.image ||
        description.type != VK_IMAGE_TYPE_2D) {
        copy = sampledCopy(from, blit.aspect);
        if (!copy) {
            return false;
        }
        from.image = copy.get();
        from.level = from.layer = 0;
    }
    ViewKey key;
    key.aspects = blit.aspect;
    key.baseLevel = uint16_t(from.level);
    key.baseLayer = uint16_t(from.layer);
    key.format = from.viewFormat;
    if (!blit.encode && encoded(from)) {
        key.format = m_device->vkFormat(withoutEncoding(from.storage));
    }
    const View view = from.image->view(key);
    const VkDescriptorSet set = view.handle ? metaSet(view.handle) : VK_NULL_HANDLE;
    RenderTarget target;
    if (!set || !makeTarget(*m_device, blit.to, blit.aspect, 0, blit.encode, target)) {
        return false;
    }
    RenderTargets targets;
    const VkExtent3D extent = blit.to.image->extent(blit.to.level);
    targets.width_px = int32_t(extent.width);
    targets.height_px = int32_t(extent.height);
    targets.samples = blit.to.image->description().samples;
    switch (blit.aspect) {
    case VK_IMAGE_ASPECT_DEPTH_BIT:
        targets.depth = target;
        break;
    case VK_IMAGE_ASPECT_STENCIL_BIT:
        targets.stencil = target;
        break;
    default:
        targets.color[0] = target;
        targets.colorCount = 1;
        break;
    }
    MetaBlitKey pipeline;
    pipeline.kind = kindOf(blit.to, blit.aspect);
    pipeline.multisampledSource = multisampled(from);
    pipeline.samples = uint8_t(targets.samples);
    pipeline.writeMask = target.format->alphaAbsent() ? 0x7 : 0xf;
    pipeline.target = target.storage;
    MetaBlitPush push{};
    push.origin[0] = float(blit.area.x);
    push.origin[1] = float(blit.area.y);
    push.source[0] = float(blit.x.sourceOf(blit.area.x));
    push.source[1] = float(blit.y.sourceOf(blit.area.y));
    push.scale[0] = float(blit.x.scale());
    push.scale[1] = float(blit.y.scale());
    const VkExtent3D size = from.image->extent(from.level);
    push.size_px[0] = int32_t(size.width);
    push.size_px[1] = int32_t(size.height);
    push.linear = blit.linear;
    m_recorder.provoke(true);
    beginRendering(m_recorder, targets, {}, from.image);
    setMetaArea(targets, blit.area);
    m_device->vk().vkCmdBindDescriptorSets(m_recorder.commands(),
                                           VK_PIPELINE_BIND_POINT_GRAPHICS,
                                           m_device->meta().layout(),
                                           0,
                                           1,
                                           &set,
                                           0,
                                           nullptr);
    bool drawn = true;
    const int32_t samples = pipeline.multisampledSource ? int32_t(targets.samples) : 1;
    for (int32_t sample = 0; drawn && sample < samples; ++sample) {
        push.sample = sample;
        pipeline.sampleMask = samples > 1 ? 1u << sample : 0;
        drawn = drawBlitPass(pipeline, push);
    }
    m_recorder.endRendering();
    m_draws.invalidate();
    return drawn;
}

/// Stencil values are written bit by bit: the test's reference is one value for all pixels.
bool Context::drawBlitPass(const MetaBlitKey& key, MetaBlitPush& push) {
    const VkPipeline pipeline = m_device->meta().blit(key);
    if (!pipeline) {
        return false;
    }
    const VolkDeviceTable& vk = m_device->vk();
    const VkCommandBuffer commands = m_recorder.commands();
    vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    const auto draw = [&](uint32_t reference, uint32_t writeMask) {
        vk.vkCmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, reference);
        vk.vkCmdSetStencilWriteMask(commands, VK_STENCIL_FACE_FRONT_AND_BACK, writeMask);
        vk.vkCmdPushConstants(commands,
                              m_device->meta().layout(),
                              VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                              0,
                              sizeof push,
                              &push);
        vk.vkCmdDraw(commands, 4, 1, 0, 0);
    };
    push.bits = 0;
    draw(0, 0xff);
    if (key.kind == MetaBlitKind::Stencil) {
        for (uint32_t bit = 1; bit <= 0x80; bit *= 2) {
            push.bits = int32_t(bit);
            draw(0xff, bit);
        }
    }
    return true;
}

bool Context::blitImage(ImageBlit blit) {
    const VkExtent3D size = blit.from.image->extent(blit.from.level);
    if (blit.x.empty() || blit.y.empty()) {
        return true;
    }
    int32_t right = blit.area.x + blit.area.width_px;
    int32_t top = blit.area.y + blit.area.height_px;
    blit.x.clip(int32_t(size.width), blit.area.x, right);
    blit.y.clip(int32_t(size.height), blit.area.y, top);
    blit.area.width_px = right - blit.area.x;
    blit.area.height_px = top - blit.area.y;
    if (blit.area.width_px <= 0 || blit.area.height_px <= 0) {
        return true;
    }
    const bool color = blit.aspect == kColor;
    const bool bits =
        color ? sameBits(blit.from, blit.to, blit.encode) : blit.from.storage == blit.to.storage;
    const VkImageType types[] = {blit.from.image->description().type,
                                 blit.to.image->description().type};
    const bool move =
        bits && blit.plain() &&
        (types[0] == types[1] || (types[0] != VK_IMAGE_TYPE_1D && types[1] != VK_IMAGE_TYPE_1D));
    ResourceRef<Image> single;
    if (multisampled(blit.from) && !multisampled(blit.to)) {
        if (move && color &&
            blit.from.image->description().format == blit.to.image->description().format) {
            resolveBits(blit);
            return true;
        }
        single = resolved(blit.from);
        if (!single) {
            return false;
        }
        blit.from.image = single.get();
        blit.from.level = blit.from.layer = 0;
    }
    return move && multisampled(blit.from) == multisampled(blit.to) ? copyBits(blit)
                                                                    : drawBlit(blit);
}

bool Context::blit(const gl::State& state, gl::DirtyBits& dirty, const gl::BlitCall& call) {
    const RenderTargets* targets = m_draws.targets(state, dirty);
    if (!targets) {
        return false;
    }
    gl::Rect clip{0, 0, targets->width_px, targets->height_px};
    if (state.scissorMask & 1) {
        clip = translate::intersect(clip, state.scissors[0]);
    }
    const gl::Framebuffer& draw = *state.drawFramebuffer;
    const gl::Framebuffer& read = *state.readFramebuffer;
    const auto image =
        [&](const ImageSlice& from, const ImageSlice& to, VkImageAspectFlags aspect) {
            const gl::Rect& s = call.src;
            const gl::Rect& d = call.dst;
            return blitImage({from,
                              to,
                              aspect,
                              {s.x, s.width_px, d.x, d.width_px},
                              {s.y, s.height_px, d.y, d.height_px},
                              clip,
                              call.filter == GL_LINEAR && aspect == kColor,
                              state.framebufferSrgb});
        };
    if (call.mask & GL_COLOR_BUFFER_BIT) {
        const ImageSlice from = ownSlice(read, ReadAspect::Color, read.readBuffer());
        if (!from.image) {
            return false;
        }
        for (uint32_t i = 0; i < gl::kMaxColorAttachments; ++i) {
            const int buffer = draw.drawBuffers()[i];
            if (buffer < 0 || !draw.colorFormat(buffer)) {
                continue;
            }
            const ImageSlice to = ownSlice(draw, ReadAspect::Color, buffer);
            if (!to.image || !image(from, to, kColor)) {
                return false;
            }
        }
    }
    const auto aspect = [&](GLbitfield bit, ReadAspect which, VkImageAspectFlags flag) {
        if (!(call.mask & bit)) {
            return true;
        }
        const ImageSlice from = ownSlice(read, which, 0);
        const ImageSlice to = ownSlice(draw, which, 0);
        return from.image && to.image && image(from, to, flag);
    };
    return aspect(GL_DEPTH_BUFFER_BIT, ReadAspect::Depth, VK_IMAGE_ASPECT_DEPTH_BIT) &&
           aspect(GL_STENCIL_BUFFER_BIT, ReadAspect::Stencil, VK_IMAGE_ASPECT_STENCIL_BIT);
}

} // namespace glvk
