// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace cpu::icd {

class Device;

/// Queries have one value each: timestamps in nanoseconds.
class QueryPool {
public:
    QueryPool(VkQueryType type, uint32_t count) : m_type(type), m_queries(count) {}

    VkQueryType type() const { return m_type; }
    uint32_t count() const { return uint32_t(m_queries.size()); }

    void reset(uint32_t first, uint32_t count);
    /// Makes the query available. Waiting threads are woken by the caller.
    void write(uint32_t query, uint64_t value);
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
    struct Query {
        std::atomic<uint64_t> value{0};
        std::atomic<bool> available{false};
    };

    VkQueryType m_type;
    std::vector<Query> m_queries;
};
GLISSADE_CPU_OBJECT(VkQueryPool, QueryPool)

/// The device's clock: CLOCK_MONOTONIC, nanoseconds.
uint64_t timestamp_ns();

} // namespace cpu::icd
