// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <vector>

namespace cpu::icd {

/// What of a render pass counts where commands are executed one after the other: neither layouts
/// nor dependencies nor store operations.
class RenderPass {
public:
    struct Attachment {
        bool clears; ///< Color or depth.
        bool clearsStencil;
        bool depth, stencil;
    };
    struct Subpass {
        uint32_t viewMask = 0;
        std::vector<uint32_t> colors; ///< By location. VK_ATTACHMENT_UNUSED: none.
        std::vector<uint32_t> resolves;
        std::vector<uint32_t> inputs;
        uint32_t depthStencil = VK_ATTACHMENT_UNUSED;
        uint32_t depthStencilResolve = VK_ATTACHMENT_UNUSED;
        VkResolveModeFlagBits depthResolveMode = VK_RESOLVE_MODE_NONE;
        VkResolveModeFlagBits stencilResolveMode = VK_RESOLVE_MODE_NONE;

        bool usesColors() const;
    };

    explicit RenderPass(const VkRenderPassCreateInfo& info);
    explicit RenderPass(const VkRenderPassCreateInfo2& info);

    const std::vector<Attachment>& attachments() const { return m_attachments; }
    const std::vector<Subpass>& subpasses() const { return m_subpasses; }

private:
    std::vector<Attachment> m_attachments;
    std::vector<Subpass> m_subpasses;
};
GLISSADE_CPU_OBJECT(VkRenderPass, RenderPass)

} // namespace cpu::icd
