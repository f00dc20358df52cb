// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glRasterPos and glWindowPos (GL 4.6 compatibility section 14.7).
#include "gl/compat/commands/host_vertices.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/render_mode.h"
#include "gl/context/context.h"
#include "gl/validation/validate_program.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

using Vec4 = std::array<float, 4>;

/// The view volume, and the planes that clip; depth clamping leaves out near and far.
bool isInside(const State& state, const CompatState& compat, const Vec4& clip, const Vec4& eye) {
    const size_t axes = state.depthClamp ? 2 : 3;
    for (size_t axis = 0; axis < axes; ++axis) {
        if (!(std::abs(clip[axis]) <= clip[3])) {
            return false;
        }
    }
    for (size_t plane = 0; plane < compat.clipPlanes.size(); ++plane) {
        const auto& p = compat.clipPlanes[plane];
        const double distance = p[0] * eye[0] + p[1] * eye[1] + p[2] * eye[2] + p[3] * eye[3];
        if ((state.clipDistanceMask >> plane & 1) && distance < 0) {
            return false;
        }
    }
    return clip[3] != 0;
}

/// What fixed function makes of the current colours and texture coordinates at a point.
void takeVertexAttributes(const State& state,
                          const CompatState& compat,
                          const Vec4& object,
                          const Vec4& eye,
                          RasterPosition& raster) {
    const HostVertices vertices(state, compat);
    const HostVertices::Vertex vertex{.object = object,
                                      .eye = eye,
                                      .normal = state.currentAttribs[kArrayNormal].floats(),
                                      .color = state.currentAttribs[kArrayColor].floats(),
                                      .secondaryColor =
                                          state.currentAttribs[kArraySecondaryColor].floats()};
    const HostVertices::Colors colors = vertices.colors(vertex);
    raster.color = colors.primary;
    raster.secondaryColor = colors.secondary;
    for (size_t unit = 0; unit < raster.texCoords.size(); ++unit) {
        raster.texCoords[unit] = vertices.coordinates(
            unit, vertex, state.currentAttribs[kArrayTexCoord0 + unit].floats());
    }
}

/// Rounded once at the end: positions that are meant to be whole are.
float windowAxis(float first_px, float size_px, float device) {
    return device * (size_px / 2) + (first_px + size_px / 2);
}

float windowZ(const Viewport& viewport, float z, float low) {
    const double fraction = (double(z) - low) / (1.0 - low);
    const auto [n, f] = viewport.depthRange;
    return float(n + std::clamp(fraction, 0.0, 1.0) * (f - n));
}

} // namespace

void Context::setRasterPosition(float x, float y, float z, float w) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no raster position in this context");
    }
    resolveStages();
    if (!requireAssemblyPrograms(*this)) {
        return;
    }
    const Vec4 object{x, y, z, w};
    const Vec4 eye = m_compat->modelView.top() * object;
    const Vec4 clip = m_compat->projection.top() * eye;
    RasterPosition& raster = m_compat->raster;
    raster.valid = isInside(m_state, *m_compat, clip, eye);
    if (!raster.valid) {
        return; // The rest is undefined.
    }
    const Viewport& viewport = m_state.viewports[0];
    raster.window = {windowAxis(viewport.x, viewport.width_px, clip[0] / clip[3]),
                     windowAxis(viewport.y, viewport.height_px, clip[1] / clip[3]),
                     windowZ(viewport, clip[2] / clip[3], -1),
                     clip[3]};
    raster.distance = m_compat->fog.coordSource == GL_FOG_COORD
                          ? m_state.currentAttribs[kArrayFogCoord].floats()[0]
                          : std::hypot(eye[0], eye[1], eye[2]);
    takeVertexAttributes(m_state, *m_compat, object, eye, raster);
    if (m_renderMode->mode == GL_SELECT) {
        m_renderMode->selection.hit(raster.window[2], raster.window[2]);
    }
}

void Context::setWindowPosition(float x, float y, float z, float w) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no raster position in this context");
    }
    RasterPosition& raster = m_compat->raster;
    raster.valid = true;
    raster.window = {x, y, windowZ(m_state.viewports[0], z, 0), w};
    raster.distance = m_compat->fog.coordSource == GL_FOG_COORD
                          ? m_state.currentAttribs[kArrayFogCoord].floats()[0]
                          : 0;
    // Nothing is transformed, lit or generated.
    raster.color = HostVertices::clamped(m_state, m_state.currentAttribs[kArrayColor].floats());
    raster.secondaryColor =
        HostVertices::clamped(m_state, m_state.currentAttribs[kArraySecondaryColor].floats());
    for (size_t unit = 0; unit < raster.texCoords.size(); ++unit) {
        raster.texCoords[unit] = m_state.currentAttribs[kArrayTexCoord0 + unit].floats();
    }
    if (m_renderMode && m_renderMode->mode == GL_SELECT) {
        m_renderMode->selection.hit(raster.window[2], raster.window[2]);
    }
}

} // namespace gl
