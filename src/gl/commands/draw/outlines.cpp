// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Polygon modes and edge flags (GL 4.6 compatibility profile sections 14.6.1 and 14.6.4).
#include "gl/commands/draw/outlines.h"

#include "gl/commands/draw/array_reader.h"
#include "gl/commands/draw/index_reader.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/primitive_runs.h"
#include "glsl/link/program.h"

#include <algorithm>
#include <array>
#include <span>

namespace gl {

namespace {

/// How the faces are drawn; GL_NONE: they are culled.
struct FaceModes {
    GLenum front = GL_NONE;
    GLenum back = GL_NONE;
    /// The polygons have to be told apart.
    bool differ() const { return front != back; }
};

bool isOutline(GLenum mode) {
    return mode == GL_LINE || mode == GL_POINT;
}

/// Nothing: no face is outlined, or there is more to be seen of outlines than lines and points:
/// what only polygons have, a shader that sees primitives as they are, or faces that a shader
/// turns.
std::optional<FaceModes> outlinedFaces(Context& context) {
    const State& state = context.state();
    const auto modeOf = [&](GLenum face, GLenum mode) {
        const bool culled =
            state.cullEnabled && (state.cullFace == face || state.cullFace == GL_FRONT_AND_BACK);
        return culled ? GLenum(GL_NONE) : mode;
    };
    const FaceModes faces{.front = modeOf(GL_FRONT, state.polygonModeFront),
                          .back = modeOf(GL_BACK, state.polygonModeBack)};
    const auto isOffset = [&](GLenum mode) {
        return (mode == GL_LINE && state.polygonOffsetLine) ||
               (mode == GL_POINT && state.polygonOffsetPoint);
    };
    if (context.isCore() || !context.isDesktop() ||
        (!isOutline(faces.front) && !isOutline(faces.back)) || isOffset(faces.front) ||
        isOffset(faces.back) || (state.twoSidedColors && isOutline(faces.back)) ||
        state.rasterizerDiscard || state.stages[size_t(glsl::Stage::Geometry)] ||
        state.stages[size_t(glsl::Stage::TessEvaluation)] ||
        (faces.differ() && !state.fixedVertices())) {
        return std::nullopt;
    }
    return faces;
}

/// Which way polygons face, as fixed function places their vertices (GL 4.6 compatibility profile
/// section 14.6.1).
class Facing {
public:
    Facing(const CompatState& compat, const State& state)
        : m_clip(compat.projection.top() * compat.modelView.top()),
          m_clockwise(state.frontFace == GL_CW) {}

    /// The sign of an area is that of the sum of the determinants of (x, y, w), in clip
    /// coordinates, of the triangles it consists of, wherever their vertices lie.
    template <typename PositionOf>
    bool isFront(std::span<const uint32_t> polygon, PositionOf&& positionOf) const {
        const auto first = clip(positionOf(polygon[0]));
        auto last = clip(positionOf(polygon[1]));
        double area = 0;
        for (const uint32_t index : polygon.subspan(2)) {
            const auto next = clip(positionOf(index));
            area += first[0] * (last[1] * next[2] - next[1] * last[2]) -
                    first[1] * (last[0] * next[2] - next[0] * last[2]) +
                    first[2] * (last[0] * next[1] - next[0] * last[1]);
            last = next;
        }
        return m_clockwise ? area < 0 : area > 0;
    }

private:
    /// x, y and w.
    std::array<double, 3> clip(const std::array<float, 4>& position) const {
        std::array<double, 3> result{};
        for (size_t i = 0; i < 3; ++i) {
            const size_t row = i == 2 ? 3 : i;
            for (size_t column = 0; column < 4; ++column) {
                result[i] += double(m_clip.m[column * 4 + row]) * double(position[column]);
            }
        }
        return result;
    }

