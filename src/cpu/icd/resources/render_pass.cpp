// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/resources/render_pass.h"

#include "cpu/icd/api/entry_points.h"
#include "format/vk_formats.h"

#include <algorithm>

namespace cpu::icd {

namespace {

template <typename Description>
RenderPass::Attachment attachmentOf(const Description& from) {
    const auto& format = format::vkFormatLayout(format::vkFormatIndex(uint32_t(from.format)));
    return {from.loadOp == VK_ATTACHMENT_LOAD_OP_CLEAR,
            from.stencilLoadOp == VK_ATTACHMENT_LOAD_OP_CLEAR,
            format.depth,
            format.stencil};
}

template <typename Reference>
std::vector<uint32_t> indicesOf(const Reference* references, uint32_t count) {
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; references && i < count; ++i) {
        indices.push_back(references[i].attachment);
    }
    return indices;
}

template <typename Description>
RenderPass::Subpass subpassOf(const Description& from) {
    RenderPass::Subpass subpass;
    subpass.colors = indicesOf(from.pColorAttachments, from.colorAttachmentCount);
    subpass.resolves = indicesOf(from.pResolveAttachments, from.colorAttachmentCount);
    subpass.inputs = indicesOf(from.pInputAttachments, from.inputAttachmentCount);
    if (from.pDepthStencilAttachment) {
        subpass.depthStencil = from.pDepthStencilAttachment->attachment;
    }
    return subpass;
}

} // namespace

bool RenderPass::Subpass::usesColors() const {
    return std::ranges::any_of(colors,
                               [](uint32_t index) { return index != VK_ATTACHMENT_UNUSED; });
}

RenderPass::RenderPass(const VkRenderPassCreateInfo& info) {
    for (uint32_t i = 0; i < info.attachmentCount; ++i) {
        m_attachments.push_back(attachmentOf(info.pAttachments[i]));
    }
    const auto* views = find<VkRenderPassMultiviewCreateInfo>(
        info.pNext, VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO);
    for (uint32_t i = 0; i < info.subpassCount; ++i) {
        Subpass& subpass = m_subpasses.emplace_back(subpassOf(info.pSubpasses[i]));
        if (views && i < views->subpassCount) {
            subpass.viewMask = views->pViewMasks[i];
        }
    }
}

RenderPass::RenderPass(const VkRenderPassCreateInfo2& info) {
    for (uint32_t i = 0; i < info.attachmentCount; ++i) {
        m_attachments.push_back(attachmentOf(info.pAttachments[i]));
    }
    for (uint32_t i = 0; i < info.subpassCount; ++i) {
        const VkSubpassDescription2& from = info.pSubpasses[i];
        Subpass& subpass = m_subpasses.emplace_back(subpassOf(from));
        subpass.viewMask = from.viewMask;
        const auto* resolve = find<VkSubpassDescriptionDepthStencilResolve>(
            from.pNext, VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_DEPTH_STENCIL_RESOLVE);
        if (resolve && resolve->pDepthStencilResolveAttachment) {
            subpass.depthStencilResolve = resolve->pDepthStencilResolveAttachment->attachment;
            subpass.depthResolveMode = resolve->depthResolveMode;
            subpass.stencilResolveMode = resolve->stencilResolveMode;
        }
    }
}

namespace {

template <typename Info>
VkResult create(const Info& info, const VkAllocationCallbacks* callbacks, VkRenderPass* out) {
    auto* pass = make<RenderPass>(callbacks, info);
    *out = handleOf<VkRenderPass>(pass);
    return pass ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateRenderPass(VkDevice device,
                                                const VkRenderPassCreateInfo* pCreateInfo,
                                                const VkAllocationCallbacks* pAllocator,
                                                VkRenderPass* pRenderPass) {
    return create(*pCreateInfo, pAllocator, pRenderPass);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateRenderPass2(VkDevice device,
                                                 const VkRenderPassCreateInfo2* pCreateInfo,
                                                 const VkAllocationCallbacks* pAllocator,
                                                 VkRenderPass* pRenderPass) {
    return create(*pCreateInfo, pAllocator, pRenderPass);
}

VKAPI_ATTR void VKAPI_CALL DestroyRenderPass(VkDevice device,
                                             VkRenderPass renderPass,
                                             const VkAllocationCallbacks* pAllocator) {
    destroy(cast(renderPass), pAllocator);
}

/// Areas of any place and size cost the same.
VKAPI_ATTR void VKAPI_CALL GetRenderAreaGranularity(VkDevice device,
                                                    VkRenderPass renderPass,
                                                    VkExtent2D* pGranularity) {
    *pGranularity = {1, 1};
}

VKAPI_ATTR void VKAPI_CALL GetRenderingAreaGranularityKHR(
    VkDevice device, const VkRenderingAreaInfoKHR* pRenderingAreaInfo, VkExtent2D* pGranularity) {
    *pGranularity = {1, 1};
}

} // namespace entry
} // namespace cpu::icd
