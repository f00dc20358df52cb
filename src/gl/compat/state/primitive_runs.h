// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Primitives of glBegin … glEnd that follow each other, and how they become few draws.
namespace gl {

/// The vertices of one glBegin … glEnd, or of several whose primitives just follow each other.
struct PrimitiveRun {
    GLenum mode = GL_POINTS;
    uint32_t first = 0;
    uint32_t count = 0;
};

/// Vertices of each primitive of a list (GL_LINES, GL_QUADS …); 0: primitives share vertices.
uint32_t verticesEach(GLenum mode, uint32_t patchVertices);

/// Adds a run behind the others. Lists take further primitives of their mode.
void appendRun(std::vector<PrimitiveRun>& runs, const PrimitiveRun& run, bool isList);

/// GL_POINTS, GL_LINES, GL_TRIANGLES: what the primitives of a mode come down to; nothing: they
/// have neighbours, or are patches.
std::optional<GLenum> basicMode(GLenum mode);

/// As many runs from the start on as one draw can do, by indices; 1: the first alone.
size_t runsOfOneKind(std::span<const PrimitiveRun> runs);

/// The runs' primitives as points, lines or triangles in the order in which GL would draw them:
/// indices that count from `base`. `firstProvokes`: of lines and triangles, for flat shading.
void appendIndices(std::span<const PrimitiveRun> runs,
                   uint32_t base,
                   bool firstProvokes,
                   std::vector<uint32_t>& indices);

/// Where a primitive that is not yet at its end can be cut in two.
struct PrimitiveCut {
    uint32_t drawn = 0;            ///< Vertices that the first part draws.
    std::vector<uint32_t> carried; ///< Those that the second part begins with, in order.
};

/// Nothing: it cannot be cut (GL_TRIANGLE_STRIP_ADJACENCY). A loop goes on as a strip, which its
/// first vertex has to end.
std::optional<PrimitiveCut> cutPrimitive(GLenum mode, uint32_t count, uint32_t patchVertices);

} // namespace gl
