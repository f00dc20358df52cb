// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/command.h"
#include "cpu/exec/render_pass.h"
#include "cpu/icd/vulkan.h"

#include <vector>

namespace cpu::icd {

class ImageView;
class RenderPass;

/// The render pass instance that a command buffer is recording: what begins it becomes clears and
/// exec::BeginRendering, what ends it exec::EndRendering and resolves. Secondary command buffers
/// record none of that: they find the attachments where they are executed.
class RenderPassInstance {
public:
    /// Each records; out of memory is the command buffer's to remember. Throw std::bad_alloc.
    void begin(exec::CommandArena& commands, const VkRenderPassBeginInfo& info);
    void nextSubpass(exec::CommandArena& commands);
    void begin(exec::CommandArena& commands, const VkRenderingInfo& info);
    void end(exec::CommandArena& commands);

private:
    void beginSubpass(exec::CommandArena& commands);
    void endSubpass(exec::CommandArena& commands);
    void clearOnce(exec::CommandArena& commands, uint32_t attachment, uint32_t viewMask);
    void addResolve(const exec::Attachment& to,
                    const exec::Attachment& from,
                    uint8_t aspects,
                    VkResolveModeFlagBits mode);

    const RenderPass* m_pass = nullptr; ///< Null: dynamic rendering.
    uint32_t m_subpass = 0;
    Rectangle m_area;
    uint32_t m_layers = 1;
    std::vector<exec::Attachment> m_attachments; ///< Of the render pass.
    std::vector<exec::ClearValue> m_clearValues;
    std::vector<uint32_t> m_begunViews; ///< By attachment: views whose contents are there.

    exec::Framebuffer m_framebuffer;                 ///< Of the subpass.
    std::vector<exec::ResolveAttachment> m_resolves; ///< When the subpass ends.
};

} // namespace cpu::icd
