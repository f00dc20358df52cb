// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/query.h"

#include "glvk/gpu/gpu.h"
#include "glvk/record/calling_context.h"
#include "glvk/record/recorder.h"

#include <algorithm>

namespace glvk {

namespace {

/// More pieces than this are added up as they complete.
constexpr size_t kManyPieces = 64;

} // namespace

QueryMethod queryMethod(const Gpu& gpu, gl::QueryKind kind) {
    const Features& features = gpu.features();
    QueryMethod method;
    switch (kind) {
    case gl::QueryKind::Samples:
        method.possible = true;
        method.control = features.core.occlusionQueryPrecise ? VK_QUERY_CONTROL_PRECISE_BIT : 0;
        break;
    case gl::QueryKind::AnySamples:
        method.possible = true;
        break;
    case gl::QueryKind::PrimitivesGenerated:
        if (features.primitivesGeneratedQuery) {
            method.type = VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT;
            method.indexed = true;
            method.possible = true;
        } else if (features.core.pipelineStatisticsQuery) {
            method.type = VK_QUERY_TYPE_PIPELINE_STATISTICS;
            method.statistics = VK_QUERY_PIPELINE_STATISTIC_CLIPPING_INVOCATIONS_BIT;
            method.possible = true;
        }
        break;
    case gl::QueryKind::FeedbackPrimitives:
        method.type = VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT;
        method.indexed = true;
        method.values = 2;
        method.possible = features.transformFeedback;
        break;
    case gl::QueryKind::TimeElapsed:
    case gl::QueryKind::Timestamp:
        method.type = VK_QUERY_TYPE_TIMESTAMP;
        method.possible = gpu.timestampBits() != 0;
        break;
    }
    return method;
}

ResourceRef<QueryChunk> QueryChunk::create(Gpu& gpu, const QueryMethod& method) {
    ResourceRef<QueryChunk> chunk(new QueryChunk(gpu));
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = method.type;
    info.queryCount = kQueries;
    info.pipelineStatistics = method.statistics;
    if (gpu.vk().vkCreateQueryPool(gpu.handle(), &info, nullptr, &chunk->m_pool) != VK_SUCCESS) {
        return {};
    }
    return chunk;
}

QueryChunk::~QueryChunk() {
    m_gpu.vk().vkDestroyQueryPool(m_gpu.handle(), m_pool, nullptr);
}

Query::Query(Gpu& gpu, gl::QueryKind kind)
    : m_gpu(gpu), m_kind(kind), m_method(queryMethod(gpu, kind)) {}

bool Query::done(const Piece& piece) const {
    const uint64_t value = piece.batch->value();
    return value != 0 && m_gpu.reached(value);
}

uint64_t Query::read(const Piece& piece) const {
    uint64_t values[2] = {0, 0};
    const VkResult result = m_gpu.vk().vkGetQueryPoolResults(m_gpu.handle(),
                                                             piece.chunk->handle(),
                                                             piece.index,
                                                             1,
                                                             sizeof values,
                                                             values,
                                                             sizeof values,
                                                             VK_QUERY_RESULT_64_BIT);
    // Not ready: the batch never ran, the device is lost.
    return result == VK_SUCCESS ? values[m_method.value] : 0;
}

/// Adds up what has completed, so that a query over thousands of renderings stays small.
void Query::fold() {
    if (m_method.type == VK_QUERY_TYPE_TIMESTAMP) {
        return;
    }
    size_t count = 0;
    while (count < m_pieces.size() && done(m_pieces[count])) {
        m_sum += read(m_pieces[count++]);
    }
    m_pieces.erase(m_pieces.begin(), m_pieces.begin() + ptrdiff_t(count));
}

bool Query::ready(gl::ContextBackend& contextBackend) {
    if (m_pieces.empty()) {
        return true;
    }
    // Batches complete in order.
    if (m_pieces.back().batch->value() == 0) {
        CallingContext::of(contextBackend).recorder().submit();
    }
    return done(m_pieces.back());
}

void Query::wait() {
    if (!m_pieces.empty()) {
        (void)m_gpu.waitFor(m_pieces.back().batch->value(), UINT64_MAX, "a query's result");
    }
}

uint64_t Query::result() {
    switch (m_kind) {
    case gl::QueryKind::Timestamp:
        return m_pieces.empty() ? 0 : m_gpu.nanoseconds(read(m_pieces[0]));
    case gl::QueryKind::TimeElapsed:
        return m_pieces.size() < 2 ? 0 : m_gpu.nanoseconds(read(m_pieces[1]) - read(m_pieces[0]));
    case gl::QueryKind::AnySamples:
        fold();
        return m_sum != 0;
    default:
        fold();
        return m_sum;
    }
}

/// A chunk with room; its queries are reset in the upload commands, before everything of the batch.
ResourceRef<QueryChunk> QueryRecorder::chunkFor(const QueryMethod& method) {
    auto ring = std::find_if(
        m_rings.begin(), m_rings.end(), [&](const Ring& r) { return r.method == method; });
    if (ring == m_rings.end()) {
        ring = m_rings.insert(ring, {method, {}, {}});
    }
    if (ring->current && ring->current->used < QueryChunk::kQueries) {
        return ring->current;
    }
    ring->current = {};
    const auto findIdle = [&] {
        return std::find_if(
            ring->chunks.begin(), ring->chunks.end(), [](const auto& c) { return c->idle(); });
    };
    auto idle = findIdle();
    if (idle == ring->chunks.end()) {
        m_recorder.collect();
        idle = findIdle();
    }
    if (idle == ring->chunks.end()) {
        ResourceRef<QueryChunk> chunk = QueryChunk::create(m_recorder.gpu(), method);
        if (!chunk) {
            return {};
        }
        idle = ring->chunks.insert(ring->chunks.end(), std::move(chunk));
    }
    ring->current = *idle;
    ring->current->used = 0;
    m_recorder.retain(*ring->current);
    m_recorder.gpu().vk().vkCmdResetQueryPool(
        m_recorder.uploadCommands(), ring->current->handle(), 0, QueryChunk::kQueries);
    return ring->current;
}

bool QueryRecorder::addPiece(Query& query) {
    if (query.m_pieces.size() >= kManyPieces) {
        query.fold();
    }
    m_recorder.commands();
    ResourceRef<QueryChunk> chunk = chunkFor(query.m_method);
    if (!chunk) {
        return false;
    }
    m_recorder.retain(*chunk);
    const uint32_t index = chunk->used++;
    query.m_pieces.push_back({std::move(chunk), index, m_recorder.status()});
    return true;
}

void QueryRecorder::writeTimestamp(Query& query) {
    if (addPiece(query)) {
        const Query::Piece& piece = query.m_pieces.back();
        m_recorder.gpu().vk().vkCmdWriteTimestamp(m_recorder.commands(),
                                                  VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                                  piece.chunk->handle(),
                                                  piece.index);
    }
}

void QueryRecorder::counter(Query& query) {
    query.m_sum = 0;
    query.m_pieces.clear();
    if (query.m_method.possible) {
        writeTimestamp(query);
    }
}

void QueryRecorder::begin(Query& query, uint32_t stream) {
    if (query.m_kind == gl::QueryKind::TimeElapsed) {
        return counter(query);
    }
    query.m_sum = 0;
    query.m_pieces.clear();
    query.m_stream = stream;
    if (query.m_method.possible) {
        m_active.push_back(&query);
        m_pending = true;
    }
}

void QueryRecorder::end(Query& query) {
    if (query.m_kind == gl::QueryKind::TimeElapsed) {
        if (!query.m_pieces.empty()) {
            writeTimestamp(query);
        }
        return;
    }
    close(query);
    std::erase(m_active, &query);
    m_pending = m_open < m_active.size();
}

void QueryRecorder::countPrimitives(bool count) {
    if (m_countsPrimitives == count) {
        return;
    }
    m_countsPrimitives = count;
    for (Query* query : m_active) {
        if (!count && query->m_kind == gl::QueryKind::PrimitivesGenerated) {
            close(*query);
        }
    }
    m_pending = m_open < m_active.size();
}

void QueryRecorder::resume() {
    const VolkDeviceTable& vk = m_recorder.gpu().vk();
    bool pending = false;
    for (Query* query : m_active) {
        if (!m_countsPrimitives && query->m_kind == gl::QueryKind::PrimitivesGenerated) {
            pending = true;
            continue;
        }
        if (query->m_open || !addPiece(*query)) {
            continue;
        }
        const Query::Piece& piece = query->m_pieces.back();
        const VkCommandBuffer commands = m_recorder.commands();
        if (query->m_method.indexed) {
            vk.vkCmdBeginQueryIndexedEXT(commands,
                                         piece.chunk->handle(),
                                         piece.index,
                                         query->m_method.control,
                                         query->m_stream);
        } else {
            vk.vkCmdBeginQuery(
                commands, piece.chunk->handle(), piece.index, query->m_method.control);
        }
        query->m_open = true;
        ++m_open;
    }
    m_pending = pending;
}

void QueryRecorder::close(Query& query) {
    if (!query.m_open) {
        return;
    }
    const VolkDeviceTable& vk = m_recorder.gpu().vk();
    const Query::Piece& piece = query.m_pieces.back();
    if (query.m_method.indexed) {
        vk.vkCmdEndQueryIndexedEXT(
            m_recorder.commands(), piece.chunk->handle(), piece.index, query.m_stream);
    } else {
        vk.vkCmdEndQuery(m_recorder.commands(), piece.chunk->handle(), piece.index);
    }
    query.m_open = false;
    --m_open;
}

void QueryRecorder::suspend() {
    if (m_open == 0) {
        return;
    }
    for (Query* query : m_active) {
        close(*query);
    }
    m_pending = true;
}

} // namespace glvk
