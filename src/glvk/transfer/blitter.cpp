// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/transfer/blitter.h"

#include "gl/backend.h"
#include "gl/context/state.h"
#include "gl/objects/framebuffer.h"
#include "glvk/draw/draw.h"
#include "glvk/gpu/gpu.h"
#include "glvk/gpu/translate.h"
#include "glvk/image/framebuffer_slices.h"
#include "glvk/record/calling_context.h"
#include "glvk/transfer/image_copies.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace glvk {

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

namespace {

constexpr VkImageAspectFlags kColor = VK_IMAGE_ASPECT_COLOR_BIT;

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
struct Blitter::ImageBlit {
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
    /// Of a plain one: where its pixels are read.
    gl::Rect source() const {
        const VkOffset3D at = fromOffset();
        return {at.x, at.y, area.width_px, area.height_px};
    }
};

Blitter::Blitter(CallingContext& context, DrawRecorder& draws, MetaPipelines& meta)
    : m_context(context),
      m_gpu(context.gpu()),
      m_recorder(context.recorder()),
      m_draws(draws),
      m_meta(meta) {}

bool Blitter::copyBits(const ImageBlit& blit) {
    const bool inPlace = sameImage(blit.from, blit.to);
    const gl::Rect source = blit.source();
    const gl::Rect common = translate::intersect(source, blit.area);
    VkImageCopy region{};
    // Depth and stencil of one image travel apart: the mask names the aspects.
    region.srcSubresource = blit.from.subresource(blit.aspect);
    region.srcOffset = blit.from.at(source.x, source.y);
    region.dstSubresource = blit.to.subresource(blit.aspect);
    region.dstOffset = blit.to.at(blit.area.x, blit.area.y);
    region.extent = blit.extent();
    Image* from = blit.from.image;
    ResourceRef<Image> apart;
    if (inPlace && common.width_px > 0 && common.height_px > 0) {
        // glCopyPixels may, blits leave undefined what comes of it, and Vulkan forbids it.
        const VkRect2D area{{source.x, source.y}, {region.extent.width, region.extent.height}};
        apart = sampledCopy(m_recorder, blit.from, blit.aspect, area);
        if (!apart) {
            return false;
        }
        from = apart.get();
        region.srcSubresource = {blit.aspect, 0, 0, 1};
        region.srcOffset = {};
    }
    m_recorder.endRendering();
    if (from == blit.to.image) {
        m_recorder.copyWithin(*from);
    } else {
        m_recorder.copy(*from, *blit.to.image);
    }
    m_gpu.vk().vkCmdCopyImage(m_recorder.commands(),
                              from->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              blit.to.image->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              1,
                              &region);
    return true;
}

void Blitter::resolveBits(const ImageBlit& blit) {
    m_recorder.endRendering();
    m_recorder.copy(*blit.from.image, *blit.to.image);
    VkImageResolve region{};
    region.srcSubresource = blit.from.subresource(kColor);
    region.srcOffset = blit.fromOffset();
    region.dstSubresource = blit.to.subresource(kColor);
    region.dstOffset = blit.to.at(blit.area.x, blit.area.y);
    region.extent = blit.extent();
    m_gpu.vk().vkCmdResolveImage(m_recorder.commands(),
                                 blit.from.image->handle(),
                                 VK_IMAGE_LAYOUT_GENERAL,
                                 blit.to.image->handle(),
                                 VK_IMAGE_LAYOUT_GENERAL,
                                 1,
                                 &region);
}

VkDescriptorSet Blitter::metaSet(VkImageView view) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (!m_metaSets) {
            m_metaSets = ResourceRef<MetaSets>(new MetaSets(m_gpu, m_meta));
        }
        if (const VkDescriptorSet set = m_metaSets->get(view)) {
            m_recorder.retain(*m_metaSets);
            return set;
        }
        m_metaSets = {};
    }
    return VK_NULL_HANDLE;
}

bool Blitter::drawBlit(const ImageBlit& blit) {
    ImageSlice from = blit.from;
    ResourceRef<Image> copy;
    const ImageDescription& description = from.image->description();
    if (!(description.usage & VK_IMAGE_USAGE_SAMPLED_BIT) || from.image == blit.to.image ||
        description.type != VK_IMAGE_TYPE_2D) {
        copy = sampledCopy(m_recorder, from, blit.aspect);
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
        key.format = m_gpu.vkFormat(withoutEncoding(from.storage));
    }
    const View view = from.image->view(key);
    const VkDescriptorSet set = view.handle ? metaSet(view.handle) : VK_NULL_HANDLE;
    RenderTarget target;
    if (!set || !makeTarget(m_gpu, blit.to, blit.aspect, 0, blit.encode, target)) {
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
    setMetaArea(m_recorder, targets, blit.area);
    m_gpu.vk().vkCmdBindDescriptorSets(m_recorder.commands(),
                                       VK_PIPELINE_BIND_POINT_GRAPHICS,
                                       m_meta.layout(),
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
bool Blitter::drawBlitPass(const MetaBlitKey& key, MetaBlitPush& push) {
    const VkPipeline pipeline = m_meta.blit(key);
    if (!pipeline) {
        return false;
    }
    const VolkDeviceTable& vk = m_gpu.vk();
    const VkCommandBuffer commands = m_recorder.commands();
    vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    const auto draw = [&](uint32_t reference, uint32_t writeMask) {
        vk.vkCmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, reference);
        vk.vkCmdSetStencilWriteMask(commands, VK_STENCIL_FACE_FRONT_AND_BACK, writeMask);
        vk.vkCmdPushConstants(commands,
                              m_meta.layout(),
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

bool Blitter::blitImage(ImageBlit blit) {
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
        single = resolved(m_recorder, blit.from);
        if (!single) {
            return false;
        }
        blit.from.image = single.get();
        blit.from.level = blit.from.layer = 0;
    }
    return move && multisampled(blit.from) == multisampled(blit.to) ? copyBits(blit)
                                                                    : drawBlit(blit);
}

bool Blitter::blit(const gl::State& state, gl::DirtyBits& dirty, const gl::BlitCall& call) {
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
        const ImageSlice from =
            framebufferSlice(m_context, read, ReadAspect::Color, read.readBuffer());
        if (!from.image) {
            return false;
        }
        for (uint32_t i = 0; i < gl::kMaxColorAttachments; ++i) {
            const int buffer = draw.drawBuffers()[i];
            if (buffer < 0 || !draw.colorFormat(buffer)) {
                continue;
            }
            const ImageSlice to = framebufferSlice(m_context, draw, ReadAspect::Color, buffer);
            if (!to.image || !image(from, to, kColor)) {
                return false;
            }
        }
    }
    const auto aspect = [&](GLbitfield bit, ReadAspect which, VkImageAspectFlags flag) {
        if (!(call.mask & bit)) {
            return true;
        }
        const ImageSlice from = framebufferSlice(m_context, read, which, 0);
        const ImageSlice to = framebufferSlice(m_context, draw, which, 0);
        return from.image && to.image && image(from, to, flag);
    };
    return aspect(GL_DEPTH_BUFFER_BIT, ReadAspect::Depth, VK_IMAGE_ASPECT_DEPTH_BIT) &&
           aspect(GL_STENCIL_BUFFER_BIT, ReadAspect::Stencil, VK_IMAGE_ASPECT_STENCIL_BIT);
}

} // namespace glvk
