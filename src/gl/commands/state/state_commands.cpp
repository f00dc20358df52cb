// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"
#include "gl/validation/state_values.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gl {

namespace {

/// NaN becomes 0.
float clamp01(double value) {
    return value > 0 ? (value < 1 ? float(value) : 1.0f) : 0.0f;
}

bool validCompare(GLenum func) {
    return func >= GL_NEVER && func <= GL_ALWAYS;
}

bool validStencilOp(GLenum op) {
    switch (op) {
    case GL_KEEP:
    case GL_ZERO:
    case GL_REPLACE:
    case GL_INCR:
    case GL_DECR:
    case GL_INVERT:
    case GL_INCR_WRAP:
    case GL_DECR_WRAP:
        return true;
    default:
        return false;
    }
}

/// Changes how all draw buffers are blended. `change` tells of each whether it was another before.
template <class Change>
void updateBlends(Context& context, Change change) {
    State& state = context.state();
    bool changed = change(state.blends[0]);
    if (!changed && !state.blendsDiffer) {
        return;
    }
    for (size_t i = 1; i < state.blends.size(); ++i) {
        changed |= change(state.blends[i]);
    }
    if (!changed) {
        return;
    }
    state.blendsDiffer =
        state.blendsDiffer && std::any_of(state.blends.begin(), state.blends.end(), [&](auto& b) {
            return !(b == state.blends[0]);
        });
    if (usesSecondSource(state.blends[0])) {
        context.recheck(kRecheckFramebuffer);
    }
    context.dirty().set(Dirty::Blend);
}

} // namespace

namespace {

bool validFace(GLenum face) {
    return face == GL_FRONT || face == GL_BACK || face == GL_FRONT_AND_BACK;
}

/// Applies `edit` to the faces that `face` names and marks the state where one changed.
template <class Fn>
void editStencil(Context& context, GLenum face, Fn&& edit) {
    State& state = context.state();
    if (face != GL_BACK) {
        StencilFace changed = state.stencilFront;
        edit(changed);
        context.change(state.stencilFront, changed, Dirty::DepthStencil);
    }
    if (face != GL_FRONT) {
        StencilFace changed = state.stencilBack;
        edit(changed);
        context.change(state.stencilBack, changed, Dirty::DepthStencil);
    }
}

} // namespace

// --- vp

void Context::viewport(GLint x, GLint y, GLsizei width, GLsizei height) {
    if (width < 0 || height < 0) {
        return setError(GL_INVALID_VALUE, "a viewport of {}×{}", width, height);
    }
    // OpenGL 4.1 section 2.14.1: all of them are set.
    setViewports(0, GLuint(maxViewports()), float(x), float(y), float(width), float(height));
}

void Context::depthRange(GLdouble n, GLdouble f) {
    setDepthRanges(0, GLuint(maxViewports()), n, f);
}

void Context::depthRangef(GLfloat n, GLfloat f) {
    depthRange(n, f);
}

void Context::scissor(GLint x, GLint y, GLsizei width, GLsizei height) {
    if (width < 0 || height < 0) {
        return setError(GL_INVALID_VALUE, "a scissor box of {}×{}", width, height);
    }
    setScissors(0, GLuint(maxViewports()), x, y, width, height);
}

// --- rs

void Context::drawnFacesChanged() {
    if (m_state.polygonModeFront != m_state.polygonModeBack) {
        m_dirty.set(Dirty::DepthBias); // State::polygonMode() may be another.
    }
}

void Context::cullFace(GLenum mode) {
    if (!validFace(mode)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a face to cull", mode);
    }
    change(m_state.cullFace, mode, Dirty::Cull);
    drawnFacesChanged();
}

void Context::frontFace(GLenum mode) {
    if (mode != GL_CW && mode != GL_CCW) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not GL_CW or GL_CCW", mode);
    }
    change(m_state.frontFace, mode, Dirty::Cull);
}

