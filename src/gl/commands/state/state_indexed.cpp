// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// State of one viewport or one draw buffer (ARB_viewport_array, EXT_draw_buffers2,
// ARB_draw_buffers_blend), and of samples, patches and primitives.
#include "gl/compat/state/compat_state.h"
#include "gl/validation/state_values.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gl {

namespace {

double clampToUnit(double value) {
    return value > 0 ? std::min(value, 1.0) : 0.0; // NaN becomes 0.
}

} // namespace

// --- vp

bool Context::validViewports(GLuint first, GLsizei count) {
    const GLuint most = GLuint(maxViewports());
    if (count < 0 || first > most || GLuint(count) > most - first) {
        setError(GL_INVALID_VALUE, "viewports {} and {} more, of {}", first, count, most);
        return false;
    }
    return true;
}

void Context::setViewports(
    GLuint first, GLuint count, float x, float y, float width_px, float height_px) {
    const Caps& c = caps();
    x = std::clamp(x, c.viewportBounds_px[0], c.viewportBounds_px[1]);
    y = std::clamp(y, c.viewportBounds_px[0], c.viewportBounds_px[1]);
    width_px = std::min(width_px, float(c.maxViewport_px[0]));
    height_px = std::min(height_px, float(c.maxViewport_px[1]));
    const std::span<Viewport> viewports = std::span(m_state.viewports).subspan(first, count);
    if (std::ranges::all_of(viewports, [&](const Viewport& v) {
            return v.x == x && v.y == y && v.width_px == width_px && v.height_px == height_px;
        })) {
        return;
    }
    for (Viewport& v : viewports) {
        v.x = x;
        v.y = y;
        v.width_px = width_px;
        v.height_px = height_px;
    }
    m_dirty.set(Dirty::Viewport);
}

void Context::setDepthRanges(GLuint first, GLuint count, double n, double f) {
    const std::array<double, 2> range{clampToUnit(n), clampToUnit(f)};
    for (Viewport& v : std::span(m_state.viewports).subspan(first, count)) {
        if (v.depthRange != range) {
            v.depthRange = range;
            m_dirty.set(Dirty::Viewport);
            shownStateChanged(kShownDepthRange);
        }
    }
}

void Context::setScissors(
    GLuint first, GLuint count, GLint x, GLint y, GLsizei width, GLsizei height) {
    const std::span<Rect> boxes = std::span(m_state.scissors).subspan(first, count);
    if (std::ranges::all_of(boxes, [&](const Rect& box) {
            return box.x == x && box.y == y && box.width_px == width && box.height_px == height;
        })) {
        return;
    }
    for (Rect& box : boxes) {
        box = {x, y, width, height};
    }
    m_dirty.set(Dirty::Scissor);
}

void Context::viewportArrayv(GLuint first, GLsizei count, const GLfloat* v) {
    if (!validViewports(first, count)) {
        return;
    }
    for (GLsizei i = 0; i < count; ++i) {
        if (!(v[4 * i + 2] >= 0) || !(v[4 * i + 3] >= 0)) {
            return setError(GL_INVALID_VALUE, "a viewport of {}×{}", v[4 * i + 2], v[4 * i + 3]);
        }
    }
    for (GLsizei i = 0; i < count; ++i, v += 4) {
        setViewports(first + GLuint(i), 1, v[0], v[1], v[2], v[3]);
    }
}

void Context::viewportIndexedf(GLuint index, GLfloat x, GLfloat y, GLfloat w, GLfloat h) {
    const GLfloat v[] = {x, y, w, h};
    viewportArrayv(index, 1, v);
}

void Context::viewportIndexedfv(GLuint index, const GLfloat* v) {
    viewportArrayv(index, 1, v);
}

void Context::depthRangeArrayv(GLuint first, GLsizei count, const GLdouble* v) {
    if (!validViewports(first, count)) {
        return;
    }
    for (GLsizei i = 0; i < count; ++i) {
        setDepthRanges(first + GLuint(i), 1, v[2 * i], v[2 * i + 1]);
    }
}

