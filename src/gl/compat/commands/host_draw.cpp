// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws that nobody sees: of GL_SELECT and GL_FEEDBACK.
#include "gl/commands/draw/array_reader.h"
#include "gl/commands/draw/index_reader.h"
#include "gl/compat/commands/host_vertices.h"
#include "gl/compat/state/clipped_primitives.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/primitive_runs.h"
#include "gl/compat/state/render_mode.h"
#include "gl/context/context.h"

#include <algorithm>

namespace gl {

namespace {

using Vec4 = std::array<float, 4>;

/// Takes the primitives of one draw: clips them, culls them, and tells the render mode.
class HostDraw {
public:
    HostDraw(const State& state, const CompatState& compat, RenderModeState& renderMode)
        : m_state(state), m_renderMode(renderMode), m_planes(viewVolume(state.depthClamp)) {
        for (size_t i = 0; i < compat.clipPlanes.size(); ++i) {
            if (state.clipDistanceMask >> i & 1) {
                ClipPlane& plane = m_planes.emplace_back();
                plane.ofEye = true;
                std::ranges::transform(compat.clipPlanes[i], plane.plane.begin(), [](double value) {
                    return float(value);
                });
            }
        }
    }

    void draw(GLenum mode, std::span<const HostVertex> v);

private:
    void point(const HostVertex& vertex);
    void line(const HostVertex& a, const HostVertex& b, const HostVertex& provoking, bool resets);
    void polygon(std::vector<HostVertex> vertices, size_t provoking);
    void strips(GLenum mode, std::span<const HostVertex> v);
    bool firstProvokes() const { return m_state.provokingVertex == GL_FIRST_VERTEX_CONVENTION; }
    Feedback::Vertex windowOf(const HostVertex& vertex) const;
    void hit(std::span<const HostVertex> vertices);
    void feedLine(const HostVertex& a, const HostVertex& b, bool resets);
    bool isCulled(std::span<const HostVertex> vertices, bool& front) const;

