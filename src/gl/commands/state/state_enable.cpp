// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/state/state_enable.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/switches.h"
#include "gl/rules/api_version.h"

#include <algorithm>
#include <optional>
#include <span>

namespace gl {

namespace {

struct Feature {
    GLenum capability;
    bool* value;
    std::optional<Dirty> bit; ///< None: draws look at it themselves.
    Since since;
};

/// Null value: not one of these.
Feature findFeature(State& state, GLenum capability) {
    switch (capability) {
    case GL_COLOR_LOGIC_OP:
        return {capability, &state.logicOpEnabled, Dirty::LogicOp, kGL};
    case GL_CULL_FACE:
        return {capability, &state.cullEnabled, Dirty::Cull, kBoth};
    case GL_DEPTH_CLAMP:
        return {capability, &state.depthClamp, Dirty::Raster, {0, 30}};
    case GL_DEPTH_TEST:
        return {capability, &state.depthTest, Dirty::DepthStencil, kBoth};
    case GL_DITHER:
        return {capability, &state.dither, Dirty::Blend, kBoth};
    case GL_FRAMEBUFFER_SRGB:
        return {capability, &state.framebufferSrgb, Dirty::Framebuffer, {0, 30}};
    case GL_LINE_SMOOTH:
        return {capability, &state.lineSmooth, Dirty::Raster, kGL};
    case GL_LINE_STIPPLE:
        return {capability, &state.lineStipple, Dirty::Raster, kLegacy};
    case GL_POLYGON_OFFSET_FILL:
        return {capability, &state.polygonOffsetFill, Dirty::DepthBias, kBoth};
    case GL_POLYGON_OFFSET_LINE:
        return {capability, &state.polygonOffsetLine, Dirty::DepthBias, kGL};
    case GL_POLYGON_STIPPLE:
        return {capability, &state.polygonStipple, Dirty::Raster, kLegacy};
    case GL_POLYGON_OFFSET_POINT:
        return {capability, &state.polygonOffsetPoint, Dirty::DepthBias, kGL};
    case GL_PRIMITIVE_RESTART:
        return {capability, &state.primitiveRestart, std::nullopt, {0, 31}};
    case GL_PRIMITIVE_RESTART_FIXED_INDEX:
        return {capability, &state.primitiveRestartFixed, std::nullopt, {30, 31}};
    case GL_RASTERIZER_DISCARD:
        return {capability, &state.rasterizerDiscard, Dirty::Raster, kThree};
    case GL_SAMPLE_ALPHA_TO_COVERAGE:
        return {capability, &state.sampleAlphaToCoverage, Dirty::Multisample, kBoth};
    case GL_SAMPLE_ALPHA_TO_ONE:
        return {capability, &state.sampleAlphaToOne, Dirty::Multisample, kGL};
    case GL_SAMPLE_COVERAGE:
        return {capability, &state.sampleCoverage, Dirty::Multisample, kBoth};
    case GL_SAMPLE_MASK:
        return {capability, &state.sampleMaskEnabled, Dirty::Samples, {0, 30}};
    case GL_SAMPLE_SHADING:
        return {capability, &state.sampleShading, Dirty::Samples, {0, 30}};
    case GL_MULTISAMPLE:
        return {capability, &state.multisample, Dirty::Multisample, kGL};
    case GL_STENCIL_TEST:
        return {capability, &state.stencilTest, Dirty::DepthStencil, kBoth};
    case GL_TEXTURE_CUBE_MAP_SEAMLESS:
        return {capability, &state.seamlessCubes, Dirty::Textures, {0, 32}};
    case GL_VERTEX_PROGRAM_POINT_SIZE:
        return {capability, &state.programPointSize, Dirty::Raster, kGL};
    default:
        return {capability, nullptr, Dirty::Raster, kBoth};
    }
}

/// Switches that core contexts have too and that nothing follows from: polygons are not smoothed.
uint32_t inertSwitchBit(const Context& context, GLenum capability) {
    switch (capability) {
    case GL_POLYGON_SMOOTH:
        return context.isDesktop() ? 1 : 0;
    default:
        return 0;
    }
}

/// Switches of fixed function that nothing follows from yet.
bool isRememberedSwitch(GLenum capability) {
    switch (capability) {
    case GL_AUTO_NORMAL:
    case GL_INDEX_LOGIC_OP:
        return true;
    default:
        return false;
    }
}

bool isClipDistance(const Context& context, GLenum capability) {
    return (context.isDesktop() || context.apiVersion().isES1()) &&
           capability >= GL_CLIP_DISTANCE0 && capability < GL_CLIP_DISTANCE0 + kMaxClipDistances;
}

/// Of texture coordinates: what there is of each unit that has some.
bool isGeneration(GLenum capability) {
    return (capability >= GL_TEXTURE_GEN_S && capability <= GL_TEXTURE_GEN_Q) ||
           capability == GL_TEXTURE_GEN_STR_OES;
}

/// GL_TEXTURE_2D and the like are each unit's, of those that have coordinates.
bool isUnitSwitch(GLenum capability) {
    switch (capability) {
    case GL_TEXTURE_1D:
    case GL_TEXTURE_2D:
    case GL_TEXTURE_3D:
    case GL_TEXTURE_CUBE_MAP:
    case GL_TEXTURE_RECTANGLE:
        return true;
    default:
        return isGeneration(capability);
    }
}

/// Bit of CompatState::evalSwitches; 0: not one of evaluators.
uint32_t evalSwitchBit(GLenum capability) {
    const auto name = evalMapName(capability);
    return name ? 1u << (size_t(name->dimensions - 1) * kEvalTargets + size_t(name->target)) : 0;
}

/// Nothing: the context has no such capability.
std::optional<bool> lookUp(Context& context, const CompatState* compat, GLenum capability) {
    const Feature feature = findFeature(context.state(), capability);
    if (feature.value && context.knows(feature.since)) {
        return *feature.value;
    }
    const State& state = context.state();
    if (capability == GL_BLEND) {
        return state.blends[0].enabled;
    }
    if (capability == GL_SCISSOR_TEST) {
        return (state.scissorMask & 1) != 0;
    }
    if (isClipDistance(context, capability)) {
        return (state.clipDistanceMask >> (capability - GL_CLIP_DISTANCE0) & 1) != 0;
    }
    if (const uint32_t bit = inertSwitchBit(context, capability)) {
        return (context.client().inertSwitches & bit) != 0;
    }
    if (capability == GL_DEBUG_OUTPUT) {
        return context.debug().enabled();
    }
    if (capability == GL_DEBUG_OUTPUT_SYNCHRONOUS) {
        return context.debug().synchronous();
    }
    if (!compat) {
        return std::nullopt;
    }
    if (capability == GL_VERTEX_PROGRAM_TWO_SIDE) {
        return state.twoSidedColors;
    }
    if (isUnitSwitch(capability) && context.client().activeTexture >= kTextureCoordUnits) {
        return false;
    }
    const int unit = std::min(context.client().activeTexture, kTextureCoordUnits - 1);
    if (capability == GL_TEXTURE_GEN_STR_OES && context.isES()) {
        return compat->textureGen[size_t(unit)][0].enabled;
    }
    if (const bool* value = compatSwitch(const_cast<CompatState&>(*compat), capability, unit)) {
        return *value;
    }
    if (const uint32_t bit = evalSwitchBit(capability)) {
        return (compat->evalSwitches & bit) != 0;
    }
    if (isRememberedSwitch(capability)) {
        const auto& switches = compat->switches;
        return std::find(switches.begin(), switches.end(), capability) != switches.end();
    }
    if (capability == GL_PRIMITIVE_RESTART_NV && context.isDesktop()) {
        return state.primitiveRestart;
    }
    if (const uint8_t array = context.clientArray(capability)) {
        return context.objects().vertexArray->state.arrays[array].enabled;
    }
    return std::nullopt;
}

} // namespace

std::optional<bool> findCapability(Context& context, const CompatState* compat, GLenum capability) {
    const std::optional<bool> on = lookUp(context, compat, capability);
    if (!on) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is neither state nor a capability", capability);
        return std::nullopt;
    }
    const int unit = context.client().activeTexture;
    if (compat && isGeneration(capability) && unit >= kTextureCoordUnits) {
        context.setError(GL_INVALID_OPERATION, "texture unit {} has no coordinates", unit);
        return std::nullopt;
    }
    return on;
}

