// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/assembly.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace cpu::raster {
namespace {

using testing::ElementsAre;
using Numbers = std::vector<uint32_t>;

Numbers assemble(const Assembly& assembly, uint32_t first = 0, uint32_t count = ~0u) {
    count = std::min(count, assembly.primitiveCount() - first);
    Numbers elements(size_t(count) * assembly.corners());
    assembly.assemble(first, count, elements.data());
    return elements;
}

struct Row {
    Topology topology;
    uint32_t vertexCount;
    Numbers first, last; ///< By provoking vertex.
};

/// "Primitive Topologies", each with vertices left over.
const Row kTable[] = {
    {Topology::PointList, 3, {0, 1, 2}, {0, 1, 2}},
    {Topology::LineList, 5, {0, 1, 2, 3}, {0, 1, 2, 3}},
    {Topology::LineStrip, 4, {0, 1, 1, 2, 2, 3}, {0, 1, 1, 2, 2, 3}},
    {Topology::TriangleList, 8, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}},
    {Topology::TriangleStrip,
     6,
     {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4},
     {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5}},
    {Topology::TriangleFan, 5, {1, 2, 0, 2, 3, 0, 3, 4, 0}, {0, 1, 2, 0, 2, 3, 0, 3, 4}},
    {Topology::LineListAdjacency, 10, {1, 2, 5, 6}, {1, 2, 5, 6}},
    {Topology::LineStripAdjacency, 6, {1, 2, 2, 3, 3, 4}, {1, 2, 2, 3, 3, 4}},
    {Topology::TriangleListAdjacency, 15, {0, 2, 4, 6, 8, 10}, {0, 2, 4, 6, 8, 10}},
    {Topology::TriangleStripAdjacency,
     11,
     {0, 2, 4, 2, 6, 4, 4, 6, 8},
     {0, 2, 4, 4, 2, 6, 4, 6, 8}},
};

