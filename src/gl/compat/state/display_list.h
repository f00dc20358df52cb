// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/list_vertices.h"
#include "gl/compat/state/primitive_runs.h"
#include "gl/objects/ref.h"

#include <cstdint>
#include <vector>

namespace gl {

inline constexpr int kMaxListNesting = 64;

/// What a list does, in the order of its words: those of vertices and lists, then one for each
/// command that is compiled (gen/gl_entry.py).
enum class ListOp : uint32_t {
    DrawRuns,    ///< An index into DisplayList::runs.
    DrawNothing, ///< What has no vertices: an error between glBegin and glEnd, too.
    SetValue,    ///< Array, size, and a CurrentAttrib.
    Vertex,      ///< Size, and a CurrentAttrib: outside of what DrawRuns draws.
    Begin,       ///< A mode.
    End,
    Error, ///< A command that is one whenever the list is called.
    FirstCommand,
};

/// Runs of one kind of primitives over vertices that lie together.
struct ListRuns {
    ListVertices::Place place;
    std::vector<PrimitiveRun> runs; ///< Counted from the place's first vertex.
    GLenum mode = GL_POINTS;        ///< With indices: what they draw.
    uint32_t indexCount = 0;        ///< 0: there is but one run, drawn as it is.
};

/// A display list (GL 4.6 compatibility profile section 21.4): a run of operations, each an opcode,
/// its length and its arguments, and vertices in buffers. It never changes once it has its name.
/// docs/display-lists.md
class DisplayList : public Object {
public:
    explicit DisplayList(uint32_t name) : Object(name) {}

    std::vector<uint32_t> words;
    std::vector<ListRuns> runs;
};

} // namespace gl
