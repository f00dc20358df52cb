// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/assembly.h"

#include <algorithm>
#include <cstring>

namespace cpu::raster {

using exec::Topology;

namespace {

uint32_t cornersOf(Topology topology, const AssemblyReader& reader) {
    switch (topology) {
    case Topology::PointList:
        return 1;
    case Topology::LineList:
    case Topology::LineStrip:
        return 2;
    case Topology::LineListAdjacency:
    case Topology::LineStripAdjacency:
        return reader.adjacent ? 4 : 2;
    case Topology::TriangleListAdjacency:
    case Topology::TriangleStripAdjacency:
        return reader.adjacent ? 6 : 3;
    case Topology::PatchList:
        return reader.patchVertices;
    default:
        return 3;
    }
}

bool hasAdjacency(Topology topology) {
    return topology >= Topology::LineListAdjacency && topology <= Topology::TriangleStripAdjacency;
}

} // namespace

IndexReader::IndexReader(const exec::IndexBuffer& buffer, uint32_t firstIndex, uint32_t count)
    : m_index_B(buffer.index_B),
      m_count(count),
      m_restartValue(buffer.index_B == 4 ? ~0u : (1u << 8 * buffer.index_B) - 1) {
    const uint64_t available = buffer.base != nullptr ? buffer.size_B / m_index_B : 0;
    const uint64_t readable = available > firstIndex ? available - firstIndex : 0;
    m_readable = uint32_t(std::min<uint64_t>(readable, count));
    m_first = m_readable > 0 ? buffer.base + uint64_t(firstIndex) * m_index_B : nullptr;
}

uint32_t IndexReader::operator[](uint32_t element) const {
    if (element >= m_readable) {
        return 0;
    }
    const uint8_t* const at = m_first + uint64_t(element) * m_index_B;
    if (m_index_B == 2) {
        uint16_t index;
        std::memcpy(&index, at, sizeof(index));
        return index;
    }
    if (m_index_B == 4) {
        uint32_t index;
        std::memcpy(&index, at, sizeof(index));
        return index;
    }
    return *at;
}

uint32_t Assembly::primitivesOf(uint32_t vertexCount) const {
    const auto after = [&](uint32_t first) {
        return vertexCount > first ? vertexCount - first : 0;
    };
    switch (m_topology) {
    case Topology::PointList:
        return vertexCount;
    case Topology::LineList:
        return vertexCount / 2;
    case Topology::LineStrip:
        return after(1);
    case Topology::TriangleList:
        return vertexCount / 3;
    case Topology::TriangleStrip:
    case Topology::TriangleFan:
        return after(2);
    case Topology::LineListAdjacency:
        return vertexCount / 4;
    case Topology::LineStripAdjacency:
        return after(3);
    case Topology::TriangleListAdjacency:
        return vertexCount / 6;
    case Topology::TriangleStripAdjacency:
        return after(4) / 2;
    case Topology::PatchList:
        return vertexCount / m_corners;
    }
    return 0;
}

Assembly::Assembly(Topology topology,
                   bool provokingLast,
                   uint32_t vertexCount,
                   AssemblyReader reader)
    : m_topology(topology),
      m_provokingLast(provokingLast),
      m_adjacent(reader.adjacent && hasAdjacency(topology)),
      m_corners(cornersOf(topology, reader)) {
    m_primitiveCount = primitivesOf(vertexCount);
    m_whole = {{{0, 0}, {vertexCount, m_primitiveCount}}};
}

Assembly::Assembly(Topology topology,
                   bool provokingLast,
                   const IndexReader& indices,
                   AssemblyReader reader)
    : m_topology(topology),
      m_provokingLast(provokingLast),
      m_adjacent(reader.adjacent && hasAdjacency(topology)),
      m_corners(cornersOf(topology, reader)) {
    uint32_t first = 0;
    const auto endRun = [&](uint32_t end) {
        if (const uint32_t primitives = primitivesOf(end - first); primitives > 0) {
            m_runs.push_back({first, m_primitiveCount});
            m_primitiveCount += primitives;
        }
        first = end + 1;
    };
    for (uint32_t element = 0; element < indices.count(); ++element) {
        if (indices[element] == indices.restartValue()) {
            endRun(element);
        }
    }
    endRun(indices.count());
    m_runs.push_back({indices.count(), m_primitiveCount});
}

// The vertices are those of the tables in "Primitive Topologies"; with the last one provoking, they
// are turned until it is the last, which keeps the winding.
template <class Emit>
void Assembly::emit(const Run& run, uint32_t first, uint32_t end, Emit&& to) const {
    const uint32_t v = run.firstElement;
    for (uint32_t i = first; i < end; ++i) {
        switch (m_topology) {
        case Topology::PointList:
            to(v + i);
            break;
        case Topology::LineList:
            to(v + 2 * i, v + 2 * i + 1);
            break;
        case Topology::LineStrip:
            to(v + i, v + i + 1);
            break;
        case Topology::LineListAdjacency:
            to(v + 4 * i + 1, v + 4 * i + 2);
            break;
        case Topology::LineStripAdjacency:
            to(v + i + 1, v + i + 2);
            break;
        case Topology::TriangleList:
            to(v + 3 * i, v + 3 * i + 1, v + 3 * i + 2);
            break;
        case Topology::TriangleListAdjacency:
            to(v + 6 * i, v + 6 * i + 2, v + 6 * i + 4);
            break;
        case Topology::TriangleFan:
            // The first one is what all have, never the provoking one.
            if (m_provokingLast) {
                to(v, v + i + 1, v + i + 2);
            } else {
                to(v + i + 1, v + i + 2, v);
            }
            break;
        case Topology::TriangleStrip:
        case Topology::TriangleStripAdjacency: {
            const uint32_t step = m_topology == Topology::TriangleStrip ? 1 : 2;
            const uint32_t a = v + step * i;
            const uint32_t odd = i & 1;
            if (m_provokingLast) {
                to(a + step * odd, a + step * (1 - odd), a + step * 2);
            } else {
                to(a, a + step * (1 + odd), a + step * (2 - odd));
            }
            break;
        }
        case Topology::PatchList:
            for (uint32_t n = 0; n < m_corners; ++n) {
                to(v + m_corners * i + n);
            }
            break;
        }
    }
}

// All vertices, in the order of the tables.
template <class Emit>
void Assembly::emitAdjacent(const Run& run, uint32_t first, uint32_t end, Emit&& to) const {
    const uint32_t v = run.firstElement;
    const uint32_t count = (&run)[1].firstPrimitive - run.firstPrimitive;
    for (uint32_t i = first; i < end; ++i) {
        switch (m_topology) {
        case Topology::LineListAdjacency:
        case Topology::LineStripAdjacency: {
            const uint32_t a = v + (m_topology == Topology::LineListAdjacency ? 4 : 1) * i;
            to(a, a + 1, a + 2, a + 3);
            break;
        }
        case Topology::TriangleListAdjacency: {
            const uint32_t a = v + 6 * i;
            to(a, a + 1, a + 2, a + 3, a + 4, a + 5);
            break;
        }
        default: {
            // A triangle's neighbours within the strip have the third vertices of theirs; at its
            // ends vertices lie beside.
            const uint32_t a = v + 2 * i;
            const uint32_t before = i == 0 ? v + 1 : a - 2;
            const uint32_t after = i + 1 == count ? a + 5 : a + 6;
            if (i % 2 == 0) {
                to(a, before, a + 2, after, a + 4, a + 3);
            } else {
                to(a + 2, before, a, a + 3, a + 4, after);
            }
            break;
        }
        }
    }
}

const Assembly::Run* Assembly::runOf(uint32_t primitive) const {
    const std::span<const Run> all = runs();
    const auto next =
        std::upper_bound(all.begin(), all.end(), primitive, [](uint32_t a, const Run& b) {
            return a < b.firstPrimitive;
        });
    return &*(next - 1);
}

Assembly::Strip Assembly::stripOf(uint32_t primitive) const {
    const Run* const run = runOf(primitive);
    return {run[0].firstPrimitive, run[1].firstPrimitive};
}

void Assembly::assemble(uint32_t first, uint32_t count, uint32_t* elements) const {
    if (first >= m_primitiveCount) {
        return;
    }
    const uint32_t end = first + std::min(count, m_primitiveCount - first);
    const auto to = [&](auto... vertices) { ((*elements++ = vertices), ...); };
    for (const Run* run = runOf(first); first < end; ++run) {
        const uint32_t last = std::min(end, run[1].firstPrimitive);
        if (m_adjacent) {
            emitAdjacent(*run, first - run->firstPrimitive, last - run->firstPrimitive, to);
        } else {
            emit(*run, first - run->firstPrimitive, last - run->firstPrimitive, to);
        }
        first = last;
    }
}

void VertexBatch::build(const IndexReader* indices, std::vector<uint32_t>& elements) {
    m_vertices.clear();
    if (m_slots.empty()) {
        m_slots.resize(kSlots);
    }
    if (++m_batch == 0) {
        std::fill(m_slots.begin(), m_slots.end(), Slot{});
        m_batch = 1;
    }
    for (uint32_t& element : elements) {
        const uint32_t vertex = indices != nullptr ? (*indices)[element] : element;
        Slot& slot = m_slots[vertex % kSlots];
        if (slot.batch != m_batch || slot.vertex != vertex) {
            slot = {vertex, uint32_t(m_vertices.size()), m_batch};
            m_vertices.push_back(vertex);
        }
        element = slot.place;
    }
}

} // namespace cpu::raster