void Context::depthRangeIndexed(GLuint index, GLdouble n, GLdouble f) {
    const GLdouble v[] = {n, f};
    depthRangeArrayv(index, 1, v);
}

void Context::scissorArrayv(GLuint first, GLsizei count, const GLint* v) {
    if (!validViewports(first, count)) {
        return;
    }
    for (GLsizei i = 0; i < count; ++i) {
        if (v[4 * i + 2] < 0 || v[4 * i + 3] < 0) {
            return setError(GL_INVALID_VALUE, "a scissor box of {}×{}", v[4 * i + 2], v[4 * i + 3]);
        }
    }
    for (GLsizei i = 0; i < count; ++i, v += 4) {
        setScissors(first + GLuint(i), 1, v[0], v[1], v[2], v[3]);
    }
}

void Context::scissorIndexed(
    GLuint index, GLint left, GLint bottom, GLsizei width, GLsizei height) {
    const GLint v[] = {left, bottom, width, height};
    scissorArrayv(index, 1, v);
}

void Context::scissorIndexedv(GLuint index, const GLint* v) {
    scissorArrayv(index, 1, v);
}

// --- cb

bool Context::validDrawBuffer(GLuint buffer) {
    if (buffer >= GLuint(caps().maxDrawBuffers)) {
        setError(GL_INVALID_VALUE, "there is no draw buffer {}", buffer);
        return false;
    }
    return true;
}

void Context::enableBlend(bool on) {
    if (usesSecondSource(m_state.blends[0])) {
        recheck(kRecheckFramebuffer);
    }
    if (!m_state.blendsDiffer && m_state.blends[0].enabled == on) {
        return;
    }
    for (BlendState& blend : m_state.blends) {
        blend.enabled = on;
    }
    m_state.blendsDiffer = m_state.blendsDiffer &&
                           std::any_of(m_state.blends.begin(), m_state.blends.end(), [&](auto& b) {
                               return !(b == m_state.blends[0]);
                           });
    m_dirty.set(Dirty::Blend);
}

namespace {

void setOneBlend(Context& context, GLuint buffer, const BlendState& blend) {
    State& state = context.state();
    if (state.blends[buffer] == blend) {
        return;
    }
    state.blends[buffer] = blend;
    if (usesSecondSource(blend)) {
        context.recheck(kRecheckFramebuffer);
    }
    state.blendsDiffer = std::any_of(state.blends.begin(), state.blends.end(), [&](auto& each) {
        return !(each == state.blends[0]);
    });
    context.dirty().set(Dirty::Blend);
}

} // namespace

void Context::blendEquationi(GLuint buf, GLenum mode) {
    blendEquationSeparatei(buf, mode, mode);
}

void Context::blendEquationSeparatei(GLuint buf, GLenum modeRGB, GLenum modeAlpha) {
    if (!validDrawBuffer(buf)) {
        return;
    }
    if (!validBlendEquation(modeRGB) || !validBlendEquation(modeAlpha)) {
        return setError(GL_INVALID_ENUM, "blend equations 0x{:04X}, 0x{:04X}", modeRGB, modeAlpha);
    }
    BlendState blend = m_state.blends[buf];
    blend.equationRgb = modeRGB;
    blend.equationAlpha = modeAlpha;
    setOneBlend(*this, buf, blend);
}

void Context::blendFunci(GLuint buf, GLenum src, GLenum dst) {
    blendFuncSeparatei(buf, src, dst, src, dst);
}

void Context::blendFuncSeparatei(
    GLuint buf, GLenum srcRGB, GLenum dstRGB, GLenum srcAlpha, GLenum dstAlpha) {
    if (!validDrawBuffer(buf)) {
        return;
    }
    if (!validBlendFactors(*this, srcRGB, dstRGB, srcAlpha, dstAlpha)) {
        return setError(GL_INVALID_ENUM,
                        "blend factors 0x{:04X}, 0x{:04X}, 0x{:04X}, 0x{:04X}",
                        srcRGB,
                        dstRGB,
                        srcAlpha,
                        dstAlpha);
    }
    BlendState blend = m_state.blends[buf];
    blend.srcRgb = srcRGB;
    blend.dstRgb = dstRGB;
    blend.srcAlpha = srcAlpha;
    blend.dstAlpha = dstAlpha;
    setOneBlend(*this, buf, blend);
}