void Context::polygonMode(GLenum face, GLenum mode) {
    if (!validFace(face) || (isCore() && face != GL_FRONT_AND_BACK) ||
        (mode != GL_POINT && mode != GL_LINE && mode != GL_FILL)) {
        return setError(GL_INVALID_ENUM, "face 0x{:04X}, mode 0x{:04X}", face, mode);
    }
    const GLenum front = face != GL_BACK ? mode : m_state.polygonModeFront;
    const GLenum back = face != GL_FRONT ? mode : m_state.polygonModeBack;
    if (front != m_state.polygonModeFront || back != m_state.polygonModeBack) {
        m_state.polygonModeFront = front;
        m_state.polygonModeBack = back;
        polygonModesChanged();
        m_dirty.set(Dirty::Raster);
        m_dirty.set(Dirty::DepthBias); // Each mode has a switch of its own.
    }
}

void Context::polygonModesChanged() {
    const bool one = m_state.polygonModeFront == m_state.polygonModeBack &&
                     (m_state.polygonModeFront == GL_FILL || !m_compat);
    m_recheck = one ? m_recheck & ~uint32_t(kRecheckFaces) : m_recheck | kRecheckFaces;
}

void Context::polygonOffset(GLfloat factor, GLfloat units) {
    change(m_state.polygonOffsetFactor, factor, Dirty::DepthBias);
    change(m_state.polygonOffsetUnits, units, Dirty::DepthBias);
}

void Context::lineWidth(GLfloat width) {
    if (!(width > 0)) {
        return setError(GL_INVALID_VALUE, "a line width of {}", width);
    }
    change(m_state.lineWidth_px, width, Dirty::LineWidth);
}

void Context::pointSize(GLfloat size) {
    if (!(size > 0)) {
        return setError(GL_INVALID_VALUE, "a point size of {}", size);
    }
    if (m_state.pointSize_px != size) {
        m_state.pointSize_px = size;
        shownStateChanged(kShownPoints);
    }
}

void Context::pointParameterfv(GLenum pname, const GLfloat* params) {
    if (isES() && !m_compat) {
        return setError(GL_INVALID_OPERATION, "OpenGL ES 2.0 has no point parameters");
    }
    const bool removed = pname == GL_POINT_SIZE_MIN || pname == GL_POINT_SIZE_MAX ||
                         pname == GL_POINT_DISTANCE_ATTENUATION;
    if (removed && !m_compat) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a point parameter", pname);
    }
    switch (pname) {
    case GL_POINT_SIZE_MIN:
    case GL_POINT_SIZE_MAX:
    case GL_POINT_FADE_THRESHOLD_SIZE:
        if (!(params[0] >= 0)) {
            return setError(GL_INVALID_VALUE, "a point size of {}", params[0]);
        }
        (pname == GL_POINT_SIZE_MIN   ? m_compat->point.sizeMin_px
         : pname == GL_POINT_SIZE_MAX ? m_compat->point.sizeMax_px
                                      : m_state.pointFadeThreshold_px) = params[0];
        break;
    case GL_POINT_DISTANCE_ATTENUATION:
        std::copy_n(params, 3, m_compat->point.attenuation.begin());
        break;
    case GL_POINT_SPRITE_COORD_ORIGIN: {
        const GLenum origin = GLenum(params[0]);
        if (origin != GL_UPPER_LEFT && origin != GL_LOWER_LEFT) {
            return setError(GL_INVALID_VALUE, "0x{:04X} is not a point sprite origin", origin);
        }
        change(m_state.pointSpriteOrigin, origin, Dirty::Raster);
        break;
    }
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a point parameter", pname);
    }
    shownStateChanged(kShownPoints);
}

void Context::pointParameterf(GLenum pname, GLfloat param) {
    if (pname == GL_POINT_DISTANCE_ATTENUATION) {
        return setError(GL_INVALID_ENUM, "GL_POINT_DISTANCE_ATTENUATION takes a vector");
    }
    pointParameterfv(pname, &param);
}

void Context::pointParameteri(GLenum pname, GLint param) {
    pointParameterf(pname, GLfloat(param));
}

