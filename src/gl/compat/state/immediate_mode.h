// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/primitive_runs.h"
#include "gl/compat/state/vertex_assembly.h"

#include <memory>
#include <vector>

namespace gl {

class Context;

/// glBegin … glEnd of a context: vertices go to a ring of memory that the device reads, and
/// primitives that follow each other wait there, to be drawn together by draw(), which comes before
/// anything else that the context does (Context::settle). docs/immediate-mode.md
class ImmediateMode final : public VertexAssembly {
public:
    explicit ImmediateMode(Context& context) : m_context(context) {}

    void setValue(unsigned array, int size, const CurrentAttrib& value) override;
    void addVertex(int size, const CurrentAttrib& position) override;
    void begin(GLenum mode) override;
    void end() override;

    /// Draws what waits. Not between glBegin and glEnd.
    void draw();
    /// What changes now between glBegin and glEnd is for the vertices that follow.
    void cut();
    /// As it would be current if nothing waited.
    CurrentAttrib value(unsigned array) const;
    /// Current values become those that were given with vertices.
    void keepValues();

private:
    enum class Memory : uint8_t { Same, Fresh };
    struct Arrays {
        VertexLayout layout;
        VertexArrayState state;
    };

    void grow(unsigned array, Kind kind, int size);
    void split(Memory memory);
    void place(uint32_t vertices);
    void takeMemory(size_t words);
    void makeRoom();
    void drawRuns();
    void discardCollected();
    VertexArrayState& arraysOf(const VertexLayout& layout);
    uint32_t* put(uint32_t* to, const uint32_t* vertex) const;

    Context& m_context;
    GLenum m_mode = GL_POINTS;
    uint32_t m_primitive = 0; ///< The vertex that the primitive began with.
    std::vector<PrimitiveRun> m_runs;
    std::vector<uint32_t> m_indices; ///< Scratch.
    /// The first vertex of a loop that goes on as a strip; empty: it is none.
    std::vector<uint32_t> m_loopStart;
    VertexLayout m_loopLayout;

    Ref<Buffer> m_buffer;
    uint32_t* m_memory = nullptr; ///< The buffer's, or `m_copy`'s.
    size_t m_memory_words = 0;
    std::vector<uint32_t> m_copy; ///< Where the buffer cannot be written to directly.
    std::vector<std::unique_ptr<Arrays>> m_arrays;
    size_t m_nextArrays = 0;
};

} // namespace gl
