// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/resources/framebuffer.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/resources/image_view.h"

namespace cpu::icd {

Framebuffer::Framebuffer(const VkFramebufferCreateInfo& info) : m_layers(info.layers) {
    if (info.flags & VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT) {
        return;
    }
    for (uint32_t i = 0; i < info.attachmentCount; ++i) {
        m_views.push_back(cast(info.pAttachments[i]));
    }
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateFramebuffer(VkDevice device,
                                                 const VkFramebufferCreateInfo* pCreateInfo,
                                                 const VkAllocationCallbacks* pAllocator,
                                                 VkFramebuffer* pFramebuffer) {
    auto* framebuffer = make<Framebuffer>(pAllocator, *pCreateInfo);
    *pFramebuffer = handleOf<VkFramebuffer>(framebuffer);
    return framebuffer ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

VKAPI_ATTR void VKAPI_CALL DestroyFramebuffer(VkDevice device,
                                              VkFramebuffer framebuffer,
                                              const VkAllocationCallbacks* pAllocator) {
    destroy(cast(framebuffer), pAllocator);
}

} // namespace entry
} // namespace cpu::icd