void Context::pointParameteriv(GLenum pname, const GLint* params) {
    if (pname != GL_POINT_DISTANCE_ATTENUATION) {
        return pointParameterf(pname, GLfloat(params[0]));
    }
    const GLfloat values[3] = {GLfloat(params[0]), GLfloat(params[1]), GLfloat(params[2])};
    pointParameterfv(pname, values);
}

// --- ms

void Context::sampleCoverage(GLfloat value, GLboolean invert) {
    change(m_state.sampleCoverageValue, clamp01(value), Dirty::Multisample);
    change(m_state.sampleCoverageInvert, invert != GL_FALSE, Dirty::Multisample);
}

// --- ds

void Context::depthFunc(GLenum func) {
    if (!validCompare(func)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a comparison", func);
    }
    change(m_state.depthFunc, func, Dirty::DepthStencil);
}

void Context::depthMask(GLboolean flag) {
    change(m_state.depthMask, flag != GL_FALSE, Dirty::DepthStencil);
}

void Context::stencilFunc(GLenum func, GLint ref, GLuint mask) {
    stencilFuncSeparate(GL_FRONT_AND_BACK, func, ref, mask);
}

void Context::stencilFuncSeparate(GLenum face, GLenum func, GLint ref, GLuint mask) {
    if (!validFace(face) || !validCompare(func)) {
        return setError(GL_INVALID_ENUM, "face 0x{:04X}, comparison 0x{:04X}", face, func);
    }
    editStencil(*this, face, [&](StencilFace& stencil) {
        stencil.func = func;
        stencil.ref = ref;
        stencil.readMask = mask;
    });
}

void Context::stencilMask(GLuint mask) {
    stencilMaskSeparate(GL_FRONT_AND_BACK, mask);
}

void Context::stencilMaskSeparate(GLenum face, GLuint mask) {
    if (!validFace(face)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a face", face);
    }
    editStencil(*this, face, [&](StencilFace& stencil) { stencil.writeMask = mask; });
}

void Context::stencilOp(GLenum fail, GLenum zfail, GLenum zpass) {
    stencilOpSeparate(GL_FRONT_AND_BACK, fail, zfail, zpass);
}

void Context::stencilOpSeparate(GLenum face, GLenum sfail, GLenum dpfail, GLenum dppass) {
    if (!validFace(face) || !validStencilOp(sfail) || !validStencilOp(dpfail) ||
        !validStencilOp(dppass)) {
        return setError(GL_INVALID_ENUM,
                        "face 0x{:04X}, operations 0x{:04X}, 0x{:04X}, 0x{:04X}",
                        face,
                        sfail,
                        dpfail,
                        dppass);
    }
    editStencil(*this, face, [&](StencilFace& stencil) {
        stencil.fail = sfail;
        stencil.depthFail = dpfail;
        stencil.depthPass = dppass;
    });
}

// --- cb

void Context::blendColor(GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
    // From OpenGL 3.0 and ES 3.0 on, and with ARB_color_buffer_float, it is clamped where a
    // fixed-point buffer is blended.
    const std::array<float, 4> color{red, green, blue, alpha};
    const std::array<float, 4> clamped{clamp01(red), clamp01(green), clamp01(blue), clamp01(alpha)};
    change(m_state.blendColor, m_compat || atLeast(30, 30) ? color : clamped, Dirty::BlendColor);
}

void Context::blendEquation(GLenum mode) {
    blendEquationSeparate(mode, mode);
}

void Context::blendEquationSeparate(GLenum modeRGB, GLenum modeAlpha) {
    if (!validBlendEquation(modeRGB) || !validBlendEquation(modeAlpha)) {
        return setError(GL_INVALID_ENUM, "blend equations 0x{:04X}, 0x{:04X}", modeRGB, modeAlpha);
    }
    updateBlends(*this, [=](BlendState& blend) {
        const bool same = blend.equationRgb == modeRGB && blend.equationAlpha == modeAlpha;
        blend.equationRgb = uint16_t(modeRGB);
        blend.equationAlpha = uint16_t(modeAlpha);
        return !same;
    });
}

