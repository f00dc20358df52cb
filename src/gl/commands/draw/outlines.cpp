// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Polygon modes and edge flags (GL 4.6 compatibility profile sections 14.6.1 and 14.6.4).
#include "gl/commands/draw/outlines.h"

#include "gl/commands/draw/array_reader.h"
#include "gl/commands/draw/index_reader.h"
#include "gl/compat/state/primitive_runs.h"
#include "glsl/link/program.h"

#include <algorithm>
#include <limits>

namespace gl {

namespace {

/// Whether lines and points are all that is to be seen of the faces: nothing that only polygons
/// have, and no shader that sees primitives as they are.
bool isOutlined(Context& context) {
    const State& state = context.state();
    const GLenum mode = state.polygonModeFront;
    const bool offset = mode == GL_LINE ? state.polygonOffsetLine : state.polygonOffsetPoint;
    return !context.isCore() && context.isDesktop() && mode != GL_FILL &&
           mode == state.polygonModeBack && !offset && !state.cullEnabled &&
           !state.twoSidedColors && !state.rasterizerDiscard &&
           !state.stages[size_t(glsl::Stage::Geometry)] &&
           !state.stages[size_t(glsl::Stage::TessEvaluation)];
}

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
    if ((!quads && call.mode != GL_TRIANGLES) || call.indirect || call.feedback ||
        !isOutlined(context)) {
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
    const auto restart = restartIndex(state, call.indexType);
    std::optional<ArrayReader> reader;
    if (flags && flagArray && !indices.empty()) {
        const auto [lowest, highest] = std::ranges::minmax(indices);
        reader.emplace(context.backend(),
                       arrays,
                       lowest + uint32_t(call.baseVertex),
                       highest + uint32_t(call.baseVertex));
    }
    const auto isEdge = [&](uint32_t index) {
        const size_t vertex = index + uint32_t(call.baseVertex);
        const auto flag = reader ? reader->value(kArrayEdgeFlag, vertex) : std::nullopt;
        return !flags || (flag ? flag->floats()[0] != 0 : currentFlag);
    };
    Outlines outlines;
    outlines.mode = state.polygonModeFront == GL_LINE ? GL_LINES : GL_POINTS;
    const auto outline = [&](const std::vector<uint32_t>& polygon) {
        for (size_t i = 0; i < polygon.size(); ++i) {
            if (!isEdge(polygon[i])) {
                continue;
            }
            outlines.indices.push_back(polygon[i]);
            if (outlines.mode == GL_LINES) {
                outlines.indices.push_back(polygon[(i + 1) % polygon.size()]);
            }
        }
    };
    for (std::span<const uint32_t> rest = indices; !rest.empty();) {
        const auto end = restart ? std::ranges::find(rest, *restart) : rest.end();
        const auto count = size_t(end - rest.begin());
        forEachPolygon(call.mode, rest.first(count), outline);
        rest = rest.subspan(std::min(count + 1, rest.size()));
    }
    return outlines;
}

} // namespace gl
