// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"

#include <array>
#include <memory>
#include <vector>

namespace glvk {

class BatchStatus;
class Recorder;

/// How a GL query is asked of this device: chosen once, by a table.
struct QueryMethod {
    VkQueryType type = VK_QUERY_TYPE_OCCLUSION;
    VkQueryControlFlags control = 0;
    VkQueryPipelineStatisticFlags statistics = 0;
    bool indexed = false;  ///< vkCmdBeginQueryIndexedEXT, of a vertex stream.
    uint32_t values = 1;   ///< That the device writes per query,
    uint32_t value = 0;    ///< and the one that counts.
    bool possible = false; ///< Else the result is zero.

    bool operator==(const QueryMethod&) const = default;
};
QueryMethod queryMethod(const Gpu& gpu, gl::QueryKind kind);

/// A few Vulkan queries. Handed out front to back; used again when neither a batch nor a GL query
/// holds it.
class QueryChunk final : public Resource {
public:
    static constexpr uint32_t kQueries = 32;
    /// Null: out of memory.
    static ResourceRef<QueryChunk> create(Gpu& gpu, const QueryMethod& method);
    ~QueryChunk() override;

    VkQueryPool handle() const { return m_pool; }
    uint32_t used = 0;

private:
    explicit QueryChunk(Gpu& gpu) : Resource(gpu) {}
    VkQueryPool m_pool = VK_NULL_HANDLE;
};

/// A GL query: the sum of pieces, for Vulkan wants a query to begin and end in one rendering. See
/// docs/queries.md.
class Query final : public gl::QueryBackend {
public:
    Query(Gpu& gpu, gl::QueryKind kind);

    bool ready(gl::ContextBackend& context) override;
    void wait() override;
    uint64_t result() override;

private:
    friend class QueryRecorder;
    struct Piece {
        ResourceRef<QueryChunk> chunk;
        uint32_t index = 0;
        std::shared_ptr<BatchStatus> batch;
    };
    bool done(const Piece& piece) const;
    void fold();
    uint64_t read(const Piece& piece) const;

    Gpu& m_gpu;
    const gl::QueryKind m_kind;
    const QueryMethod m_method;
    uint32_t m_stream = 0;
    bool m_open = false; ///< The last piece is counting.
    uint64_t m_sum = 0;  ///< Of pieces that are gone.
    std::vector<Piece> m_pieces;
};

/// Records the queries of a context. A query is active between begin() and end(); it has an open
/// piece only while draws are recorded that count.
class QueryRecorder {
public:
    explicit QueryRecorder(Recorder& recorder) : m_recorder(recorder) {}

    void begin(Query& query, uint32_t stream);
    void end(Query& query);
    void counter(Query& query); ///< A timestamp.

    /// Some active query does not count.
    bool pending() const { return m_pending; }
    bool counting() const { return m_open != 0; }
    /// Draws that come next count for queries of primitives.
    void countPrimitives(bool count);
    /// Within rendering, before draws that count: opens pieces.
    void resume();
    /// Before rendering ends, and before draws that do not count: closes them.
    void suspend();

private:
    bool addPiece(Query& query);
    void writeTimestamp(Query& query);
    void close(Query& query);
    ResourceRef<QueryChunk> chunkFor(const QueryMethod& method);

    Recorder& m_recorder;
    struct Ring {
        QueryMethod method;
        ResourceRef<QueryChunk> current;
        std::vector<ResourceRef<QueryChunk>> chunks;
    };
    std::vector<Ring> m_rings;
    std::vector<Query*> m_active;
    uint32_t m_open = 0; ///< Active queries that have an open piece.
    bool m_pending = false;
    bool m_countsPrimitives = true;
};

} // namespace glvk