void Context::blendFunc(GLenum sfactor, GLenum dfactor) {
    blendFuncSeparate(sfactor, dfactor, sfactor, dfactor);
}

void Context::blendFuncSeparate(GLenum sfactorRGB,
                                GLenum dfactorRGB,
                                GLenum sfactorAlpha,
                                GLenum dfactorAlpha) {
    if (!validBlendFactors(*this, sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha)) {
        return setError(GL_INVALID_ENUM,
                        "blend factors 0x{:04X}, 0x{:04X}, 0x{:04X}, 0x{:04X}",
                        sfactorRGB,
                        dfactorRGB,
                        sfactorAlpha,
                        dfactorAlpha);
    }
    updateBlends(*this, [=](BlendState& blend) {
        const bool same = blend.srcRgb == sfactorRGB && blend.dstRgb == dfactorRGB &&
                          blend.srcAlpha == sfactorAlpha && blend.dstAlpha == dfactorAlpha;
        blend.srcRgb = uint16_t(sfactorRGB);
        blend.dstRgb = uint16_t(dfactorRGB);
        blend.srcAlpha = uint16_t(sfactorAlpha);
        blend.dstAlpha = uint16_t(dfactorAlpha);
        return !same;
    });
}

void Context::colorMask(GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha) {
    std::array<uint8_t, kMaxColorAttachments> masks;
    masks.fill(packColorMask(red, green, blue, alpha));
    change(m_state.colorMasks, masks, Dirty::ColorMask);
}

// --- Values for glClear

void Context::clearColor(GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
    std::array<float, 4> color{red, green, blue, alpha};
    if (!m_compat && !atLeast(30, 30)) {
        std::ranges::transform(color, color.begin(), [](float v) { return float(clamp01(v)); });
    }
    m_state.clearColorKind = ClearKind::Float;
    m_state.clearColor = std::bit_cast<std::array<uint32_t, 4>>(color);
}

// EXT_texture_integer

void Context::clearColorIiEXT(GLint red, GLint green, GLint blue, GLint alpha) {
    m_state.clearColorKind = ClearKind::Int;
    m_state.clearColor = {uint32_t(red), uint32_t(green), uint32_t(blue), uint32_t(alpha)};
}

void Context::clearColorIuiEXT(GLuint red, GLuint green, GLuint blue, GLuint alpha) {
    m_state.clearColorKind = ClearKind::Uint;
    m_state.clearColor = {red, green, blue, alpha};
}

void Context::clearDepth(GLdouble depth) {
    m_state.clearDepth = clamp01(depth);
}

void Context::clearDepthf(GLfloat d) {
    clearDepth(d);
}

void Context::clearStencil(GLint s) {
    m_state.clearStencil = s;
}

// --- Hints

void Context::hint(GLenum target, GLenum mode) {
    if (mode != GL_FASTEST && mode != GL_NICEST && mode != GL_DONT_CARE) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a hint", mode);
    }
    switch (target) {
    case GL_GENERATE_MIPMAP_HINT:
        m_client.generateMipmapHint = mode;
        return;
    case GL_FRAGMENT_SHADER_DERIVATIVE_HINT:
        m_client.derivativeHint = mode;
        return;
    case GL_PERSPECTIVE_CORRECTION_HINT:
    case GL_POINT_SMOOTH_HINT:
    case GL_LINE_SMOOTH_HINT:
    case GL_POLYGON_SMOOTH_HINT:
    case GL_FOG_HINT:
        if (isDesktop() || m_compat) {
            m_client.otherHints[target - GL_PERSPECTIVE_CORRECTION_HINT] = mode;
            return;
        }
        break;
    case GL_TEXTURE_COMPRESSION_HINT:
        if (isDesktop()) {
            m_client.otherHints[5] = mode;
            return;
        }
        break;
    }
    setError(GL_INVALID_ENUM, "0x{:04X} has no hint", target);
}

} // namespace gl
