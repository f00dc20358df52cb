// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/commands/render_pass_instance.h"

#include "cpu/icd/resources/attachment.h"
#include "cpu/icd/resources/framebuffer.h"
#include "cpu/icd/resources/image_view.h"
#include "cpu/icd/resources/render_pass.h"
#include "format/vk_formats.h"

#include <algorithm>

namespace cpu::icd {

namespace {

/// As a mask of views: those of a subpass without views.
constexpr uint32_t kNoViews = ~0u;

void recordClear(exec::CommandArena& commands,
                 const exec::Framebuffer& framebuffer,
                 const exec::Attachment& attachment,
                 uint32_t viewMask,
                 uint8_t aspects,
                 const exec::ClearValue& value) {
    if (!attachment.surface.base || aspects == 0) {
        return;
    }
    exec::forEachLayers(viewMask, framebuffer.layers, [&](exec::Layers layers) {
        commands.add(exec::ClearOnLoad{attachment, framebuffer.area, layers, aspects, value});
    });
}

uint8_t clearedAspects(const RenderPass::Attachment& attachment) {
    uint8_t aspects = 0;
    if (attachment.clears) {
        aspects |= attachment.depth     ? exec::kDepthAspect
                   : attachment.stencil ? 0
                                        : exec::kColorAspect;
    }
    if (attachment.clearsStencil && attachment.stencil) {
        aspects |= exec::kStencilAspect;
    }
    return aspects;
}

} // namespace

void RenderPassInstance::begin(exec::CommandArena& commands, const VkRenderPassBeginInfo& info) {
    *this = {};
    const Framebuffer& framebuffer = *cast(info.framebuffer);
    m_pass = cast(info.renderPass);
    m_area = rectangleOf(info.renderArea);
    m_layers = framebuffer.layers();
    const auto* given = find<VkRenderPassAttachmentBeginInfo>(
        info.pNext, VK_STRUCTURE_TYPE_RENDER_PASS_ATTACHMENT_BEGIN_INFO);
    const size_t count = m_pass->attachments().size();
    // By the attachments it is told which there are: what belongs to them comes first.
    m_begunViews.assign(count, 0);
    m_clearValues.reserve(count);
    for (size_t i = 0; i < count; ++i) {
        const ImageView* view = nullptr;
        if (i < framebuffer.views().size()) {
            view = framebuffer.views()[i];
        } else if (given && i < given->attachmentCount) {
            view = cast(given->pAttachments[i]);
        }
        m_clearValues.push_back(i < info.clearValueCount ? clearValueOf(info.pClearValues[i])
                                                         : exec::ClearValue{});
        m_attachments.push_back(attachmentOf(view));
    }
    beginSubpass(commands);
}

void RenderPassInstance::nextSubpass(exec::CommandArena& commands) {
    endSubpass(commands);
    if (m_pass && m_subpass + 1 < m_pass->subpasses().size()) {
        ++m_subpass;
        beginSubpass(commands);
    }
}

void RenderPassInstance::beginSubpass(exec::CommandArena& commands) {
    const RenderPass::Subpass& subpass = m_pass->subpasses()[m_subpass];
    const auto attachment = [&](uint32_t index) {
        return index < m_attachments.size() ? m_attachments[index] : exec::Attachment{};
    };
    m_framebuffer = {};
    m_framebuffer.area = m_area;
    m_framebuffer.layers = m_layers;
    m_framebuffer.viewMask = subpass.viewMask;
    const size_t colors = std::min<size_t>(subpass.colors.size(), kMaxColorAttachments);
    for (size_t i = 0; i < colors; ++i) {
        m_framebuffer.colors[i] = attachment(subpass.colors[i]);
    }
    if (subpass.depthStencil < m_attachments.size()) {
        const RenderPass::Attachment& description = m_pass->attachments()[subpass.depthStencil];
        if (description.depth) {
            m_framebuffer.depth = m_attachments[subpass.depthStencil];
        }
        if (description.stencil) {
            m_framebuffer.stencil = m_attachments[subpass.depthStencil];
        }
    }
    fitFramebuffer(m_framebuffer);

    for (const std::vector<uint32_t>* used : {&subpass.inputs, &subpass.colors}) {
        for (const uint32_t index : *used) {
            clearOnce(commands, index, subpass.viewMask);
        }
    }
    clearOnce(commands, subpass.depthStencil, subpass.viewMask);

    for (size_t i = 0; i < std::min(colors, subpass.resolves.size()); ++i) {
        addResolve(attachment(subpass.resolves[i]),
                   m_framebuffer.colors[i],
                   exec::kColorAspect,
                   VK_RESOLVE_MODE_AVERAGE_BIT);
    }
    const exec::Attachment resolve = attachment(subpass.depthStencilResolve);
    addResolve(resolve, m_framebuffer.depth, exec::kDepthAspect, subpass.depthResolveMode);
    addResolve(resolve, m_framebuffer.stencil, exec::kStencilAspect, subpass.stencilResolveMode);
    commands.add(exec::BeginRendering{m_framebuffer});
}

/// An attachment is loaded by the first subpass that uses it, view by view.
void RenderPassInstance::clearOnce(exec::CommandArena& commands,
                                   uint32_t attachment,
                                   uint32_t viewMask) {
    if (attachment >= m_attachments.size()) {
        return;
    }
    const uint32_t views = viewMask ? viewMask : kNoViews;
    const uint32_t fresh = views & ~m_begunViews[attachment];
    m_begunViews[attachment] |= views;
    if (fresh) {
        recordClear(commands,
                    m_framebuffer,
                    m_attachments[attachment],
                    viewMask ? fresh : 0,
                    clearedAspects(m_pass->attachments()[attachment]),
                    m_clearValues[attachment]);
    }
}

void RenderPassInstance::begin(exec::CommandArena& commands, const VkRenderingInfo& info) {
    *this = {};
    m_framebuffer.area = rectangleOf(info.renderArea);
    m_framebuffer.layers = info.layerCount;
    m_framebuffer.viewMask = info.viewMask;
    const auto viewOf = [](const VkRenderingAttachmentInfo* from) {
        return from ? attachmentOf(cast(from->imageView)) : exec::Attachment{};
    };
    const uint32_t colors = std::min(info.colorAttachmentCount, kMaxColorAttachments);
    for (uint32_t i = 0; i < colors; ++i) {
        m_framebuffer.colors[i] = viewOf(&info.pColorAttachments[i]);
    }
    m_framebuffer.depth = viewOf(info.pDepthAttachment);
    m_framebuffer.stencil = viewOf(info.pStencilAttachment);
    fitFramebuffer(m_framebuffer);

    const auto clears = [&](const exec::Attachment& attachment,
                            const VkRenderingAttachmentInfo* from) {
        return attachment.surface.base && from->loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR &&
               !(info.flags & VK_RENDERING_RESUMING_BIT);
    };
    const auto clear = [&](const exec::Attachment& attachment,
                           uint8_t aspects,
                           const exec::ClearValue& value) {
        recordClear(commands, m_framebuffer, attachment, m_framebuffer.viewMask, aspects, value);
    };
    const auto use = [&](const exec::Attachment& attachment,
                         const VkRenderingAttachmentInfo* from,
                         uint8_t aspects,
                         bool cleared = false) {
        if (!cleared && clears(attachment, from)) {
            clear(attachment, aspects, clearValueOf(from->clearValue));
        }
        if (attachment.surface.base && from->resolveMode != VK_RESOLVE_MODE_NONE &&
            !(info.flags & VK_RENDERING_SUSPENDING_BIT)) {
            addResolve(
                attachmentOf(cast(from->resolveImageView)), attachment, aspects, from->resolveMode);
        }
    };
    for (uint32_t i = 0; i < colors; ++i) {
        use(m_framebuffer.colors[i], &info.pColorAttachments[i], exec::kColorAspect);
    }
    // Of one image they are cleared together: whole texels.
    const exec::Attachment& depth = m_framebuffer.depth;
    const exec::Attachment& stencil = m_framebuffer.stencil;
    const bool together = clears(depth, info.pDepthAttachment) &&
                          clears(stencil, info.pStencilAttachment) &&
                          depth.surface.base == stencil.surface.base;
    if (together) {
        VkClearValue both = info.pDepthAttachment->clearValue;
        both.depthStencil.stencil = info.pStencilAttachment->clearValue.depthStencil.stencil;
        clear(depth, exec::kDepthAspect | exec::kStencilAspect, clearValueOf(both));
    }
    use(depth, info.pDepthAttachment, exec::kDepthAspect, together);
    use(stencil, info.pStencilAttachment, exec::kStencilAspect, together);
    commands.add(exec::BeginRendering{m_framebuffer});
}

void RenderPassInstance::end(exec::CommandArena& commands) {
    endSubpass(commands);
    *this = {};
}

void RenderPassInstance::endSubpass(exec::CommandArena& commands) {
    commands.add(exec::EndRendering{});
    for (const exec::ResolveAttachment& resolve : m_resolves) {
        commands.add(resolve);
    }
    m_resolves.clear();
}

void RenderPassInstance::addResolve(const exec::Attachment& to,
                                    const exec::Attachment& from,
                                    uint8_t aspects,
                                    VkResolveModeFlagBits mode) {
    if (mode == VK_RESOLVE_MODE_NONE || !to.surface.base || !from.surface.base) {
        return;
    }
    // What of a combined format is not there is not resolved.
    const format::VkFormatLayout& format = format::vkFormatLayout(to.format);
    if ((aspects == exec::kDepthAspect && !format.depth) ||
        (aspects == exec::kStencilAspect && !format.stencil)) {
        return;
    }
    exec::forEachLayers(m_framebuffer.viewMask, m_framebuffer.layers, [&](exec::Layers layers) {
        m_resolves.push_back({to, from, m_framebuffer.area, layers, aspects, resolveModeOf(mode)});
    });
}

} // namespace cpu::icd
