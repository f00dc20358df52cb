// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/clear_attachments.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/resources/attachment.h"

namespace cpu::icd {

namespace {

template <typename Step>
void step(VkCommandBuffer handle, const Step& recordTo) {
    CommandBuffer& commands = *cast(handle);
    recordTo(commands.arena(), commands.renderPass());
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdBeginRenderPass(VkCommandBuffer commandBuffer,
                                              const VkRenderPassBeginInfo* pRenderPassBegin,
                                              VkSubpassContents contents) {
    step(commandBuffer, [&](exec::CommandArena& commands, RenderPassInstance& instance) {
        instance.begin(commands, *pRenderPassBegin);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdBeginRenderPass2(VkCommandBuffer commandBuffer,
                                               const VkRenderPassBeginInfo* pRenderPassBegin,
                                               const VkSubpassBeginInfo* pSubpassBeginInfo) {
    CmdBeginRenderPass(commandBuffer, pRenderPassBegin, pSubpassBeginInfo->contents);
}

VKAPI_ATTR void VKAPI_CALL CmdNextSubpass(VkCommandBuffer commandBuffer,
                                          VkSubpassContents contents) {
    step(commandBuffer, [](exec::CommandArena& commands, RenderPassInstance& instance) {
        instance.nextSubpass(commands);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdNextSubpass2(VkCommandBuffer commandBuffer,
                                           const VkSubpassBeginInfo* pSubpassBeginInfo,
                                           const VkSubpassEndInfo* pSubpassEndInfo) {
    CmdNextSubpass(commandBuffer, pSubpassBeginInfo->contents);
}

VKAPI_ATTR void VKAPI_CALL CmdEndRenderPass(VkCommandBuffer commandBuffer) {
    step(commandBuffer, [](exec::CommandArena& commands, RenderPassInstance& instance) {
        instance.end(commands);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdEndRenderPass2(VkCommandBuffer commandBuffer,
                                             const VkSubpassEndInfo* pSubpassEndInfo) {
    CmdEndRenderPass(commandBuffer);
}

VKAPI_ATTR void VKAPI_CALL CmdBeginRendering(VkCommandBuffer commandBuffer,
                                             const VkRenderingInfo* pRenderingInfo) {
    step(commandBuffer, [&](exec::CommandArena& commands, RenderPassInstance& instance) {
        instance.begin(commands, *pRenderingInfo);
    });
}

VKAPI_ATTR void VKAPI_CALL CmdEndRendering(VkCommandBuffer commandBuffer) {
    CmdEndRenderPass(commandBuffer);
}

VKAPI_ATTR void VKAPI_CALL CmdClearAttachments(VkCommandBuffer commandBuffer,
                                               uint32_t attachmentCount,
                                               const VkClearAttachment* pAttachments,
                                               uint32_t rectCount,
                                               const VkClearRect* pRects) {
    CommandBuffer& commands = *cast(commandBuffer);
    std::vector<exec::ClearAttachments::Item> items;
    std::vector<exec::ClearAttachments::Place> places;
    for (const VkClearAttachment& from : std::span(pAttachments, attachmentCount)) {
        uint8_t aspects = 0;
        aspects |= from.aspectMask & VK_IMAGE_ASPECT_COLOR_BIT ? exec::kColorAspect : 0;
        aspects |= from.aspectMask & VK_IMAGE_ASPECT_DEPTH_BIT ? exec::kDepthAspect : 0;
        aspects |= from.aspectMask & VK_IMAGE_ASPECT_STENCIL_BIT ? exec::kStencilAspect : 0;
        const bool color = aspects & exec::kColorAspect;
        if (color && from.colorAttachment >= kMaxColorAttachments) {
            continue; // VK_ATTACHMENT_UNUSED.
        }
        items.push_back({aspects, color ? from.colorAttachment : 0, clearValueOf(from.clearValue)});
    }
    for (const VkClearRect& from : std::span(pRects, rectCount)) {
        places.push_back({rectangleOf(from.rect), {from.baseArrayLayer, from.layerCount}});
    }
    const auto copiedItems = commands.copy(items.data(), items.size());
    commands.record(
        exec::ClearAttachments{copiedItems, commands.copy(places.data(), places.size())});
}

} // namespace entry
} // namespace cpu::icd
