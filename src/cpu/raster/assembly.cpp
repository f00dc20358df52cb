// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/assembly.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace cpu::raster {

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

IndexReader::IndexReader(const IndexBuffer& buffer, uint32_t firstIndex, uint32_t count)
    : m_index_B(buffer.index_B), m_count(count), m_restartValue(buffer.restart) {
    const uint64_t available = buffer.base != nullptr ? buffer.size_B / m_index_B : 0;
    const uint64_t readable = available > firstIndex ? available - firstIndex : 0;
    m_readable = uint32_t(std::min<uint64_t>(readable, count));
    m_first = m_readable > 0 ? buffer.base + uint64_t(firstIndex) * m_index_B : nullptr;
}

namespace {

template <typename Index>
uint32_t valueAt(const uint8_t* first, size_t element) {
    Index index;
    std::memcpy(&index, first + element * sizeof(Index), sizeof(index));
    return index;
}

/// Calls with(Index()).
template <typename With>
void forIndexSize(uint32_t index_B, With&& with) {
    if (index_B == 2) {
        with(uint16_t());
    } else if (index_B == 4) {
        with(uint32_t());
    } else {
        with(uint8_t());
    }
}

} // namespace

void IndexReader::read(uint32_t first, std::span<uint32_t> values) const {
    const size_t readable =
        std::min<size_t>(values.size(), m_readable > first ? m_readable - first : 0);
    std::fill(values.begin() + ptrdiff_t(readable), values.end(), 0);
    if (readable == 0) {
        return;
    }
    forIndexSize(m_index_B, [&]<typename Index>(Index) {
        const uint8_t* const from = m_first + uint64_t(first) * sizeof(Index);
        for (size_t i = 0; i < readable; ++i) {
            values[i] = valueAt<Index>(from, i);
        }
    });
}

void IndexReader::read(std::span<uint32_t> elements) const {
    forIndexSize(m_index_B, [&]<typename Index>(Index) {
        for (uint32_t& element : elements) {
            element = element < m_readable ? valueAt<Index>(m_first, element) : 0;
        }
    });
}

uint32_t IndexReader::operator[](uint32_t element) const {
    if (element >= m_readable) {
        return 0;
    }
    uint32_t value = 0;
    forIndexSize(m_index_B,
                 [&]<typename Index>(Index) { value = valueAt<Index>(m_first, element); });
    return value;
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

/// The vertices are those of the tables in "Primitive Topologies"; with the last one provoking,
/// they are turned until it is the last, which keeps the winding.
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

/// All vertices, in the order of the tables.
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

bool Assembly::isList() const {
    return m_runs.empty() &&
           (m_topology == Topology::PointList || m_topology == Topology::LineList ||
            m_topology == Topology::TriangleList);
}

Assembly::Range Assembly::rangeOf(uint32_t first, uint32_t count) const {
    const bool isStrip = m_topology == Topology::LineStrip || m_topology == Topology::TriangleStrip;
    if (first >= m_primitiveCount || (!isList() && !(isStrip && m_runs.empty()))) {
        return {0, 0};
    }
    count = std::min(count, m_primitiveCount - first);
    return isStrip ? Range{first, count + m_corners - 1}
                   : Range{first * m_corners, count * m_corners};
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
    if (isList()) {
        count = std::min(count, m_primitiveCount - first) * m_corners;
        std::iota(elements, elements + count, first * m_corners);
        return;
    }
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

void VertexBatch::build(const Assembly& assembly,
                        uint32_t first,
                        uint32_t count,
                        const IndexReader* indices,
                        std::vector<uint32_t>& elements) {
    elements.resize(size_t(count) * assembly.corners());
    const Assembly::Range range = assembly.rangeOf(first, count);
    if (indices != nullptr && assembly.isList()) {
        indices->read(range.first, elements);
        share(elements);
        return;
    }
    assembly.assemble(first, count, elements.data());
    if (indices == nullptr && range.count > 0) {
        m_vertices.resize(range.count);
        std::iota(m_vertices.begin(), m_vertices.end(), range.first);
        for (uint32_t& element : elements) {
            element -= range.first;
        }
        return;
    }
    build(indices, elements);
}

void VertexBatch::build(const IndexReader* indices, std::vector<uint32_t>& elements) {
    if (indices != nullptr) {
        indices->read(elements);
    }
    share(elements);
}

void VertexBatch::share(std::span<uint32_t> elements) {
    if (m_slots.empty() || m_first > ~uint32_t(0) - elements.size()) {
        m_slots.assign(kSlots, Slot{});
        m_first = 1;
    }
    m_vertices.resize(elements.size());
    uint32_t* const vertices = m_vertices.data();
    Slot* const slots = m_slots.data();
    const uint32_t first = m_first;
    uint32_t count = 0;
    // Slots are written for new vertices alone: to read what was just written takes longer than a
    // wrong guess now and then.
    for (uint32_t& element : elements) {
        const uint32_t vertex = element;
        Slot& slot = slots[vertex % kSlots];
        const uint32_t place = slot.number - first;
        if (slot.vertex == vertex && place < count) {
            element = place;
            continue;
        }
        slot = {vertex, first + count};
        vertices[count] = vertex;
        element = count++;
    }
    m_vertices.resize(count);
    m_first += count;
}

} // namespace cpu::raster
