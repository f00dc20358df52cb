// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Context::clear: as a load operation, as vkCmdClearAttachments, or, with masks, as a draw.
#include "glvk/context.h"
#include "glvk/device.h"
#include "glvk/meta.h"
#include "glvk/translate.h"

#include <algorithm>
#include <bit>

namespace glvk {

namespace {

/// Components of attachment `i` that a clear writes.
uint8_t clearMask(const gl::State& state, const RenderTarget& target) {
    uint8_t mask = 0;
    for (uint32_t c = 0; c < 4; ++c) {
        mask |= uint8_t(state.colorMask[c] ? 1u << c : 0);
    }
    // An absent alpha is cleared to one, so writing it is harmless and keeps the clear a plain one.
    return target.format->alphaAbsent() ? mask | VK_COLOR_COMPONENT_A_BIT : mask;
}

} // namespace

bool Context::clear(const gl::State& state, gl::DirtyBits& dirty, const gl::ClearCall& call) {
    const RenderTargets* targets = m_draws.targets(state, dirty);
    if (!targets) {
        return false;
    }
    gl::Rect area{0, 0, targets->width_px, targets->height_px};
    const gl::Rect whole = area;
    if (state.scissorEnabled) {
        area = translate::intersect(area, state.scissor);
    }
    if (area.width_px <= 0 || area.height_px <= 0) {
        return true;
    }
    ClearLoads what;
    bool masked = false;
    if (call.mask & GL_COLOR_BUFFER_BIT) {
        for (uint32_t i = 0; i < targets->colorCount; ++i) {
            if (!targets->color[i]) {
                continue;
            }
            const uint8_t mask = clearMask(state, targets->color[i]);
            const bool onlyAbsent =
                targets->color[i].format->alphaAbsent() && mask == VK_COLOR_COMPONENT_A_BIT;
            what.color |= mask != 0 && !onlyAbsent;
            masked |= mask != 0xf;
        }
        masked &= what.color;
        std::transform(call.color.begin(),
                       call.color.end(),
                       what.colorValue.begin(),
                       [](uint32_t v) { return std::bit_cast<float>(v); });
    }
    what.depth = (call.mask & GL_DEPTH_BUFFER_BIT) && targets->depth && state.depthMask;
    what.depthValue = std::clamp(call.depth, 0.0f, 1.0f);
    if ((call.mask & GL_STENCIL_BUFFER_BIT) && targets->stencil) {
        const uint32_t mask = state.stencilFront.writeMask & 0xff;
        what.stencil = mask != 0;
        masked |= what.stencil && mask != 0xff;
        what.stencilValue = uint32_t(call.stencil) & 0xff;
    }
    if (!what.color && !what.depth && !what.stencil) {
        return true;
    }
    if (masked) {
        return clearMasked(*targets, state, what, area);
    }
    if (!m_recorder.rendering() && area == whole) {
        beginRendering(m_recorder, *targets, what);
        return true;
    }
    m_draws.ensureRendering();
    clearWithCommands(*targets, what, area);
    return true;
}

void Context::clearWithCommands(const RenderTargets& targets,
                                const ClearLoads& what,
                                const gl::Rect& area) {
    VkClearAttachment clears[gl::kMaxColorAttachments + 1]{};
    uint32_t count = 0;
    for (uint32_t i = 0; what.color && i < targets.colorCount; ++i) {
        if (!targets.color[i]) {
            continue;
        }
        VkClearAttachment& clear = clears[count++];
        clear.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
        clear.colorAttachment = i;
        std::copy(what.colorValue.begin(), what.colorValue.end(), clear.clearValue.color.float32);
        if (targets.color[i].format->alphaAbsent()) {
            clear.clearValue.color.float32[3] = 1;
        }
    }
    if (what.depth || what.stencil) {
        VkClearAttachment& clear = clears[count++];
        clear.aspectMask = (what.depth ? VK_IMAGE_ASPECT_DEPTH_BIT : 0) |
                           (what.stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : 0);
        clear.clearValue.depthStencil = {what.depthValue, what.stencilValue};
    }
    const VkClearRect rect{
        {{area.x, area.y}, {uint32_t(area.width_px), uint32_t(area.height_px)}}, 0, 1};
    m_device->vk().vkCmdClearAttachments(m_recorder.commands(), count, clears, 1, &rect);
}

bool Context::clearMasked(const RenderTargets& targets,
                          const gl::State& state,
                          const ClearLoads& what,
                          const gl::Rect& area) {
    MaskedClearKey key;
    key.colorCount = uint8_t(targets.colorCount);
    key.samples = uint8_t(targets.samples);
    for (uint32_t i = 0; i < targets.colorCount; ++i) {
        if (targets.color[i]) {
            key.colorFormat[i] = targets.color[i].storage;
            key.writeMask[i] = what.color ? clearMask(state, targets.color[i]) : 0;
            if (targets.color[i].format->alphaAbsent()) {
                key.writeMask[i] &= uint8_t(~VK_COLOR_COMPONENT_A_BIT);
            }
        }
    }
    key.depthFormat = targets.depth ? targets.depth.storage : format::Id::None;
    key.stencilFormat = targets.stencil ? targets.stencil.storage : format::Id::None;
    key.depth = what.depth;
    key.stencil = what.stencil;
    const VkPipeline pipeline = m_device->meta().maskedClear(key);
    if (!pipeline) {
        return false;
    }
    m_draws.ensureRendering();
    const VolkDeviceTable& vk = m_device->vk();
    const VkCommandBuffer commands = m_recorder.commands();
    vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    const VkViewport viewport{0, 0, float(targets.width_px), float(targets.height_px), 0, 1};
    const VkRect2D scissor{{area.x, area.y}, {uint32_t(area.width_px), uint32_t(area.height_px)}};
    vk.vkCmdSetViewport(commands, 0, 1, &viewport);
    vk.vkCmdSetScissor(commands, 0, 1, &scissor);
    vk.vkCmdSetStencilWriteMask(
        commands, VK_STENCIL_FACE_FRONT_AND_BACK, state.stencilFront.writeMask & 0xff);
    vk.vkCmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, what.stencilValue);
    MetaPipelines::Push push{};
    std::copy(what.colorValue.begin(), what.colorValue.end(), push.color);
    push.depth = what.depthValue;
    vk.vkCmdPushConstants(commands,
                          m_device->meta().layout(),
                          VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                          0,
                          sizeof push,
                          &push);
    vk.vkCmdDraw(commands, 3, 1, 0, 0);
    m_draws.invalidate();
    return true;
}

} // namespace glvk
