// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/switches.h"
#include "gl/context/client_state.h"
#include "gl/context/dirty.h"
#include "gl/context/state.h"

#include <tuple>

/// Attribute groups (GL_DEPTH_BUFFER_BIT …, GL 4.6 compatibility profile section 21.6 and the last
/// column of the tables of chapter 23): one table of what belongs to which, for glPushAttrib and
/// glXCopyContext. Bound objects are not in it.
namespace gl {

/// What has to be looked at again when a piece of state changed.
struct Consequences {
    uint32_t dirty = 0; ///< DirtyBits::mask() of each.
    uint32_t shown = 0; ///< ShownState.
    uint32_t recheck = 0;

    constexpr Consequences& operator|=(const Consequences& other) {
        dirty |= other.dirty;
        shown |= other.shown;
        recheck |= other.recheck;
        return *this;
    }
};

/// The structs that state lies in. `compat` is null in contexts without fixed function.
struct StateParts {
    State& state;
    ClientState& client;
    CompatState* compat;
};

inline State* partOf(const StateParts& parts, const State*) {
    return &parts.state;
}
inline ClientState* partOf(const StateParts& parts, const ClientState*) {
    return &parts.client;
}
inline CompatState* partOf(const StateParts& parts, const CompatState*) {
    return parts.compat;
}

template <class T>
struct MemberOf;
template <class S, class T>
struct MemberOf<T S::*> {
    using Struct = S;
    using Type = T;
};

/// A row of the table: members of one struct that belong to the same groups, and their values once
/// save() was called.
template <GLbitfield kGroups, Consequences kConsequences, auto... kMembers>
class AttributeRow {
    using Struct =
        std::tuple_element_t<0, std::tuple<typename MemberOf<decltype(kMembers)>::Struct...>>;

public:
    void save(const StateParts& from, GLbitfield groups) {
        const Struct* const source = partOf(from, static_cast<const Struct*>(nullptr));
        if ((kGroups & groups) != 0 && source) {
            m_values = {source->*kMembers...};
        }
    }
    void restore(const StateParts& to, GLbitfield groups, Consequences& consequences) const {
        Struct* const target = partOf(to, static_cast<const Struct*>(nullptr));
        if ((kGroups & groups) == 0 || !target || m_values == std::tie(target->*kMembers...)) {
            return;
        }
        std::tie(target->*kMembers...) = m_values;
        consequences |= kConsequences;
    }

private:
    std::tuple<typename MemberOf<decltype(kMembers)>::Type...> m_values;
};

/// GL_BLEND of every draw buffer, which lies beside what GL_ENABLE_BIT does not save.
class BlendSwitches {
public:
    void save(const StateParts& from, GLbitfield groups);
    void restore(const StateParts& to, GLbitfield groups, Consequences& consequences) const;

private:
    std::array<bool, kMaxColorAttachments> m_enabled{};
};

/// The switches of fixed function, for GL_ENABLE_BIT.
class CompatSwitches {
public:
    void save(const StateParts& from, GLbitfield groups);
    void restore(const StateParts& to, GLbitfield groups, Consequences& consequences) const;

private:
    std::array<bool, kCompatSwitches> m_on{};
};

/// GL_PIXEL_MODE_BIT: what glPixelTransfer sets, which lies beside what glPixelMap does.
class PixelTransferRow {
public:
    void save(const StateParts& from, GLbitfield groups);
    void restore(const StateParts& to, GLbitfield groups, Consequences& consequences) const;

private:
    PixelTransferParameters m_parameters;
};

namespace attribute_table {

constexpr Consequences kNothing{};
template <Dirty... bits>
constexpr Consequences kDirty{.dirty = (DirtyBits::mask(bits) | ...)};
/// Two sources are for so many draw buffers only.
constexpr Consequences kBlending{.dirty = DirtyBits::mask(Dirty::Blend),
                                 .recheck = kRecheckFramebuffer};
template <uint32_t bits>
constexpr Consequences kShown{.shown = bits, .recheck = kRecheckBuiltins};
template <uint32_t bits, Dirty dirty>
constexpr Consequences kShownAnd{
    .dirty = DirtyBits::mask(dirty), .shown = bits, .recheck = kRecheckBuiltins};

// State that has a new topic gets its row here: the groups, what follows from a change, the
// members.
// clang-format off
using Rows = std::tuple<
    AttributeRow<GL_CURRENT_BIT, kDirty<Dirty::CurrentAttribs>, &State::currentAttribs>,
    // Depth, stencil and colours.
    AttributeRow<GL_DEPTH_BUFFER_BIT | GL_ENABLE_BIT, kDirty<Dirty::DepthStencil>, &State::depthTest>,
    AttributeRow<GL_DEPTH_BUFFER_BIT, kDirty<Dirty::DepthStencil>, &State::depthMask, &State::depthFunc, &State::clearDepth>,
    AttributeRow<GL_STENCIL_BUFFER_BIT | GL_ENABLE_BIT, kDirty<Dirty::DepthStencil>, &State::stencilTest>,
    AttributeRow<GL_STENCIL_BUFFER_BIT, kDirty<Dirty::DepthStencil>, &State::stencilFront, &State::stencilBack, &State::clearStencil>,
    BlendSwitches,
    AttributeRow<GL_COLOR_BUFFER_BIT, kBlending, &State::blends, &State::blendsDiffer>,
    AttributeRow<GL_COLOR_BUFFER_BIT, kDirty<Dirty::BlendColor>, &State::blendColor>,
    AttributeRow<GL_COLOR_BUFFER_BIT, kDirty<Dirty::ColorMask>, &State::colorMasks>,
    AttributeRow<GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT, kDirty<Dirty::LogicOp>, &State::logicOpEnabled>,
    AttributeRow<GL_COLOR_BUFFER_BIT, kDirty<Dirty::LogicOp>, &State::logicOp>,
    AttributeRow<GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT, kDirty<Dirty::Blend>, &State::dither>,
    AttributeRow<GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT, kDirty<Dirty::Framebuffer>, &State::framebufferSrgb>,
    AttributeRow<GL_COLOR_BUFFER_BIT, kNothing, &State::clearColorKind, &State::clearColor>,
    // What becomes of vertices: windows, primitives, samples.
    AttributeRow<GL_VIEWPORT_BIT, kShownAnd<kShownDepthRange, Dirty::Viewport>, &State::viewports>,
    AttributeRow<GL_SCISSOR_BIT | GL_ENABLE_BIT, kDirty<Dirty::Scissor>, &State::scissorMask>,
    AttributeRow<GL_SCISSOR_BIT, kDirty<Dirty::Scissor>, &State::scissors>,
    AttributeRow<GL_POLYGON_BIT | GL_ENABLE_BIT, kDirty<Dirty::Cull, Dirty::DepthBias>, &State::cullEnabled, &State::polygonOffsetFill, &State::polygonOffsetLine, &State::polygonOffsetPoint>,
    AttributeRow<GL_POLYGON_BIT, kDirty<Dirty::Cull, Dirty::DepthBias>, &State::cullFace, &State::frontFace>,
    AttributeRow<GL_POLYGON_BIT, kDirty<Dirty::Raster, Dirty::DepthBias>, &State::polygonModeFront, &State::polygonModeBack>,
    AttributeRow<GL_POLYGON_BIT, kDirty<Dirty::DepthBias>, &State::polygonOffsetFactor, &State::polygonOffsetUnits>,
    AttributeRow<GL_LINE_BIT, kDirty<Dirty::LineWidth>, &State::lineWidth_px, &State::lineStippleFactor, &State::lineStipplePattern>,
    AttributeRow<GL_LINE_BIT | GL_ENABLE_BIT, kDirty<Dirty::Raster>, &State::lineSmooth, &State::lineStipple>,
    AttributeRow<GL_POLYGON_STIPPLE_BIT, kShown<kShownPolygonStipple>, &CompatState::polygonStipple>,
    AttributeRow<GL_POLYGON_BIT | GL_ENABLE_BIT, kDirty<Dirty::Raster>, &State::polygonStipple>,
    AttributeRow<GL_POINT_BIT, kShownAnd<kShownPoints, Dirty::Raster>, &State::pointSize_px, &State::pointFadeThreshold_px, &State::pointSpriteOrigin>,
    AttributeRow<GL_POINT_BIT, kShown<kShownPoints>, &CompatState::point>,
    AttributeRow<GL_ENABLE_BIT, kShownAnd<kShownPoints, Dirty::Raster>, &State::programPointSize>,
    AttributeRow<GL_LIGHTING_BIT, kDirty<Dirty::Raster>, &State::flatColors, &State::provokingVertex>,
    AttributeRow<GL_ENABLE_BIT, kDirty<Dirty::Raster>, &State::twoSidedColors>,
    AttributeRow<GL_MULTISAMPLE_BIT | GL_ENABLE_BIT, kDirty<Dirty::Multisample, Dirty::Samples>, &State::multisample, &State::sampleAlphaToCoverage, &State::sampleAlphaToOne, &State::sampleCoverage, &State::sampleMaskEnabled, &State::sampleShading>,
    AttributeRow<GL_MULTISAMPLE_BIT, kDirty<Dirty::Multisample, Dirty::Samples>, &State::sampleCoverageValue, &State::sampleCoverageInvert, &State::sampleMask, &State::minSampleShading>,
    AttributeRow<GL_HINT_BIT, kNothing, &ClientState::generateMipmapHint, &ClientState::derivativeHint, &ClientState::otherHints>,
    // Coordinates and fog.
    AttributeRow<GL_TRANSFORM_BIT | GL_ENABLE_BIT, kShownAnd<kShownClipPlanes, Dirty::Raster>, &State::clipDistanceMask, &State::depthClamp>,
    AttributeRow<GL_TRANSFORM_BIT, kShown<kShownClipPlanes>, &CompatState::matrixMode, &CompatState::clipPlanes>,
    AttributeRow<GL_FOG_BIT, kShown<kShownFog>, &CompatState::fog, &CompatState::colorSum>,
    AttributeRow<GL_TRANSFORM_BIT, kNothing, &CompatState::normalize, &CompatState::rescaleNormal>,
    AttributeRow<GL_LIGHTING_BIT, kShown<kShownLighting>, &CompatState::lighting>,
    AttributeRow<GL_COLOR_BUFFER_BIT, kShown<kShownAlphaTest>, &CompatState::alphaTest>,
    AttributeRow<GL_COLOR_BUFFER_BIT, kNothing, &CompatState::colorIndices>,
    AttributeRow<GL_LIGHTING_BIT | GL_ENABLE_BIT, kShown<kShownColorClamps>, &CompatState::clampVertexColor>,
    AttributeRow<GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT, kShown<kShownColorClamps>, &CompatState::clampFragmentColor>,
    AttributeRow<GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT, kNothing, &ClientState::clampReadColor>,
    // Pixels.
    AttributeRow<GL_CURRENT_BIT, kNothing, &CompatState::raster>,
    AttributeRow<GL_ACCUM_BUFFER_BIT, kNothing, &CompatState::accumulation>,
    AttributeRow<GL_PIXEL_MODE_BIT, kNothing, &CompatState::pixelZoom>,
    PixelTransferRow,
    // Textures, but for what is bound.
    AttributeRow<GL_TEXTURE_BIT, kNothing, &ClientState::activeTexture>,
    AttributeRow<GL_TEXTURE_BIT | GL_ENABLE_BIT, kDirty<Dirty::Textures>, &State::seamlessCubes>,
    AttributeRow<GL_TEXTURE_BIT, kShown<kShownTextureEnvironment | kShownTextureGeneration>, &CompatState::textureEnv, &CompatState::textureGen>,
    AttributeRow<GL_LIST_BIT, kNothing, &CompatState::listBase>,
    AttributeRow<GL_EVAL_BIT | GL_ENABLE_BIT, kNothing, &CompatState::evalSwitches>,
    AttributeRow<GL_EVAL_BIT, kNothing, &CompatState::evalGrid>,
    // Fixed function's switches, which lie beside what GL_ENABLE_BIT does not save.
    CompatSwitches,
    AttributeRow<GL_ENABLE_BIT, Consequences{.recheck = kRecheckProgram}, &CompatState::programModes>,
    // Switches that nothing follows from.
    AttributeRow<GL_ENABLE_BIT, kNothing, &CompatState::switches>,
    AttributeRow<GL_POLYGON_BIT | GL_ENABLE_BIT, kNothing, &ClientState::inertSwitches>>;
// clang-format on

} // namespace attribute_table

/// The state of some groups as it was at one time.
class SavedAttributes {
public:
    SavedAttributes(const StateParts& from, GLbitfield groups);

    GLbitfield groups() const { return m_groups; }
    /// Makes it what it was.
    Consequences restore(const StateParts& to) const;

private:
    GLbitfield m_groups;
    attribute_table::Rows m_rows;
};

} // namespace gl