void Context::colorMaski(GLuint index, GLboolean r, GLboolean g, GLboolean b, GLboolean a) {
    if (validDrawBuffer(index)) {
        change(m_state.colorMasks[index], packColorMask(r, g, b, a), Dirty::ColorMask);
    }
}

void Context::logicOp(GLenum opcode) {
    if (opcode < GL_CLEAR || opcode > GL_SET) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a logic operation", opcode);
    }
    change(m_state.logicOp, opcode, Dirty::LogicOp);
}

// --- Switches by index

void Context::enablei(GLenum target, GLuint index) {
    setFeatureIndexed(target, index, true);
}

void Context::disablei(GLenum target, GLuint index) {
    setFeatureIndexed(target, index, false);
}

void Context::setFeatureIndexed(GLenum target, GLuint index, bool on) {
    if (target == GL_BLEND) {
        if (validDrawBuffer(index)) {
            BlendState blend = m_state.blends[index];
            blend.enabled = on;
            setOneBlend(*this, index, blend);
        }
        return;
    }
    if (target == GL_SCISSOR_TEST && caps().multiViewport) {
        if (validViewports(index, 1)) {
            const uint32_t bit = 1u << index;
            const uint32_t mask = on ? m_state.scissorMask | bit : m_state.scissorMask & ~bit;
            change(m_state.scissorMask, mask, Dirty::Scissor);
        }
        return;
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a capability with indices", target);
}

GLboolean Context::isEnabledi(GLenum target, GLuint index) {
    if (target == GL_BLEND) {
        return validDrawBuffer(index) && m_state.blends[index].enabled;
    }
    if (target == GL_SCISSOR_TEST && caps().multiViewport) {
        return validViewports(index, 1) && (m_state.scissorMask >> index & 1);
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a capability with indices", target);
    return GL_FALSE;
}

// --- ms

void Context::sampleMaski(GLuint maskNumber, GLbitfield mask) {
    if (maskNumber >= 1) { // GL_MAX_SAMPLE_MASK_WORDS
        return setError(GL_INVALID_VALUE, "there is no sample mask word {}", maskNumber);
    }
    change(m_state.sampleMask, mask, Dirty::Samples);
}

void Context::minSampleShading(GLfloat value) {
    change(m_state.minSampleShading, float(clampToUnit(value)), Dirty::Samples);
}

// --- ia, ts, rs

void Context::primitiveRestartIndex(GLuint index) {
    m_state.restartIndex = index; // Draws look at it themselves.
}

void Context::patchParameteri(GLenum pname, GLint value) {
    if (pname != GL_PATCH_VERTICES) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a patch parameter", pname);
    }
    if (value <= 0 || value > caps().maxPatchVertices) {
        return setError(GL_INVALID_VALUE, "patches of {} vertices", value);
    }
    change(m_state.patchVertices, uint8_t(value), Dirty::Raster);
}

void Context::patchParameterfv(GLenum pname, const GLfloat* values) {
    switch (pname) {
    case GL_PATCH_DEFAULT_OUTER_LEVEL:
        std::copy_n(values, 4, m_state.patchOuterLevels.begin());
        break;
    case GL_PATCH_DEFAULT_INNER_LEVEL:
        std::copy_n(values, 2, m_state.patchInnerLevels.begin());
        break;
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a patch parameter", pname);
    }
    ++m_state.patchLevelSerial;
    m_dirty.set(Dirty::Uniforms); // The back end hands them over as uniforms.
}

void Context::provokingVertex(GLenum mode) {
    if (mode != GL_FIRST_VERTEX_CONVENTION && mode != GL_LAST_VERTEX_CONVENTION) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a provoking vertex", mode);
    }
    change(m_state.provokingVertex, mode, Dirty::Raster);
}

} // namespace gl
