// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cpu::exec {

enum class QueryType : uint8_t {
    Occlusion,
    Statistics,
    Timestamp,
    GeneratedPrimitives, ///< VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT
    CapturedPrimitives,  ///< VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT
};

/// As VkQueryResultFlagBits.
struct QueryResultForm {
    bool wide = false;             ///< 64 bits, or 32.
    bool withAvailability = false; ///< A word behind the values says whether there are any.
    bool partial = false;          ///< Values are written whether they are final or not.
};

/// Queries have one value each, timestamps in nanoseconds, samples or primitives, those of
/// captured primitives two, or as many as there are statistics in the pool.
class QueryPool {
public:
    /// `statistics`: a bit for each of Statistic. Looked at for pools of them alone.
    QueryPool(QueryType type, uint32_t count, uint32_t statistics);

    QueryType type() const { return m_type; }
    uint32_t count() const { return uint32_t(m_available.size()); }
    uint32_t statistics() const { return m_statistics; }

    void reset(uint32_t first, uint32_t count);
    /// Makes the query available. Waiting threads are woken by the caller.
    void write(uint32_t query, std::span<const uint64_t> values);
    /// The same with one value.
    void write(uint32_t query, uint64_t value) { write(query, std::span(&value, 1)); }
    bool available(uint32_t query) const;
    bool allAvailable(uint32_t first, uint32_t count) const;

    /// Writes results as vkGetQueryPoolResults has them, without waiting. False: some were not
    /// available; their values are not written unless `form` is partial.
    bool copy(uint32_t first,
              uint32_t count,
              std::byte* to,
              uint64_t stride_B,
              const QueryResultForm& form) const;

private:
    QueryType m_type;
    uint32_t m_statistics;
    uint32_t m_valueCount; ///< Of each query.
    std::vector<std::atomic<bool>> m_available;
    std::vector<std::atomic<uint64_t>> m_values;
};

} // namespace cpu::exec
