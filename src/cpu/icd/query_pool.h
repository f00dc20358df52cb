// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

namespace cpu::icd {

class Device;

/// Queries have one value each, timestamps in nanoseconds, samples or primitives, those of
/// transform feedback two, or as many as there are statistics in the pool.
class QueryPool {
public:
    /// The statistics are looked at for pools of them alone.
    QueryPool(VkQueryType type, uint32_t count, VkQueryPipelineStatisticFlags statistics);

    VkQueryType type() const { return m_type; }
    uint32_t count() const { return uint32_t(m_available.size()); }
    VkQueryPipelineStatisticFlags statistics() const { return m_statistics; }

    void reset(uint32_t first, uint32_t count);
    /// Makes the query available. Waiting threads are woken by the caller.
    void write(uint32_t query, std::span<const uint64_t> values);
    /// The same with one value.
    void write(uint32_t query, uint64_t value) { write(query, std::span(&value, 1)); }
    bool available(uint32_t query) const;
    bool allAvailable(uint32_t first, uint32_t count) const;

    /// Writes results as vkGetQueryPoolResults has them, without waiting. False: some were not
    /// available; their values are not written unless `flags` have PARTIAL.
    bool copy(uint32_t first,
              uint32_t count,
              std::byte* to,
              uint64_t stride_B,
              VkQueryResultFlags flags) const;

private:
    VkQueryType m_type;
    VkQueryPipelineStatisticFlags m_statistics;
    uint32_t m_valueCount; ///< Of each query.
    std::vector<std::atomic<bool>> m_available;
    std::vector<std::atomic<uint64_t>> m_values;
};
GLISSADE_CPU_OBJECT(VkQueryPool, QueryPool)

/// The device's clock: CLOCK_MONOTONIC, nanoseconds.
uint64_t timestamp_ns();

} // namespace cpu::icd
