// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glClampColor (GL 4.6 compatibility profile, sections 12.3.1, 15.2.3 and 18.2.7).
#include "base/bits.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

namespace gl {

namespace {

struct ColorBuffers {
    bool fixedPoint = true;  ///< All that are drawn to; true of none.
    bool clampAnyway = true; ///< What they hold is in [0, 1] whatever is written.
};

ColorBuffers drawnBuffers(const Framebuffer& framebuffer) {
    ColorBuffers buffers;
    base::forEachBit(framebuffer.drawBufferMask(), [&](unsigned i) {
        const format::InternalFormat* format = framebuffer.colorFormat(int(i));
        if (!format) {
            return;
        }
        switch (format->numeric) {
        case format::Numeric::Unorm:
        case format::Numeric::Srgb:
            break;
        case format::Numeric::Snorm:
            buffers.clampAnyway = false;
            break;
        default:
            buffers = {.fixedPoint = false, .clampAnyway = false};
            break;
        }
    });
    return buffers;
}

bool clamps(GLenum when, bool fixedPoint) {
    return when == GL_TRUE || (when == GL_FIXED_ONLY && fixedPoint);
}

} // namespace

void Context::clampColor(GLenum target, GLenum clamp) {
    const bool removed = target == GL_CLAMP_VERTEX_COLOR || target == GL_CLAMP_FRAGMENT_COLOR;
    if (target != GL_CLAMP_READ_COLOR && !(removed && m_compat)) {
        return setError(GL_INVALID_ENUM, "glClampColor: target {:#x}", target);
    }
    if (clamp != GL_TRUE && clamp != GL_FALSE && clamp != GL_FIXED_ONLY) {
        return setError(GL_INVALID_ENUM, "glClampColor: {:#x}", clamp);
    }
    if (target == GL_CLAMP_READ_COLOR) {
        m_client.clampReadColor = clamp;
        return;
    }
    if (!outsideBeginEnd()) {
        return;
    }
    (target == GL_CLAMP_VERTEX_COLOR ? m_compat->clampVertexColor : m_compat->clampFragmentColor) =
        clamp;
    shownStateChanged(kShownColorClamps);
}

bool Context::clampsFragmentColors() const {
    return m_compat &&
           clamps(m_compat->clampFragmentColor, drawnBuffers(*m_state.drawFramebuffer).fixedPoint);
}

void Context::resolveColorClamps() {
    const ColorBuffers buffers = drawnBuffers(*m_state.drawFramebuffer);
    const bool vertices = clamps(m_compat->clampVertexColor, buffers.fixedPoint);
    const bool fragments = clamps(m_compat->clampFragmentColor, buffers.fixedPoint);
    if (vertices != m_state.clampVertexColors || fragments != m_state.clampFragmentColors) {
        m_state.clampVertexColors = vertices;
        m_state.clampFragmentColors = fragments;
        shownStateChanged(kShownColorClamps);
    }
    change(m_state.clampOutputs,
           fragments && (!buffers.clampAnyway || m_compat->alphaTest.enabled),
           Dirty::Raster);
}

} // namespace gl
