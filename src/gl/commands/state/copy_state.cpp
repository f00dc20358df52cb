// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

// glXCopyContext: attribute groups (GL 4.6 compatibility profile, table 23.3 ff.) from one context
// to another. What is bound is no part of them.

namespace gl {

namespace {

template <auto... fields>
void copy(auto& to, const auto& from) {
    ((to.*fields = from.*fields), ...);
}

void copySwitches(State& to, const State& from) {
    copy<&State::scissorMask,
         &State::cullEnabled,
         &State::polygonOffsetFill,
         &State::polygonOffsetLine,
         &State::polygonOffsetPoint,
         &State::programPointSize,
         &State::dither,
         &State::depthClamp,
         &State::clipDistanceMask,
         &State::twoSidedColors,
         &State::depthTest,
         &State::stencilTest,
         &State::logicOpEnabled,
         &State::framebufferSrgb,
         &State::seamlessCubes,
         &State::multisample,
         &State::sampleAlphaToCoverage,
         &State::sampleAlphaToOne,
         &State::sampleCoverage,
         &State::sampleMaskEnabled,
         &State::sampleShading>(to, from);
    for (size_t i = 0; i < to.blends.size(); ++i) {
        to.blends[i].enabled = from.blends[i].enabled;
    }
    to.blendsDiffer = true;
}

/// Depth, stencil and colours.
void copyBufferGroups(State& to, const State& from, GLbitfield groups) {
    if ((groups & GL_DEPTH_BUFFER_BIT) != 0) {
        copy<&State::depthTest, &State::depthMask, &State::depthFunc, &State::clearDepth>(to, from);
    }
    if ((groups & GL_STENCIL_BUFFER_BIT) != 0) {
        copy<&State::stencilTest, &State::stencilFront, &State::stencilBack, &State::clearStencil>(
            to, from);
    }
    if ((groups & GL_COLOR_BUFFER_BIT) != 0) {
        copy<&State::blends,
             &State::blendsDiffer,
             &State::blendColor,
             &State::colorMasks,
             &State::logicOpEnabled,
             &State::logicOp,
             &State::dither,
             &State::framebufferSrgb,
             &State::clearColorKind,
             &State::clearColor>(to, from);
    }
}

/// What becomes of vertices: windows, primitives, samples.
void copyRasterGroups(State& to, const State& from, GLbitfield groups) {
    if ((groups & GL_VIEWPORT_BIT) != 0) {
        copy<&State::viewports>(to, from);
    }
    if ((groups & GL_SCISSOR_BIT) != 0) {
        copy<&State::scissors, &State::scissorMask>(to, from);
    }
    if ((groups & GL_POLYGON_BIT) != 0) {
        copy<&State::cullEnabled,
             &State::cullFace,
             &State::frontFace,
             &State::polygonOffsetFill,
             &State::polygonOffsetLine,
             &State::polygonOffsetPoint,
             &State::polygonOffsetFactor,
             &State::polygonOffsetUnits>(to, from);
    }
    if ((groups & GL_LINE_BIT) != 0) {
        copy<&State::lineWidth_px>(to, from);
    }
    if ((groups & GL_POINT_BIT) != 0) {
        copy<&State::pointSize_px, &State::pointFadeThreshold_px, &State::pointSpriteOrigin>(to,
                                                                                             from);
    }
    if ((groups & GL_LIGHTING_BIT) != 0) {
        copy<&State::flatColors, &State::provokingVertex>(to, from);
    }
    if ((groups & GL_MULTISAMPLE_BIT) != 0) {
        copy<&State::multisample,
             &State::sampleAlphaToCoverage,
             &State::sampleAlphaToOne,
             &State::sampleCoverage,
             &State::sampleCoverageValue,
             &State::sampleCoverageInvert>(to, from);
    }
}

} // namespace

void Context::copyState(const Context& source, GLbitfield groups) {
    const GateScope call(m_gate);
    const State& from = source.m_state;
    copyBufferGroups(m_state, from, groups);
    copyRasterGroups(m_state, from, groups);
    if ((groups & GL_POLYGON_BIT) != 0) {
        const bool one = from.polygonModeFront == from.polygonModeBack;
        polygonMode(one ? GL_FRONT_AND_BACK : GL_FRONT, from.polygonModeFront);
        if (!one) {
            polygonMode(GL_BACK, from.polygonModeBack);
        }
    }
    if ((groups & GL_CURRENT_BIT) != 0) {
        copy<&State::currentAttribs>(m_state, from);
    }
    if ((groups & GL_HINT_BIT) != 0) {
        copy<&ClientState::generateMipmapHint,
             &ClientState::derivativeHint,
             &ClientState::otherHints>(m_client, source.m_client);
    }
    if ((groups & GL_ENABLE_BIT) != 0) {
        copySwitches(m_state, from);
    }
    if (m_compat && source.m_compat) {
        copyCompatState(*source.m_compat, groups);
    }
    m_dirty = DirtyBits::all();
    recheck(kRecheckAll);
    shownStateChanged(kShownAll);
}

void Context::copyCompatState(const CompatState& from, GLbitfield groups) {
    CompatState& to = *m_compat;
    if ((groups & GL_FOG_BIT) != 0) {
        copy<&CompatState::fog>(to, from);
    }
    if ((groups & GL_POINT_BIT) != 0) {
        copy<&CompatState::point>(to, from);
    }
    if ((groups & GL_TRANSFORM_BIT) != 0) {
        copy<&CompatState::matrixMode, &CompatState::clipPlanes>(to, from);
    }
    if ((groups & GL_TEXTURE_BIT) != 0) {
        copy<&CompatState::textureEnv>(to, from);
    }
    if ((groups & GL_ENABLE_BIT) != 0) {
        copy<&CompatState::switches, &CompatState::textureSwitches>(to, from);
    }
}

} // namespace gl