    Matrix4 m_clip;
    bool m_clockwise;
};

/// The vertices of each polygon of a run, in order.
void forEachPolygon(GLenum mode, std::span<const uint32_t> v, const auto& take) {
    switch (mode) {
    case GL_TRIANGLES:
    case GL_QUADS: {
        const size_t each = mode == GL_QUADS ? 4 : 3;
        for (size_t i = 0; i + each <= v.size(); i += each) {
            take(std::vector<uint32_t>(v.begin() + ptrdiff_t(i), v.begin() + ptrdiff_t(i + each)));
        }
        return;
    }
    case GL_QUAD_STRIP:
        for (size_t i = 0; i + 4 <= v.size(); i += 2) {
            take(std::vector<uint32_t>{v[i], v[i + 1], v[i + 3], v[i + 2]});
        }
        return;
    default: // GL_POLYGON
        if (v.size() > 2) {
            take(std::vector<uint32_t>(v.begin(), v.end()));
        }
        return;
    }
}

/// Edge flags are those of vertices that primitives do not share.
bool hasFlags(GLenum mode) {
    return mode == GL_TRIANGLES || mode == GL_QUADS || mode == GL_POLYGON;
}

} // namespace

std::optional<Outlines> outlinesOf(Context& context, const DrawCall& call) {
    const bool quads = call.mode >= GL_QUADS && call.mode <= GL_POLYGON;
    if ((!quads && call.mode != GL_TRIANGLES) || call.indirect || call.feedback) {
        return std::nullopt;
    }
    const auto faces = outlinedFaces(context);
    if (!faces) {
        return std::nullopt;
    }
    const State& state = context.state();
    const VertexArrayState& arrays = *state.vertexArray;
    const bool flagArray = arrays.enabledMask >> kArrayEdgeFlag & 1;
    const bool currentFlag = state.currentAttribs[kArrayEdgeFlag].floats()[0] != 0;
    const bool flags = hasFlags(call.mode) && (flagArray || !currentFlag);
    if (!quads && !flags) {
        return std::nullopt;
    }
    const std::vector<uint32_t> indices =
        readIndices(context.backend(), arrays.elementBuffer.get(), call);
    const auto restart = state.restartIndexOf(call.indexType);
    const auto range = elementRange(indices, restart, call.baseVertex);
    std::optional<ArrayReader> reader;
    if (((flags && flagArray) || faces->differ()) && range) {
        reader.emplace(context.backend(), arrays, range->first, range->last);
    }
    const auto valueOf = [&](unsigned array, uint32_t index) {
        const size_t vertex = index + uint32_t(call.baseVertex);
        const auto value = reader ? reader->value(array, vertex) : std::nullopt;
        return (value ? *value : state.currentAttribs[array]).floats();
    };
    const auto isEdge = [&](uint32_t index) {
        return !flags || valueOf(kArrayEdgeFlag, index)[0] != 0;
    };
    const unsigned positions = arrays.enabledMask >> kArrayVertex & 1 ? kArrayVertex : 0;
    const auto positionOf = [&](uint32_t index) { return valueOf(positions, index); };
    const Facing facing(*context.compat(), state);

    Outlines outlines;
    Outlines::Run front{.mode = GLenum(faces->front == GL_POINT ? GL_POINTS : GL_LINES)};
    Outlines::Run back{.mode = GLenum(faces->back == GL_POINT ? GL_POINTS : GL_LINES)};
    const auto outline = [&](const std::vector<uint32_t>& polygon) {
        const bool isFront = !faces->differ() || facing.isFront(polygon, positionOf);
        if (!isOutline(isFront ? faces->front : faces->back)) {
            return;
        }
        Outlines::Run& run = isFront ? front : back;
        for (size_t i = 0; i < polygon.size(); ++i) {
            if (!isEdge(polygon[i])) {
                continue;
            }
            run.indices.push_back(polygon[i]);
            if (run.mode == GL_LINES) {
                run.indices.push_back(polygon[(i + 1) % polygon.size()]);
            }
        }
    };
    for (std::span<const uint32_t> rest = indices; !rest.empty();) {
        const auto end = restart ? std::ranges::find(rest, *restart) : rest.end();
        const auto count = size_t(end - rest.begin());
        forEachPolygon(call.mode, rest.first(count), outline);
        rest = rest.subspan(std::min(count + 1, rest.size()));
    }
    outlines.runs = {std::move(front), std::move(back)};
    outlines.filled = faces->front == GL_FILL  ? GL_FRONT
                      : faces->back == GL_FILL ? GL_BACK
                                               : GL_NONE;
    return outlines;
}

} // namespace gl
