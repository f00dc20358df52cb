// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/primitive_runs.h"

#include "gl/rules/triangles.h"

#include <algorithm>
#include <numeric>

namespace gl {

namespace {

void appendLines(const PrimitiveRun& run, uint32_t first, std::vector<uint32_t>& indices) {
    const uint32_t step = run.mode == GL_LINES ? 2 : 1;
    for (uint32_t i = 0; i + 1 < run.count; i += step) {
        indices.insert(indices.end(), {first + i, first + i + 1});
    }
    if (run.mode == GL_LINE_LOOP && run.count > 1) {
        indices.insert(indices.end(), {first + run.count - 1, first});
    }
}

/// Windings stay, and the provoking vertex is where the convention has it (GL 4.6 table 10.1).
void appendStrip(const PrimitiveRun& run,
                 uint32_t first,
                 bool firstProvokes,
                 std::vector<uint32_t>& indices) {
    for (uint32_t i = 0; i + 2 < run.count; ++i) {
        const uint32_t a = first + i;
        if (i % 2 == 0) {
            indices.insert(indices.end(), {a, a + 1, a + 2});
        } else if (firstProvokes) {
            indices.insert(indices.end(), {a, a + 2, a + 1});
        } else {
            indices.insert(indices.end(), {a + 1, a, a + 2});
        }
    }
}

void appendFan(const PrimitiveRun& run,
               uint32_t first,
               bool firstProvokes,
               std::vector<uint32_t>& indices) {
    for (uint32_t i = 1; i + 1 < run.count; ++i) {
        const uint32_t b = first + i;
        if (firstProvokes) {
            indices.insert(indices.end(), {b, b + 1, first});
        } else {
            indices.insert(indices.end(), {first, b, b + 1});
        }
    }
}

void appendRunIndices(const PrimitiveRun& run,
                      uint32_t first,
                      bool firstProvokes,
                      std::vector<uint32_t>& indices) {
    switch (run.mode) {
    case GL_LINES:
    case GL_LINE_STRIP:
    case GL_LINE_LOOP:
        return appendLines(run, first, indices);
    case GL_TRIANGLE_STRIP:
        return appendStrip(run, first, firstProvokes, indices);
    case GL_TRIANGLE_FAN:
        return appendFan(run, first, firstProvokes, indices);
    default:
        break;
    }
    std::vector<uint32_t> vertices(run.count);
    std::iota(vertices.begin(), vertices.end(), first);
    if (run.mode == GL_QUADS || run.mode == GL_QUAD_STRIP || run.mode == GL_POLYGON) {
        vertices = trianglesOf(run.mode, vertices, firstProvokes);
    } else if (run.mode == GL_TRIANGLES) {
        vertices.resize(run.count / 3 * 3);
    }
    indices.insert(indices.end(), vertices.begin(), vertices.end());
}

} // namespace

uint32_t verticesEach(GLenum mode, uint32_t patchVertices) {
    switch (mode) {
    case GL_POINTS:
        return 1;
    case GL_LINES:
        return 2;
    case GL_TRIANGLES:
        return 3;
    case GL_QUADS:
    case GL_LINES_ADJACENCY:
        return 4;
    case GL_TRIANGLES_ADJACENCY:
        return 6;
    case GL_PATCHES:
        return patchVertices;
    default:
        return 0;
    }
}

void appendRun(std::vector<PrimitiveRun>& runs, const PrimitiveRun& run, bool isList) {
    if (isList && !runs.empty() && runs.back().mode == run.mode &&
        runs.back().first + runs.back().count == run.first) {
        runs.back().count += run.count;
    } else if (run.count != 0) {
        runs.push_back(run);
    }
}

std::optional<GLenum> basicMode(GLenum mode) {
    switch (mode) {
    case GL_POINTS:
        return GL_POINTS;
    case GL_LINES:
    case GL_LINE_STRIP:
    case GL_LINE_LOOP:
        return GL_LINES;
    case GL_TRIANGLES:
    case GL_TRIANGLE_STRIP:
    case GL_TRIANGLE_FAN:
    case GL_QUADS:
    case GL_QUAD_STRIP:
    case GL_POLYGON:
        return GL_TRIANGLES;
    default:
        return std::nullopt;
    }
}

size_t runsOfOneKind(std::span<const PrimitiveRun> runs) {
    const auto kind = basicMode(runs.front().mode);
    size_t count = 1;
    while (kind && count < runs.size() && basicMode(runs[count].mode) == kind) {
        ++count;
    }
    return count;
}

void appendIndices(std::span<const PrimitiveRun> runs,
                   uint32_t base,
                   bool firstProvokes,
                   std::vector<uint32_t>& indices) {
    for (const PrimitiveRun& run : runs) {
        appendRunIndices(run, run.first - base, firstProvokes, indices);
    }
}

std::optional<PrimitiveCut> cutPrimitive(GLenum mode, uint32_t count, uint32_t patchVertices) {
    PrimitiveCut cut{.drawn = count, .carried = {}};
    const auto carryLast = [&](uint32_t n) {
        for (uint32_t i = count - std::min(n, count); i < count; ++i) {
            cut.carried.push_back(i);
        }
    };
    if (const uint32_t each = verticesEach(mode, patchVertices)) {
        cut.drawn = count / each * each;
        carryLast(count - cut.drawn);
        return cut;
    }
    switch (mode) {
    case GL_LINE_STRIP:
    case GL_LINE_LOOP:
        carryLast(1);
        return cut;
    case GL_LINE_STRIP_ADJACENCY:
        carryLast(3);
        return cut;
    case GL_TRIANGLE_STRIP: // Every other triangle is turned: the second part begins with one
    case GL_QUAD_STRIP:     // that is not.
        cut.drawn = count / 2 * 2;
        carryLast(count - cut.drawn + 2);
        return cut;
    case GL_TRIANGLE_FAN:
    case GL_POLYGON:
        if (count > 1) {
            cut.carried.push_back(0);
        }
        carryLast(1);
        return cut;
    default:
        return std::nullopt;
    }
}

} // namespace gl