    const State& m_state;
    RenderModeState& m_renderMode;
    std::vector<ClipPlane> m_planes;
};

Feedback::Vertex HostDraw::windowOf(const HostVertex& vertex) const {
    const Viewport& viewport = m_state.viewports[0];
    const Vec4& clip = vertex.clip;
    const float w = clip[3] != 0 ? clip[3] : 1;
    const auto [n, f] = viewport.depthRange;
    return {.window = {viewport.x + viewport.width_px * (clip[0] / w + 1) / 2,
                       viewport.y + viewport.height_px * (clip[1] / w + 1) / 2,
                       float(n + (double(clip[2]) / double(w) + 1) / 2 * (f - n)),
                       clip[3]},
            .color = vertex.color,
            .texCoord = vertex.texCoord};
}

void HostDraw::hit(std::span<const HostVertex> vertices) {
    for (const HostVertex& vertex : vertices) {
        const float depth = windowOf(vertex).window[2];
        m_renderMode.selection.hit(depth, depth);
    }
}

void HostDraw::point(const HostVertex& vertex) {
    if (!isInside(vertex, m_planes)) {
        return;
    }
    if (m_renderMode.mode == GL_SELECT) {
        return hit({&vertex, 1});
    }
    m_renderMode.feedback.write(GL_POINT_TOKEN);
    m_renderMode.feedback.writeVertex(windowOf(vertex));
}

void HostDraw::feedLine(const HostVertex& a, const HostVertex& b, bool resets) {
    m_renderMode.feedback.write(resets ? GL_LINE_RESET_TOKEN : GL_LINE_TOKEN);
    m_renderMode.feedback.writeVertex(windowOf(a));
    m_renderMode.feedback.writeVertex(windowOf(b));
}

void HostDraw::line(const HostVertex& a,
                    const HostVertex& b,
                    const HostVertex& provoking,
                    bool resets) {
    std::array<HostVertex, 2> ends{a, b};
    if (m_state.flatColors) {
        ends[0].color = ends[1].color = provoking.color;
    }
    const std::vector<HostVertex> left = clipLine(ends, m_planes);
    if (left.empty()) {
        return;
    }
    if (m_renderMode.mode == GL_SELECT) {
        return hit(left);
    }
    feedLine(left[0], left[1], resets);
}

bool HostDraw::isCulled(std::span<const HostVertex> vertices, bool& front) const {
    float area = 0;
    for (size_t i = 0; i < vertices.size(); ++i) {
        const auto a = windowOf(vertices[i]).window;
        const auto b = windowOf(vertices[(i + 1) % vertices.size()]).window;
        area += a[0] * b[1] - b[0] * a[1];
    }
    front = (area > 0) == (m_state.frontFace == GL_CCW);
    return m_state.cullEnabled &&
           (m_state.cullFace == GL_FRONT_AND_BACK || (m_state.cullFace == GL_FRONT) == front);
}

void HostDraw::polygon(std::vector<HostVertex> vertices, size_t provoking) {
    if (m_state.flatColors) {
        const Vec4 color = vertices[provoking].color;
        for (HostVertex& vertex : vertices) {
            vertex.color = color;
        }
    }
    const std::vector<HostVertex> left = clipPolygon(vertices, m_planes);
    bool front = true;
    if (left.empty() || isCulled(left, front)) {
        return;
    }
    if (m_renderMode.mode == GL_SELECT) {
        return hit(left);
    }
    Feedback& feedback = m_renderMode.feedback;
    const GLenum mode = front ? m_state.polygonModeFront : m_state.polygonModeBack;
    if (mode == GL_FILL) {
        feedback.write(GL_POLYGON_TOKEN);
        feedback.write(float(left.size()));
        for (const HostVertex& vertex : left) {
            feedback.writeVertex(windowOf(vertex));
        }
        return;
    }
    bool resets = true;
    for (size_t i = 0; i < left.size(); ++i) {
        if (!left[i].edge) {
            continue;
        }
        if (mode == GL_POINT) {
            feedback.write(GL_POINT_TOKEN);
            feedback.writeVertex(windowOf(left[i]));
        } else {
            feedLine(left[i], left[(i + 1) % left.size()], std::exchange(resets, false));
        }
    }
}

void HostDraw::draw(GLenum mode, std::span<const HostVertex> v) {
    const bool first = firstProvokes();
    switch (mode) {
    case GL_POINTS:
        std::ranges::for_each(v, [this](const HostVertex& vertex) { point(vertex); });
        return;
    case GL_LINES:
        for (size_t i = 0; i + 1 < v.size(); i += 2) {
            line(v[i], v[i + 1], v[first ? i : i + 1], true);
        }
        return;
    case GL_LINE_STRIP:
    case GL_LINE_LOOP:
        for (size_t i = 0; i + 1 < v.size(); ++i) {
            line(v[i], v[i + 1], v[first ? i : i + 1], i == 0);
        }
        if (mode == GL_LINE_LOOP && v.size() > 1) {
            line(v.back(), v.front(), first ? v.back() : v.front(), false);
        }
        return;
    case GL_TRIANGLES:
        for (size_t i = 0; i + 2 < v.size(); i += 3) {
            polygon({v[i], v[i + 1], v[i + 2]}, first ? 0 : 2);
        }
        return;
    case GL_QUADS: // Their last vertex provokes under either convention.
        for (size_t i = 0; i + 3 < v.size(); i += 4) {
            polygon({v[i], v[i + 1], v[i + 2], v[i + 3]}, 3);
        }
        return;
    case GL_POLYGON:
        if (v.size() > 2) {
            polygon({v.begin(), v.end()}, 0);
        }
        return;
    default:
        return strips(mode, v);
    }
}

/// Primitives that share vertices; all of their edges count.
void HostDraw::strips(GLenum mode, std::span<const HostVertex> shared) {
    std::vector<HostVertex> v(shared.begin(), shared.end());
    for (HostVertex& vertex : v) {
        vertex.edge = true;
    }
    const bool first = firstProvokes();
    if (mode == GL_TRIANGLE_STRIP) {
        for (size_t i = 0; i + 2 < v.size(); ++i) {
            if (i % 2 == 0) {
                polygon({v[i], v[i + 1], v[i + 2]}, first ? 0 : 2);
            } else {
                polygon({v[i + 1], v[i], v[i + 2]}, first ? 1 : 2);
            }
        }
    } else if (mode == GL_TRIANGLE_FAN) {
        for (size_t i = 1; i + 1 < v.size(); ++i) {
            polygon({v[0], v[i], v[i + 1]}, first ? 1 : 2);
        }
    } else if (mode == GL_QUAD_STRIP) {
        for (size_t i = 0; i + 3 < v.size(); i += 2) {
            polygon({v[i], v[i + 1], v[i + 3], v[i + 2]}, 2);
        }
    }
}

} // namespace

/// Vertices are those of fixed function, whatever the program says; both sides of polygons have the
/// colours of the front.
void Context::drawOnHost(const DrawCall& call) {
    const VertexArrayState& arrays = *m_state.vertexArray;
    const std::vector<uint32_t> indices = readIndices(*m_backend, arrays.elementBuffer.get(), call);
    const auto restart = m_state.restartIndexOf(call.indexType);
    const auto range = elementRange(indices, restart, call.baseVertex);
    if (!range) {
        return;
    }
    const ArrayReader reader(*m_backend, arrays, range->first, range->last);
    const auto valueOf = [&](unsigned array, size_t element) {
        const auto value = reader.value(array, element);
        return (value ? *value : m_state.currentAttribs[array]).floats();
    };
    const Matrix4& modelView = m_compat->modelView.top();
    const Matrix4& projection = m_compat->projection.top();
    const HostVertices vertices(m_state, *m_compat);
    const bool generic = !(arrays.enabledMask >> kArrayVertex & 1);
    HostDraw draw(m_state, *m_compat, *m_renderMode);
    std::vector<HostVertex> run;
    for (const uint32_t index : indices) {
        if (restart == index) {
            draw.draw(call.mode, run);
            run.clear();
            continue;
        }
        const size_t element = index + uint32_t(call.baseVertex);
        HostVertex& vertex = run.emplace_back();
        const Vec4 object = valueOf(generic ? 0 : kArrayVertex, element);
        vertex.eye = modelView * object;
        vertex.clip = projection * vertex.eye;
        const HostVertices::Vertex given{.object = object,
                                         .eye = vertex.eye,
                                         .normal = valueOf(kArrayNormal, element),
                                         .color = valueOf(kArrayColor, element),
                                         .secondaryColor = valueOf(kArraySecondaryColor, element)};
        vertex.color = vertices.colors(given).primary;
        vertex.texCoord = vertices.coordinates(0, given, valueOf(kArrayTexCoord0, element));
        vertex.edge = valueOf(kArrayEdgeFlag, element)[0] != 0;
    }
    draw.draw(call.mode, run);
}

} // namespace gl