TEST(Assembly, GeometryShadersSeeAdjacentVertices) {
    const auto adjacent = [](Topology topology, uint32_t vertexCount) {
        return assemble(Assembly(topology, false, vertexCount, {true}));
    };
    EXPECT_THAT(adjacent(Topology::LineListAdjacency, 9), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_THAT(adjacent(Topology::LineStripAdjacency, 5), ElementsAre(0, 1, 2, 3, 1, 2, 3, 4));
    EXPECT_THAT(adjacent(Topology::TriangleListAdjacency, 7), ElementsAre(0, 1, 2, 3, 4, 5));
    // Only; then first, middle (odd and even), last (odd and even).
    EXPECT_THAT(adjacent(Topology::TriangleStripAdjacency, 6), ElementsAre(0, 1, 2, 5, 4, 3));
    EXPECT_THAT(adjacent(Topology::TriangleStripAdjacency, 8),
                ElementsAre(0, 1, 2, 6, 4, 3, 4, 0, 2, 5, 6, 7));
    EXPECT_THAT(
        adjacent(Topology::TriangleStripAdjacency, 12),
        ElementsAre(0, 1, 2, 6, 4, 3, 4, 0, 2, 5, 6, 8, 4, 2, 6, 10, 8, 7, 8, 4, 6, 9, 10, 11));
    // Others are as ever.
    EXPECT_THAT(adjacent(Topology::LineStrip, 3), ElementsAre(0, 1, 1, 2));
}

TEST(Assembly, PatchesHaveAsManyVerticesAsAsked) {
    const Assembly patches(Topology::PatchList, false, 11, {false, 5});
    EXPECT_EQ(patches.primitiveCount(), 2u);
    EXPECT_EQ(patches.corners(), 5u);
    EXPECT_THAT(assemble(patches, 1), ElementsAre(5, 6, 7, 8, 9));
}

TEST(Assembly, TopologiesAreAsInTheTables) {
    for (const Row& row : kTable) {
        EXPECT_EQ(assemble(Assembly(row.topology, false, row.vertexCount)), row.first)
            << int(row.topology);
        EXPECT_EQ(assemble(Assembly(row.topology, true, row.vertexCount)), row.last)
            << int(row.topology);
    }
}

TEST(Assembly, TooFewVerticesGiveNothing) {
    const uint32_t least[] = {1, 2, 2, 3, 3, 3, 4, 4, 6, 6};
    for (const Row& row : kTable) {
        const uint32_t count = least[int(row.topology)];
        for (uint32_t fewer = 0; fewer < count; ++fewer) {
            EXPECT_EQ(Assembly(row.topology, false, fewer).primitiveCount(), 0);
        }
        EXPECT_EQ(Assembly(row.topology, false, count).primitiveCount(), 1);
    }
}

IndexBuffer bufferOf(const std::vector<uint16_t>& indices) {
    return {reinterpret_cast<const uint8_t*>(indices.data()), indices.size() * 2, 2};
}

TEST(Assembly, RestartBeginsAnew) {
    const std::vector<uint16_t> indices = {
        0xffff, 1, 2, 3, 4, 0xffff, 0xffff, 5, 6, 0xffff, 7, 8, 9, 0xffff};
    const IndexReader reader(bufferOf(indices), 0, 14);
    // Elements, not indices. The second triangle of a strip is an odd one of its own strip.
    EXPECT_THAT(assemble(Assembly(Topology::TriangleStrip, false, reader)),
                ElementsAre(1, 2, 3, 2, 4, 3, 10, 11, 12));
    EXPECT_THAT(assemble(Assembly(Topology::TriangleFan, false, reader)),
                ElementsAre(2, 3, 1, 3, 4, 1, 11, 12, 10));
    EXPECT_THAT(assemble(Assembly(Topology::LineStrip, false, reader)),
                ElementsAre(1, 2, 2, 3, 3, 4, 7, 8, 10, 11, 11, 12));
    EXPECT_THAT(assemble(Assembly(Topology::PointList, false, reader)),
                ElementsAre(1, 2, 3, 4, 7, 8, 10, 11, 12));
    EXPECT_THAT(assemble(Assembly(Topology::LineList, false, reader)),
                ElementsAre(1, 2, 3, 4, 7, 8, 10, 11));
    EXPECT_THAT(assemble(Assembly(Topology::TriangleList, false, reader)),
                ElementsAre(1, 2, 3, 10, 11, 12));
}

TEST(Assembly, RestartValueGoesWithTheSizeOfIndices) {
    const uint8_t bytes[] = {0xff, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    EXPECT_EQ(
        Assembly(Topology::PointList, false, IndexReader({bytes, 8, 1}, 0, 8)).primitiveCount(), 1);
    EXPECT_EQ(
        Assembly(Topology::PointList, false, IndexReader({bytes, 8, 2}, 0, 4)).primitiveCount(), 1);
    EXPECT_EQ(
        Assembly(Topology::PointList, false, IndexReader({bytes, 8, 4}, 0, 2)).primitiveCount(), 1);
}

TEST(Assembly, AnyRangeIsThatOfTheWhole) {
    std::mt19937 random(3);
    for (const Row& row : kTable) {
        for (int round = 0; round < 20; ++round) {
            std::vector<uint16_t> indices(200);
            for (uint16_t& index : indices) {
                index = random() % 9 == 0 ? 0xffff : uint16_t(random() % 100);
            }
            const IndexReader reader(bufferOf(indices), 0, 200);
            const Assembly assembly(row.topology, round % 2 == 1, reader);
            const Numbers whole = assemble(assembly);
            const uint32_t corners = assembly.corners();
            for (uint32_t first = 0; first < assembly.primitiveCount();) {
                const uint32_t count =
                    std::min<uint32_t>(1 + random() % 17, assembly.primitiveCount() - first);
                EXPECT_EQ(assemble(assembly, first, count),
                          Numbers(whole.begin() + first * corners,
                                  whole.begin() + (first + count) * corners));
                first += count;
            }
        }
    }
}

TEST(IndexReader, IndicesBeyondTheBufferAreZero) {
    const std::vector<uint16_t> indices = {7, 8, 9};
    const IndexReader reader(bufferOf(indices), 1, 5);
    EXPECT_EQ(reader[0], 8);
    EXPECT_EQ(reader[1], 9);
    EXPECT_EQ(reader[2], 0);
    EXPECT_EQ(IndexReader(bufferOf(indices), 0xffffffff, 5)[0], 0);
    EXPECT_EQ(IndexReader({}, 0, 5)[4], 0);
    // A last part of an index is not read.
    EXPECT_EQ(IndexReader({reinterpret_cast<const uint8_t*>(indices.data()), 5, 2}, 0, 3)[2], 0);
}

TEST(Assembly, RestartsAtTheIndexThatIsSaid) {
    const std::vector<uint16_t> indices = {7, 1, 2, 3, 0xffff, 7, 5, 6, 4};
    IndexBuffer buffer = bufferOf(indices);
    buffer.restart = 7;
    const IndexReader reader(buffer, 0, 9);
    EXPECT_THAT(assemble(Assembly(Topology::TriangleStrip, false, reader)),
                ElementsAre(1, 2, 3, 2, 4, 3, 6, 7, 8));
    EXPECT_EQ(highestIndex(1), 0xffu);
    EXPECT_EQ(highestIndex(2), 0xffffu);
    EXPECT_EQ(highestIndex(4), ~0u);
}

TEST(VertexBatch, VerticesComeOnceAndInOrder) {
    const std::vector<uint16_t> indices = {5, 6, 7, 7, 6, 5, 2, 5};
    const IndexReader reader(bufferOf(indices), 0, 8);
    VertexBatch batch;
    Numbers elements = {0, 1, 2, 3, 4, 5, 6, 7};
    batch.build(&reader, elements);
    EXPECT_THAT(batch.vertices(), ElementsAre(5, 6, 7, 2));
    EXPECT_THAT(elements, ElementsAre(0, 1, 2, 2, 1, 0, 3, 0));
    elements = {9, 10, 9};
    batch.build(nullptr, elements);
    EXPECT_THAT(batch.vertices(), ElementsAre(9, 10));
    EXPECT_THAT(elements, ElementsAre(0, 1, 0));
}

TEST(VertexBatch, PlacesLeadToTheVertices) {
    std::mt19937 random(4);
    VertexBatch batch;
    for (int round = 0; round < 50; ++round) {
        std::vector<uint32_t> indices(600);
        for (uint32_t& index : indices) {
            index = random() % (round % 2 == 0 ? 300 : 100000);
        }
        const IndexReader reader(
            {reinterpret_cast<const uint8_t*>(indices.data()), indices.size() * 4, 4}, 0, 600);
        Numbers elements(600);
        for (uint32_t i = 0; i < 600; ++i) {
            elements[i] = i;
        }
        batch.build(&reader, elements);
        for (uint32_t i = 0; i < 600; ++i) {
            ASSERT_LT(elements[i], batch.vertices().size());
            ASSERT_EQ(batch.vertices()[elements[i]], indices[i]);
        }
        if (round % 2 == 0) {
            EXPECT_LE(batch.vertices().size(), 300);
        }
    }
}

TEST(VertexBatch, HasWhatTheAssemblyHas) {
    constexpr Topology kTopologies[] = {Topology::PointList,
                                        Topology::LineList,
                                        Topology::LineStrip,
                                        Topology::TriangleList,
                                        Topology::TriangleStrip,
                                        Topology::TriangleFan,
                                        Topology::LineListAdjacency,
                                        Topology::LineStripAdjacency,
                                        Topology::TriangleListAdjacency,
                                        Topology::TriangleStripAdjacency};
    constexpr uint32_t kCount = 90;
    std::mt19937 random(5);
    std::vector<uint8_t> bytes(kCount * 4);
    for (uint8_t& byte : bytes) {
        byte = uint8_t(random() % 5 == 0 ? 0xff : random() % 40);
    }
    VertexBatch batch;
    for (const Topology topology : kTopologies) {
        for (const uint32_t index_B : {0, 1, 2, 4}) { // 0: without indices.
            // The last indices are beyond the buffer.
            const IndexReader reader(
                {bytes.data(), (kCount - 5) * index_B, index_B ? index_B : 1}, 2, kCount - 2);
            const IndexReader* const indices = index_B ? &reader : nullptr;
            for (const bool restart : {false, true}) {
                const Assembly assembly = restart && indices
                                              ? Assembly(topology, restart, reader)
                                              : Assembly(topology, restart, kCount - 2);
                for (uint32_t first = 0; first < assembly.primitiveCount(); first += 7) {
                    const uint32_t count = std::min(11u, assembly.primitiveCount() - first);
                    const Numbers whole = assemble(assembly, first, count);
                    Numbers elements;
                    batch.build(assembly, first, count, indices, elements);
                    ASSERT_EQ(elements.size(), whole.size());
                    std::vector<bool> isUsed(batch.vertices().size());
                    for (size_t i = 0; i < whole.size(); ++i) {
                        ASSERT_LT(elements[i], batch.vertices().size());
                        ASSERT_EQ(batch.vertices()[elements[i]],
                                  indices ? reader[whole[i]] : whole[i])
                            << int(topology) << ' ' << index_B << ' ' << first;
                        isUsed[elements[i]] = true;
                    }
                    // None that no primitive has, and of numbers that lie close, none twice.
                    EXPECT_THAT(isUsed, testing::Each(true));
                    Numbers once = batch.vertices();
                    std::sort(once.begin(), once.end());
                    if (index_B < 2) {
                        EXPECT_EQ(std::adjacent_find(once.begin(), once.end()), once.end());
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace cpu::raster
