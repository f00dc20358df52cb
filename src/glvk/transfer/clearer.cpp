// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/transfer/clearer.h"

#include "gl/backend.h"
#include "gl/context/state.h"
#include "gl/objects/framebuffer.h"
#include "glvk/draw/draw.h"
#include "glvk/gpu/gpu.h"
#include "glvk/gpu/translate.h"
#include "glvk/record/calling_context.h"

#include <algorithm>

namespace glvk {

namespace {

/// Components of draw buffer `i` that a clear writes.
uint8_t clearMask(const gl::State& state, const RenderTarget& target, uint32_t i) {
    const uint8_t mask = state.colorMasks[i];
    return target.format->alphaAbsent() ? mask & uint8_t(~VK_COLOR_COMPONENT_A_BIT) : mask;
}

/// All that there is to write. An absent alpha is cleared to one.
bool wholeMask(uint8_t mask, const RenderTarget& target) {
    return (target.format->alphaAbsent() ? mask | VK_COLOR_COMPONENT_A_BIT : mask) == 0xf;
}

/// What of a clear the state's masks leave.
MaskedClear
planClear(const gl::State& state, const RenderTargets& targets, const gl::ClearCall& call) {
    MaskedClear clear;
    ClearLoads& what = clear.what;
    if (call.mask & GL_COLOR_BUFFER_BIT) {
        for (uint32_t i = 0; i < targets.colorCount; ++i) {
            const RenderTarget& target = targets.color[i];
            if (!target || !(call.drawBuffers >> i & 1)) {
                continue;
            }
            clear.colorMasks[i] = clearMask(state, target, i);
            what.color |= clear.colorMasks[i] ? 1u << i : 0;
            clear.partial |= clear.colorMasks[i] && !wholeMask(clear.colorMasks[i], target);
        }
        what.colorKind = call.colorKind;
        what.colorValue = call.color;
    }
    what.depth = (call.mask & GL_DEPTH_BUFFER_BIT) && targets.depth && state.depthMask;
    what.depthValue = call.depth;
    if ((call.mask & GL_STENCIL_BUFFER_BIT) && targets.stencil) {
        clear.stencilMask = state.stencilFront.writeMask & 0xff;
        what.stencil = clear.stencilMask != 0;
        clear.partial |= what.stencil && clear.stencilMask != 0xff;
        what.stencilValue = uint32_t(call.stencil) & 0xff;
    }
    return clear;
}

/// All layers of an attachment are cleared, also those that others do not have (OpenGL 3.2 section
/// 4.4.7).
uint32_t layersBeyond(const RenderTargets& targets) {
    uint32_t most = std::max(targets.depth.layersBeyond, targets.stencil.layersBeyond);
    for (const RenderTarget& target : targets.color) {
        most = std::max(most, target.layersBeyond);
    }
    return most;
}

bool integerTarget(const RenderTarget& target) {
    return target && numbersOf(target.storage) != gl::ClearKind::Float;
}

} // namespace

Clearer::Clearer(CallingContext& context, DrawRecorder& draws, MetaPipelines& meta)
    : m_context(context),
      m_gpu(context.gpu()),
      m_recorder(context.recorder()),
      m_draws(draws),
      m_meta(meta) {}

bool Clearer::clear(const gl::State& state, gl::DirtyBits& dirty, const gl::ClearCall& call) {
    const RenderTargets* targets = m_draws.targets(state, dirty);
    if (!targets) {
        return false;
    }
    gl::Rect area{0, 0, targets->width_px, targets->height_px};
    const gl::Rect whole = area;
    if (state.scissorMask & 1) {
        area = translate::intersect(area, state.scissors[0]);
    }
    if (area.width_px <= 0 || area.height_px <= 0) {
        return true;
    }
    const MaskedClear masked = planClear(state, *targets, call);
    const ClearLoads& what = masked.what;
    if (!what.color && !what.depth && !what.stencil) {
        return true;
    }
    if (masked.partial) {
        if (!clearMasked(*targets, masked, area)) {
            return false;
        }
    } else if (!m_recorder.rendering() && area == whole) {
        beginRendering(m_recorder, *targets, what);
    } else {
        m_draws.ensureRendering();
        clearWithCommands(*targets, what, area);
    }
    const uint32_t beyond = layersBeyond(*targets);
    return beyond == 0 ||
           clearLayers(*targets, masked, area, targets->layers, targets->layers + beyond);
}

void Clearer::invalidate(const gl::Framebuffer& framebuffer, const gl::InvalidateCall& call) {
    RenderTargets targets;
    if (!resolveTargets(m_context, framebuffer, true, targets)) {
        return; // A hint.
    }
    m_recorder.endRendering(); // What is drawn from now on is wanted again.
    for (uint32_t i = 0; i < targets.colorCount; ++i) {
        const uint32_t attachment =
            framebuffer.isDefault() ? 0 : uint32_t(framebuffer.drawBuffers()[i]);
        if (targets.color[i] && (call.colors >> attachment & 1)) {
            targets.color[i].image->drop(targets.color[i].key, VK_IMAGE_ASPECT_COLOR_BIT);
        }
    }
    if (targets.depth && call.depth) {
        targets.depth.image->drop(targets.depth.key, VK_IMAGE_ASPECT_DEPTH_BIT);
    }
    if (targets.stencil && call.stencil) {
        targets.stencil.image->drop(targets.stencil.key, VK_IMAGE_ASPECT_STENCIL_BIT);
    }
}

void Clearer::clearWithCommands(const RenderTargets& targets,
                                const ClearLoads& what,
                                const gl::Rect& area) {
    VkClearAttachment clears[gl::kMaxColorAttachments + 1]{};
    uint32_t count = 0;
    for (uint32_t i = 0; i < targets.colorCount; ++i) {
        if (!(what.color >> i & 1)) {
            continue;
        }
        VkClearAttachment& clear = clears[count++];
        clear.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
        clear.colorAttachment = i;
        clear.clearValue.color = what.colorOf(targets.color[i]);
    }
    if (what.depth || what.stencil) {
        VkClearAttachment& clear = clears[count++];
        clear.aspectMask = (what.depth ? VK_IMAGE_ASPECT_DEPTH_BIT : 0) |
                           (what.stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : 0);
        clear.clearValue.depthStencil = {what.depthValue, what.stencilValue};
    }
    const VkClearRect rect{
        {{area.x, area.y}, {uint32_t(area.width_px), uint32_t(area.height_px)}}, 0, targets.layers};
    m_gpu.vk().vkCmdClearAttachments(m_recorder.commands(), count, clears, 1, &rect);
}

/// Layers and buffers of integers are drawn one by one: a draw of the driver's own reaches one
/// layer, and writes one kind of numbers.
bool Clearer::clearMasked(const RenderTargets& targets,
                          const MaskedClear& clear,
                          const gl::Rect& area) {
    const bool integers = std::any_of(targets.color.begin(), targets.color.end(), integerTarget);
    m_recorder.provoke(true);
    if ((!integers || !clear.what.color) && targets.layers == 1) {
        m_draws.ensureRendering();
        return drawClear(targets, clear, area);
    }
    return clearLayers(targets, clear, area, 0, targets.layers);
}

bool Clearer::clearLayers(const RenderTargets& targets,
                          const MaskedClear& clear,
                          const gl::Rect& area,
                          uint32_t first,
                          uint32_t last) {
    m_recorder.provoke(true);
    RenderTargets none = targets;
    none.color = {};
    none.colorCount = 0;
    none.depth = none.stencil = {};
    const auto has = [&](const RenderTarget& target, uint32_t layer) {
        return layer < targets.layers + target.layersBeyond;
    };
    for (uint32_t layer = first; layer < last; ++layer) {
        for (uint32_t i = 0; i < targets.colorCount; ++i) {
            if (!(clear.what.color >> i & 1) || !has(targets.color[i], layer)) {
                continue;
            }
            RenderTargets one = none;
            one.color[0] = targets.color[i];
            one.colorCount = 1;
            MaskedClear color = clear;
            color.what.color = 1;
            color.what.depth = color.what.stencil = false;
            color.colorMasks = {clear.colorMasks[i]};
            if (!clearLayer(one, color, area, layer)) {
                return false;
            }
        }
        const bool depth = clear.what.depth && has(targets.depth, layer);
        const bool stencil = clear.what.stencil && has(targets.stencil, layer);
        if (depth || stencil) {
            RenderTargets one = none;
            one.depth = has(targets.depth, layer) ? targets.depth : RenderTarget();
            one.stencil = has(targets.stencil, layer) ? targets.stencil : RenderTarget();
            MaskedClear rest = clear;
            rest.what.color = 0;
            rest.what.depth = depth;
            rest.what.stencil = stencil;
            if (!clearLayer(one, rest, area, layer)) {
                return false;
            }
        }
    }
    m_recorder.endRendering();
    return true;
}

bool Clearer::clearLayer(const RenderTargets& targets,
                         const MaskedClear& clear,
                         const gl::Rect& area,
                         uint32_t layer) {
    RenderTargets single;
    if (!layerOf(targets, layer, single)) {
        return false;
    }
    beginRendering(m_recorder, single, {});
    if (clear.partial) {
        return drawClear(single, clear, area);
    }
    clearWithCommands(single, clear.what, area);
    return true;
}

bool Clearer::drawClear(const RenderTargets& targets,
                        const MaskedClear& clear,
                        const gl::Rect& area) {
    const ClearLoads& what = clear.what;
    MetaClearKey key;
    key.colorCount = uint8_t(targets.colorCount);
    key.samples = uint8_t(targets.samples);
    for (uint32_t i = 0; i < targets.colorCount; ++i) {
        if (targets.color[i]) {
            key.colorFormat[i] = targets.color[i].storage;
            key.writeMask[i] = what.color >> i & 1 ? clear.colorMasks[i] : 0;
            key.numbers = numbersOf(targets.color[i].storage);
        }
    }
    key.depthFormat = targets.depth ? targets.depth.storage : format::Id::None;
    key.stencilFormat = targets.stencil ? targets.stencil.storage : format::Id::None;
    key.depth = what.depth;
    key.stencil = what.stencil;
    const VkPipeline pipeline = m_meta.clear(key);
    if (!pipeline) {
        return false;
    }
    const VolkDeviceTable& vk = m_gpu.vk();
    const VkCommandBuffer commands = m_recorder.commands();
    vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    setMetaArea(m_recorder, targets, area);
    vk.vkCmdSetStencilWriteMask(commands, VK_STENCIL_FACE_FRONT_AND_BACK, clear.stencilMask);
    vk.vkCmdSetStencilReference(commands, VK_STENCIL_FACE_FRONT_AND_BACK, what.stencilValue);
    const MetaClearPush push{what.colorAs(key.numbers), what.depthValue};
    vk.vkCmdPushConstants(commands,
                          m_meta.layout(),
                          VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                          0,
                          sizeof push,
                          &push);
    vk.vkCmdDraw(commands, 4, 1, 0, 0);
    m_draws.invalidate();
    return true;
}

} // namespace glvk