void Context::setFeature(GLenum capability, bool on) {
    const Feature feature = findFeature(m_state, capability);
    if (feature.value && knows(feature.since)) {
        if (*feature.value != on) {
            *feature.value = on;
            if (feature.bit) {
                m_dirty.set(*feature.bit);
            }
            if (capability == GL_VERTEX_PROGRAM_POINT_SIZE) {
                shownStateChanged(kShownPoints);
            } else if (capability == GL_CULL_FACE) {
                drawnFacesChanged();
            }
        }
        return;
    }
    if (capability == GL_BLEND) {
        return enableBlend(on);
    }
    if (capability == GL_SCISSOR_TEST) {
        const uint32_t mask = on ? (1u << maxViewports()) - 1 : 0;
        return change(m_state.scissorMask, mask, Dirty::Scissor);
    }
    if (isClipDistance(*this, capability)) {
        const uint32_t bit = 1u << (capability - GL_CLIP_DISTANCE0);
        const uint32_t mask = on ? m_state.clipDistanceMask | bit : m_state.clipDistanceMask & ~bit;
        if (m_compat) { // Planes, which others have not, are not kept up to date while none clips.
            shownStateChanged(kShownClipPlanes);
        }
        return change(m_state.clipDistanceMask, mask, Dirty::Raster);
    }
    if (const uint32_t bit = inertSwitchBit(*this, capability)) {
        m_client.inertSwitches = on ? m_client.inertSwitches | bit : m_client.inertSwitches & ~bit;
        return;
    }
    if (capability == GL_DEBUG_OUTPUT) {
        return m_debug.setEnabled(on);
    }
    if (capability == GL_DEBUG_OUTPUT_SYNCHRONOUS) {
        return m_debug.setSynchronous(on);
    }
    if (m_compat) {
        if (capability == GL_VERTEX_PROGRAM_TWO_SIDE) {
            recheck(kRecheckFixedFunction);
            return change(m_state.twoSidedColors, on, Dirty::Raster);
        }
        if (isUnitSwitch(capability) && m_client.activeTexture >= kTextureCoordUnits) {
            return setError(
                GL_INVALID_OPERATION, "texture unit {} has no switch", m_client.activeTexture);
        }
        const int unit = std::min(m_client.activeTexture, kTextureCoordUnits - 1);
        if (capability == GL_TEXTURE_GEN_STR_OES && isES()) {
            for (TextureGeneration& of : std::span(m_compat->textureGen[size_t(unit)]).first(3)) {
                setCompatSwitch(capability, of.enabled, on);
            }
            return;
        }
        if (bool* value = compatSwitch(*m_compat, capability, unit)) {
            return setCompatSwitch(capability, *value, on);
        }
        if (const uint32_t bit = evalSwitchBit(capability)) {
            uint32_t& bits = m_compat->evalSwitches;
            bits = on ? bits | bit : bits & ~bit;
            return;
        }
        if (isRememberedSwitch(capability)) {
            std::erase(m_compat->switches, capability);
            if (on) {
                m_compat->switches.push_back(capability);
            }
            return;
        }
        if (isDesktop() && clientArray(capability)) { // As in EXT_vertex_array.
            return on ? enableClientState(capability) : disableClientState(capability);
        }
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a capability", capability);
}

void Context::enable(GLenum cap) {
    setFeature(cap, true);
}

void Context::disable(GLenum cap) {
    setFeature(cap, false);
}

GLboolean Context::isEnabled(GLenum cap) {
    return findCapability(*this, m_compat.get(), cap).value_or(false);
}

} // namespace gl
