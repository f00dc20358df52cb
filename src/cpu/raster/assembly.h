// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/raster/raster_state.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// The rasteriser: vertices to primitives, primitives to the samples that they cover. Plain data in
/// and out; the same results from any split into batches, on any machine.
namespace cpu::raster {

/// Index values as draws read them: beyond the buffer they are 0.
class IndexReader {
public:
    IndexReader(const IndexBuffer& buffer, uint32_t firstIndex, uint32_t count);
    uint32_t operator[](uint32_t element) const;
    /// Of first, first + 1, …
    void read(uint32_t first, std::span<uint32_t> values) const;
    /// Turns elements into their values.
    void read(std::span<uint32_t> elements) const;
    uint32_t count() const { return m_count; }
    uint32_t restartValue() const { return m_restartValue; }

private:
    const uint8_t* m_first;
    uint32_t m_index_B;
    uint32_t m_readable; ///< Elements within the buffer.
    uint32_t m_count;
    uint32_t m_restartValue;
};

/// For whom primitives are assembled.
struct AssemblyReader {
    bool adjacent = false;      ///< A geometry shader.
    uint32_t patchVertices = 1; ///< Of Topology::PatchList.
};

/// The primitives of a draw, of one instance. Elements are the places in its sequence of vertices:
/// 0 … vertexCount - 1, for indexed draws the places in the sequence of indices. Any range of
/// primitives can be had on its own. Vulkan 1.3, "Drawing Commands", "Primitive Topologies".
///
/// Vertices of a primitive come such that the provoking one is the first or, with
/// RasterState::provokingLast, the last, and such that triangles keep their winding. Adjacent
/// vertices are dropped, or come in the order of geometry shaders' inputs. A primitive's number
/// here is its gl_PrimitiveID.
class Assembly {
public:
    Assembly(Topology topology,
             bool provokingLast,
             uint32_t vertexCount,
             AssemblyReader reader = {});
    /// With primitive restart. Looks through the indices once.
    Assembly(Topology topology,
             bool provokingLast,
             const IndexReader& indices,
             AssemblyReader reader = {});

    /// 1, 2 or 3: points, lines, triangles. With adjacency 4 or 6; those of a patch.
    uint32_t corners() const { return m_corners; }
    uint32_t primitiveCount() const { return m_primitiveCount; }
    /// Elements of primitives first … first + count - 1, corners() for each.
    void assemble(uint32_t first, uint32_t count, uint32_t* elements) const;
    /// Whether elements come in their order, each once.
    bool isList() const;
    /// Elements that lie side by side.
    struct Range {
        uint32_t first, count;
    };
    /// What primitives first … first + count - 1 have together. Empty: other elements than theirs
    /// lie in between.
    Range rangeOf(uint32_t first, uint32_t count) const;
    /// The primitives with `primitive` that no restart parts from it, the end excluded.
    struct Strip {
        uint32_t first, end;
    };
    Strip stripOf(uint32_t primitive) const;

private:
    /// Between two restarts.
    struct Run {
        uint32_t firstElement;
        uint32_t firstPrimitive;
    };
    uint32_t primitivesOf(uint32_t vertexCount) const;
    /// The last is the end alone.
    std::span<const Run> runs() const {
        return m_runs.empty() ? std::span<const Run>(m_whole) : std::span<const Run>(m_runs);
    }
    /// That has the primitive, of those that there are.
    const Run* runOf(uint32_t primitive) const;
    template <class Emit>
    void emit(const Run& run, uint32_t first, uint32_t end, Emit&& to) const;

    template <class Emit>
    void emitAdjacent(const Run& run, uint32_t first, uint32_t end, Emit&& to) const;

    Topology m_topology;
    bool m_provokingLast;
    bool m_adjacent;
    uint32_t m_corners;
    uint32_t m_primitiveCount = 0;
    std::array<Run, 2> m_whole{}; ///< Without restart.
    std::vector<Run> m_runs;      ///< With restart. Those with primitives, and the end.
};

/// The vertices of a batch, each once: what makes draws run the vertex shader less often. Reusable.
class VertexBatch {
public:
    /// The vertices of an assembly's primitives: as the other build(), but for what `elements` are
    /// before. Null: the draw has no indices.
    void build(const Assembly& assembly,
               uint32_t first,
               uint32_t count,
               const IndexReader* indices,
               std::vector<uint32_t>& elements);
    /// Vertices of `elements` in the order of first use; `elements` become their places in it. A
    /// vertex that comes again much later may come twice. Null: elements are vertex numbers
    /// themselves.
    void build(const IndexReader* indices, std::vector<uint32_t>& elements);
    /// By place; index values, or elements where there are no indices.
    const std::vector<uint32_t>& vertices() const { return m_vertices; }

private:
    static constexpr uint32_t kSlots = 1024;
    struct Slot {
        uint32_t vertex;
        uint32_t number; ///< Its place, and m_first of then.
    };
    /// Turns vertices into their places.
    void share(std::span<uint32_t> elements);

    std::vector<uint32_t> m_vertices;
    std::vector<Slot> m_slots;
    uint32_t m_first = 1; ///< Slots of earlier batches have lower numbers.
};

} // namespace cpu::raster
